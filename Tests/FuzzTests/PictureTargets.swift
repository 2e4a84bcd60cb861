@testable import Documents
import PageModel
import PictureFormats

extension FuzzTarget {
  /// A file's pages as the supervisor sees them; then each readable one's header, as a worker does.
  static func document(_ bytes: [UInt8]) throws {
    let pages = try reading(bytes) { try DocumentPages(&$0, limits: DocumentLimits()) }
    try require(!pages.slots.isEmpty, "a file without a page or a reason")
    for (place, slot) in pages.slots.enumerated() {
      try require(slot.index == place, "page \(place) is numbered \(slot.index)")
      // The pages of a document are counted elsewhere.
      guard slot.state == .readable, pages.kind != .document else { continue }
      guard let format = pages.kind.format, slot.width > 0, slot.height > 0 else {
        throw Broken("a readable page without a format or extent")
      }
      try require(slot.byteOffset < UInt64(bytes.count), "a page past the end of the file")
      guard place < 8, let header = header(bytes, format, at: slot.byteOffset) else { continue }
      let size = [Int(clamping: header.size.width), Int(clamping: header.size.height)]
      try require(size == [slot.width, slot.height], "two sizes of one page")
      guard let stream = reading(bytes, { format.stream(&$0, at: slot.byteOffset) }) else { continue }
      try require([stream.width, stream.height] == size, "a stream of another size")
      try require(stream.ranges.allSatisfy { $0.upperBound <= UInt64(bytes.count) }, "a stream past the end")
    }
  }

  static func picture(_ bytes: [UInt8], offset: Int) {
    guard let format = FileKind(FileStart(bytes)).format else { return }
    _ = header(bytes, format, at: UInt64(clamping: offset))
  }

  private static func reading<Value>(_ bytes: [UInt8], _ body: (inout ByteReader) throws -> Value) rethrows -> Value {
    try bytes.withUnsafeBytes { memory in
      var reader = ByteReader(memory: memory)
      return try body(&reader)
    }
  }

  private static func header(_ bytes: [UInt8], _ format: PictureFormat, at offset: UInt64 = 0) -> PictureHeader? {
    try? reading(bytes) { try format.header(&$0, at: offset) }
  }

  /// The first byte says which of the four kinds of TIFF the rest is, after its signature.
  static func tiff(_ bytes: [UInt8]) throws {
    guard let first = bytes.first else { return }
    let openings: [[UInt8]] = [
      [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
    ]
    try document(openings[Int(first & 3)] + bytes.dropFirst())
  }

  static func exif(_ bytes: [UInt8]) throws {
    let orientation = EXIF.orientation(of: bytes)
    try require((1...8).contains(orientation), "an orientation of \(orientation)")
    // The same block inside of a JPEG.
    guard bytes.count < 65_000 else { return }
    let length = bytes.count + 8
    let frame: [UInt8] = [
      0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9,
    ]
    let jpeg =
      [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8) + bytes + frame
    let inside = header(jpeg, .jpeg)?.orientation
    try require(inside == orientation || bytes.count < 8, "another orientation inside of a JPEG")
  }
}
