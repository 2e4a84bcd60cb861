/// The weights of `ConfidenceEstimate`, fitted by `make confidence`; `Confidence.md` names the data.
enum ConfidenceTable {
  static let bias = -5.8370
  /// In the order of `ConfidenceEstimate.signals`.
  static let weights = [-0.9221, -1.1860, -1.8350, 1.4914, 2.8258]
}
