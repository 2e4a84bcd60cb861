extension Array {
  /// Each element with those up to `radius` places beside it.
  func neighbourhoods(_ radius: Int) -> [ArraySlice<Element>] {
    indices.map { self[Swift.max(0, $0 - radius)...Swift.min(count - 1, $0 + radius)] }
  }
}

extension Range<Int> {
  /// The numbers from one on and below another that also lie within 0..<limit; empty if there are none.
  package init(from first: Int, to end: Int, within limit: Int) {
    let first = Swift.max(first, 0)
    self = first..<Swift.max(first, Swift.min(end, limit))
  }
}

extension [Double] {
  /// The value at a place between two of its own; beyond the ends the first or last one.
  func interpolated(at place: Double) -> Double {
    guard count > 1 else { return first ?? 0 }
    let place = Swift.min(Swift.max(place, 0), Double(count - 1))
    let index = Swift.min(Int(place), count - 2)
    let rest = place - Double(index)
    return self[index] * (1 - rest) + self[index + 1] * rest
  }
}

/// The value at a place between four of a grid, whose values are given row by row; beyond the border the nearest one.
@inline(__always)
func interpolated(columns: Int, rows: Int, x: Double, y: Double, _ value: (Int) -> Double) -> Double {
  let (x, y) = (min(max(x, 0), Double(columns - 1)), min(max(y, 0), Double(rows - 1)))
  let (left, top) = (Int(x), Int(y))
  let (right, bottom) = (min(left + 1, columns - 1), min(top + 1, rows - 1))
  let (wx, wy) = (x - Double(left), y - Double(top))
  let upper = value(top * columns + left) * (1 - wx) + value(top * columns + right) * wx
  let lower = value(bottom * columns + left) * (1 - wx) + value(bottom * columns + right) * wx
  return upper * (1 - wy) + lower * wy
}
