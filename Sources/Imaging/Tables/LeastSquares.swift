/// A linear least-squares problem of a few unknowns, as its normal equations.
struct LeastSquares {
  private var matrix: [Double]
  private var vector: [Double]
  private let unknowns: Int

  init(unknowns: Int) {
    self.unknowns = unknowns
    matrix = Array(repeating: 0, count: unknowns * unknowns)
    vector = Array(repeating: 0, count: unknowns)
  }

  /// Adds the equation `terms` times the unknowns is `value`.
  mutating func add(_ terms: [Double], _ value: Double, weight: Double = 1) {
    for row in 0..<unknowns {
      let term = weight * terms[row]
      vector[row] += term * value
      for column in 0..<unknowns { matrix[row * unknowns + column] += term * terms[column] }
    }
  }

  /// Draws an unknown towards 0.
  mutating func hold(_ unknown: Int, weight: Double) {
    matrix[unknown * unknowns + unknown] += weight
  }

  /// The unknowns; 0 for those that the equations leave open.
  func solution() -> [Double] {
    var (a, b) = (matrix, vector)
    let n = unknowns
    var order = Array(0..<n)
    for step in 0..<n {
      guard let pivot = (step..<n).max(by: { abs(a[order[$0] * n + step]) < abs(a[order[$1] * n + step]) }) else { break }
      order.swapAt(step, pivot)
      let row = order[step]
      guard abs(a[row * n + step]) > 1e-12 else { continue }
      for lower in order[(step + 1)...] {
        let factor = a[lower * n + step] / a[row * n + step]
        guard factor != 0 else { continue }
        for column in step..<n { a[lower * n + column] -= factor * a[row * n + column] }
        b[lower] -= factor * b[row]
      }
    }
    var result = [Double](repeating: 0, count: n)
    for step in stride(from: n - 1, through: 0, by: -1) {
      let row = order[step]
      guard abs(a[row * n + step]) > 1e-12 else { continue }
      let known = (step + 1..<n).reduce(0) { $0 + a[row * n + $1] * result[$1] }
      result[step] = (b[row] - known) / a[row * n + step]
    }
    return result
  }
}
