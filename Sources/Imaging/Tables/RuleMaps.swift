/// Two smooth maps of a page that give every level rule one row and every upright rule one column.
struct RuleMaps: Sendable {
  private let width: Double
  private let height: Double
  private let rows: [Double]
  private let columns: [Double]

  /// Shorter rules, in pixels, do not show a page's form.
  private static let leastLength = 60.0
  /// The restraint of each term, so that a few rules bend the page no more than they show.
  private static let restraint = [0.1, 0.3, 1, 1, 2]

  init(_ level: [Rule], _ upright: [Rule], width: Int, height: Int) {
    (self.width, self.height) = (Double(width), Double(height))
    rows = Self.fitted(level, along: Double(width), across: Double(height))
    columns = Self.fitted(upright, along: Double(height), across: Double(width))
  }

  private static func terms(_ s: Double, _ t: Double) -> [Double] {
    [s, s * t, s * s, s * s * t, s * s * s]
  }

  private static func fitted(_ rules: [Rule], along: Double, across: Double) -> [Double] {
    var problem = LeastSquares(unknowns: restraint.count)
    var equations = 0
    for rule in rules where rule.length > leastLength {
      let places = (0...24).map { index -> (s: Double, t: Double) in
        let x = rule.left + rule.length * Double(index) / 24
        return (x / along - 0.5, rule.y(x) / across - 0.5)
      }
      let terms = places.map { Self.terms($0.s, $0.t) }
      let count = Double(places.count)
      let means = restraint.indices.map { term in terms.reduce(0) { $0 + $1[term] } / count }
      let mean = places.reduce(0) { $0 + $1.t } / count
      for (place, term) in zip(places, terms) {
        problem.add(zip(term, means).map { $1 - $0 }, place.t - mean, weight: rule.length / along + 0.02)
      }
      equations += places.count
    }
    for (term, restraint) in restraint.enumerated() {
      problem.hold(term, weight: 1e-6 * Double(max(1, equations)) * restraint * restraint)
    }
    return problem.solution()
  }

  private static func shift(_ s: Double, _ t: Double, _ coefficients: [Double]) -> Double {
    let shift = zip(terms(s, t), coefficients).reduce(0) { $0 + $1.0 * $1.1 }
    // Far from the rules the curve is undefined; no place is further off than the page is wide.
    return shift.isFinite ? min(max(shift, -1), 1) : 0
  }

  /// The column and row of a place on the page.
  func flat(x: Double, y: Double) -> (u: Double, v: Double) {
    let (s, t) = (x / width - 0.5, y / height - 0.5)
    return (
      (s + Self.shift(t, s, columns) + 0.5) * width, (t + Self.shift(s, t, rows) + 0.5) * height
    )
  }

  /// The place on the page of a column and a row.
  func place(u: Double, v: Double) -> Point {
    var (x, y) = (u, v)
    for _ in 0..<4 {
      let now = flat(x: x, y: y)
      (x, y) = (x + u - now.u, y + v - now.v)
    }
    return (x, y)
  }
}
