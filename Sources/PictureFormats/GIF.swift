import Support

/// GIF: a screen, then blocks, of which the first picture is the page (GIF89a specification).
///
/// Leptonica reads no GIF that has a second picture, so the bytes of the first one are given to it alone.
enum GIF: PictureFormatParser {
  /// Blocks before the first picture: comments and timing, rarely more than a few kilobytes.
  private static let mostBlocks = 100_000

  static let endings = ["gif"]

  static func recognise(_ start: FileStart) -> Likelihood {
    start.begins(with: "GIF87a") || start.begins(with: "GIF89a") ? .certain : .no
  }

  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    try firstPicture(&reader).size
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    let picture = try firstPicture(&reader)
    var header = PictureHeader(picture.size)
    do throws(HeaderFault) {
      let flags = try reader.byte(at: picture.offset + 9)
      // Behind its colours comes the size of its first code, then its pixels.
      var offset = picture.offset + 11 + tableSize(flags)
      while case let length = try reader.byte(at: offset), length > 0 { offset += UInt64(length) + 1 }
      header.prefix = offset + 1
    } catch {
      header.missing = "the first frame of the GIF does not end"
    }
    return header
  }

  /// The first picture's own size, which can be another than that of the screen, and where its block begins.
  private static func firstPicture(
    _ reader: inout ByteReader
  ) throws(HeaderFault) -> (size: PictureSize, offset: UInt64) {
    var offset = 13 + tableSize(try reader.byte(at: 10))
    var blocks = 0
    while blocks < mostBlocks {
      blocks += 1
      switch try reader.byte(at: offset) {
      case 0x2C:
        let size = PictureSize(
          width: try reader.number(at: offset + 5, bytes: 2, .little),
          height: try reader.number(at: offset + 7, bytes: 2, .little))
        return (size, offset)
      case 0x21:
        offset += 2
        while blocks < mostBlocks {
          blocks += 1
          let length = try reader.byte(at: offset)
          offset += UInt64(length) + 1
          if length == 0 { break }
        }
      case 0x3B: throw .damaged("it holds no picture")
      default: throw .damaged("it has a block of an unknown kind")
      }
    }
    throw .damaged("it has too many blocks before its first picture")
  }

  /// Bytes of the colour table that these flags announce.
  private static func tableSize(_ flags: UInt8) -> UInt64 {
    flags & 0x80 == 0 ? 0 : 3 << (UInt64(flags & 7) + 1)
  }
}
