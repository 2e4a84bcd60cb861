import Support

/// WebP: a RIFF container with one chunk of pixels, or an extended header and chunks (RFC 9649).
enum WebP: PictureFormatParser {
  static let endings = ["webp"]

  static func recognise(_ start: FileStart) -> Likelihood {
    start.begins(with: "RIFF") && start.begins(with: "WEBP", at: 8) ? .certain : .no
  }

  static func unsupportedVariant(_ start: FileStart) -> UnsupportedFormat? {
    guard start.begins(with: "VP8X", at: 12), start.bytes.count > 20, start.bytes[20] & 0x02 != 0 else { return nil }
    return UnsupportedFormat(.other, "an animated WebP picture", advice: "Save its frames as PNG to have them read.")
  }

  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    let name = String(decoding: try reader.bytes(at: 12, count: 4), as: UTF8.self)
    switch name {
    case "VP8 ":
      guard try reader.bytes(at: 23, count: 3) == [0x9D, 0x01, 0x2A] else { throw .damaged("its key frame is missing") }
      return PictureSize(
        width: try reader.number(at: 26, bytes: 2, .little) & 0x3FFF,
        height: try reader.number(at: 28, bytes: 2, .little) & 0x3FFF)
    case "VP8L":
      guard try reader.byte(at: 20) == 0x2F else { throw .damaged("its lossless header is missing") }
      let bits = try reader.number(at: 21, bytes: 4, .little)
      return PictureSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      return PictureSize(
        width: try reader.number(at: 24, bytes: 3, .little) + 1,
        height: try reader.number(at: 27, bytes: 3, .little) + 1)
    default: throw .damaged("its first chunk is none that WebP has")
    }
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(try size(&reader, at: offset))
    // The container's own length counts from behind itself; other programs put bytes behind it, as phones do.
    let end = 8 + (try reader.number(at: 4, bytes: 4, .little))
    var offset: UInt64 = 12
    // Name, length, content, padded to an even number of bytes.
    while offset < end, let length = try? reader.number(at: offset + 4, bytes: 4, .little) {
      if reader.holds("VP8 ", at: offset) { header.lossyBytes = reader.size }
      if reader.holds("EXIF", at: offset), let orientation = EXIF.orientation(&reader, at: offset + 8, count: length) {
        header.orientation = orientation
      }
      offset += 8 + length + length & 1
      // Some writers leave the last chunk's padding away.
      if offset > reader.size + 1 { header.missing = "a chunk of the WebP goes past the end of the file" }
    }
    return header
  }
}
