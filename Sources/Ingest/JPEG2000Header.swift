/// Dimensions of JPEG 2000: from the header box, or from the codestream where it stands alone.
enum JPEG2000Header {
  static func size(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    if try source.bytes(at: 0, count: 4) == [0xFF, 0x4F, 0xFF, 0x51] { return try codestream(&source, at: 0) }
    var offset: UInt64 = 0
    // A handful of boxes come before the header; a thousand are no file that anybody writes.
    for _ in 0..<1000 {
      let box = try box(&source, at: offset)
      switch box.name {
      case "jp2h":
        // The header box must be the first in here.
        let inner = try self.box(&source, at: box.content)
        guard inner.name == "ihdr" else { throw .damaged("its picture header is missing") }
        return PictureSize(
          width: try source.number(at: inner.content + 4, bytes: 4, littleEndian: false),
          height: try source.number(at: inner.content, bytes: 4, littleEndian: false))
      case "jp2c": return try codestream(&source, at: box.content)
      default:
        guard let end = box.end else { throw .damaged("it has no picture header") }
        offset = end
      }
    }
    throw .damaged("it has too many boxes before its picture header")
  }

  private struct Box {
    var name: String
    var content: UInt64
    /// Nil for a box that runs to the end of the file.
    var end: UInt64?
  }

  private static func box(_ source: inout ByteSource, at offset: UInt64) throws(HeaderFault) -> Box {
    let length = try source.number(at: offset, bytes: 4, littleEndian: false)
    let name = String(decoding: try source.bytes(at: offset + 4, count: 4), as: UTF8.self)
    switch length {
    case 0: return Box(name: name, content: offset + 8, end: nil)
    case 1:
      let long = try source.number(at: offset + 8, bytes: 8, littleEndian: false)
      // Past the end of the file nothing is read; that also keeps the sum in range.
      if long < 16 { throw .damaged("it has a box of an impossible length") }
      if long > source.size - offset { throw .truncated }
      return Box(name: name, content: offset + 16, end: offset + long)
    case 2...7: throw .damaged("it has a box of an impossible length")
    default: return Box(name: name, content: offset + 8, end: offset + length)
    }
  }

  /// The SIZ segment: the reference grid less its offset.
  private static func codestream(_ source: inout ByteSource, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    guard try source.bytes(at: offset, count: 4) == [0xFF, 0x4F, 0xFF, 0x51] else {
      throw .damaged("its codestream has no size marker")
    }
    let right = try source.number(at: offset + 8, bytes: 4, littleEndian: false)
    let bottom = try source.number(at: offset + 12, bytes: 4, littleEndian: false)
    let left = try source.number(at: offset + 16, bytes: 4, littleEndian: false)
    let top = try source.number(at: offset + 20, bytes: 4, littleEndian: false)
    if left > right || top > bottom { throw .damaged("its picture area is turned inside out") }
    return PictureSize(width: right - left, height: bottom - top)
  }
}
