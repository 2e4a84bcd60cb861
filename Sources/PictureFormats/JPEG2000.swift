import Support

/// JPEG 2000: boxes with a header among them, or a codestream alone (ISO/IEC 15444-1).
enum JPEG2000: PictureFormatParser {
  static let codestreamStart: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
  static let endings = ["jp2", "j2k", "jpx"]

  static func recognise(_ start: FileStart) -> Likelihood {
    let isBoxed = start.begins(with: [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A])
    let isBranded = ["ftypjp2 ", "ftypjpx ", "ftypjph "].contains { start.begins(with: $0, at: 4) }
    return isBoxed || isBranded || start.begins(with: codestreamStart) ? .certain : .no
  }

  /// From the header's box, or from the codestream if that comes first.
  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    if try reader.bytes(at: 0, count: 4) == codestreamStart { return try codestream(&reader, at: 0) }
    guard let box = try ISOBox.first("jp2h", "jp2c", from: 0, to: .max, &reader) else {
      throw .damaged("it has no picture header")
    }
    if box.name == "jp2c" { return try codestream(&reader, at: box.content) }
    // The header box must be the first in here.
    let inner = try ISOBox(&reader, at: box.content)
    guard inner.name == "ihdr" else { throw .damaged("its picture header is missing") }
    return PictureSize(
      width: try reader.number(at: inner.content + 4, bytes: 4, .big),
      height: try reader.number(at: inner.content, bytes: 4, .big))
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(size: try size(&reader))
    let boxes =
      try reader.bytes(at: 0, count: 4) == codestreamStart ? [] : try? ISOBox.all(from: 0, to: reader.size, &reader)
    let end = boxes?.first { $0.name == "jp2c" }?.end ?? reader.size
    if end < 2 || (try? reader.bytes(at: end - 2, count: 2)) != [0xFF, 0xD9] {
      header.missing = "the end of the codestream is not there"
    }
    return header
  }

  /// The SIZ segment: the reference grid less its offset.
  static func codestream(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    guard try reader.bytes(at: offset, count: 4) == codestreamStart else {
      throw .damaged("its codestream has no size marker")
    }
    let right = try reader.number(at: offset + 8, bytes: 4, .big)
    let bottom = try reader.number(at: offset + 12, bytes: 4, .big)
    let left = try reader.number(at: offset + 16, bytes: 4, .big)
    let top = try reader.number(at: offset + 20, bytes: 4, .big)
    if left > right || top > bottom { throw .damaged("its picture area is turned inside out") }
    return PictureSize(width: right - left, height: bottom - top)
  }
}
