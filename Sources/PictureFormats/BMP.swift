import Support

enum BMP: PictureFormatParser {
  static let endings = ["bmp", "dib"]

  /// Sizes of the information headers of Windows and OS/2.
  private static let headerSizes: Set<UInt64> = [12, 16, 40, 52, 56, 64, 108, 124]

  /// `BM` alone also begins ordinary texts; a bitmap has a header of a known size behind it.
  static func recognise(_ start: FileStart) -> Likelihood {
    guard start.begins(with: "BM") else { return .no }
    let size = start.bytes.dropFirst(14).prefix(4).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    return start.bytes.count >= 18 && headerSizes.contains(size) || !start.isText ? .likely : .no
  }

  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    let length = try reader.number(at: 14, bytes: 4, .little)
    if length == 12 {
      return PictureSize(
        width: try reader.number(at: 18, bytes: 2, .little), height: try reader.number(at: 20, bytes: 2, .little))
    }
    guard length >= 16, length <= 65536 else { throw .damaged("its header has an impossible size") }
    let width = Int32(truncatingIfNeeded: try reader.number(at: 18, bytes: 4, .little))
    let height = Int32(truncatingIfNeeded: try reader.number(at: 22, bytes: 4, .little))
    if width < 0 { throw .damaged("its width is negative") }
    // A negative height means that the rows run downwards.
    return PictureSize(width: UInt64(width), height: UInt64(height.magnitude))
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(size: try size(&reader))
    let length = try reader.number(at: 14, bytes: 4, .little)
    let pixels = try reader.number(at: 10, bytes: 4, .little)
    let depth = try reader.number(at: length == 12 ? 24 : 28, bytes: 2, .little)
    // Shorter headers, of OS/2, have no compression field.
    let compression = length < 40 ? 0 : try? reader.number(at: 30, bytes: 4, .little)
    switch (compression, depth) {
    case (0, 1), (0, 4), (0, 8), (0, 16), (0, 24), (0, 32), (nil, _): break
    case (1, 8), (2, 4), (3, 16), (3, 32), (6, 16), (6, 32): break
    case (0, _): header.rarity = "a BMP of \(depth) bits a pixel"
    default: header.rarity = "a BMP that is compressed in a rare way (\(compression ?? 0))"
    }
    if compression == 0 || compression == 3 || compression == 6 {
      // Width and height are below 2³² and the depth is below 2¹⁶: only the last product can overflow.
      let row = (header.size.width * depth + 31) / 32 * 4
      let (all, overflow) = row.multipliedReportingOverflow(by: header.size.height)
      if overflow || pixels > reader.size || all > reader.size - pixels {
        header.missing = "the rows of the BMP go past the end of the file"
      }
    }
    if compression == nil { header.missing = "the header of the BMP goes past the end of the file" }
    return header
  }
}
