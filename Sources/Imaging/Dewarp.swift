import Glibc

/// How far lines rise and fall over a page that lies unevenly: for each place the row it belongs to.
///
/// The slope of the print is measured in overlapping cells and smoothed into a polynomial over the page, which is then
/// followed from the middle to both sides. Rows are numbered by where they cross the middle.
package struct Dewarp: Sendable {
  private let width: Int
  private let height: Int
  private let spacing: Double
  private let columns: Int
  private let rows: Int
  /// The offset from a row's number to its y, on a grid of columns by rows.
  private var offsets: [Float]

  /// No displacement at all.
  init(flatWidth width: Int, height: Int, spacing: Double) {
    self.width = width
    self.height = height
    self.spacing = max(4, spacing)
    columns = Int((Double(width) / self.spacing).rounded(.up)) + 1
    rows = Int((Double(height) / self.spacing).rounded(.up)) + 1
    offsets = Array(repeating: 0, count: columns * rows)
  }

  /// Follows the slopes of a field from the middle column outwards.
  init(following field: SlopeField, width: Int, height: Int, spacing: Double) {
    self.init(flatWidth: width, height: height, spacing: spacing)
    let middle = columns / 2
    for row in 0..<rows {
      let y0 = Double(row) * self.spacing
      for direction in [1, -1] {
        var y = y0
        var column = middle
        while column + direction >= 0 && column + direction < columns {
          let x = (Double(column) + 0.5 * Double(direction)) * self.spacing
          y += field.slope(x: x, y: y) * self.spacing * Double(direction)
          column += direction
          offsets[row * columns + column] = Float(y - y0)
        }
      }
    }
  }

  /// How far below its number a row lies at this column.
  package func offset(x: Double, row: Double) -> Double {
    let gx = min(max(x / spacing, 0), Double(columns - 1))
    let gy = min(max(row / spacing, 0), Double(rows - 1))
    let (left, top) = (min(Int(gx), columns - 2), min(Int(gy), rows - 2))
    guard left >= 0, top >= 0 else { return 0 }
    let (wx, wy) = (gx - Double(left), gy - Double(top))
    let index = top * columns + left
    let upper = Double(offsets[index]) * (1 - wx) + Double(offsets[index + 1]) * wx
    let lower = Double(offsets[index + columns]) * (1 - wx) + Double(offsets[index + columns + 1]) * wx
    return upper * (1 - wy) + lower * wy
  }

  /// The row that a place belongs to.
  package func row(x: Double, y: Double) -> Double {
    var row = y
    for _ in 0..<3 { row = y - offset(x: x, row: row) }
    return row
  }

  /// The largest displacement, in pixels.
  var strength: Double {
    Double(offsets.reduce(0) { max($0, abs($1)) })
  }
}

/// The slope of the print as a smooth function of the place.
struct SlopeField {
  /// Coefficients of x^i y^j for x and y from -1 to 1.
  private var coefficients: [Double]
  private static let powers: [(x: Int, y: Int)] = [
    (0, 0), (1, 0), (0, 1), (2, 0), (1, 1), (0, 2), (2, 1), (1, 2), (0, 3), (3, 0),
  ]
  private let width: Double
  private let height: Double
  /// The slopes that were measured, to be drawn.
  private(set) var samples: [(x: Double, y: Double, slope: Double, weight: Double)] = []

  /// Measures from ink of print whose height is known; steeper than `limit` is not looked for.
  init(_ ink: InkComponents, isText: [Bool], textHeight: Double, limit: Double = 0.14) {
    width = Double(max(1, ink.width))
    height = Double(max(1, ink.height))
    coefficients = Array(repeating: 0, count: Self.powers.count)
    let cellWidth = min(width, max(10 * textHeight, width / 3))
    let cellHeight = 5 * textHeight
    let columns = max(1, Int((width / cellWidth * 2).rounded()) - 1)
    let rows = max(1, Int((height / cellHeight * 2).rounded()) - 1)
    let stepX = columns > 1 ? (width - cellWidth) / Double(columns - 1) : 0
    let stepY = rows > 1 ? (height - cellHeight) / Double(rows - 1) : 0
    // Where each row's runs begin, to visit a cell's rows alone.
    var starts = [Int](repeating: 0, count: ink.height + 1)
    for run in ink.runs { starts[Int(run.row) + 1] += 1 }
    for row in 0..<ink.height { starts[row + 1] += starts[row] }
    var points: [(x: Float, y: Float, weight: Float)] = []
    for row in 0..<rows {
      for column in 0..<columns {
        let (left, top) = (Double(column) * stepX, Double(row) * stepY)
        points.removeAll(keepingCapacity: true)
        let (midX, midY) = (left + cellWidth / 2, top + cellHeight / 2)
        var leftmost = Float.infinity
        var rightmost = -Float.infinity
        for y in max(0, Int(top))..<min(ink.height, Int(top + cellHeight)) {
          for index in starts[y]..<starts[y + 1] where isText[Int(ink.runs[index].component)] {
            let run = ink.runs[index]
            let x = Float(run.from + run.to) / 2 - Float(midX)
            guard abs(x) <= Float(cellWidth / 2) else { continue }
            leftmost = min(leftmost, x)
            rightmost = max(rightmost, x)
            points.append((x, Float(y) - Float(midY), Float(run.to - run.from)))
          }
        }
        guard points.count > 40, Double(rightmost - leftmost) > 6 * textHeight else { continue }
        if let found = Self.steepest(points, height: cellHeight, textHeight: textHeight, limit: limit) {
          samples.append((midX, midY, found.slope, found.certainty * Double(points.count).squareRoot()))
        }
      }
    }
    fit()
  }

  func slope(x: Double, y: Double) -> Double {
    let (u, v) = (min(max(2 * x / width - 1, -1), 1), min(max(2 * y / height - 1, -1), 1))
    return zip(coefficients, Self.powers).reduce(0) { $0 + $1.0 * Self.term($1.1, u, v) }
  }

  private static func term(_ power: (x: Int, y: Int), _ u: Double, _ v: Double) -> Double {
    var value = 1.0
    for _ in 0..<power.x { value *= u }
    for _ in 0..<power.y { value *= v }
    return value
  }

  /// The slope at which the points fall into the sharpest rows, and how much sharper than at others.
  private static func steepest(
    _ points: [(x: Float, y: Float, weight: Float)], height: Double, textHeight: Double, limit: Double
  ) -> (slope: Double, certainty: Double)? {
    let bin = Float(max(1, textHeight / 10))
    let reach = Int(Float(height) / bin) + 2
    var rows = [Float](repeating: 0, count: 2 * reach + 2)
    func sharpness(_ slope: Float) -> Double {
      for index in rows.indices { rows[index] = 0 }
      for point in points {
        let position = (point.y - point.x * slope) / bin + Float(reach)
        guard position >= 0, position < Float(2 * reach) else { continue }
        let row = Int(position)
        let rest = position - Float(row)
        rows[row] += point.weight * (1 - rest)
        rows[row + 1] += point.weight * rest
      }
      var sum: Float = 0
      for row in 1..<rows.count {
        let difference = rows[row] - rows[row - 1]
        sum += difference * difference
      }
      return Double(sum)
    }
    let steps = 28
    var values: [Double] = []
    for step in -steps...steps { values.append(sharpness(Float(limit) * Float(step) / Float(steps))) }
    guard let best = values.indices.max(by: { values[$0] < values[$1] }) else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    guard mean > 0, best > 0, best < values.count - 1 else { return nil }
    // A parabola through the best three.
    let (a, b, c) = (values[best - 1], values[best], values[best + 1])
    let bend = a - 2 * b + c
    let shift = bend < 0 ? 0.5 * (a - c) / bend : 0
    return ((Double(best - steps) + shift) * limit / Double(steps), max(0, values[best] / mean - 1))
  }

  /// Weighted least squares, repeated with the outliers' weights lowered.
  private mutating func fit() {
    let count = Self.powers.count
    guard samples.count >= 3 else {
      coefficients[0] = samples.isEmpty ? 0 : samples.map(\.slope).reduce(0, +) / Double(samples.count)
      return
    }
    var trust = [Double](repeating: 1, count: samples.count)
    for _ in 0..<5 {
      var matrix = [[Double]](repeating: Array(repeating: 0, count: count + 1), count: count)
      var total = 0.0
      for (index, sample) in samples.enumerated() {
        let (u, v) = (2 * sample.x / width - 1, 2 * sample.y / height - 1)
        let terms = Self.powers.map { Self.term($0, u, v) }
        let weight = sample.weight * trust[index]
        total += weight
        for i in 0..<count {
          for j in 0..<count { matrix[i][j] += weight * terms[i] * terms[j] }
          matrix[i][count] += weight * terms[i] * sample.slope
        }
      }
      // Higher terms have to be asked for by the print, not by its absence.
      for (i, power) in Self.powers.enumerated() {
        matrix[i][i] += total * 0.004 * Double((power.x + power.y) * (power.x + power.y)) + 1e-9
      }
      coefficients = Self.solve(matrix)
      for (index, sample) in samples.enumerated() {
        let residual = abs(slope(x: sample.x, y: sample.y) - sample.slope) / 0.012
        trust[index] = 1 / (1 + residual * residual)
      }
    }
  }

  /// Gauss with pivots; `matrix` has the right side as its last column.
  private static func solve(_ system: [[Double]]) -> [Double] {
    var matrix = system
    let count = matrix.count
    for column in 0..<count {
      guard let pivot = (column..<count).max(by: { abs(matrix[$0][column]) < abs(matrix[$1][column]) }),
        abs(matrix[pivot][column]) > 1e-15
      else { continue }
      matrix.swapAt(column, pivot)
      for row in 0..<count where row != column {
        let factor = matrix[row][column] / matrix[column][column]
        for index in column...count { matrix[row][index] -= factor * matrix[column][index] }
      }
    }
    return (0..<count).map { abs(matrix[$0][$0]) > 1e-15 ? matrix[$0][count] / matrix[$0][$0] : 0 }
  }
}
