package import PageModel

/// A lasting change from run to run that a person can do something about.
package struct QualityTrend: Hashable, Sendable {
  package enum Kind: String, Sendable, CaseIterable {
    case skew, score, confidence
  }

  package var kind: Kind
  /// The first run after the change.
  package var since: RunQuality
  /// Medians over the runs before and after it.
  package var before: Double
  package var after: Double
  /// The day of that run, with the time where others were on that day.
  package var moment: String

  /// One sentence: what has changed, since when, and what to look at.
  package var sentence: String {
    switch kind {
    case .skew:
      return "Since the run of \(moment) pages lie askew by \(Self.skew(after)) (before: \(Self.skew(before))): "
        + "the feeder may have begun to pull them askew; look at its guides and rollers."
    case .score:
      return "Since the run of \(moment) the median quality is \(Self.whole(after)) of 100 (before: "
        + "\(Self.whole(before))): look at 'hanscan list --quality-below \(Self.whole(after) + 1)', and clean the glass."
    case .confidence:
      return "Since the run of \(moment) the median confidence is \(Self.whole(100 * after)) % (before: "
        + "\(Self.whole(100 * before)) %): the pages, the scanner or its settings have changed."
    }
  }

  private static func whole(_ value: Double) -> Int { Int(min(max(value.isFinite ? value : 0, -1e6), 1e6).rounded()) }

  private static func skew(_ degrees: Double) -> String {
    let tenths = whole(10 * degrees)
    let size = "\(abs(tenths) / 10).\(abs(tenths) % 10)°"
    return tenths == 0 ? size : size + (tenths > 0 ? " clockwise" : " anticlockwise")
  }

  /// Medians of fewer pages say nothing of a run.
  private static let leastPages = 3
  /// So many runs must lie on either side of a change: one bad evening is none.
  private static let leastRuns = 2

  /// The changes for the worse that have lasted until the latest run; if the score tells of one, the confidence is
  /// not looked at.
  package static func trends(of runs: [RunQuality]) -> [QualityTrend] {
    let found = Kind.allCases.compactMap { trend($0, of: runs) }
    let hasScore = found.contains { $0.kind == .score }
    return found.filter { $0.kind != .confidence || !hasScore }
  }

  /// The first run from which on all lie beyond those before, by enough and by more than they vary among themselves.
  private static func trend(_ kind: Kind, of runs: [RunQuality]) -> QualityTrend? {
    // The least change to report: cropping works well at half a degree of skew, and medians of a score vary by 4.
    let (least, measure): (Double, KeyPath<RunQuality, Double?>) =
      switch kind {
      case .skew: (0.7, \.skew)
      case .score: (8, \.score)
      case .confidence: (0.04, \.confidence)
      }
    let values = runs.filter { $0.pages >= leastPages }.compactMap { run -> (run: RunQuality, value: Double)? in
      run[keyPath: measure].flatMap { $0.isFinite ? (run, $0) : nil }
    }
    guard values.count >= 2 * leastRuns else { return nil }
    for start in leastRuns...(values.count - leastRuns) {
      let (earlier, later) = (values[..<start].map(\.value), values[start...].map(\.value))
      guard let before = RunQuality.median(earlier), let after = RunQuality.median(later),
        let usual = RunQuality.median(earlier.map { abs($0 - before) })
      else { continue }
      // A skew is worse the further it is from none, a score the lower it is.
      let worse = kind == .skew ? abs(after) - abs(before) : before - after
      guard worse >= least, abs(after - before) >= 3 * usual else { continue }
      let sign = after > before ? 1.0 : -1.0
      let border = before + sign * max(least / 2, 2 * usual)
      guard later.allSatisfy({ ($0 - border) * sign > 0 }) else { continue }
      let since = values[start].run
      let day = String(since.started.prefix(10))
      let isAlone = runs.count { $0.started.hasPrefix(day) } == 1
      let moment = isAlone ? day : "\(day) \(since.started.dropFirst(11).prefix(5)) UTC"
      return QualityTrend(kind: kind, since: since, before: before, after: after, moment: moment)
    }
    return nil
  }
}
