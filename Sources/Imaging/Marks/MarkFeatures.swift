import Glibc

/// The features that classify a piece of ink: numbers about its shape, near 0 to 1 each.
struct MarkFeatures: Sendable {
  private(set) var values: [Double] = []

  /// - Parameters:
  ///   - size: Its longer side in heights of the text.
  ///   - inWords: The share of its ink in boxes of words.
  ///   - colour: Its saturation, 0 to 1.
  ///   - darkness: 1 is as dark as text.
  ///   - stroke: The width of its strokes in heights of the text.
  ///   - neighbours: Pieces of its height in a row with it, up to six.
  init(
    _ grid: MarkGrid, size: Double, inWords: Double, colour: Double, darkness: Double, stroke: Double, neighbours: Int
  ) {
    let hull = HullMeasures(grid)
    let strokes = StrokeMeasures(grid)
    let ink = Double(grid.ink.count)
    let filled = Double(grid.filled.count)
    let diameter = Double(max(grid.inkWidth, grid.inkHeight))
    values += [
      Double(grid.inkWidth) / diameter, Double(grid.inkHeight) / diameter, ink / max(hull.area, 1),
      filled / max(hull.area, 1), (filled - ink) / max(filled, 1),
      Double(min(grid.holes.count, 8)) / 8, grid.holes.first ?? 0, grid.holes.dropFirst().first ?? 0,
      ink / Double(max(strokes.length, 1)) / 8,
    ]
    let rectangle = hull.rectangle
    values += hull.cornerShares + [rectangle.fill, rectangle.ratio, hull.roundness]
    values += Self.harmonics(grid)
    values += [
      Double(strokes.length) / max(hull.perimeter, 1), Double(min(strokes.ends, 8)) / 8,
      Double(min(strokes.crossings, 8)) / 8,
      Double(strokes.path.count) / Double(max(strokes.length, 1)),
    ]
    values += Self.parts(strokes) + Self.path(strokes, diameter)
    values += [
      min(log2(max(size, 0.25)) / 4, 1.5), inWords, colour, min(darkness, 1.5), min(stroke * 2, 2),
      Double(neighbours) / 6,
    ]
    values = values.map { ($0.isFinite ? min(max($0, -4), 4) : 0) }
  }

  /// The bulges of the outline: the first harmonics of the ink's reach in 32 directions, stretched to be round.
  private static func harmonics(_ grid: MarkGrid) -> [Double] {
    var (count, sumX, sumY, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    for index in grid.filled.indices {
      let (x, y) = (Double(index % MarkGrid.side), Double(index / MarkGrid.side))
      (count, sumX, sumY) = (count + 1, sumX + x, sumY + y)
      (xx, xy, yy) = (xx + x * x, xy + x * y, yy + y * y)
    }
    guard count > 0 else { return [Double](repeating: 0, count: 10) }
    let (middleX, middleY) = (sumX / count, sumY / count)
    let (a, b, c) = (
      xx / count - middleX * middleX + 0.1, xy / count - middleX * middleY, yy / count - middleY * middleY + 0.1
    )
    // The inverse root of the spread by its Cholesky factor; any root makes it round.
    let l1 = a.squareRoot()
    let l2 = b / l1
    let l3 = max(c - l2 * l2, 0.01).squareRoot()
    var reach = [Double](repeating: 0, count: 32)
    for index in grid.ink.indices {
      let u = (Double(index % MarkGrid.side) - middleX) / l1
      let v = (Double(index / MarkGrid.side) - middleY - l2 * u) / l3
      let sector = Int((atan2(v, u) / (2 * .pi) + 1) * 32) & 31
      reach[sector] = max(reach[sector], hypot(u, v))
    }
    let empty = Double(reach.count { $0 == 0 }) / 32
    let mean = max(reach.reduce(0, +) / 32, 0.01)
    let spread = min((c + a - ((a - c) * (a - c) + 4 * b * b).squareRoot()) / max(c + a, 0.01), 1)
    let harmonics = (1...8).map { harmonic -> Double in
      var (real, imaginary) = (0.0, 0.0)
      for (sector, value) in reach.enumerated() {
        let angle = 2 * .pi * Double(harmonic * sector) / 32
        (real, imaginary) = (real + value * cos(angle), imaginary + value * sin(angle))
      }
      return hypot(real, imaginary) / 32 / mean * 4
    }
    return harmonics + [empty, spread]
  }

  /// The straight parts: their share of the strokes, the angles of the first four, and the crossing of two.
  private static func parts(_ strokes: StrokeMeasures) -> [Double] {
    let parts = strokes.parts
    var values = (0..<7).map { $0 < parts.count ? parts[$0].share : 0 }
    values.append(parts.prefix(2).reduce(0) { $0 + $1.share })
    values.append(parts.prefix(4).reduce(0) { $0 + $1.share })
    func between(_ one: Int, _ two: Int) -> Double {
      guard max(one, two) < parts.count else { return 0 }
      let difference = abs(parts[one].angle - parts[two].angle)
      return min(difference, 180 - difference) / 90
    }
    values += [between(0, 1), between(0, 2), between(1, 2), between(0, 3), between(1, 3), between(2, 3)]
    guard parts.count > 1 else { return values + [0, 0, 0, 0, 0, 0] }
    // The crossing of the first two, as shares of their lengths: a half each in a cross, an end each in a tick.
    let (one, two) = (parts[0], parts[1])
    let (ax, ay) = (one.end.x - one.start.x, one.end.y - one.start.y)
    let (bx, by) = (two.end.x - two.start.x, two.end.y - two.start.y)
    let cross = ax * by - ay * bx
    guard abs(cross) > 1e-6 else { return values + [0, 0, two.length / max(one.length, 1), 0, 0, 0] }
    let (dx, dy) = (two.start.x - one.start.x, two.start.y - one.start.y)
    let first = (dx * by - dy * bx) / cross
    let second = (dx * ay - dy * ax) / cross
    func place(_ share: Double) -> Double { min(abs(share - 0.5), 1.5) * 2 }
    return values + [
      place(first), place(second), two.length / max(one.length, 1), abs(sin(one.angle * .pi / 90)),
      cos(one.angle * .pi / 90), cos(two.angle * .pi / 90),
    ]
  }

  /// The way from end to end as two straight arms: their fit, length and direction.
  private static func path(_ strokes: StrokeMeasures, _ diameter: Double) -> [Double] {
    let path = strokes.path
    guard var first = path.first, var last = path.last, path.count > 4 else { return [Double](repeating: 0, count: 12) }
    if first.x > last.x { (first, last) = (last, first) }
    let chord = distance(first, last)
    func offset(_ point: Point, _ one: Point, _ two: Point) -> Double {
      let length = max(distance(one, two), 1)
      return ((two.x - one.x) * (point.y - one.y) - (two.y - one.y) * (point.x - one.x)) / length
    }
    var (corner, farthest) = (path[path.count / 2], 0.0)
    for point in path where abs(offset(point, first, last)) > abs(farthest) {
      (corner, farthest) = (point, offset(point, first, last))
    }
    var bend = 0.0
    for point in path {
      bend += min(abs(offset(point, first, corner)), abs(offset(point, corner, last)))
    }
    let (left, right) = (distance(first, corner), distance(last, corner))
    let size = max(diameter, 1)
    return [
      chord / Double(path.count), farthest / size, bend / Double(path.count) / size * 10, left / size, right / size,
      (corner.x - first.x) / max(left, 1), (corner.y - first.y) / max(left, 1), (last.x - corner.x) / max(right, 1),
      (last.y - corner.y) / max(right, 1), (last.y - first.y) / size, (last.x - first.x) / size,
      min(left, right) / max(left, right, 1),
    ]
  }
}
