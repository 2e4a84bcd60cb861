import Export
import Foundation
import PageModel
import Workers

@testable import PageWorker

extension FuzzTarget {
  /// The first byte says how large the pieces are in which the rest arrives, and the longest frame.
  static func frames(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let stream = Array(bytes.dropFirst())
    let piece = Int(first & 0x0F) + 1
    var reader = FrameReader(maximum: first & 0x80 == 0 ? 1 << 20 : 16)
    var taken: [UInt8] = []
    var place = 0
    do throws(FrameError) {
      while place < stream.count {
        let end = min(place + piece, stream.count)
        stream[place..<end].withUnsafeBytes { reader.append($0) }
        place = end
        while let payload = try reader.next() { taken += FrameWriter.encode(payload) }
      }
    } catch {
      try require(!error.description.contains("\n"), "a message of several lines: \(error)")
    }
    // The output equals the input, byte for byte and in order.
    try require(stream.starts(with: taken), "other frames than were sent")
  }

  /// Requests to a worker, and its answers, up to the files that are made of them.
  static func messages(_ bytes: [UInt8]) throws {
    if let request = try? JSONDecoder().decode(WorkerRequest.self, from: Data(bytes)) {
      let again = try JSONDecoder().decode(WorkerRequest.self, from: Data(PageConversation.encode(request)))
      try require(again == request, "another request after coding")
    }
    let conversation = try PageConversation.conversation(settings: ReaderSettings(), requiresSandbox: false)
    _ = conversation.judgeGreeting(bytes)
    guard let reply = try? PageConversation.decode(bytes) else {
      try require((try? conversation.decode(7, bytes)) == nil, "an answer that can't be decoded is accepted")
      return
    }
    try inspected(reply, bytes)
    _ = try? conversation.decode(reply.id ?? 0, bytes)
    if let reading = reply.reading { try exported(reading) }
  }

  /// Every file that an inspection becomes, where it is one that a worker may answer.
  private static func inspected(_ reply: WorkerReply, _ bytes: [UInt8]) throws {
    let conversation = try PageConversation.conversation(
      settings: ReaderSettings(), requiresSandbox: false, answering: .inspection)
    guard let inspection = try? conversation.decode(reply.id ?? 0, bytes).inspection else { return }
    let reader = ReaderRecord(
      key: ReaderKey(hex: String(repeating: "0f", count: 32)), engine: "none", models: [])
    let facts = InspectionFacts(
      path: ScanPath("a.png"), page: 0, pageCount: 1, reader: reader, preparationLevel: .full)
    let files = try InspectionReport(inspection, of: facts).files
    try require(Set(files.map(\.name)).count == files.count, "two files of one name")
    for file in files where !file.name.hasSuffix(".png") {
      try require(String(validating: file.bytes, as: UTF8.self) != nil, "\(file.name) is no UTF-8")
    }
  }

  /// Every file that a page can become.
  static func exported(
    _ outcome: PageOutcome, index: Int = 0, derived: DerivedValues = DerivedValues()
  ) throws {
    let page = PageRecord(
      path: ScanPath("a.png"), index: index, pageCount: 1, content: nil, reader: nil, outcome: outcome,
      derived: derived)
    for format in Exporters.ofPages {
      guard let file = format.file(page) else { continue }
      try require(String(validating: file, as: UTF8.self) != nil, "a \(format.name) file that is no UTF-8")
      guard format is JSONExporter else { continue }
      do { _ = try JSONSerialization.jsonObject(with: Data(file)) } catch {
        throw Broken("a file that is no JSON: \(error)")
      }
    }
  }
}
