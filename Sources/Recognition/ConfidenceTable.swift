/// The weights of `ConfidenceEstimate`, fitted by `make confidence`; `Confidence.md` says on what.
enum ConfidenceTable {
  static let bias = 0.0
  /// In the order of `ConfidenceEstimate.names`.
  static let weights = [-1.0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
}
