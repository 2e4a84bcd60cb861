import Glibc

/// A piece of text in a frame in which its line is about level.
struct LevelPiece {
  /// The columns at which the text begins and ends, in the frame's pixels.
  var left: Double
  var right: Double
  var height: Double
  /// The middle of the text at columns `left + index * spacing`.
  var path: [Double]
  var spacing: Double
  /// The fall of the middle per pixel to the right.
  var slope: Double
  /// The extent of the text above and below the middle: over half the height if rows ran together.
  var reach = (above: 0.0, below: 0.0)
  /// The number of the piece that it was cut from, if that held several rows.
  var whole: Int?
  var width: Double { right - left }
  var top: Double { (path.min() ?? 0) - height }
  var bottom: Double { (path.max() ?? 0) + height }
  /// Whether its own shape gives its slope.
  var isLong: Bool { width > 2.5 * height }
  var centre: Point { ((left + right) / 2, middle((left + right) / 2)) }

  /// The middle of the text at a column; beyond the ends it continues with the piece's slope.
  func middle(_ x: Double) -> Double {
    guard let first = path.first, let last = path.last else { return 0 }
    if x <= left { return first + (x - left) * slope }
    if x >= right { return last + (x - right) * slope }
    return path.interpolated(at: (x - left) / spacing)
  }

  init(left: Double, right: Double, height: Double, middle: Double, slope: Double) {
    (self.left, self.right, self.height, self.slope) = (left, right, height, slope)
    spacing = max(right - left, 1)
    path = [middle - slope * (right - left) / 2, middle + slope * (right - left) / 2]
  }

  /// Follows a piece of the map; `toFrame` maps from the picture, and `scale` is its enlargement.
  init(_ piece: PrintPiece, map: PrintMap, toFrame: AffineMap, scale: Double) {
    height = piece.height * scale
    let thickness = piece.thickness * scale
    var (low, high) = (Double.infinity, -Double.infinity)
    var points: [WeightedPoint] = []
    points.reserveCapacity(2 * piece.runs.count)
    for run in piece.runs {
      let y = map.y(Double(run.row) + 0.5)
      for x in run.from..<run.to {
        let place = toFrame.apply(map.x(Double(x) + 0.5), y)
        points.append((place.x, place.y, 1))
        (low, high) = (min(low, place.x), max(high, place.x))
      }
    }
    let fit = Self.fit(points)
    slope = fit.slope
    // By DB's rule the core ends within the line by half of the added height.
    let margin = (height - thickness) / 2
    (left, right) = (low - margin, high + margin)
    let count = max(1, Int((right - left) / max(height, 2)))
    spacing = max(right - left, 1) / Double(count)
    guard high - low > 3 * height, points.count >= 12 else {
      let (first, step) = (left - fit.x, spacing)
      path = (0...count).map { fit.middle + (first + Double($0) * step) * fit.slope }
      reach = Self.reach(points) { fit.middle + ($0 - fit.x) * fit.slope }
      return
    }
    path = Self.followed(points, from: left, spacing: spacing, count: count, reach: 1.5 * height, start: fit)
    reach = Self.reach(points, around: middle)
  }

  /// The extent of the text above and below a line, by DB's rule: nearly all points of its core.
  private static func reach(
    _ points: [WeightedPoint], around middle: (Double) -> Double
  ) -> (above: Double, below: Double) {
    let offsets = points.map { $0.y - middle($0.x) }.sorted()
    guard let low = points.map(\.x).min(), let high = points.map(\.x).max(), !offsets.isEmpty else { return (0, 0) }
    let few = offsets.count / 33
    let (first, last) = (offsets[few], offsets[offsets.count - 1 - few])
    let (width, height) = (high - low, last - first)
    let margin = width + height > 0 ? 0.75 * width * height / (width + height) : 0
    return (max(0, margin - first), max(0, margin + last))
  }

  /// The piece in a frame in which `dewarp` straightens the rows.
  func straightened(by dewarp: Dewarp) -> LevelPiece {
    var piece = self
    piece.path = path.indices.map { index in
      dewarp.row(x: left + Double(index) * spacing, y: path[index])
    }
    let run = Double(max(1, path.count - 1)) * spacing
    piece.slope = ((piece.path.last ?? 0) - (piece.path.first ?? 0)) / run
    return piece
  }

  private typealias WeightedPoint = (x: Double, y: Double, weight: Double)
  private typealias Fit = (x: Double, middle: Double, slope: Double)

  private static func fit(_ points: [WeightedPoint]) -> Fit {
    var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
    for point in points {
      sum += point.weight
      sumX += point.weight * point.x
      sumY += point.weight * point.y
    }
    guard sum > 0 else { return (0, 0, 0) }
    let (x, y) = (sumX / sum, sumY / sum)
    var (xx, xy) = (0.0, 0.0)
    for point in points {
      xx += point.weight * (point.x - x) * (point.x - x)
      xy += point.weight * (point.x - x) * (point.y - y)
    }
    return (x, y, xx > 1e-9 ? min(max(xy / xx, -1), 1) : 0)
  }

  /// The middle along a long piece, at each column by a line through the points near it.
  private static func followed(
    _ points: [WeightedPoint], from left: Double, spacing: Double, count: Int, reach: Double, start: Fit
  ) -> [Double] {
    // Columns of a quarter of the height are as good as their points, and fewer.
    let width = max(reach / 6, 1e-3)
    let last = Int(Double(count) * spacing / width) + 1
    var columns = [WeightedPoint](repeating: (0, 0, 0), count: last + 1)
    for point in points {
      let index = min(max(Int((point.x - left) / width), 0), last)
      columns[index].x += point.x
      columns[index].y += point.y
      columns[index].weight += 1
    }
    let filled = columns.filter { $0.weight > 0 }.map { ($0.x / $0.weight, $0.y / $0.weight, $0.weight) }
    return (0...count).map { index in
      let x = left + Double(index) * spacing
      let near = filled.map { column -> WeightedPoint in
        let distance = (column.0 - x) / reach
        return (column.0, column.1, column.2 * exp(-distance * distance))
      }
      let local = fit(near)
      guard near.contains(where: { $0.weight > 1e-3 }) else { return start.middle + (x - start.x) * start.slope }
      return local.middle + (x - local.x) * local.slope
    }
  }
}
