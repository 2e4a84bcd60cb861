/// JPEG: segments up to the frame header and the first scan (ITU-T T.81), as libjpeg reads them.
enum JPEG: PictureFormatParser {
  /// libjpeg leaves out what a smaller picture does not need.
  static var scalesWhileDecoding: Bool { true }

  static func recognise(_ start: FileStart) -> Likelihood {
    start.begins(with: [0xFF, 0xD8, 0xFF]) ? .certain : .no
  }

  static func size(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureSize {
    var walk = SegmentWalk()
    return try walk.frame(&reader)
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var walk = SegmentWalk()
    let frame = try walk.frame(&reader)
    return try walk.header(of: frame, &reader)
  }
}

/// Goes from one segment to the next; embedded previews lie within segments and are passed over.
private struct SegmentWalk {
  /// Decoders pass over rubbish between segments; a mebibyte of it is no picture any more.
  private static let mostRubbish = 1 << 20
  private static let mostSegments = 100_000

  private var offset: UInt64 = 2
  private var rubbish = 0
  private var segments = 0
  private var orientation = 1
  /// Oddities that libjpeg warns about and then handles well: they cost no pixel.
  private var harmlessWarnings = 0
  /// Of the frame; 0 before it.
  private var components = 0

  /// Stops at the frame header and gives the size that it declares.
  mutating func frame(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    while true {
      let marker = try nextMarker(&reader)
      switch marker {
      case let frame where Self.isFrame(frame):
        return PictureSize(
          width: try reader.number(at: offset + 5, bytes: 2, .big),
          height: try reader.number(at: offset + 3, bytes: 2, .big), isWhole: marker & 3 == 2)
      case 0xD9: throw .damaged("it ends before its frame header")
      case 0xDA: throw .damaged("its frame header is missing")
      default: try passSegment(marker, &reader)
      }
    }
  }

  /// Goes on from the frame header to the first scan, and looks for the end behind it.
  mutating func header(
    of frame: PictureSize, _ reader: inout ByteReader
  ) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(frame)
    // A file that is cut between its frame and its pixels has a size, and no end.
    header.missing = "the end of the JPEG stream is not there"
    header.rarity = try? rarity(&reader)
    components = Int((try? reader.byte(at: offset + 7)) ?? 0)
    do throws(HeaderFault) {
      try passSegment(0xC0, &reader)
      try passToScan(&reader)
      let length = try segmentLength(&reader)
      if let inScan = try? reader.byte(at: offset + 2), Int(inScan) < components { header.size.isWhole = true }
      // A baseline scan has the spectrum 0...63 and no approximation; some scanners write zeros.
      if !frame.isWhole, length < 5 || (try? reader.bytes(at: offset + length - 3, count: 3)) != [0, 63, 0] {
        harmlessWarnings += 1
      }
      if try holdsEnd(&reader, from: offset + length) { header.missing = nil }
    } catch .truncated {
      // It is missing, as said above.
    }
    header.orientation = orientation
    header.harmlessWarnings = harmlessWarnings
    return header
  }

  private mutating func passToScan(_ reader: inout ByteReader) throws(HeaderFault) {
    while true {
      let marker = try nextMarker(&reader)
      switch marker {
      case 0xDA: return
      case 0xD9: throw .damaged("it ends before its pixels")
      case let frame where Self.isFrame(frame): throw .damaged("it has a second frame header before its pixels")
      default: try passSegment(marker, &reader)
      }
    }
  }

  /// The next marker that begins a segment, or that of the end; `offset` is behind it.
  private mutating func nextMarker(_ reader: inout ByteReader) throws(HeaderFault) -> UInt8 {
    while true {
      segments += 1
      if segments > Self.mostSegments { throw .damaged("it has too many segments before its frame header") }
      let start = offset
      try pass(&reader) { $0 != 0xFF }
      // libjpeg counts one warning for any run of bytes between segments.
      if offset > start { harmlessWarnings += 1 }
      try pass(&reader) { $0 == 0xFF }
      let marker = try reader.byte(at: offset)
      offset += 1
      switch marker {
      case 0x00, 0x01, 0xD0...0xD8: continue
      default: return marker
      }
    }
  }

  private mutating func pass(_ reader: inout ByteReader, _ isRubbish: (UInt8) -> Bool) throws(HeaderFault) {
    while isRubbish(try reader.byte(at: offset)) {
      offset += 1
      rubbish += 1
      if rubbish > Self.mostRubbish { throw .damaged("it has no frame header") }
    }
  }

  /// Notes what a segment says and goes behind it.
  private mutating func passSegment(_ marker: UInt8, _ reader: inout ByteReader) throws(HeaderFault) {
    let length = try segmentLength(&reader)
    switch marker {
    case 0xE0:
      if reader.holds("JFIF\0", at: offset + 2), (try? reader.byte(at: offset + 7)) != 1 { harmlessWarnings += 1 }
    case 0xE1:
      if length >= 8, reader.holds("Exif\0\0", at: offset + 2),
        let found = EXIF.orientation(&reader, at: offset + 8, count: length - 8)
      {
        orientation = found
      }
    case 0xEE:
      if reader.holds("Adobe", at: offset + 2), let transform = try? reader.byte(at: offset + 13) {
        if transform > 2 || (components == 3 && transform > 1) { harmlessWarnings += 1 }
      }
    default: break
    }
    offset += length
  }

  /// The length of the segment at `offset`, with the two bytes that say it.
  private func segmentLength(_ reader: inout ByteReader) throws(HeaderFault) -> UInt64 {
    let length = try reader.number(at: offset, bytes: 2, .big)
    if length < 2 { throw .damaged("it has a segment of an impossible length") }
    return length
  }

  /// What libjpeg does not read, or seldom, by the marker and the depth of the frame header.
  private func rarity(_ reader: inout ByteReader) throws(HeaderFault) -> String? {
    let marker = try reader.byte(at: offset - 1)
    let depth = try reader.byte(at: offset + 2)
    if depth != 8 { return "a JPEG of \(depth) bits a sample" }
    if marker & 3 == 3 { return "a lossless JPEG" }
    return marker > 0xC8 ? "a JPEG of the arithmetic kind" : nil
  }

  /// In entropy-coded data 0xFF is followed by 0 or a restart marker, so D9 there is the end.
  private func holdsEnd(_ reader: inout ByteReader, from start: UInt64) throws(HeaderFault) -> Bool {
    // Mostly it is at the very end; behind it may lie a second picture or a phone's trailer.
    if reader.size >= 2, reader.size - 2 >= start, try reader.bytes(at: reader.size - 2, count: 2) == [0xFF, 0xD9] {
      return true
    }
    return try reader.contains(0xFF, 0xD9, from: start)
  }

  private static func isFrame(_ marker: UInt8) -> Bool {
    switch marker {
    case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF: true
    default: false
    }
  }
}
