/// A JSON value that is always written with the same bytes: names sorted, numbers in one form.
package indirect enum JSONValue: Sendable, ExpressibleByStringLiteral {
  case null
  case boolean(Bool)
  case string(String)
  case integer(Int)
  /// A number with its shortest unique digits; one that is none becomes null.
  case number(Double)
  /// A number with a fixed count of decimals.
  case fixed(Double, decimals: Int)
  case array([JSONValue])
  case object(Members)
  /// A value that stays on one line when others are indented.
  case row(JSONValue)

  /// The members of an object.
  ///
  /// A list and not a dictionary: hashing the names took most of the time of writing a page.
  package struct Members: Sendable, ExpressibleByDictionaryLiteral {
    private var members: [(name: String, value: JSONValue)]

    /// Names without a value are omitted.
    package init(dictionaryLiteral elements: (String, JSONValue?)...) {
      self.init(elements.compactMap { name, value in value.map { (name: name, value: $0) } })
    }

    package init(_ members: [(name: String, value: JSONValue)]) { self.members = members }

    /// All names are plain ASCII, so the order of strings is that of their bytes.
    package var sorted: [(name: String, value: JSONValue)] { members.sorted { $0.name < $1.name } }

    package subscript(name: String) -> JSONValue? {
      get { members.first { $0.name == name }?.value }
      set {
        members.removeAll { $0.name == name }
        if let newValue { members.append((name: name, value: newValue)) }
      }
    }

    package mutating func add(_ others: Members) {
      for (name, value) in others.members { self[name] = value }
    }
  }

  package init(stringLiteral value: String) {
    self = .string(value)
  }

  /// One line, without spaces and without a newline at its end.
  package var line: [UInt8] { bytes(.tight) }

  package var lineText: String { String(decoding: line, as: UTF8.self) }

  /// Indented by two spaces, rows on a line each.
  package var indented: [UInt8] { bytes(.indented(0)) }

  private func bytes(_ layout: Layout) -> [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes, layout: layout)
    return bytes
  }

  private enum Layout: Equatable {
    case tight
    case spaced
    case indented(Int)

    var inner: Layout {
      if case .indented(let depth) = self { return .indented(depth + 1) }
      return self
    }
  }

  private func write(into bytes: inout [UInt8], layout: Layout) {
    switch self {
    case .null: bytes.append(contentsOf: "null".utf8)
    case .boolean(let boolean): bytes.append(contentsOf: (boolean ? "true" : "false").utf8)
    case .string(let string): Self.write(string, into: &bytes)
    case .integer(let integer): bytes.append(contentsOf: String(integer).utf8)
    case .number(let number): bytes.append(contentsOf: Self.digits(number).utf8)
    case .fixed(let number, let decimals): bytes.append(contentsOf: Self.digits(number, decimals: decimals).utf8)
    case .row(let value): value.write(into: &bytes, layout: layout == .tight ? .tight : .spaced)
    case .array(let values):
      Self.write(values, "[", "]", into: &bytes, layout: layout) { value, bytes in
        value.write(into: &bytes, layout: layout.inner)
      }
    case .object(let members):
      Self.write(members.sorted, "{", "}", into: &bytes, layout: layout) { member, bytes in
        Self.write(member.name, into: &bytes)
        bytes.append(contentsOf: (layout == .tight ? ":" : ": ").utf8)
        member.value.write(into: &bytes, layout: layout.inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, into bytes: inout [UInt8], layout: Layout,
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes.append(contentsOf: opening.utf8)
    for (index, element) in elements.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      switch layout {
      case .tight: break
      case .spaced: if index > 0 { bytes.append(0x20) }
      case .indented(let depth): newLine(depth + 1, into: &bytes)
      }
      write(element, &bytes)
    }
    if case .indented(let depth) = layout, !elements.isEmpty { newLine(depth, into: &bytes) }
    bytes.append(contentsOf: closing.utf8)
  }

  private static func newLine(_ depth: Int, into bytes: inout [UInt8]) {
    bytes.append(0x0A)
    bytes += Array(repeating: 0x20, count: 2 * depth)
  }

  private static func write(_ string: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    // Few texts need escapes; the others are copied unchanged.
    if string.utf8.allSatisfy({ isPlain($0) }) {
      bytes.append(contentsOf: string.utf8)
    } else {
      for scalar in string.unicodeScalars { write(scalar, into: &bytes) }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Whether a byte of UTF-8 can't be a part of anything that `write` escapes: C2 begins U+0080 to U+00BF, D8 U+0600 to
  /// U+063F, and E2 U+2000 to U+2FFF.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\") && byte != 0x7F && byte != 0xC2
      && byte != 0xD8 && byte != 0xE2
  }

  private static func write(_ scalar: Unicode.Scalar, into bytes: inout [UInt8]) {
    switch scalar {
    case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
    case "\n": bytes.append(contentsOf: "\\n".utf8)
    case "\r": bytes.append(contentsOf: "\\r".utf8)
    case "\t": bytes.append(contentsOf: "\\t".utf8)
    // JSON requires it of control characters; the others would rearrange or break a line for some readers of JSON
    // Lines.
    case _ where scalar.steersTerminal:
      bytes.append(contentsOf: ("\\u" + String(scalar.value, radix: 16).padded(to: 4, isRight: true, with: "0")).utf8)
    default: bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  /// The shortest digits that are read back as the same number, without the `.0` of a whole one.
  private static func digits(_ number: Double) -> String {
    guard number.isFinite else { return "null" }
    let digits = number.description
    return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
  }

  /// The number with exactly this many decimals, rounded half away from zero; a number that is none becomes 0.
  package static func digits(_ number: Double, decimals: Int) -> String {
    guard number.isFinite else { return digits(0, decimals: decimals) }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = (number * factor).rounded()
    // Beyond 2 to the 53rd a Double has no decimals to round.
    guard abs(scaled) < 9_007_199_254_740_992 else { return number.description }
    let sign = scaled < 0 ? "-" : ""
    let digits = String(Int(abs(scaled)))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
