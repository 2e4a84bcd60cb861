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
    for index in 0..<n {
      let sizes = (index..<n).map { abs(a[order[$0] * n + index]) }
      guard let largest = sizes.indices.max(by: { sizes[$0] < sizes[$1] }) else { break }
      order.swapAt(index, index + largest)
      let row = order[index]
      guard abs(a[row * n + index]) > 1e-12 else { continue }
      for lower in order[(index + 1)...] {
        let factor = a[lower * n + index] / a[row * n + index]
        guard factor != 0 else { continue }
        for column in index..<n { a[lower * n + column] -= factor * a[row * n + column] }
        b[lower] -= factor * b[row]
      }
    }
    var result = [Double](repeating: 0, count: n)
    for index in stride(from: n - 1, through: 0, by: -1) {
      let row = order[index]
      guard abs(a[row * n + index]) > 1e-12 else { continue }
      let known = (index + 1..<n).reduce(0) { $0 + a[row * n + $1] * result[$1] }
      result[index] = (b[row] - known) / a[row * n + index]
    }
    return result
  }
}
