import Support

extension StringProtocol {
  /// Letters and digits in lower case: names and headings are compared by them.
  var folded: String { String(lowercased().filter { $0.isLetter || $0.isNumber }) }

  /// The text before its first parenthesis and behind its last one.
  var withoutParentheses: String {
    guard let open = firstIndex(where: { "([（".contains($0) }), let close = lastIndex(where: { ")]）".contains($0) }),
      open < close
    else { return String(self) }
    return String(self[..<open]) + String(self[index(after: close)...])
  }

  /// The text with a value in place of each `{NAME}`.
  package func filled(_ value: (String) -> String) -> String {
    var (filled, rest) = ("", self[...])
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      filled += rest[..<start] + value(String(rest[rest.index(after: start)..<end]))
      rest = rest[rest.index(after: end)...]
    }
    return filled + rest
  }

  /// The lines that say something, with their numbers from 1; `#` begins a comment.
  var numberedLines: [(number: Int, text: String)] {
    split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated()
      .map { ($0 + 1, $1.prefix { $0 != "#" }.trimmed) }.filter { !$0.1.isEmpty }
  }

  /// Without white space at both ends.
  var trimmed: String { trimming(while: \.isWhitespace) }
}
