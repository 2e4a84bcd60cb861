import PageModel

/// The words of a line as runs of a font, each with the place and the extent of its box.
///
/// Places are told along and across the reading direction, across growing upwards from the baseline, in whole pixels.
struct PDFTextRuns {
  struct Run {
    var text: String
    /// Where the box begins and ends.
    var start: Int
    var end: Double
    /// Its lower and upper edge.
    var lower: Int
    var upper: Int
    var baseline = 0
  }

  /// How far the line is rotated from upright text, counterclockwise: 0, 90, 180 or 270 degrees.
  let rotation: Int
  private(set) var runs: [Run]

  /// - Parameters:
  ///   - pageHeight: Of the page, in pixels: a PDF counts upwards from the lower edge.
  ///   - pageRotation: Of the page, for a line whose baseline is not known.
  init(_ line: PageLayout.TextLine, pageHeight: Int, pageRotation: Int) {
    let rotation = Self.rotation(of: line, pageRotation)
    self.rotation = rotation
    runs = line.words.map { word in
      let box = word.box
      switch rotation {
      case 90:
        return Run(
          text: word.text, start: pageHeight - box.bottom, end: Double(pageHeight - box.y), lower: -box.right,
          upper: -box.x)
      case 180:
        return Run(
          text: word.text, start: -box.right, end: Double(-box.x), lower: box.y - pageHeight,
          upper: box.bottom - pageHeight)
      case 270:
        return Run(
          text: word.text, start: box.y - pageHeight, end: Double(box.bottom - pageHeight), lower: box.x,
          upper: box.right)
      default:
        return Run(
          text: word.text, start: box.x, end: Double(box.right), lower: pageHeight - box.bottom,
          upper: pageHeight - box.y)
      }
    }
    setBaselines()
  }

  private static func rotation(of line: PageLayout.TextLine, _ rotation: Int) -> Int {
    guard let baseline = line.baseline else { return [90, 180, 270].contains(rotation) ? rotation : 0 }
    let (run, rise) = (baseline.x2 - baseline.x1, baseline.y2 - baseline.y1)
    if abs(run) >= abs(rise) { return run < 0 ? 180 : 0 }
    return rise < 0 ? 90 : 270
  }

  /// The highest word.
  var height: Int { max(1, runs.map { $0.upper - $0.lower }.max() ?? 1) }

  /// How far a run reaches from its baseline at most.
  var reach: Int { max(1, runs.map { max($0.upper - $0.baseline, $0.baseline - $0.lower) }.max() ?? 1) }

  /// The smallest gap between two words; nil for fewer.
  var smallestGap: Double? { zip(runs, runs.dropFirst()).map { Double($1.start) - $0.end }.min() }

  /// The largest step from one word's baseline to the next one's.
  var largestStep: Int { zip(runs, runs.dropFirst()).map { abs($1.baseline - $0.baseline) }.max() ?? 0 }

  /// Puts words on one baseline as long as there is one that goes through all of their boxes.
  ///
  /// Viewers take words for a line by their baselines. It is the highest lower edge, on which most letters stand; where
  /// there are several, each is as near to the one before as its boxes allow.
  private mutating func setBaselines() {
    var groups: [(first: Int, heights: ClosedRange<Int>)] = []
    for (index, run) in runs.enumerated() {
      let own = run.lower...max(run.lower, run.upper - 1)
      if let last = groups.last?.heights, last.overlaps(own) {
        groups[groups.count - 1].heights = last.clamped(to: own)
      } else {
        groups.append((index, own))
      }
    }
    var baseline = groups.first?.heights.lowerBound ?? 0
    for (place, group) in groups.enumerated() {
      baseline = min(max(baseline, group.heights.lowerBound), group.heights.upperBound)
      let end = place + 1 < groups.count ? groups[place + 1].first : runs.count
      for index in group.first..<end { runs[index].baseline = baseline }
    }
  }

  /// Lets the baseline follow a skewed line word by word, where that takes smaller steps.
  mutating func smoothBaselines() {
    guard var baseline = runs.first?.lower else { return }
    var smooth = self
    for index in runs.indices {
      baseline = max(runs[index].lower, min(baseline, runs[index].upper - 1))
      smooth.runs[index].baseline = baseline
    }
    if smooth.largestStep < largestStep { self = smooth }
  }

  /// Shortens words that come too close to the next, so that there is a gap that is taken for a space.
  mutating func part(by gap: Double) {
    for index in runs.indices.dropLast() {
      let (start, next) = (Double(runs[index].start), Double(runs[index + 1].start))
      guard next - runs[index].end < gap, next > start else { continue }
      runs[index].end = max(next - gap, start + (runs[index].end - start) / 2)
    }
  }
}
