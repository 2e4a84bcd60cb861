import Support

/// WebP: a RIFF container with one chunk of pixels, or an extended header and chunks (RFC 9649).
enum WebP: PictureFormatParser {
  static let endings = ["webp"]

  static func recognise(_ start: FileStart) -> Likelihood {
    start.begins(with: "RIFF") && start.begins(with: "WEBP", at: 8) ? .certain : .no
  }

  static func walk(_ reader: inout ByteReader) -> (any AnimationWalk)? { WebPWalk(&reader) }

  /// The size of the whole screen for a page of an animation.
  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
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
    case "VP8X": return try screen(&reader)
    default: throw .damaged("its first chunk is none that WebP has")
    }
  }

  /// The size that an extended header gives.
  fileprivate static func screen(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    PictureSize(
      width: try reader.number(at: 24, bytes: 3, .little) + 1, height: try reader.number(at: 27, bytes: 3, .little) + 1)
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    if let page = try page(&reader, at: offset), let frame = page.layers.last {
      var header = PictureHeader(size: page.size)
      header.lossyBytes = (frame.end ?? reader.size) - frame.start
      if frame.end == nil { header.missing = "its frame of the WebP does not end" }
      return header
    }
    var header = PictureHeader(size: try size(&reader))
    // The container's own length counts from behind itself; phones and other programs append bytes.
    let end = 8 + (try reader.number(at: 4, bytes: 4, .little))
    var offset: UInt64 = 12
    // Name, length, content, padded to an even number of bytes.
    while offset < end, let length = try? reader.number(at: offset + 4, bytes: 4, .little) {
      if reader.holds("VP8 ", at: offset) { header.lossyBytes = reader.size }
      if reader.holds("EXIF", at: offset), let orientation = EXIF.orientation(&reader, at: offset + 8, count: length) {
        header.orientation = orientation
      }
      offset += 8 + length + length & 1
      // Some writers omit the last chunk's padding.
      if offset > reader.size + 1 { header.missing = "a chunk of the WebP goes past the end of the file" }
    }
    return header
  }
}

private struct WebPWalk: AnimationWalk {
  /// The most chunks: of a frame, of metadata, and of unknown kinds.
  private static let mostChunks = 100_000
  private var offset: UInt64 = 12
  private var chunks = 0

  /// Nil for a still picture.
  init?(_ reader: inout ByteReader) {
    guard reader.holds("VP8X", at: 12), let flags = try? reader.byte(at: 20), flags & 0x02 != 0 else { return nil }
  }

  func screen(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize { try WebP.screen(&reader) }

  mutating func next(_ reader: inout ByteReader) throws(HeaderFault) -> AnimationFrame? {
    while offset < reader.size, reader.size - offset >= 8 {
      chunks += 1
      if chunks > Self.mostChunks { throw .damaged("it has too many chunks") }
      let start = offset
      let length = try reader.number(at: start + 4, bytes: 4, .little)
      offset = start + 8 + length + length & 1
      if reader.holds("ANMF", at: start) { return try frame(at: start, length: length, &reader) }
    }
    return nil
  }

  private func frame(
    at start: UInt64, length: UInt64, _ reader: inout ByteReader
  ) throws(HeaderFault) -> AnimationFrame {
    func number(_ place: UInt64) throws(HeaderFault) -> Int {
      Int(try reader.number(at: start + 8 + place, bytes: 3, .little))
    }
    let flags = try reader.byte(at: start + 8 + 15)
    let end = start + 8 + length
    var frame = AnimationFrame(
      start: start, end: end <= reader.size ? end : nil, left: 2 * (try number(0)), top: 2 * (try number(3)),
      width: try number(6) + 1, height: try number(9) + 1, isOpaque: flags & 2 != 0,
      disposal: flags & 1 != 0 ? .cleared : .kept)
    // Lossy pixels without an alpha chunk before them.
    if reader.holds("VP8 ", at: start + 8 + 16) { frame.isOpaque = true }
    return frame
  }
}
