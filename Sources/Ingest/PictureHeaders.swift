/// Pixels of a picture as its header declares them.
struct PictureSize: Equatable {
  var width: UInt64
  var height: UInt64
  /// Whether a decoder holds all of its coefficients at once, so that scaling down saves nothing: progressive JPEG.
  var isWhole = false
}

/// Reads dimensions from the headers of one-page formats; nothing is decoded.
enum PictureHeaders {
  static func size(of kind: PictureKind, in source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    switch kind {
    case .png: try png(&source)
    case .gif: try gif(&source)
    case .bmp: try bmp(&source)
    case .webp: try webp(&source)
    case .jpeg: try jpeg(&source)
    case .pnm: try pnm(&source)
    case .jpeg2000: try JPEG2000Header.size(&source)
    case .tiff, .heif, .pdf, .other, .unknown, .empty: throw .damaged("it has no header of its own")
    }
  }

  private static func png(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    guard try source.bytes(at: 4, count: 4) == [0x0D, 0x0A, 0x1A, 0x0A] else {
      throw .damaged("its first bytes were altered, as by a copy in text mode; copy it again")
    }
    // Apple's variant (CgBI) has a chunk before the header and no readable pixels behind it.
    let name = try source.bytes(at: 12, count: 4)
    if name.elementsEqual("CgBI".utf8) { throw .damaged("it is in Apple's private variant of PNG; save it anew") }
    guard name.elementsEqual("IHDR".utf8) else { throw .damaged("its header chunk is missing") }
    let width = try source.number(at: 16, bytes: 4, littleEndian: false)
    let height = try source.number(at: 20, bytes: 4, littleEndian: false)
    if width > 0x7FFF_FFFF || height > 0x7FFF_FFFF { throw .damaged("its width or height is beyond what PNG allows") }
    return PictureSize(width: width, height: height)
  }

  /// The first picture's own size, which can be another than that of the screen it is shown on.
  private static func gif(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    let flags = try source.byte(at: 10)
    var offset: UInt64 = 13
    if flags & 0x80 != 0 { offset += 3 << (UInt64(flags & 7) + 1) }
    // Extensions before the first picture: comments and timing, rarely more than a few kilobytes.
    var blocks = 0
    while blocks < 100_000 {
      blocks += 1
      switch try source.byte(at: offset) {
      case 0x2C:
        return PictureSize(
          width: try source.number(at: offset + 5, bytes: 2, littleEndian: true),
          height: try source.number(at: offset + 7, bytes: 2, littleEndian: true))
      case 0x21:
        offset += 2
        while blocks < 100_000 {
          blocks += 1
          let length = try source.byte(at: offset)
          offset += UInt64(length) + 1
          if length == 0 { break }
        }
      case 0x3B: throw .damaged("it holds no picture")
      default: throw .damaged("it has a block of an unknown kind")
      }
    }
    throw .damaged("it has too many blocks before its first picture")
  }

  private static func bmp(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    let header = try source.number(at: 14, bytes: 4, littleEndian: true)
    if header == 12 {
      return PictureSize(
        width: try source.number(at: 18, bytes: 2, littleEndian: true),
        height: try source.number(at: 20, bytes: 2, littleEndian: true))
    }
    guard header >= 16, header <= 65536 else { throw .damaged("its header has an impossible size") }
    let width = Int32(truncatingIfNeeded: try source.number(at: 18, bytes: 4, littleEndian: true))
    let height = Int32(truncatingIfNeeded: try source.number(at: 22, bytes: 4, littleEndian: true))
    if width < 0 { throw .damaged("its width is negative") }
    // A negative height means that the rows run downwards.
    return PictureSize(width: UInt64(width), height: UInt64(height.magnitude))
  }

  private static func webp(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    let name = String(decoding: try source.bytes(at: 12, count: 4), as: UTF8.self)
    switch name {
    case "VP8 ":
      guard try source.bytes(at: 23, count: 3) == [0x9D, 0x01, 0x2A] else {
        throw .damaged("its key frame is missing")
      }
      return PictureSize(
        width: try source.number(at: 26, bytes: 2, littleEndian: true) & 0x3FFF,
        height: try source.number(at: 28, bytes: 2, littleEndian: true) & 0x3FFF)
    case "VP8L":
      guard try source.byte(at: 20) == 0x2F else { throw .damaged("its lossless header is missing") }
      let bits = try source.number(at: 21, bytes: 4, littleEndian: true)
      return PictureSize(width: (bits & 0x3FFF) + 1, height: (bits >> 14 & 0x3FFF) + 1)
    case "VP8X":
      return PictureSize(
        width: try source.number(at: 24, bytes: 3, littleEndian: true) + 1,
        height: try source.number(at: 27, bytes: 3, littleEndian: true) + 1)
    default: throw .damaged("its first chunk is none that WebP has")
    }
  }

  /// Whether a WebP file is an animation, which decoders for still pictures refuse.
  static func isAnimatedWebP(_ source: inout ByteSource) -> Bool {
    guard let name = try? source.bytes(at: 12, count: 4), name.elementsEqual("VP8X".utf8) else { return false }
    return ((try? source.byte(at: 20)) ?? 0) & 0x02 != 0
  }

  /// Walks the markers to the frame header; embedded previews lie within segments and are passed over.
  private static func jpeg(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    var offset: UInt64 = 2
    // Decoders pass over rubbish between segments; a megabyte of it is no picture any more.
    var rubbish = 0
    for _ in 0..<100_000 {
      while try source.byte(at: offset) != 0xFF {
        offset += 1
        rubbish += 1
        if rubbish > 1 << 20 { throw .damaged("it has no frame header") }
      }
      while try source.byte(at: offset) == 0xFF {
        offset += 1
        rubbish += 1
        if rubbish > 1 << 20 { throw .damaged("it has no frame header") }
      }
      let marker = try source.byte(at: offset)
      offset += 1
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return PictureSize(
          width: try source.number(at: offset + 5, bytes: 2, littleEndian: false),
          height: try source.number(at: offset + 3, bytes: 2, littleEndian: false), isWhole: marker & 3 == 2)
      case 0x00, 0x01, 0xD0...0xD8: continue
      case 0xD9: throw .damaged("it ends before its frame header")
      case 0xDA: throw .damaged("its frame header is missing")
      default:
        let length = try source.number(at: offset, bytes: 2, littleEndian: false)
        if length < 2 { throw .damaged("it has a segment of an impossible length") }
        offset += length
      }
    }
    throw .damaged("it has too many segments before its frame header")
  }
}

extension PictureHeaders {
  private static func pnm(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    if try source.byte(at: 1) == UInt8(ascii: "7") { return try pam(&source) }
    var offset: UInt64 = 2
    let width = try number(&source, &offset)
    let height = try number(&source, &offset)
    return PictureSize(width: width, height: height)
  }

  /// A decimal number behind white space and comments.
  private static func number(_ source: inout ByteSource, _ offset: inout UInt64) throws(HeaderFault) -> UInt64 {
    var passed = 0
    var isComment = false
    var byte = try source.byte(at: offset)
    while isComment || byte == UInt8(ascii: "#") || isSpace(byte) {
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == 0x0A || byte == 0x0D { isComment = false }
      passed += 1
      if passed > 1 << 20 { throw .damaged("its header has more than a megabyte of comments") }
      offset += 1
      byte = try source.byte(at: offset)
    }
    var value: UInt64 = 0
    var digits = 0
    while byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
      value = min(value * 10 + UInt64(byte - UInt8(ascii: "0")), 1 << 40)
      digits += 1
      if digits > 1000 { throw .damaged("its header holds an endless number") }
      offset += 1
      byte = try source.byte(at: offset)
    }
    if digits == 0 { throw .damaged("its header holds no number where width and height belong") }
    return value
  }

  private static func pam(_ source: inout ByteSource) throws(HeaderFault) -> PictureSize {
    let head = try source.start(4096)
    var width: UInt64?
    var height: UInt64?
    var isComplete = false
    // A last line without its end may be cut within a number.
    for line in head.prefix(upTo: (head.lastIndex(of: 0x0A) ?? 0)).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let words = line.split(whereSeparator: isSpace)
      guard let word = words.first else { continue }
      isComplete = word.elementsEqual("ENDHDR".utf8)
      if isComplete { break }
      let value = words.dropFirst().first.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
      if word.elementsEqual("WIDTH".utf8) { width = value }
      if word.elementsEqual("HEIGHT".utf8) { height = value }
    }
    guard isComplete, let width, let height else {
      if !isComplete, source.size < 4096 { throw .truncated }
      throw .damaged("its header has no width or height")
    }
    return PictureSize(width: width, height: height)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte >= 0x09 && byte <= 0x0D
  }
}
