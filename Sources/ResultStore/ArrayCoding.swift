import FoundationEssentials

/// Reads nested JSON arrays of strings, numbers and null, from bytes that may have been damaged.
struct ArrayReader {
  /// The bytes are not what was asked for.
  struct Fault: Error {}

  private let bytes: [UInt8]
  private var offset = 0

  static func all<Element>(
    _ bytes: [UInt8], _ element: (inout ArrayReader) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    var reader = ArrayReader(bytes: bytes)
    let elements = try reader.array(element)
    if reader.offset < bytes.count { throw Fault() }
    return elements
  }

  mutating func array<Element>(
    _ element: (inout ArrayReader) throws(Fault) -> Element
  ) throws(Fault) -> [Element] {
    var elements: [Element] = []
    try expect("[")
    if skip("]") { return elements }
    repeat { elements.append(try element(&self)) } while skip(",")
    try expect("]")
    return elements
  }

  mutating func nextInteger() throws(Fault) -> Int {
    try expect(",")
    guard let number = Int(digits()) else { throw Fault() }
    return number
  }

  mutating func nextFraction() throws(Fault) -> Double {
    try expect(",")
    return try fraction()
  }

  mutating func fraction() throws(Fault) -> Double {
    guard let number = Double(digits()) else { throw Fault() }
    return number
  }

  mutating func stringOrNull() throws(Fault) -> String? {
    guard skip("n") else { return try string() }
    for letter: Unicode.Scalar in ["u", "l", "l"] { try expect(letter) }
    return nil
  }

  mutating func string() throws(Fault) -> String {
    try expect("\"")
    let start = offset
    var hasEscapes = false
    while offset < bytes.count, bytes[offset] >= 0x20 {
      switch bytes[offset] {
      case UInt8(ascii: "\""):
        offset += 1
        // Few strings have escapes.
        let text =
          hasEscapes
          ? try? JSONDecoder().decode(String.self, from: Data(bytes[start - 1..<offset]))
          : String(validating: bytes[start..<offset - 1], as: UTF8.self)
        guard let text else { throw Fault() }
        return text
      case UInt8(ascii: "\\"):
        hasEscapes = true
        offset += 2
      default: offset += 1
      }
    }
    throw Fault()
  }

  /// The characters that a number may be made of.
  private mutating func digits() -> String {
    let start = offset
    while offset < bytes.count, (0x30...0x39).contains(bytes[offset]) || "+-.eE".utf8.contains(bytes[offset]) {
      offset += 1
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  mutating func skip(_ sign: Unicode.Scalar) -> Bool {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: sign) else { return false }
    offset += 1
    return true
  }

  mutating func expect(_ sign: Unicode.Scalar) throws(Fault) {
    if !skip(sign) { throw Fault() }
  }
}
