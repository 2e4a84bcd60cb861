import PageModel

@testable import Imaging
@testable import Ingest

extension FuzzTarget {
  /// A file's pages as the supervisor sees them; then each readable one's header, as a worker does.
  static func document(_ bytes: [UInt8]) throws {
    var source = ByteSource(memory: bytes)
    let pages = try DocumentPages(&source, limits: DocumentLimits())
    try require(!pages.slots.isEmpty, "a file without a page or a reason")
    for (place, slot) in pages.slots.enumerated() {
      try require(slot.index == place, "page \(place) is numbered \(slot.index)")
      guard slot.state == .readable else { continue }
      try require(pages.kind.isSupported && slot.width > 0 && slot.height > 0, "a readable page without extent")
      try require(slot.byteOffset < UInt64(bytes.count), "a page past the end of the file")
      if place < 8, pages.kind != .tiff || slot.byteOffset <= UInt64(Int.max) {
        picture(bytes, offset: Int(clamping: slot.byteOffset))
      }
    }
  }

  static func picture(_ bytes: [UInt8], offset: Int) {
    guard let format = PictureFormat(opening: bytes) else { return }
    // Leptonica's own readers of these two headers run in the worker's sandbox alone.
    if format == .jpeg2000 || format == .pnm { return }
    bytes.withUnsafeBytes { _ = PictureHeader(of: $0, format: format, byteOffset: offset) }
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
    let orientation = bytes.withUnsafeBytes { EXIF.orientation(of: $0) }
    try require((1...8).contains(orientation), "an orientation of \(orientation)")
    // The same block inside of a JPEG.
    guard bytes.count < 65_000 else { return }
    let length = bytes.count + 8
    let frame: [UInt8] = [
      0xFF, 0xC0, 0, 11, 8, 0, 30, 0, 40, 1, 1, 0x11, 0, 0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0, 0xFF, 0xD9,
    ]
    let jpeg =
      [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8) + bytes + frame
    let header = jpeg.withUnsafeBytes { PictureHeader(of: $0, format: .jpeg, byteOffset: 0) }
    try require(header?.orientation == orientation || bytes.count < 8, "another orientation inside of a JPEG")
  }
}
