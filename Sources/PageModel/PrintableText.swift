extension Unicode.Scalar {
  /// Whether a terminal or a log would obey it instead of showing it: controls, and what turns or breaks a line.
  package var isUnprintable: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}

extension String {
  /// The text in one printable line, of at most so many bytes of UTF-8.
  ///
  /// White space becomes one space, and each byte of what a terminal would obey `\xHH`.
  package func printableLine(limit: Int) -> String {
    var line = ""
    for scalar in unicodeScalars {
      if scalar.properties.isWhitespace {
        if !line.isEmpty, line.last != " " { line += " " }
      } else if scalar.isUnprintable {
        for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { line += byte.escaped }
      } else {
        line.unicodeScalars.append(scalar)
      }
    }
    if line.last == " " { line.removeLast() }
    guard line.utf8.count > limit else { return line }
    while line.utf8.count > limit - "…".utf8.count { line.removeLast() }
    return line + "…"
  }
}

extension UInt8 {
  /// `\xHH`.
  var escaped: String { (self < 16 ? "\\x0" : "\\x") + String(self, radix: 16, uppercase: true) }
}
