import Export
import Foundation
import PageModel
import ResultStore
import Run
import RunSupport
import StoreFiles
import TestSupport
import Testing

/// No output has a number that identifies a person, and no byte has a page that was forgotten.
@Suite struct PersonalDataTests {
  private static let lines = "주민등록번호 900101-1234567|카드번호 4111-1111-1111-1111|Passport No M12345678|합계 41,000"
  private static let secrets = ["1234567", "11-1111-1111", "12345678"]

  /// Every file below a folder, with its path.
  private func files(_ folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      if let bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") { files[name] = Array(bytes) }
    }
    return files
  }

  private func holds(_ bytes: [UInt8], _ text: String) -> Bool { bytes.contains(Array(text.utf8)) }

  @Test func `identity numbers are stored and written only if that is asked for`() throws {
    let bench = try Bench()
    try bench.put("a.pnm", "says \(Self.lines)")
    try bench.run { $0.output?.formats = Exporters.all.filter { !($0 is any DocumentExporter) } }
    guard case .recognised(let page)? = try bench.outcome("a.pnm") else { return #expect(Bool(false)) }
    #expect(page.text.contains("900101-*******") && page.text.contains("4111-11**-****-1111"), "\(page.text)")
    for (name, bytes) in try files(bench.scratch.path(of: "out")) {
      for secret in Self.secrets { #expect(!holds(bytes, secret), "\(name): \(secret)") }
    }
    try bench.run {
      $0.reader.showsIdentityNumbers = true
      $0.rereading = .always
    }
    let text = String(decoding: try bench.scratch.read("out/a.pnm.p0001.txt"), as: UTF8.self)
    #expect(text == Self.lines.replacing("|", with: "\n") + "\n")
  }

  @Test func `of a forgotten page no byte is left in the store, whatever became of it before`() throws {
    let bench = try Bench()
    for number in 0..<40 { try bench.put("\(number).pnm", "says filler \(number) of many words|number \(number)") }
    // Each is in other places of the store: the text, the search's entries, a line's reading, a field, a correction.
    try bench.put("a.pnm", "says Quixotic merchant|Total 41.00|zebrafish 8675309")
    try bench.run()
    let reading = try #require(try bench.open().page(ScanPath("a.pnm"), 0))
    do {
      let store = try ResultStore(bench.store, mode: .readWrite(creating: false))
      let content = try #require(reading.record.content)
      guard case .recognised(let page) = reading.record.outcome else { return #expect(Bool(false)) }
      let correction = Correction(
        target: .line(2), box: page.lines[2].box, old: "zebrafish 8675309", new: "wolpertinger 8675309",
        made: "2026-01-01T00:00:00Z", author: "somebody")
      _ = try store.correct([correction], on: reading.id)
      // Kept by another reader, and read again: rows are written over and freed.
      let reader = ReaderRecord(key: ReaderKey(hex: String(repeating: "a", count: 64)), engine: "e", models: [])
      try store.keep(reading.record.outcome, by: reader, of: content, index: 0)
    }
    try bench.run { $0.rereading = .always }
    let words = ["Quixotic", "quixotic", "zebrafish", "wolpertinger", "8675309"]
    let before = try files(bench.scratch.path(of: "out")).filter { $0.key.hasPrefix("hanscan.sqlite") }
    #expect(words.allSatisfy { word in before.values.contains { holds($0, word) } })
    try FileManager.default.removeItem(atPath: bench.scratch.path(of: "in/a.pnm"))
    try bench.run()
    let outcome = try Forgetting.perform(
      bench.store, directory: ScanPath(bench.scratch.path(of: "out")), patterns: [ScanPath("a.pnm")])
    #expect(outcome.pages == 1)
    for (name, bytes) in try files(bench.scratch.path(of: "out")) {
      for word in words { #expect(!holds(bytes, word), "\(name): \(word)") }
    }
    #expect(try bench.open().search(SearchQuery("filler"), limit: 100).count == 40)
  }
}
