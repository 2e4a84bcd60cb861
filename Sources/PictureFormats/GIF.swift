import Support

/// GIF: a screen, then blocks, of which each picture is a page (GIF89a specification).
enum GIF: PictureFormatParser {
  static let endings = ["gif"]

  static func recognise(_ start: FileStart) -> Likelihood {
    start.begins(with: "GIF87a") || start.begins(with: "GIF89a") ? .certain : .no
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var walk = try GIFWalk(&reader)
    let page = try AnimationPage(of: &walk, &reader, at: offset)
    var header = PictureHeader(size: page.size)
    if page.layers.last?.end == nil { header.missing = "its frame of the GIF does not end" }
    return header
  }

  static func walk(_ reader: inout ByteReader) throws(HeaderFault) -> (any AnimationWalk)? {
    try GIFWalk(&reader)
  }
}

/// Walks over a GIF's blocks in order and returns only the pictures.
private struct GIFWalk: AnimationWalk {
  /// Blocks of comments, timing and pixels: four gigabytes of full ones.
  private static let mostBlocks = 1 << 24
  /// Blocks between two pictures, which are rarely more than a few kilobytes.
  private static let mostBlocksBetween = 100_000
  private var offset: UInt64
  private var blocks = 0
  /// The first picture, once it was found.
  private var first: AnimationFrame?

  init(_ reader: inout ByteReader) throws(HeaderFault) {
    offset = 13 + Self.tableSize(try reader.byte(at: 10))
  }

  /// The screen in pixels, never smaller than the first picture on it.
  mutating func screen(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    PictureSize(
      width: max(try reader.number(at: 6, bytes: 2, .little), UInt64((first?.left ?? 0) + (first?.width ?? 0))),
      height: max(try reader.number(at: 8, bytes: 2, .little), UInt64((first?.top ?? 0) + (first?.height ?? 0))))
  }

  mutating func next(_ reader: inout ByteReader) throws(HeaderFault) -> AnimationFrame? {
    var disposal = AnimationFrame.Disposal.kept
    var transparent: UInt8?
    var between = 0
    var isAnnounced = false
    while true {
      // Some writers omit the end mark; a block that announces a picture is never the last.
      if first != nil, !isAnnounced, offset >= reader.size { return nil }
      switch try reader.byte(at: offset) {
      case 0x2C:
        let frame = try picture(&reader, disposal, transparent)
        first = first ?? frame
        return frame
      case 0x21:
        // The display of the picture behind it.
        if try reader.byte(at: offset + 1) == 0xF9, try reader.byte(at: offset + 2) >= 4 {
          isAnnounced = true
          let flags = try reader.byte(at: offset + 3)
          disposal = [2: .cleared, 3: .undone][flags >> 2 & 7] ?? .kept
          transparent = flags & 1 == 0 ? nil : try reader.byte(at: offset + 6)
        }
        offset += 2
        while between < Self.mostBlocksBetween, try passBlock(&reader) { between += 1 }
      // Zeros pad files, and follow a block of pixels that was ended twice.
      case 0 where first != nil: offset += 1
      case 0x3B: return nil
      default: throw .damaged("it has a block of an unknown kind")
      }
      between += 1
      if between >= Self.mostBlocksBetween { throw .damaged("it has too many blocks before a picture") }
    }
  }

  private mutating func picture(
    _ reader: inout ByteReader, _ disposal: AnimationFrame.Disposal, _ transparent: UInt8?
  ) throws(HeaderFault) -> AnimationFrame {
    func number(_ place: UInt64) throws(HeaderFault) -> Int {
      Int(try reader.number(at: offset + place, bytes: 2, .little))
    }
    var frame = AnimationFrame(
      start: offset, left: try number(1), top: try number(3), width: try number(5), height: try number(7),
      transparent: transparent, isOpaque: transparent == nil, disposal: disposal)
    do throws(HeaderFault) {
      // Its colours, the size of its first code and its pixels follow.
      offset += 11 + Self.tableSize(try reader.byte(at: offset + 9))
      while try passBlock(&reader) {}
      frame.end = offset
    } catch .truncated {
      // The decoder of this picture reports it.
    }
    return frame
  }

  /// Skips a block of bytes; false for the empty one at the end.
  private mutating func passBlock(_ reader: inout ByteReader) throws(HeaderFault) -> Bool {
    blocks += 1
    if blocks > Self.mostBlocks { throw .damaged("it has too many blocks") }
    let length = try reader.byte(at: offset)
    offset += UInt64(length) + 1
    return length > 0
  }

  /// Bytes of the colour table that the flags announce.
  private static func tableSize(_ flags: UInt8) -> UInt64 {
    flags & 0x80 == 0 ? 0 : 3 << (UInt64(flags & 7) + 1)
  }
}
