import FoundationEssentials

extension JSONValue {
  /// A value by its `Codable` conformance; elements of sets are in any order.
  ///
  /// Throws for values that JSON can't hold, such as a number that is none.
  package init(encoding value: some Encodable) throws {
    guard let parsed = JSONValue(parsing: try JSONEncoder().encode(value)) else {
      throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "no JSON"))
    }
    self = parsed
  }

  /// The value of a text in JSON; nil if it is none, or if it nests more than 500 deep.
  ///
  /// Much faster than `JSONDecoder`, which tries each type in turn and throws an error for each that does not fit.
  package init?(parsing text: some Sequence<UInt8>) {
    var parser = JSONParser(bytes: Array(text))
    guard let value = parser.value(depth: 0), parser.next == nil else { return nil }
    self = value
  }

  /// The value with each object and array of scalars on one line.
  package var withRows: JSONValue {
    switch self {
    case .array(let elements):
      let array = JSONValue.array(elements.map(\.withRows))
      return elements.contains(where: \.isNested) ? array : .row(array)
    case .object(let members):
      var inner: Members = [:]
      for (name, value) in members.sorted { inner[name] = value.withRows }
      return members.sorted.contains { $0.value.isNested } ? .object(inner) : .row(.object(inner))
    default: return self
    }
  }

  private var isNested: Bool {
    switch self {
    case .array, .object, .row: true
    default: false
    }
  }
}

/// Parses JSON by recursive descent.
private struct JSONParser {
  let bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The next byte that is no white space, which stays; nil at the end.
  var next: UInt8? {
    mutating get {
      while index < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[index]) { index += 1 }
      return index < bytes.count ? bytes[index] : nil
    }
  }

  mutating func value(depth: Int) -> JSONValue? {
    guard depth < 500 else { return nil }
    switch next {
    case UInt8(ascii: "{"):
      var members: [(name: String, value: JSONValue)] = []
      let isWhole = elements(until: "}") { parser in
        guard let name = parser.string(), parser.take(":"), let value = parser.value(depth: depth + 1) else {
          return false
        }
        members.append((name, value))
        return true
      }
      return isWhole ? .object(JSONValue.Members(members)) : nil
    case UInt8(ascii: "["):
      var values: [JSONValue] = []
      let isWhole = elements(until: "]") { parser in
        guard let value = parser.value(depth: depth + 1) else { return false }
        values.append(value)
        return true
      }
      return isWhole ? .array(values) : nil
    case UInt8(ascii: "\""): return string().map(JSONValue.string)
    default: return word()
    }
  }

  /// Whether elements, divided by commas, come up to the closing bracket.
  private mutating func elements(until closing: Unicode.Scalar, _ take: (inout JSONParser) -> Bool) -> Bool {
    index += 1
    if self.take(closing) { return true }
    repeat {
      guard take(&self) else { return false }
    } while self.take(",")
    return self.take(closing)
  }

  private mutating func take(_ symbol: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: symbol) else { return false }
    index += 1
    return true
  }

  private mutating func string() -> String? {
    guard take("\"") else { return nil }
    let start = index
    var isPlain = true
    while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\"") {
      if bytes[index] == UInt8(ascii: "\\") {
        isPlain = false
        index += 1
      }
      index += 1
    }
    guard index < bytes.count, bytes[index] >= 0x20 else { return nil }
    index += 1
    if isPlain { return String(validating: bytes[start..<index - 1], as: UTF8.self) }
    return try? JSONDecoder().decode(String.self, from: Data(bytes[start - 1..<index]))
  }

  private mutating func word() -> JSONValue? {
    let start = index
    while index < bytes.count, Self.isOfNumber(bytes[index]) || (0x61...0x7A).contains(bytes[index]) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true", "false": return .boolean(word == "true")
    default:
      guard bytes[start..<index].allSatisfy(Self.isOfNumber) else { return nil }
      return Int(word).map(JSONValue.integer) ?? Double(word).map(JSONValue.number)
    }
  }

  /// Digits, and `+`, `-`, `.`, `E` and `e`.
  private static func isOfNumber(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
  }
}
