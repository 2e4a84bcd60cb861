/// PBM, PGM, PPM (`P1` to `P6`) and PAM (`P7`): a header of decimal numbers in ASCII (Netpbm's manual).
enum PNM: PictureFormatParser {
  static let endings = ["pnm", "pbm", "pgm", "ppm", "pam"]

  /// The digit behind the `P` also begins texts, so the next bytes must look like a header.
  static func recognise(_ start: FileStart) -> Likelihood {
    let bytes = start.bytes
    guard bytes.count >= 3, bytes[0] == UInt8(ascii: "P"), ("1"..."7").contains(Unicode.Scalar(bytes[1])),
      bytes[2] == UInt8(ascii: "#") || isSpace(bytes[2])
    else { return .no }
    // "P1 opened" is the beginning of a note, and "P1 24" that of a picture.
    let next = bytes.dropFirst(2).first { !isSpace($0) }
    let isNumber = next.map(isDigit) ?? false
    let isWord = bytes[1] == UInt8(ascii: "7") && start.contains("WIDTH", within: 1024)
    return isNumber || next == UInt8(ascii: "#") || isWord || !start.isText ? .likely : .no
  }

  static func size(_ reader: inout ByteReader) throws(HeaderFault) -> PictureSize {
    try Head(&reader).size
  }

  static func header(_ reader: inout ByteReader, at offset: UInt64) throws(HeaderFault) -> PictureHeader {
    var head = try Head(&reader)
    try head.readDepth(&reader)
    var header = PictureHeader(size: head.size)
    header.pixels = head.end
    guard let rowSize = head.rowSize else { return header }
    let (all, overflow) = rowSize.multipliedReportingOverflow(by: head.size.height)
    if overflow || head.end > reader.size || all > reader.size - head.end {
      header.missing = "the rows of the PNM go past the end of the file"
    }
    return header
  }

  fileprivate static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte >= 0x09 && byte <= 0x0D }

  fileprivate static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}

private struct Head {
  /// The longest number and the longest gap between two; no writer comes near either.
  private static let mostDigits = 1000
  private static let mostComments = 1 << 20
  private(set) var size = PictureSize(width: 0, height: 0)
  /// The start of the pixels, once the depth was read.
  private(set) var end: UInt64 = 2
  private let kind: UInt8
  private var maximum: UInt64 = 1
  private var samples: UInt64 = 1

  /// Reads as far as width and height.
  init(_ reader: inout ByteReader) throws(HeaderFault) {
    kind = try reader.byte(at: 1) &- UInt8(ascii: "0")
    if kind == 7 {
      try readLines(&reader)
    } else {
      size = PictureSize(width: try number(&reader), height: try number(&reader))
      if kind == 3 || kind == 6 { samples = 3 }
    }
  }

  /// Reads on to the end of the header; that of a PAM was read at once.
  mutating func readDepth(_ reader: inout ByteReader) throws(HeaderFault) {
    if kind == 7 { return }
    if kind != 1 && kind != 4 { maximum = try number(&reader) }
    // One white space, and no more, comes before the pixels.
    end += 1
  }

  /// The least bytes of a row; nil for pixels as numerals of any length.
  var rowSize: UInt64? {
    if kind == 1 { return size.width }
    if kind <= 3 { return nil }
    if kind == 4 { return (size.width + 7) / 8 }
    let (count, overflow) = size.width.multipliedReportingOverflow(by: samples)
    let (bytes, carried) = count.multipliedReportingOverflow(by: maximum > 255 ? 2 : 1)
    return overflow || carried ? .max : bytes
  }

  /// A decimal number behind white space and comments.
  private mutating func number(_ reader: inout ByteReader) throws(HeaderFault) -> UInt64 {
    var passed = 0
    var isComment = false
    var byte = try reader.byte(at: end)
    while isComment || byte == UInt8(ascii: "#") || PNM.isSpace(byte) {
      if byte == UInt8(ascii: "#") { isComment = true }
      if byte == 0x0A || byte == 0x0D { isComment = false }
      passed += 1
      if passed > Self.mostComments { throw .damaged("its header has more than a megabyte of comments") }
      end += 1
      byte = try reader.byte(at: end)
    }
    var value: UInt64 = 0
    var digits = 0
    while PNM.isDigit(byte) {
      value = min(value * 10 + UInt64(byte - UInt8(ascii: "0")), 1 << 40)
      digits += 1
      if digits > Self.mostDigits { throw .damaged("its header holds an endless number") }
      end += 1
      byte = try reader.byte(at: end)
    }
    if digits == 0 { throw .damaged("its header holds no number where width and height belong") }
    return value
  }

  private mutating func readLines(_ reader: inout ByteReader) throws(HeaderFault) {
    let head = try reader.start().bytes
    var width: UInt64?
    var height: UInt64?
    var isComplete = false
    // A last line without its end may be cut within a number.
    for line in head.prefix(upTo: head.lastIndex(of: 0x0A) ?? 0).split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      let words = line.split(whereSeparator: PNM.isSpace)
      guard let word = words.first else { continue }
      isComplete = word.elementsEqual("ENDHDR".utf8)
      // The pixels begin behind the end of the line, one byte, or two in DOS files.
      end = UInt64(line.endIndex + (head[line.endIndex...].starts(with: [0x0D, 0x0A]) ? 2 : 1))
      if isComplete { break }
      let value = words.dropFirst().first.flatMap { UInt64(String(decoding: $0, as: UTF8.self)) }
      switch String(decoding: word, as: UTF8.self) {
      case "WIDTH": width = value
      case "HEIGHT": height = value
      case "DEPTH": samples = value ?? samples
      case "MAXVAL": maximum = value ?? maximum
      default: break
      }
    }
    guard isComplete, let width, let height else {
      if !isComplete, reader.size < UInt64(FileStart.length) { throw .truncated }
      throw .damaged("its header has no width or height")
    }
    size = PictureSize(width: width, height: height)
  }
}
