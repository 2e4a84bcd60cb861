import Glibc
import Support

/// The strokes of a mark: their straight parts, the way from end to end, their ends and crossings.
struct StrokeMeasures {
  struct Part {
    /// The share of the strokes' length that lies on it.
    var share: Double
    /// In degrees, 0 to 180, clockwise from level.
    var angle: Double
    var start: Point
    var end: Point
    var length: Double { distance(start, end) }
  }

  let length: Int
  private(set) var ends = 0
  private(set) var crossings = 0
  /// The straight parts, the longest first.
  private(set) var parts: [Part] = []
  /// The longest way through the strokes without a detour.
  private(set) var path: [Point] = []
  private let cells: [Int]
  private static let angles = 36
  private static let directions = (0..<angles).map { step -> (Double, Double) in
    let angle = Double(step) * .pi / Double(angles)
    return (cos(angle), sin(angle))
  }
  /// Cells on either side of a straight line that still belong to it.
  private static let near = 2.2

  init(_ grid: MarkGrid) {
    cells = grid.skeleton.indices
    length = cells.count
    ends = cells.count { grid.crossings(at: $0) == 1 }
    // Crossings that nearly touch are one.
    var middles: [Point] = []
    for place in cells.filter({ grid.crossings(at: $0) >= 3 }).map(Self.place)
    where !middles.contains(where: { distance($0, place) < 5 }) {
      middles.append(place)
    }
    crossings = middles.count
    path = Self.longestPath(grid, cells)
    findParts()
  }

  private static func place(_ cell: Int) -> Point {
    (Double(cell % MarkGrid.side), Double(cell / MarkGrid.side))
  }

  private static func longestPath(_ grid: MarkGrid, _ cells: [Int]) -> [Point] {
    var best: [Int] = []
    var seen = [Bool](repeating: false, count: MarkGrid.side * MarkGrid.side)
    for first in cells where !seen[first] {
      let reached = distances(grid, from: first)
      for cell in reached.order { seen[cell] = true }
      guard reached.order.count > best.count, let far = reached.order.last else { continue }
      let again = distances(grid, from: far)
      guard let end = again.order.last else { continue }
      var path = [end]
      while let place = path.last, place != far, again.before[place] >= 0 { path.append(again.before[place]) }
      if path.count > best.count { best = path }
    }
    return best.map(place)
  }

  /// All cells that can be reached from one, nearest first, and the cell before each.
  private static func distances(_ grid: MarkGrid, from first: Int) -> (order: [Int], before: [Int]) {
    var before = [Int](repeating: -2, count: MarkGrid.side * MarkGrid.side)
    before[first] = -1
    var order = [first]
    var next = 0
    while next < order.count {
      for cell in grid.neighbours(of: order[next]) where before[cell] == -2 {
        before[cell] = order[next]
        order.append(cell)
      }
      next += 1
    }
    return (order, before)
  }

  /// Finds straight lines by a Hough transform, each removed before the next.
  private mutating func findParts() {
    var left = cells.map(Self.place)
    let reach = Self.reach
    while parts.count < 7, left.count >= 4 {
      let votes = Self.votes(left)
      var (best, most) = (1, Int32(-1))
      votes.withUnsafeBufferPointer { votes in
        for index in 1..<votes.count - 1 {
          let count = votes[index - 1] &+ votes[index] &+ votes[index + 1]
          if count > most { (best, most) = (index, count) }
        }
      }
      let (cosine, sine) = Self.directions[best / (2 * reach)]
      let across = Double(best % (2 * reach) - reach)
      func offset(_ point: Point) -> Double { abs(point.y * cosine - point.x * sine - across) }
      let on = left.filter { offset($0) <= Self.near }
      let along = Self.longestRun(on.map { $0.x * cosine + $0.y * sine }.sorted())
      guard along.upperBound - along.lowerBound >= 2 else { break }
      let kept = left.filter {
        offset($0) > Self.near || !along.contains($0.x * cosine + $0.y * sine)
      }
      let count = left.count - kept.count
      guard count >= 3 else { break }
      parts.append(
        Part(
          share: Double(count) / Double(max(length, 1)), angle: Double(best / (2 * reach)) * 180 / Double(Self.angles),
          start: (along.lowerBound * cosine - across * sine, along.lowerBound * sine + across * cosine),
          end: (along.upperBound * cosine - across * sine, along.upperBound * sine + across * cosine)))
      left = kept
    }
  }

  /// The largest distance of a line from the first cell, in cells.
  private static let reach = Int(Double(MarkGrid.side) * 1.4143) + 2

  /// The number of points that lie on every line.
  private static func votes(_ points: [Point]) -> [Int32] {
    var votes = [Int32](repeating: 0, count: angles * 2 * reach)
    let directions = directions
    votes.withUnsafeMutableBufferPointer { votes in
      for point in points {
        for index in 0..<angles {
          let (cosine, sine) = directions[index]
          // Rounded to the nearest: no place is below -reach, so this is above 0.
          let across = Int(point.y * cosine - point.x * sine + Double(reach) + 0.5)
          votes[index &* 2 &* reach &+ min(max(across, 0), 2 * reach - 1)] &+= 1
        }
      }
    }
    return votes
  }

  /// The longest stretch of sorted places without a gap of more than eight cells.
  private static func longestRun(_ places: [Double]) -> ClosedRange<Double> {
    let runs = places.chunked { $1 - $0 <= 8 }.map { $0[$0.startIndex]...$0[$0.endIndex - 1] }
    return runs.max { $0.upperBound - $0.lowerBound < $1.upperBound - $1.lowerBound } ?? 0...0
  }
}
