import PageModel

/// Splits a flatbed page that several receipts lie on.
///
/// Not earned yet: no page of the 14 receipts, nor of 12 drawn ones, reads otherwise without it.
///
/// A cut is an empty upright stripe between two sides that both hold rows of print which do not continue each other:
/// the label and the amount of one receipt also have white between them, but stand in the same rows.
struct PageSplitter: PreparationStage {
  static let step = ReaderSettings.Step.blocks
  static let needsFullLevel = true

  typealias Part = (left: Double, top: Double, right: Double, bottom: Double)

  /// The receipts in reading order, in the sheet's pixels; one part where nothing is to be split.
  private(set) var parts: [Part] = []

  private let boxes: [Component]
  private let textHeight: Double

  init(_ overview: PageOverview) {
    textHeight = overview.measure.height
    let h = overview.measure.height
    boxes = overview.ink.components.filter {
      $0.area >= 6 && Double($0.height) < 12 * h && (Double($0.height) > 0.3 * h || Double($0.width) > 0.5 * h)
    }
    guard h > 0, overview.orientation == 0 else { return }
    let whole = Component(left: 0, top: 0, right: overview.ink.width, bottom: overview.ink.height, area: 0)
    let found = split(whole, depth: 0)
    guard found.count > 1 else { return }
    parts = found.map {
      let f = overview.factor
      return (Double($0.left) * f, Double($0.top) * f, Double($0.right) * f, Double($0.bottom) * f)
    }
  }

  private func split(_ part: Component, depth: Int) -> [Component] {
    guard depth < 4 else { return [part] }
    let inside = boxes.filter {
      $0.left >= part.left && $0.right <= part.right && $0.top >= part.top && $0.bottom <= part.bottom
    }
    guard inside.count >= 40 else { return [part] }
    if let x = uprightCut(inside, from: part.left, to: part.right) {
      var (left, right) = (part, part)
      left.right = x
      right.left = x
      return split(left, depth: depth + 1) + split(right, depth: depth + 1)
    }
    // Receipts below each other only matter where one of the two parts falls apart.
    for y in levelGaps(inside) {
      var (upper, lower) = (part, part)
      upper.bottom = y
      lower.top = y
      let (above, below) = (split(upper, depth: depth + 1), split(lower, depth: depth + 1))
      if above.count + below.count > 2 { return above + below }
    }
    return [part]
  }

  /// The middle of the widest stripe without print that parts two receipts.
  private func uprightCut(_ boxes: [Component], from: Int, to: Int) -> Int? {
    let gaps = Self.gaps(boxes.map { ($0.left, $0.right) }, least: 2.5 * textHeight)
    for gap in gaps.sorted(by: { $0.1 - $0.0 > $1.1 - $1.0 }) {
      let x = (gap.0 + gap.1) / 2
      let left = boxes.filter { $0.right <= x }
      let right = boxes.filter { $0.left >= x }
      guard isReceipt(left), isReceipt(right), !continues(left, right) else { continue }
      return x
    }
    return nil
  }

  private func levelGaps(_ boxes: [Component]) -> [Int] {
    Self.gaps(boxes.map { ($0.top, $0.bottom) }, least: 4 * textHeight)
      .sorted { $0.1 - $0.0 > $1.1 - $1.0 }.prefix(3).map { ($0.0 + $0.1) / 2 }
  }

  /// The stretches between the first and the last interval that none of them covers.
  private static func gaps(_ intervals: [(Int, Int)], least: Double) -> [(Int, Int)] {
    var result: [(Int, Int)] = []
    var end: Int?
    for interval in intervals.sorted(by: { $0.0 < $1.0 }) {
      if let last = end, Double(interval.0 - last) >= least { result.append((last, interval.0)) }
      end = max(end ?? interval.1, interval.1)
    }
    return result
  }

  /// Rows of print: middles of pieces gathered by height on the page.
  private func rows(_ boxes: [Component]) -> [Double] {
    var rows: [(sum: Double, count: Double)] = []
    for middle in boxes.filter({ Double($0.height) > 0.5 * textHeight }).map(\.centreY).sorted() {
      if let last = rows.last, middle - last.sum / last.count < 0.5 * textHeight {
        rows[rows.count - 1] = (last.sum + middle, last.count + 1)
      } else {
        rows.append((middle, 1))
      }
    }
    return rows.filter { $0.count >= 2 }.map { $0.sum / $0.count }
  }

  private func isReceipt(_ boxes: [Component]) -> Bool {
    guard boxes.count >= 20, let left = boxes.map(\.left).min(), let right = boxes.map(\.right).max() else {
      return false
    }
    return Double(right - left) > 8 * textHeight && rows(boxes).count >= 4
  }

  /// Whether the rows of one side go on at the other.
  private func continues(_ left: [Component], _ right: [Component]) -> Bool {
    let (a, b) = (rows(left), rows(right))
    let (few, many) = a.count < b.count ? (a, b) : (b, a)
    let matches = few.filter { row in many.contains { abs($0 - row) < 0.22 * textHeight } }
    return Double(matches.count) > 0.6 * Double(few.count)
  }
}
