/// A drawn line that is nearly level, as the curve through the middle of its stroke.
struct Rule: Sendable {
  /// The middle of the stroke in every column that shows it, from left to right; the curve bridges gaps.
  let points: [Point]
  private let middle: Double
  private let half: Double
  private let coefficients: [Double]
  var left: Double { points[0].x }
  var right: Double { points[points.count - 1].x }
  var length: Double { right - left }

  /// Shorter rules are straight, in pixels, because no paper bends much over these.
  private static let leastCurved = 300.0

  /// Nil for fewer than two points.
  init?(_ points: [Point]) {
    guard points.count > 1, let first = points.first, let last = points.last, last.x > first.x else { return nil }
    self.points = points
    middle = (first.x + last.x) / 2
    half = (last.x - first.x) / 2
    let count = last.x - first.x < Self.leastCurved ? 2 : 4
    var problem = LeastSquares(unknowns: count)
    for point in points { problem.add(Self.powers((point.x - middle) / half, count), point.y) }
    coefficients = problem.solution()
  }

  private static func powers(_ x: Double, _ count: Int) -> [Double] {
    var powers = [1.0]
    while powers.count < count { powers.append(x * (powers.last ?? 1)) }
    return powers
  }

  /// The row of its middle at a column; beyond its ends the curve continues.
  func y(_ x: Double) -> Double {
    let place = (x - middle) / half
    return coefficients.reversed().reduce(0) { $0 * place + $1 }
  }

  /// The row that its last points lead to at a column beyond its end.
  func tail(at x: Double) -> Double {
    let last = points.suffix(120)
    guard last.count > 20 else { return last.reduce(0) { $0 + $1.y } / Double(last.count) }
    var problem = LeastSquares(unknowns: 2)
    for point in last { problem.add([1, point.x - x], point.y) }
    return problem.solution()[0]
  }

  /// The mean row of its first or last points.
  func end(_ isRight: Bool, count: Int) -> Double {
    let some = isRight ? points.suffix(count) : points.prefix(count)
    return some.reduce(0) { $0 + $1.y } / Double(some.count)
  }
}
