/// Joins pieces of text in one row, each along the slope of the text around it.
struct RowJoiner {
  /// Each row from left to right, as indices of the pieces; rows from top to bottom.
  private(set) var rows: [[Int]] = []
  private let slopes: LocalSlope

  /// More pieces are no page; the remaining ones stay single.
  private static let mostPieces = 4000
  /// The widest white within a row, as a share of the text's height.
  private static let widestGap = 60.0

  init(_ pieces: [LevelPiece]) {
    slopes = LocalSlope(pieces)
    let order = pieces.indices.sorted { pieces[$0].left < pieces[$1].left }
    var links: [(from: Int, to: Int, cost: Double)] = []
    for (place, from) in order.enumerated().prefix(Self.mostPieces) {
      let limit = pieces[from].right + Self.widestGap * pieces[from].height
      for to in order[(place + 1)...] {
        if pieces[to].left > limit { break }
        if let cost = cost(pieces[from], pieces[to]) { links.append((from, to, cost)) }
      }
    }
    var right = [Int](repeating: -1, count: pieces.count)
    var left = right
    for link in links.sorted(by: { ($0.cost, $0.from, $0.to) < ($1.cost, $1.from, $1.to) })
    where right[link.from] < 0 && left[link.to] < 0 {
      right[link.from] = link.to
      left[link.to] = link.from
    }
    for first in pieces.indices where left[first] < 0 {
      var row = [first]
      while let last = row.last, right[last] >= 0 { row.append(right[last]) }
      rows.append(row)
    }
    let places = rows.map { row in row.reduce(0) { $0 + pieces[$1].centre.y } / Double(row.count) }
    rows = rows.indices.sorted { places[$0] < places[$1] }.map { rows[$0] }
  }

  /// The cost of continuing a piece in another to its right; nil if impossible.
  private func cost(_ a: LevelPiece, _ b: LevelPiece) -> Double? {
    let (low, high) = (min(a.height, b.height), max(a.height, b.height))
    let gap = b.left - a.right
    guard gap > -0.8 * low, b.centre.x > a.centre.x, gap < Self.widestGap * high, high < 4 * low else { return nil }
    let x = (a.right + b.left) / 2
    let slope = slopes.slope(x: x, y: a.centre.y, own: a)
    let (end, start) = (a.end(slope: slope, isRight: true), b.end(slope: slope, isRight: false))
    let rise = abs(start - end - slope * gap)
    // Half of the lower height; a low piece beside a high one may be anywhere along it.
    let most = max(0.5 * low, 0.42 * (high - low))
    guard rise < most else { return nil }
    return max(gap, 0) / high + 3 * rise / low
  }
}

extension LevelPiece {
  /// The middle at an end, by the piece's own slope, or for a short one by the text around it.
  fileprivate func end(slope: Double, isRight: Bool) -> Double {
    let x = isRight ? right : left
    return isLong ? middle(x) : centre.y + slope * (x - centre.x)
  }
}

/// The slope of the text at a place, from the long pieces near it.
struct LocalSlope {
  private var samples: [(x: Double, y: Double, slope: Double, weight: Double)] = []
  private let height: Double

  init(_ pieces: [LevelPiece]) {
    height = max(1, pieces.map(\.height).median ?? 1)
    // The longest are the most exact, and a few hundred are enough.
    let long = pieces.filter(\.isLong).sorted { $0.width > $1.width }.prefix(400)
    samples = long.map { ($0.centre.x, $0.centre.y, $0.slope, $0.width * $0.width / $0.height) }
  }

  /// The mean over the long pieces, near ones first; `own` counts most if it is long.
  func slope(x: Double, y: Double, own: LevelPiece? = nil) -> Double {
    var (sum, weight) = (0.0, 1e-6)
    for sample in samples {
      let (dx, dy) = ((sample.x - x) / (8 * height), (sample.y - y) / (5 * height))
      let share = sample.weight / (1 + dx * dx + dy * dy) / (1 + dy * dy)
      sum += share * sample.slope
      weight += share
    }
    if let own, own.isLong {
      sum += own.width * own.width / own.height * own.slope
      weight += own.width * own.width / own.height
    }
    return sum / weight
  }
}
