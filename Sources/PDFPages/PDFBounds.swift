import Documents
import PictureFormats
import Support

/// The part of a file that is the document, without zeros before its header and behind its end.
struct PDFBounds {
  var start: UInt64 = 0
  var end: UInt64

  /// Bytes at either end of the file that are read first.
  private static let glance = FileStart.length
  private static let piece = 1 << 20

  /// Reads both ends of the file, and more of it if these are zeros; nil if it can't be read.
  init?(_ reader: inout ByteReader) {
    end = reader.size
    guard end > UInt64(Self.glance) else { return }
    guard let head = try? reader.bytes(at: 0, count: Self.glance) else { return nil }
    start = UInt64(head.prefix { $0 == 0 }.count)
    var count = Self.glance
    while end > start {
      count = Int(min(UInt64(count), end - start))
      guard let bytes = try? reader.bytes(at: end - UInt64(count), count: count) else { return nil }
      guard bytes.allSatisfy({ $0 == 0 }) else {
        // Documents are padded with fewer zeros.
        if end < reader.size { end -= UInt64(bytes.reversed().prefix { $0 == 0 }.count) }
        return
      }
      end -= UInt64(count)
      count = Self.piece
    }
  }

  /// The document without the zeros, as an open file in memory; nil if it has none, or is too large to be copied.
  static func copy(of session: DocumentSession) -> CInt? {
    var reader = ByteReader(descriptor: session.descriptor, size: session.file.size)
    guard let bounds = PDFBounds(&reader), bounds.start > 0 || bounds.end < reader.size, bounds.start < bounds.end,
      bounds.end - bounds.start <= UInt64(PDFTools.largestRewritten)
    else { return nil }
    return memoryFile("hanscan-document", of: bounds.start..<bounds.end, in: session.descriptor)
  }
}
