import FoundationEssentials

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
  mutating func commaFollows() -> Bool { skip(UInt8(ascii: ",")) }

  mutating func end() throws(Fault) {
    if peek() != nil { throw fault }
  }

  mutating func array<Element>(
    _ element: (inout ArrayReader) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    var elements: [Element] = []
    try open()
    if skip(UInt8(ascii: "]")) { return elements }
    repeat { elements.append(try element(&self)) } while commaFollows()
    try close()
    return elements
  }

  mutating func nextInteger() throws(Fault) -> Int {
    try expect(UInt8(ascii: ","))
    guard let number = Int(try digits()) else { throw fault }
    return number
  }

  mutating func nextFraction() throws(Fault) -> Double {
    try expect(UInt8(ascii: ","))
    return try fraction()
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
    var hasEscapes = false
    while offset < bytes.count, bytes[offset] >= 0x20 {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        guard let text = hasEscapes ? unescaped(from: start) : String(validating: bytes[start..<offset], as: UTF8.self)
        else { throw fault }
        offset += 1
        return text
      case UInt8(ascii: "\\"):
        hasEscapes = true
        offset += 2
      default: offset += 1
      }
    }
    throw fault
  }

  /// The string that begins there and ends at the quote before which the reader stands; few strings have escapes.
  private func unescaped(from start: Int) -> String? {
    try? JSONDecoder().decode(String.self, from: Data(bytes[start - 1...offset]))
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
