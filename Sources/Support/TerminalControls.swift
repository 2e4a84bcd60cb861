extension Unicode.Scalar {
  /// Whether it would move a terminal's cursor, reverse the writing direction, or break a line.
  package var steersTerminal: Bool {
    [.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) || properties.isBidiControl
  }
}
