/// The quality of the remaining pages of one run: the recognised ones that no later run has read again.
///
/// A median is nil if no page has the value.
package struct RunQuality: Hashable, Sendable {
  package let run: Int64
  /// UTC, for people.
  package let started: String
  package let pages: Int
  /// 0 to 100.
  package let score: Double?
  /// In degrees clockwise.
  package let skew: Double?
  /// 0 to 1.
  package let confidence: Double?

  /// - Parameters:
  ///   - scores: Of the pages that the stage `quality` has looked at.
  ///   - skews: Of the pages whose skew was measured.
  ///   - confidences: One for each page.
  package init(run: Int64, started: String, scores: [Double], skews: [Double], confidences: [Double]) {
    (self.run, self.started, pages) = (run, started, confidences.count)
    score = Self.median(scores)
    skew = Self.median(skews)
    confidence = Self.median(confidences)
  }

  /// The middle value; nil if there is none that is a number.
  package static func median(_ values: [Double]) -> Double? {
    let sorted = values.filter(\.isFinite).sorted()
    guard !sorted.isEmpty else { return nil }
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }
}
