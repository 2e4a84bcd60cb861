/// A JSON value that is always written with the same bytes: names sorted, numbers with fixed decimals.
indirect enum JSONValue {
  case string(String)
  case integer(Int)
  /// A number with so many decimals, always.
  case fixed(Double, decimals: Int)
  case array([JSONValue])
  case object([String: JSONValue])
  /// A value that stays on one line where the others are spread over many.
  case row(JSONValue)

  /// One line, without spaces and without a newline at its end.
  var line: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes, layout: .tight)
    return bytes
  }

  /// Indented by two spaces, rows on a line each.
  var indented: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes, layout: .indented(0))
    return bytes
  }

  private enum Layout {
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
    case .string(let string): Self.write(string, into: &bytes)
    case .integer(let integer): bytes += Array(String(integer).utf8)
    case .fixed(let number, let decimals): bytes += Array(Self.digits(number, decimals: decimals).utf8)
    case .row(let value):
      if case .tight = layout { value.write(into: &bytes, layout: .tight) } else {
        value.write(into: &bytes, layout: .spaced)
      }
    case .array(let values):
      Self.write(values, "[", "]", into: &bytes, layout: layout) { value, bytes in
        value.write(into: &bytes, layout: layout.inner)
      }
    case .object(let members):
      // Byte order of UTF-8, not the locale's and not that of canonical equivalence.
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      Self.write(sorted, "{", "}", into: &bytes, layout: layout) { member, bytes in
        Self.write(member.key, into: &bytes)
        if case .tight = layout { bytes += Array(":".utf8) } else { bytes += Array(": ".utf8) }
        member.value.write(into: &bytes, layout: layout.inner)
      }
    }
  }

  private static func write<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, into bytes: inout [UInt8], layout: Layout,
    _ write: (Element, inout [UInt8]) -> Void
  ) {
    bytes += Array(opening.utf8)
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
    bytes += Array(closing.utf8)
  }

  private static func newLine(_ depth: Int, into bytes: inout [UInt8]) {
    bytes.append(0x0A)
    bytes += Array(repeating: 0x20, count: 2 * depth)
  }

  private static func write(_ string: String, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"", "\\": bytes += [UInt8(ascii: "\\"), UInt8(scalar.value)]
      case "\n": bytes += Array("\\n".utf8)
      case "\r": bytes += Array("\\r".utf8)
      case "\t": bytes += Array("\\t".utf8)
      // Control characters must be escaped; the two separators would break a line for some readers of JSON Lines.
      case "\0"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
      default: bytes += Array(UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The number with exactly so many decimals, rounded half away from zero; a number that is none becomes 0.
  static func digits(_ number: Double, decimals: Int) -> String {
    guard number.isFinite else { return digits(0, decimals: decimals) }
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    let scaled = (number * factor).rounded()
    // Beyond 2 to the 53rd a Double has no decimals left to round.
    guard abs(scaled) < 9_007_199_254_740_992 else { return number.description }
    let sign = scaled < 0 ? "-" : ""
    let digits = String(Int(abs(scaled)))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    return decimals == 0 ? sign + padded : "\(sign)\(padded.dropLast(decimals)).\(padded.suffix(decimals))"
  }
}
