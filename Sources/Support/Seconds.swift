extension Duration {
  /// The duration in seconds, with fractions.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
