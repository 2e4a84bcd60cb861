import PageModel
import Support

/// The words of a line as runs of a font, each with the place and the extent of its box.
///
/// Places are in pixels along and across the reading direction; across grows upwards.
struct PDFTextRuns {
  struct Run {
    var text: String
    /// The start and the end of the box.
    var start: Double
    var end: Double
    /// Its lower and upper edge.
    var lower: Int
    var upper: Int
    var baseline = 0
    /// Of its font.
    var size = 1.0

    /// Its largest distance from the baseline.
    var reach: Int { max(upper - baseline, baseline - lower, 1) }

    /// The smallest advance between its characters; infinite if it has only one.
    var advance: Double {
      guard text.unicodeScalars.count > 1 else { return .infinity }
      let units = text.unicodeScalars.reduce(0) { $0 + ($1.isWide ? 2 : 1) }
      return max(0.1, end - start) / Double(units)
    }
  }

  /// The rotation of the line from upright text, counterclockwise: 0, 90, 180 or 270 degrees.
  let rotation: Int
  private(set) var runs: [Run]
  /// Pixels by which the line's baseline rises for each along it; 0 for words that stand upright.
  private(set) var slope = 0.0
  /// Whether words before narrow gaps have smaller fonts than the others.
  private(set) var isNarrowed = false

  /// Viewers take words for one line where their baselines are less than this share of the size apart (poppler: 0.5).
  static let stepShare = 0.48
  /// Viewers take a character for a shadow of the one before if it is nearer than this part of the size (poppler: 10).
  static let advances = 9.0
  /// A line that is steeper runs another way.
  private static let steepest = 1.0
  /// The share of a word's box that print has at least; a line that leaves less does not go where its words are.
  private static let leastPrint = 0.25

  /// - Parameters:
  ///   - mostRise: Pixels by which the line may rise or fall in a word that stands upright.
  ///   - pageHeight: Of the page, in pixels: a PDF counts upwards from the lower edge.
  ///   - pageRotation: Of the page, for a line whose baseline is not known.
  init(_ line: Line, pageHeight: Int, pageRotation: Int, mostRise: Double) {
    let rotation = Self.rotation(of: line, pageRotation)
    self.rotation = rotation
    runs = line.words.map { word in
      let one = Self.place(word.box.x, word.box.y, rotation, pageHeight)
      let other = Self.place(word.box.right, word.box.bottom, rotation, pageHeight)
      return Run(
        text: word.text, start: Double(min(one.along, other.along)), end: Double(max(one.along, other.along)),
        lower: min(one.across, other.across), upper: max(one.across, other.across))
    }
    if !followBaseline(line.baseline, pageHeight: pageHeight, mostRise: mostRise) { setBaselines() }
  }

  private static func rotation(of line: Line, _ rotation: Int) -> Int {
    guard let baseline = line.baseline else { return [90, 180, 270].contains(rotation) ? rotation : 0 }
    let (run, rise) = (baseline.x2 - baseline.x1, baseline.y2 - baseline.y1)
    if abs(run) >= abs(rise) { return run < 0 ? 180 : 0 }
    return rise < 0 ? 90 : 270
  }

  /// A place of the page along and across a line with this rotation.
  private static func place<Value: SignedNumeric>(
    _ x: Value, _ y: Value, _ rotation: Int, _ height: Value
  ) -> (along: Value, across: Value) {
    switch rotation {
    case 90: (height - y, -x)
    case 180: (-x, y - height)
    case 270: (y - height, x)
    default: (x, height - y)
    }
  }

  /// The height that most words have.
  var usualHeight: Int {
    let heights = runs.map { $0.upper - $0.lower }.sorted()
    return heights.isEmpty ? 1 : max(1, heights[heights.count / 2])
  }

  /// The largest distance of a run from its baseline.
  var reach: Int { runs.map(\.reach).max() ?? 1 }

  /// The smallest gap between two words; nil for fewer.
  var smallestGap: Double? { zip(runs, runs.dropFirst()).map { $1.start - $0.end }.min() }

  /// The smallest advance between the characters of a word; infinite if no word has two.
  var smallestAdvance: Double { runs.map(\.advance).min() ?? .infinity }

  /// The largest step from one word's baseline to the next one's.
  var largestStep: Int { zip(runs, runs.dropFirst()).map { abs($1.baseline - $0.baseline) }.max() ?? 0 }

  /// Puts words on the line's own baseline, as skewed as that is, if it rises or falls by more than words may be off;
  /// false if it does not, or does not go through their boxes.
  private mutating func followBaseline(_ baseline: Baseline?, pageHeight: Int, mostRise: Double) -> Bool {
    guard let baseline, let first = runs.first else { return false }
    let start = Self.place(baseline.x1, baseline.y1, rotation, Double(pageHeight))
    let end = Self.place(baseline.x2, baseline.y2, rotation, Double(pageHeight))
    let slope = (end.across - start.across) / (end.along - start.along)
    guard end.along > start.along, abs(slope) <= Self.steepest else { return false }
    let rises = runs.map { ($0.end - $0.start) * abs(slope) }
    let holdsPrint = zip(runs, rises).allSatisfy { run, rise in
      Double(run.upper - run.lower) * (1 - Self.leastPrint) >= rise
    }
    guard holdsPrint, rises.contains(where: { $0 > mostRise }) else { return false }
    // The possible starts of the first word, so that all words begin within their boxes.
    let lowest = runs.map { Double($0.lower) - slope * ($0.start - first.start) }.max() ?? 0
    let highest = runs.map { Double($0.upper - 1) - slope * ($0.start - first.start) }.min() ?? 0
    let own = start.across + slope * (first.start - start.along)
    guard lowest <= highest, abs(own) < 1e9 else { return false }
    let origin = min(max(own, lowest), highest).rounded()
    self.slope = slope
    for index in runs.indices {
      let exact = Int((origin + slope * (runs[index].start - first.start)).rounded())
      runs[index].baseline = min(max(exact, runs[index].lower), max(runs[index].lower, runs[index].upper - 1))
    }
    return true
  }

  /// Puts words on one baseline if one goes through all of their boxes, else on one that takes the smallest steps.
  ///
  /// Viewers take words for a line by their baselines. It is the highest lower edge, on which most letters stand; on a
  /// skewed line each is as near to that as the steps allow.
  private mutating func setBaselines() {
    guard let tallest = runs.map({ $0.upper - $0.lower }).max() else { return }
    let extent = (runs.map(\.upper).max() ?? 0) - (runs.map(\.lower).min() ?? 0)
    // Each step that is too small is ruled out by one walk over the line.
    let step = (0..<max(0, extent) + max(0, tallest)).partitioningIndex { step in
      baselines(steps: repeatElement(step, count: runs.count)) != nil
    }
    let found = baselines(steps: repeatElement(step, count: runs.count))
    for (index, baseline) in (found ?? []).enumerated() { runs[index].baseline = baseline }
  }

  /// Baselines within the boxes; nil if there are none.
  ///
  /// - Parameters:
  ///   - steps: Pixels between each word's and the next one's at most.
  ///   - reaches: The distance that each word may reach from its own.
  private func baselines(steps: some Collection<Int>, reaches: [Double] = []) -> [Int]? {
    var reachable: [ClosedRange<Int>] = []
    let steps = Array(steps)
    for (index, run) in runs.enumerated() {
      var (least, most) = (run.lower, max(run.lower, run.upper - 1))
      if index < reaches.count {
        let reach = Int(min(max(reaches[index], 0), 1e9))
        (least, most) = (max(least, run.upper - reach), min(most, run.lower + reach))
      }
      guard least <= most else { return nil }
      guard let last = reachable.last else {
        reachable.append(least...most)
        continue
      }
      let near = last.lowerBound - steps[index - 1]...last.upperBound + steps[index - 1]
      guard near.overlaps(least...most) else { return nil }
      reachable.append((least...most).clamped(to: near))
    }
    guard var baseline = reachable.last?.lowerBound else { return [] }
    var result: [Int] = []
    for (index, range) in reachable.enumerated().reversed() {
      let near = result.isEmpty ? range : range.clamped(to: baseline - steps[index]...baseline + steps[index])
      baseline = near.lowerBound
      result.append(baseline)
    }
    return result.reversed()
  }

  /// Gives all words fonts of one size.
  mutating func setSize(_ size: Double) {
    for index in runs.indices { runs[index].size = size }
  }

  /// Gives words that almost touch the next smaller fonts than the others, and baselines nearer to the middle of their
  /// boxes, so that they fill them; false if none will do.
  ///
  /// - Parameters:
  ///   - largest: The largest font by which a gap of so many pixels is a space.
  ///   - reach: The reach of a font from its baseline, in parts of its size.
  ///   - tolerance: Pixels by which a word's upper or lower edge may be off.
  mutating func narrow(to largest: (Double) -> Double, reach: Double, tolerance: Double) -> Bool {
    let usual = Double(usualHeight)
    let most = runs.indices.map { index -> Double in
      let gap = index + 1 < runs.count ? runs[index + 1].start - runs[index].end : .infinity
      return min(largest(gap), runs[index].advance * Self.advances, 1e6)
    }
    guard most.allSatisfy({ $0 > 0 }) else { return false }
    let steps = most.map { Int(min($0, usual) * Self.stepShare) }
    guard let baselines = baselines(steps: steps, reaches: most.map { $0 * reach + tolerance }) else { return false }
    for index in runs.indices {
      runs[index].baseline = baselines[index]
      runs[index].size = min(most[index], max(usual, Double(runs[index].reach) / reach, 1))
    }
    isNarrowed = true
    return true
  }

  /// Raises the baseline from the feet of the words to their middle, as far as it goes through all boxes.
  ///
  /// A font reaches as far below its baseline as above, so that half the size will do for a box.
  mutating func raiseBaselines() {
    let room = runs.map { max($0.lower, $0.upper - 1) - $0.baseline }.min() ?? 0
    let middle = runs.map { ($0.upper + $0.lower) / 2 - $0.baseline }.max() ?? 0
    for index in runs.indices { runs[index].baseline += max(0, min(room, middle)) }
  }

  /// Shortens words that come too close to the next, so that viewers see a space between them.
  ///
  /// - Parameters:
  ///   - gap: Of a font's size.
  ///   - tolerance: Pixels by which either edge may be off without being noticed; the rest is taken from the word before
  ///     the gap.
  mutating func part(by gap: (Double) -> Double, tolerance: Double) {
    for index in runs.indices.dropLast() {
      let gap = gap(runs[index].size)
      let lacking = gap - (runs[index + 1].start - runs[index].end)
      guard lacking > 0, runs[index + 1].start > runs[index].start else { continue }
      let late = min(max(0, lacking - tolerance), tolerance, (runs[index + 1].end - runs[index + 1].start) / 2)
      runs[index + 1].start += max(0, late)
      let start = runs[index].start
      runs[index].end = max(runs[index + 1].start - gap, start + (runs[index].end - start) / 2)
    }
  }
}
