extension Duration {
  /// The duration in seconds, with what is left of one.
  package var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
