import PageModel
import RunSupport
import Support

/// The syntax of an option's value: its possible values, and their parser.
struct ValueFormat<Value> {
  /// The end of the sentence that says what the option takes: `a whole number from 1 to 9`.
  let takes: Message
  /// The words that it may be, if these are known.
  let words: [String]
  private let read: ([UInt8]) -> Value?

  private init(bytes read: @escaping ([UInt8]) -> Value?, _ takes: Message) {
    (self.read, self.takes, words) = (read, takes, [])
  }

  /// - Parameter read: The value of a text; nil for one that is refused.
  init(_ takes: Message, words: [String] = [], _ read: @escaping (String) -> Value?) {
    (self.takes, self.words) = (takes, words)
    self.read = { bytes in String(validating: bytes, as: UTF8.self).flatMap(read) }
  }

  func value(of bytes: [UInt8], _ name: String) throws(RunFailure) -> Value {
    if let value = read(bytes) { return value }
    let text = ScanPath(bytes: bytes).description
    throw .usage("--\(name) takes \(takes), not '\(text)'\(Suggestion.of(text, among: words))")
  }
}

extension ValueFormat<ScanPath> {
  static var path: Self { Self(bytes: { $0.isEmpty ? nil : ScanPath(bytes: $0) }, "a path that is not empty") }
}

extension ValueFormat<String> {
  static var text: Self { Self("text in UTF-8") { $0 } }

  static func text(_ takes: Message, _ accepts: @escaping (String) -> Bool) -> Self {
    Self(takes) { accepts($0) ? $0 : nil }
  }
}

extension ValueFormat {
  /// One of some names.
  ///
  /// Each is understood in the user's language, too.
  static func named(_ names: [String], _ value: @escaping (String) -> Value?) -> Self {
    Self("one of \(names.joined(separator: ", "))", words: names) { text in
      value(text) ?? names.first { said(Message(stringLiteral: $0)) == text }.flatMap(value)
    }
  }
}

extension ValueFormat where Value: RawRepresentable<String> & CaseIterable {
  static var word: Self { named(Value.allCases.map(\.rawValue)) { Value(rawValue: $0) } }
}

extension ValueFormat<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    Self("a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueFormat<Double> {
  /// Seconds, with fractions; `2`, `0.5`, `90s`, `5m`, `1h`.
  static func seconds(_ range: ClosedRange<Double>) -> Self {
    Self("a time from \(range.lowerBound) to \(range.upperBound) seconds (2, 0.5, 90s, 5m)") { text in
      let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
      let unit = text.last.flatMap { units[$0] }
      guard let number = Double(unit == nil ? text[...] : text.dropLast()) else { return nil }
      let seconds = number * (unit ?? 1)
      return seconds.isFinite && range.contains(seconds) ? seconds : nil
    }
  }
}

extension ValueFormat where Value: FixedWidthInteger {
  /// Bytes: `500M`, `1G`, `1073741824`; units are powers of 1024.
  static func size(_ range: ClosedRange<UInt64>) -> Self {
    Self("a size from \(range.lowerBound >> 20)M to \(range.upperBound >> 20)M") { text in
      let shifts: [Character: UInt64] = ["K": 10, "M": 20, "G": 30]
      let digits = text.hasSuffix("iB") ? text.dropLast(2) : text[...]
      let shift = digits.last.flatMap { shifts[Character($0.uppercased())] }
      guard let number = UInt64(shift == nil ? digits : digits.dropLast()), number <= UInt64.max >> 31 else {
        return nil
      }
      let bytes = number << (shift ?? 0)
      return range.contains(bytes) ? Value(exactly: bytes) : nil
    }
  }
}
