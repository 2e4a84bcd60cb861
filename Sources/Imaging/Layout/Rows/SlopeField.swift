/// The slope of the text as a smooth function of the place.
struct SlopeField {
  private let width: Double
  private let height: Double
  private let columns: Int
  private let rows: Int
  private var grid: [Double]

  /// Measures slopes up to `limit` from the ink of text of a known height.
  init(_ ink: RowInk, textHeight: Double, cellWidth wanted: Double = 9, limit: Double = 0.14) {
    width = Double(max(1, ink.width))
    height = Double(max(1, ink.height))
    let cellWidth = min(width, wanted * textHeight)
    let cellHeight = 5 * textHeight
    let columns = max(1, Int((width / cellWidth * 2).rounded()) - 1)
    let rows = max(1, Int((height / cellHeight * 2).rounded()) - 1)
    self.columns = columns
    self.rows = rows
    grid = Array(repeating: 0, count: columns * rows)
    let stepX = columns > 1 ? (width - cellWidth) / Double(columns - 1) : 0
    let stepY = rows > 1 ? (height - cellHeight) / Double(rows - 1) : 0
    var measured = [(slope: Double, weight: Double)](repeating: (0, 0), count: columns * rows)
    var points: [(x: Float, y: Float, weight: Float)] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (left, top) = (Double(column) * stepX, Double(row) * stepY)
        points.removeAll(keepingCapacity: true)
        let (midX, midY) = (left + cellWidth / 2, top + cellHeight / 2)
        var leftmost = Float.infinity
        var rightmost = -Float.infinity
        for run in ink.runs(from: Int(top), to: Int(top + cellHeight)) {
          let x = run.x - Float(midX)
          guard abs(x) <= Float(cellWidth / 2) else { continue }
          leftmost = min(leftmost, x)
          rightmost = max(rightmost, x)
          points.append((x, run.row - Float(midY), run.weight))
        }
        guard points.count > 40, Double(rightmost - leftmost) > 4.5 * textHeight else { continue }
        if let found = Self.steepest(points, height: cellHeight, textHeight: textHeight, limit: limit) {
          let weight = min(2, found.certainty) * Double(rightmost - leftmost) / cellWidth
          measured[row * columns + column] = (found.slope, weight)
        }
      }
    }
    settle(measured)
  }

  func slope(x: Double, y: Double) -> Double {
    // Grid points are the cells' middles: half a cell in from the border, half a cell apart.
    let (column, row) = ((x / width) * Double(columns + 1) - 1, (y / height) * Double(rows + 1) - 1)
    return interpolated(columns: columns, rows: rows, x: column, y: row) { grid[$0] }
  }

  /// Lets the grid settle between its springs and the measurements; outliers lose their weight.
  private mutating func settle(_ measured: [(slope: Double, weight: Double)]) {
    let weight = measured.reduce(0) { $0 + $1.weight }
    let mean = weight > 0 ? measured.reduce(0) { $0 + $1.weight * $1.slope } / weight : 0
    for index in grid.indices { grid[index] = mean }
    // Lines of one page are similar from row to row, and bend more from left to right.
    let (alongX, alongY) = (0.6, 1.6)
    var trust = [Double](repeating: 1, count: grid.count)
    for round in 0..<6 {
      for _ in 0..<30 {
        for row in 0..<rows {
          for column in 0..<columns {
            let index = row * columns + column
            var pull = measured[index].weight * trust[index]
            var sum = pull * measured[index].slope
            for (other, spring) in [
              (column > 0 ? index - 1 : -1, alongX), (column + 1 < columns ? index + 1 : -1, alongX),
              (row > 0 ? index - columns : -1, alongY), (row + 1 < rows ? index + columns : -1, alongY),
            ] where other >= 0 {
              pull += spring
              sum += spring * grid[other]
            }
            if pull > 0 { grid[index] = sum / pull }
          }
        }
      }
      guard round < 5 else { break }
      for index in grid.indices {
        let residual = (grid[index] - measured[index].slope) / 0.015
        trust[index] = 1 / (1 + residual * residual)
      }
    }
  }

  /// The slope that gives the sharpest rows, and how much sharper than others.
  private static func steepest(
    _ points: [(x: Float, y: Float, weight: Float)], height: Double, textHeight: Double, limit: Double
  ) -> (slope: Double, certainty: Double)? {
    let bin = Float(max(1, textHeight / 10))
    let reach = Int(Float(height) / bin) + 2
    var rows = [Float](repeating: 0, count: 2 * reach + 2)
    func sharpness(_ slope: Float) -> Double {
      rows.withUnsafeMutableBufferPointer { rows in
        rows.update(repeating: 0)
        points.withUnsafeBufferPointer { points in
          for point in points {
            let position = (point.y - point.x * slope) / bin + Float(reach)
            guard position >= 0, position < Float(2 * reach) else { continue }
            let row = Int(position)
            let rest = position - Float(row)
            rows[row] += point.weight * (1 - rest)
            rows[row &+ 1] += point.weight * rest
          }
        }
        var sum: Float = 0
        for row in 1..<rows.count {
          let difference = rows[row] - rows[row &- 1]
          sum += difference * difference
        }
        return Double(sum)
      }
    }
    let steps = 28
    let values = (-steps...steps).map { sharpness(Float(limit) * Float($0) / Float(steps)) }
    guard let best = values.indices.max(by: { values[$0] < values[$1] }) else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    guard mean > 0, best > 0, best < values.count - 1 else { return nil }
    // A parabola through the best three.
    let (a, b, c) = (values[best - 1], values[best], values[best + 1])
    let bend = a - 2 * b + c
    let shift = bend < 0 ? 0.5 * (a - c) / bend : 0
    return ((Double(best - steps) + shift) * limit / Double(steps), max(0, values[best] / mean - 1))
  }
}
