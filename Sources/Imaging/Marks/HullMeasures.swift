/// The convex hull of a mark, and how near it comes to the simple shapes.
struct HullMeasures {
  private(set) var points: [Point] = []
  private(set) var area = 0.0
  private(set) var perimeter = 0.0

  init(_ grid: MarkGrid) {
    var corners: [Point] = []
    for (row, cells) in grid.ink.rows.enumerated() where cells != 0 {
      let (first, last) = (cells.trailingZeroBitCount, MarkGrid.side - 1 - cells.leadingZeroBitCount)
      for y in [Double(row), Double(row) + 1] { corners += [(Double(first), y), (Double(last) + 1, y)] }
    }
    corners.sort { ($0.x, $0.y) < ($1.x, $1.y) }
    points = Self.half(corners) + Self.half(corners.reversed())
    area = Self.area(points)
    perimeter = zip(points, Self.followers(points)).reduce(0) { $0 + distance($1.0, $1.1) }
  }

  /// One side of the hull (Andrew's monotone chain), without its last point.
  private static func half(_ corners: [Point]) -> [Point] {
    var chain: [Point] = []
    for point in corners {
      while let last = chain.last, let before = chain.dropLast().last,
        (last.x - before.x) * (point.y - before.y) - (last.y - before.y) * (point.x - before.x) <= 0
      {
        chain.removeLast()
      }
      chain.append(point)
    }
    return Array(chain.dropLast())
  }

  private static func area(_ points: [Point]) -> Double {
    abs(zip(points, followers(points)).reduce(0) { $0 + ($1.0.x * $1.1.y - $1.1.x * $1.0.y) }) / 2
  }

  /// The next point of each, after the last one the first.
  private static func followers(_ points: [Point]) -> [Point] {
    Array(points.dropFirst() + points.prefix(1))
  }

  /// The shares of the area that three, four, five and six of the corners keep, each omitted at the least cost.
  var cornerShares: [Double] {
    var left = points
    var shares = [Double](repeating: 1, count: 4)
    while left.count > 3 {
      let losses = left.indices.map { index in
        let (one, two, three) = (
          left[(index + left.count - 1) % left.count], left[index], left[(index + 1) % left.count]
        )
        return abs((two.x - one.x) * (three.y - one.y) - (two.y - one.y) * (three.x - one.x))
      }
      left.remove(at: losses.indices.min { losses[$0] < losses[$1] } ?? 0)
      if (3...6).contains(left.count) { shares[left.count - 3] = Self.area(left) / max(area, 1) }
    }
    return shares
  }

  /// The smallest rectangle at any angle around it: the share that the hull fills, and its ratio of sides.
  var rectangle: (fill: Double, ratio: Double) {
    var best = (area: Double.infinity, ratio: 1.0)
    for (point, next) in zip(points, Self.followers(points)) {
      let length = distance(point, next)
      guard length > 0 else { continue }
      let (dx, dy) = ((next.x - point.x) / length, (next.y - point.y) / length)
      let along = points.map { $0.x * dx + $0.y * dy }
      let across = points.map { $0.y * dx - $0.x * dy }
      let (width, height) = ((along.max() ?? 0) - (along.min() ?? 0), (across.max() ?? 0) - (across.min() ?? 0))
      if width * height < best.area { best = (width * height, min(width, height) / max(width, height, 1)) }
    }
    return (best.area.isFinite ? area / max(best.area, 1) : 0, best.ratio)
  }

  /// 1 for a circle.
  var roundness: Double { 4 * .pi * area / max(perimeter * perimeter, 1) }
}
