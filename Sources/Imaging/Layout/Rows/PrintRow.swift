import Support

/// A row of text in a level frame: its pieces from left to right and the line through their middles.
struct PrintRow {
  let pieces: [LevelPiece]
  let height: Double
  /// The column and the middle of points along it.
  private let knots: [Point]
  /// The rise and fall of rows, which the knots do not contain.
  private let dewarp: Dewarp?

  /// Nil for no pieces.
  init?(_ pieces: [LevelPiece], slopes: LocalSlope, dewarp: Dewarp? = nil) {
    guard !pieces.isEmpty else { return nil }
    self.pieces = pieces
    self.dewarp = dewarp
    height = quantile(pieces.map { ($0.height, $0.width) }, 0.5) ?? 0
    var knots: [Point] = []
    for piece in pieces {
      var points: [Point]
      if piece.isLong {
        points = piece.path.indices.map { (piece.left + Double($0) * piece.spacing, piece.path[$0]) }
      } else {
        // A word's own slope is that of its letters' tops and tails.
        let (x, y) = piece.centre
        let slope = slopes.slope(x: x, y: y)
        points = [piece.left, piece.right].map { ($0, y + ($0 - x) * slope) }
      }
      points.removeAll { point in knots.last.map { point.x <= $0.x } ?? false }
      knots += points
    }
    self.knots = knots
  }

  /// The number of the piece that this row alone is a part of; nil if it is joined of several, or whole.
  var part: Int? { pieces.count == 1 ? pieces[0].whole : nil }
  var left: Double { pieces.map(\.left).min() ?? 0 }
  var right: Double { pieces.map(\.right).max() ?? 0 }

  func middle(_ x: Double) -> Double {
    let row = straightMiddle(x)
    return dewarp.map { row + $0.offset(x: x, row: row) } ?? row
  }

  private func straightMiddle(_ x: Double) -> Double {
    guard let first = knots.first, let last = knots.last, knots.count > 1 else { return knots.first?.y ?? 0 }
    if x <= first.x { return first.y + (x - first.x) * slope(0) }
    if x >= last.x { return last.y + (x - last.x) * slope(knots.count - 2) }
    let low = knots.partitioningIndex { $0.x > x } - 1
    return knots[low].y + (x - knots[low].x) * slope(low)
  }

  private func slope(_ index: Int) -> Double {
    let (a, b) = (knots[index], knots[index + 1])
    return b.x - a.x > 1e-6 ? min(max((b.y - a.y) / (b.x - a.x), -1), 1) : 0
  }
}
