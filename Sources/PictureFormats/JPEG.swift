import Support

/// JPEG: segments up to the frame header and the first scan (ITU-T T.81), as libjpeg reads them.
enum JPEG: PictureFormatParser {
  static let endings = ["jpg", "jpeg"]

  /// Viewers search for the beginning in the first kilobyte, behind an empty line or a header.
  private static let mostBefore = 1024
  private static let opening: [UInt8] = [0xFF, 0xD8, 0xFF]

  static func recognise(_ start: FileStart) -> Likelihood {
    if start.begins(with: opening) { return .certain }
    return (1..<mostBefore).contains { start.begins(with: opening, at: $0) } ? .likely : .no
  }

  static func beginning(_ reader: inout ByteReader) throws(HeaderFault) -> UInt64 {
    let start = try reader.start()
    return UInt64((0..<mostBefore).first { start.begins(with: opening, at: $0) } ?? 0)
  }

  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    var walk = SegmentWalk(from: try beginning(&reader))
    var size = try walk.frame(&reader)
    // A caller who asks only for the size learns of damage behind it when the picture is decoded.
    if (try? walk.passToScan(&reader)) != nil { size.isWhole = walk.isWhole(&reader) }
    return size
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    let start = try beginning(&reader)
    var walk = SegmentWalk(from: start)
    let frame = try walk.frame(&reader)
    var header = try walk.header(of: frame, &reader)
    header.content = start..<(walk.scansEnd ?? reader.size)
    return header
  }
}

/// Walks over the segments; embedded previews lie within segments and are skipped.
private struct SegmentWalk {
  /// Decoders skip rubbish between segments; a mebibyte of it is no picture any more.
  private static let mostRubbish = 1 << 20
  private static let mostSegments = 100_000
  private var offset: UInt64
  /// The offset behind all scans of a picture that has several; nil if no bytes follow them.
  private(set) var scansEnd: UInt64?
  private var rubbish = 0
  private var segments = 0
  private var orientation = 1
  private var warnings = JPEGWarnings()
  /// The frame header's marker; `components` is its number of components.
  private var frameMarker: UInt8 = 0
  private var components = 0
  init(from start: UInt64) { offset = start + 2 }

  /// Stops at the frame header and returns its declared size.
  mutating func frame(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    frameMarker = try passSegments(&reader)
    switch frameMarker {
    case 0xD9: throw .damaged("it ends before its frame header")
    case 0xDA: throw .damaged("its frame header is missing")
    default:
      return PictureSize(
        width: try reader.number(at: offset + 5, bytes: 2, .big),
        height: try reader.number(at: offset + 3, bytes: 2, .big), isWhole: isProgressive)
    }
  }

  /// Continues from the frame header to the first scan.
  mutating func passToScan(_ reader: inout ByteReader) throws(HeaderFault) {
    components = Int((try? reader.byte(at: offset + 7)) ?? 0)
    try passSegment(frameMarker, &reader)
    switch try passSegments(&reader) {
    case 0xDA: return
    case 0xD9: throw .damaged("it ends before its pixels")
    default: throw .damaged("it has a second frame header before its pixels")
    }
  }

  /// Passes segments up to a frame header, a scan or the end, and returns the marker of that.
  private mutating func passSegments(_ reader: inout ByteReader) throws(HeaderFault) -> UInt8 {
    while true {
      let marker = try nextMarker(&reader)
      switch marker {
      case 0xD9, 0xDA, 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF, Self.losslessFrame: return marker
      default: try passSegment(marker, &reader)
      }
    }
  }

  /// Whether a decoder holds all coefficients at once: the first scan lacks components, or bits of all.
  func isWhole(_ reader: inout ByteReader) -> Bool {
    isProgressive || (try? reader.byte(at: offset + 2)).map { Int($0) < components } ?? false
  }

  /// Continues from the frame header to the first scan, and searches for the end behind it.
  mutating func header(
    of size: PictureSize, _ reader: inout ByteReader
  ) throws(HeaderFault) -> PictureHeader {
    var header = PictureHeader(size: size)
    header.lossyBytes = reader.size
    // A file that is cut between its frame and its pixels has a size, and no end.
    header.missing = "the end of the JPEG stream is not there"
    header.rarity = try? rarity(&reader)
    // Its scans are of another kind, which no decoder here reads.
    if frameMarker == Self.losslessFrame {
      header.missing = nil
      return header
    }
    do throws(HeaderFault) {
      try passToScan(&reader)
      header.size.isWhole = isWhole(&reader)
      warnings.endOfHead(components: components)
      let data = offset + (try segmentLength(&reader))
      try passScans(&reader)
      // Mostly the end is at the very end; a second picture or a phone's trailer may follow it.
      if reader.size >= 2, reader.size - 2 >= data, try reader.bytes(at: reader.size - 2, count: 2) == [0xFF, 0xD9] {
        header.missing = nil
      } else if try reader.firstOffset(from: data, of: 0xFF, before: { $0 == 0xD9 }) != nil {
        header.missing = nil
      }
    } catch .truncated {
      // `missing` already says so.
    }
    header.orientation = orientation
    header.harmlessWarnings = warnings.count
    return header
  }

  /// Records the header of this scan, and of those behind it; only a whole picture has several.
  private mutating func passScans(_ reader: inout ByteReader) throws(HeaderFault) {
    let isAlone = !isWhole(&reader)
    while true {
      let length = try segmentLength(&reader)
      if !isProgressive, length >= 8, let spectrum = try? reader.bytes(at: offset + length - 3, count: 3) {
        warnings.baselineScan(spectrum, isArithmetic: frameMarker > 0xC8)
      }
      offset += length
      if isAlone { return }
      // In entropy-coded data 0 or a restart marker follows 0xFF, which may occur several times.
      let isMarker = { (byte: UInt8) in byte > 0 && byte < 0xFF && byte & 0xF8 != 0xD0 }
      guard let next = try reader.firstOffset(from: offset, of: 0xFF, before: isMarker) else { return }
      offset = next
      scansEnd = next
      var marker = try nextMarker(&reader)
      while marker != 0xDA {
        if marker == 0xD9 { scansEnd = nil }
        switch marker {
        // Tables, comments and notes of programs; a decoder stops at anything else.
        case 0xC4, 0xCC, 0xDB...0xDD, 0xE0...0xEF, 0xFE: try passSegment(marker, &reader)
        // The end, or bytes that another program put behind the scans.
        default: return
        }
        marker = try nextMarker(&reader)
      }
      scansEnd = nil
    }
  }

  /// The next marker that begins a segment, or that of the end; `offset` is behind it.
  private mutating func nextMarker(_ reader: inout ByteReader) throws(HeaderFault) -> UInt8 {
    var isInRubbish = false
    while true {
      segments += 1
      if segments > Self.mostSegments { throw .damaged("it has too many segments before its frame header") }
      let start = offset
      try pass(&reader) { $0 != 0xFF }
      if offset > start { isInRubbish = true }
      try pass(&reader) { $0 == 0xFF }
      let marker = try reader.byte(at: offset)
      offset += 1
      // A stuffed zero is rubbish, too; libjpeg warns once for all bytes before a marker.
      if marker == 0 {
        isInRubbish = true
        continue
      }
      if isInRubbish { warnings.rubbish() }
      isInRubbish = false
      switch marker {
      case 0x01, 0xD0...0xD8: continue
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

  private mutating func passSegment(_ marker: UInt8, _ reader: inout ByteReader) throws(HeaderFault) {
    let length = try segmentLength(&reader)
    if marker == 0xE1, length >= 8, reader.holds("Exif\0\0", at: offset + 2),
      let found = EXIF.orientation(&reader, at: offset + 8, count: length - 8)
    {
      orientation = found
    }
    try warnings.segment(marker, length: length, at: offset, &reader)
    offset += length
  }

  /// The length of the segment at `offset`, with the two bytes of the length.
  private func segmentLength(_ reader: inout ByteReader) throws(HeaderFault) -> UInt64 {
    let length = try reader.number(at: offset, bytes: 2, .big)
    if length < 2 { throw .damaged("it has a segment of an impossible length") }
    return length
  }

  /// A feature that libjpeg reads seldom or never, by the marker and the depth of the frame header.
  private func rarity(_ reader: inout ByteReader) throws(HeaderFault) -> String? {
    let depth = try reader.byte(at: offset + 2)
    switch frameMarker {
    case Self.losslessFrame: return "a JPEG-LS picture"
    case 0xC5...0xC7, 0xCD...0xCF: return "a hierarchical JPEG"
    case _ where depth != 8: return "a JPEG of \(depth) bits a sample"
    case 0xC3, 0xCB: return "a lossless JPEG"
    default: return frameMarker > 0xC8 ? "a JPEG of the arithmetic kind" : nil
    }
  }

  /// The marker of JPEG-LS (ITU-T T.87), whose header begins as any other.
  private static let losslessFrame: UInt8 = 0xF7
  private var isProgressive: Bool { frameMarker & 3 == 2 }
}
