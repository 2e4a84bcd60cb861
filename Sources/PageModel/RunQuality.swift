/// The quality of the remaining pages of one run: the recognised ones that no later run has read again.
///
/// A median is nil if no page has the value.
package struct RunQuality: Hashable, Sendable {
  package let run: Int64
  /// UTC, for people.
  package let started: String
  /// 0 to 100, of the pages that the stage `quality` has looked at.
  package var scores: [Double]
  /// In degrees clockwise, of the pages whose skew was measured.
  package var skews: [Double]
  /// 0 to 1, one for each page.
  package var confidences: [Double]

  package init(
    run: Int64, started: String, scores: [Double] = [], skews: [Double] = [], confidences: [Double] = []
  ) {
    (self.run, self.started) = (run, started)
    (self.scores, self.skews, self.confidences) = (scores, skews, confidences)
  }

  package var pages: Int { confidences.count }
  package var score: Double? { Self.median(scores) }
  package var skew: Double? { Self.median(skews) }
  package var confidence: Double? { Self.median(confidences) }

  /// The middle value; nil if there is none that is a number.
  package static func median(_ values: [Double]) -> Double? {
    let sorted = values.filter(\.isFinite).sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
