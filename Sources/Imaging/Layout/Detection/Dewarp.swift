/// The rise and fall of lines on an uneven page: for each place the row it belongs to.
struct Dewarp: Sendable {
  private let spacing: Double
  private let columns: Int
  private let rows: Int
  /// The offset from a row's number to its y, on a grid of columns by rows.
  private var offsets: [Float]

  init(flatWidth width: Int, height: Int, spacing: Double) {
    self.spacing = max(4, spacing)
    columns = Int((Double(width) / self.spacing).rounded(.up)) + 1
    rows = Int((Double(height) / self.spacing).rounded(.up)) + 1
    offsets = Array(repeating: 0, count: columns * rows)
  }

  /// Follows the slopes of text from the middle column outwards.
  init(width: Int, height: Int, spacing: Double, following slope: (_ x: Double, _ y: Double) -> Double) {
    self.init(flatWidth: width, height: height, spacing: spacing)
    let middle = columns / 2
    for row in 0..<rows {
      let y0 = Double(row) * spacing
      for direction in [1, -1] {
        var y = y0
        for column in stride(from: middle + direction, to: direction > 0 ? columns : -1, by: direction) {
          let x = (Double(column - direction) + 0.5 * Double(direction)) * spacing
          y += slope(x, y) * spacing * Double(direction)
          offsets[row * columns + column] = Float(y - y0)
        }
      }
    }
  }

  /// Adds a smaller displacement that was measured on the straightened page.
  func refined(by next: Dewarp) -> Dewarp {
    var result = self
    result.set { x, row in
      let step = next.offset(x: x, row: row)
      return step + offset(x: x, row: row + step)
    }
    return result
  }

  mutating func set(_ value: (_ x: Double, _ row: Double) -> Double) {
    for row in 0..<rows {
      for column in 0..<columns {
        offsets[row * columns + column] = Float(value(Double(column) * spacing, Double(row) * spacing))
      }
    }
  }

  /// The offset of a row below its number at this column.
  func offset(x: Double, row: Double) -> Double {
    interpolated(columns: columns, rows: rows, x: x / spacing, y: row / spacing) { Double(offsets[$0]) }
  }

  func row(x: Double, y: Double) -> Double {
    var row = y
    for _ in 0..<3 { row = y - offset(x: x, row: row) }
    return row
  }
}
