extension Unicode.Scalar {
  /// Whether it would move a terminal's cursor, reverse the writing direction, or break a line.
  package var steersTerminal: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: properties.isBidiControl
    }
  }
}
