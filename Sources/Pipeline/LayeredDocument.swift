import CPosix
import Export
import Glibc
import Ingest
import PDFPages
import PageModel
import PictureFormats
import Support

extension StoredDocumentSource {
  /// Bytes that are copied at a time.
  private static let piece = 1 << 18

  /// Writes a document that came as a PDF as it is, with the text that was read laid over the pages that had none.
  ///
  /// False where it is no PDF, where a page that was read has other text already, which would be found twice, or where
  /// qpdf can't do it: then it is written of its pictures, as any other.
  func writeLayered(to pieces: FilePieces, scratch: FilePieces, tools: PDFTools) throws -> Bool {
    guard session.kind == .document(.pdf) else { return false }
    var bare: [PDFExporter.BarePage] = []
    var places: [Int] = []
    for index in 0..<pageCount {
      guard let page = try page(at: index), let reading = page.record.reading(original: page.original),
        reading.preparation?.source == nil, reading.lines.contains(where: { $0.kind == .text }),
        let sheet = session.page(at: index)?.sheet
      else { continue }
      guard try PDFOverlay.holdsWords(session, index, tools: tools) == false else { return false }
      bare.append(PDFExporter.BarePage(reading: reading, width: sheet.width, height: sheet.height))
      places.append(index)
    }
    if bare.isEmpty {
      try Self.copy(session.descriptor, to: pieces)
      return true
    }
    try PDFExporter().write(layerOf: bare, to: scratch)
    var layer = try scratch.reopened()
    defer { close(layer) }
    if layer < 4 { layer = try SystemError.check("a descriptor", cposix_move_descriptor(layer, 4)) }
    guard let merged = try PDFOverlay.merge(session, layer: layer, over: places, tools: tools) else { return false }
    defer { close(merged) }
    try Self.copy(merged, to: pieces)
    return true
  }

  private static func copy(_ descriptor: CInt, to pieces: FilePieces) throws {
    var buffer = [UInt8](repeating: 0, count: piece)
    var offset: off_t = 0
    while true {
      let count = pread(descriptor, &buffer, buffer.count, offset)
      guard count >= 0 else { throw SystemError("reading", errno) }
      if count == 0 { return }
      try pieces.append(Array(buffer[..<count]))
      offset += off_t(count)
    }
  }
}
