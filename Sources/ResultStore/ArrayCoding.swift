/// Writes nested JSON arrays of strings and numbers; the separators come by themselves.
struct ArrayWriter {
  private var bytes: [UInt8] = []
  private var needsComma = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func open() {
    separate()
    bytes.append(UInt8(ascii: "["))
    needsComma = false
  }

  mutating func close() {
    bytes.append(UInt8(ascii: "]"))
    needsComma = true
  }

  mutating func array<Element>(_ elements: [Element], _ write: (Element, inout ArrayWriter) -> Void) {
    open()
    for element in elements { write(element, &self) }
    close()
  }

  mutating func number(_ number: Int) {
    separate()
    bytes += Array(String(number).utf8)
  }

  /// The shortest digits that give the same number again.
  mutating func number(_ number: Double) {
    separate()
    bytes += Array((number.isFinite ? number : 0).description.utf8)
  }

  mutating func string(_ string: String?) {
    separate()
    guard let string else { return bytes += Array("null".utf8) }
    bytes.append(UInt8(ascii: "\""))
    for byte in string.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0..<0x20:
        bytes += Array((byte < 16 ? "\\u000" : "\\u00").utf8) + Array(String(byte, radix: 16).utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
    needsComma = true
  }
}

/// Reads nested JSON arrays of strings, numbers and null, from bytes that may have been damaged.
struct ArrayReader {
  /// The bytes are not what was asked for, from this offset on.
  struct Fault: Error, Equatable {
    let offset: Int
  }

  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func open() throws(Fault) { try expect(UInt8(ascii: "[")) }
  mutating func close() throws(Fault) { try expect(UInt8(ascii: "]")) }
  mutating func comma() throws(Fault) { try expect(UInt8(ascii: ",")) }
  mutating func commaFollows() -> Bool { skip(UInt8(ascii: ",")) }

  mutating func end() throws(Fault) {
    if peek() != nil { throw fault }
  }

  mutating func array(_ element: (inout ArrayReader) throws(Fault) -> Void) throws(Fault) {
    try open()
    if skip(UInt8(ascii: "]")) { return }
    repeat { try element(&self) } while commaFollows()
    try close()
  }

  mutating func integer() throws(Fault) -> Int {
    guard let number = Int(try digits()) else { throw fault }
    return number
  }

  mutating func fraction() throws(Fault) -> Double {
    guard let number = Double(try digits()) else { throw fault }
    return number
  }

  mutating func stringOrNull() throws(Fault) -> String? {
    guard peek() == UInt8(ascii: "n") else { return try string() }
    for byte in "null".utf8 { try expect(byte) }
    return nil
  }

  mutating func string() throws(Fault) -> String {
    try expect(UInt8(ascii: "\""))
    let start = offset
    while offset < bytes.count, bytes[offset] >= 0x20 {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        guard let text = String(validating: bytes[start..<offset], as: UTF8.self) else { throw fault }
        offset += 1
        return text
      case UInt8(ascii: "\\"): return try stringWithEscapes(from: start)
      default: offset += 1
      }
    }
    throw fault
  }

  private mutating func stringWithEscapes(from start: Int) throws(Fault) -> String {
    var units = Array(bytes[start..<offset])
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: units, as: UTF8.self) else { throw fault }
        return text
      case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
      case 0..<0x20: throw fault
      default: units.append(byte)
      }
    }
    throw fault
  }

  private mutating func escape() throws(Fault) -> Unicode.Scalar {
    guard offset < bytes.count else { throw fault }
    offset += 1
    switch bytes[offset - 1] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      let high = try hexadecimal()
      if let scalar = Unicode.Scalar(high) { return scalar }
      guard UTF16.isLeadSurrogate(high) else { throw fault }
      for byte in "\\u".utf8 {
        guard offset < bytes.count, bytes[offset] == byte else { throw fault }
        offset += 1
      }
      let low = try hexadecimal()
      guard UTF16.isTrailSurrogate(low) else { throw fault }
      guard let scalar = Unicode.Scalar(0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00)) else {
        throw fault
      }
      return scalar
    default: throw fault
    }
  }

  private mutating func hexadecimal() throws(Fault) -> UInt16 {
    guard offset + 4 <= bytes.count else { throw fault }
    let digits = bytes[offset..<offset + 4]
    guard digits.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw fault }
    offset += 4
    return unit
  }

  /// The characters that a number may be made of; whether they make one, the caller finds out.
  private mutating func digits() throws(Fault) -> String {
    skipSpace()
    let start = offset
    while offset < bytes.count, Self.isNumeric(bytes[offset]) { offset += 1 }
    guard offset > start else { throw fault }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static func isNumeric(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
      UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func peek() -> UInt8? {
    skipSpace()
    return offset < bytes.count ? bytes[offset] : nil
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard peek() == byte else { return false }
    offset += 1
    return true
  }

  private mutating func expect(_ byte: UInt8) throws(Fault) {
    if !skip(byte) { throw fault }
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0A, 0x0D: offset += 1
      default: return
      }
    }
  }

  private var fault: Fault { Fault(offset: offset) }
}
