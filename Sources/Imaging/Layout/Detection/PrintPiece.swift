import Glibc
import Support

/// A connected piece of text on the map: mostly a word, or several.
struct PrintPiece {
  typealias Run = (row: Int, from: Int, to: Int)

  var runs: [Run]
  /// Its middle, in the picture's pixels.
  var centre: Point
  /// Its direction, in degrees clockwise from the picture's rows, -90 to 90.
  var angle: Double
  /// The size of the map's core, which is narrower than the text, in the picture's pixels.
  var length: Double
  var thickness: Double

  /// The height of its line of text, in the picture's pixels.
  var height: Double { thickness * (1 + 1.5 * length / (length + thickness)) }
  /// Whether it is long enough to give its direction.
  var isLong: Bool { length > 2.2 * height }

  /// The height of capitals as a share of that of the line.
  static let capShare = 0.8
  /// Pixels of the map above this belong to a piece.
  private static let threshold: UInt8 = 76
  private static let leastMean = 110

  static func pieces(of map: PrintMap) -> [PrintPiece] {
    let found = regions(of: map, above: threshold)
      .filter { $0.mean >= leastMean }
      .compactMap { PrintPiece($0.runs, map: map) }
    let height = typicalHeight(found)
    return found.flatMap { piece in
      piece.height > 1.25 * height ? piece.parted(map) : piece.height < 0.4 * height ? [] : [piece]
    }
  }

  private typealias Region = (runs: [Run], mean: Int)

  private static func regions(of map: PrintMap, above threshold: UInt8) -> [Region] {
    let components = map.values.withUnsafeBufferPointer { values in
      InkComponents(width: map.width, height: map.height) { values[$1 &* map.width &+ $0] > threshold }
    }
    return zip(components.components, components.runsOfEach).compactMap { component, runs in
      guard component.area >= 8 else { return nil }
      let own = runs.map { (row: Int($0.row), from: Int($0.from), to: Int($0.to)) }
      let sum = own.reduce(0) { sum, run in
        (run.from..<run.to).reduce(sum) { $0 + Int(map.values[run.row * map.width + $1]) }
      }
      return (own, sum / component.area)
    }
  }

  /// The rows of a piece in which close rows ran together, separated by a higher threshold.
  private func parted(_ map: PrintMap) -> [PrintPiece] {
    guard let left = runs.map(\.from).min(), let right = runs.map(\.to).max(), let top = runs.map(\.row).min(),
      let bottom = runs.map(\.row).max()
    else { return [self] }
    let (width, height) = (right - left, bottom - top + 1)
    var values = [UInt8](repeating: 0, count: width * height)
    for run in runs {
      for x in run.from..<run.to { values[(run.row - top) * width + x - left] = map.values[run.row * map.width + x] }
    }
    let part = PrintMap(width: width, height: height, values: values)
    let area = runs.reduce(0) { $0 + $1.to - $1.from }
    for threshold in Self.partingThresholds {
      let cores = Self.regions(of: part, above: threshold).filter { core in
        core.runs.reduce(0) { $0 + $1.to - $1.from } * 12 > area
      }
      guard cores.count > 1 else { continue }
      let grown = Self.grown(cores.map(\.runs), values: values, width: width, height: height)
      let pieces = grown.compactMap { runs in
        PrintPiece(runs.map { ($0.row + top, $0.from + left, $0.to + left) }, map: map)
      }
      // A piece that separates into words of one row stays whole.
      if pieces.count > 1, pieces.allSatisfy({ $0.height < 0.75 * self.height }) { return pieces }
    }
    return [self]
  }

  private static let partingThresholds: [UInt8] = [128, 168, 204, 228]

  /// Gives every pixel of a region to the core that reaches it first.
  private static func grown(_ cores: [[Run]], values: [UInt8], width: Int, height: Int) -> [[Run]] {
    var owner = [Int](repeating: -1, count: width * height)
    var front: [Int] = []
    for (index, core) in cores.enumerated() {
      for run in core {
        for x in run.from..<run.to {
          owner[run.row * width + x] = index
          front.append(run.row * width + x)
        }
      }
    }
    while !front.isEmpty {
      var next: [Int] = []
      for place in front {
        let (x, y) = (place % width, place / width)
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
          let (nx, ny) = (x + dx, y + dy)
          guard nx >= 0, ny >= 0, nx < width, ny < height else { continue }
          let neighbour = ny * width + nx
          guard owner[neighbour] < 0, values[neighbour] > 0 else { continue }
          owner[neighbour] = owner[place]
          next.append(neighbour)
        }
      }
      front = next
    }
    var result = [[Run]](repeating: [], count: cores.count)
    for y in 0..<height {
      for run in (0..<width).chunked(while: { owner[y * width + $0] == owner[y * width + $1] }) {
        let own = owner[y * width + run.lowerBound]
        if own >= 0 { result[own].append((y, run.lowerBound, run.upperBound)) }
      }
    }
    return result
  }

  private init?(_ runs: [Run], map: PrintMap) {
    self.runs = runs
    var (area, sumX, sumY) = (0.0, 0.0, 0.0)
    for run in runs {
      let count = Double(run.to - run.from)
      area += count
      sumX += count * map.x(Double(run.from + run.to) / 2)
      sumY += count * map.y(Double(run.row) + 0.5)
    }
    guard area > 0 else { return nil }
    centre = (sumX / area, sumY / area)
    var (xx, xy, yy) = (0.0, 0.0, 0.0)
    for run in runs {
      let count = Double(run.to - run.from)
      let (dx, dy) = (
        map.x(Double(run.from + run.to) / 2) - centre.x, map.y(Double(run.row) + 0.5) - centre.y
      )
      xx += count * (dx * dx + count * count * map.scaleX * map.scaleX / 12)
      xy += count * dx * dy
      yy += count * (dy * dy + map.scaleY * map.scaleY / 12)
    }
    let radians = 0.5 * atan2(2 * xy, xx - yy)
    angle = radians * 180 / .pi
    let (sine, cosine) = (sin(radians), cos(radians))
    var (low, high) = (Double.infinity, -Double.infinity)
    for run in runs {
      for x in [Double(run.from), Double(run.to)] {
        let along = (map.x(x) - centre.x) * cosine + (map.y(Double(run.row) + 0.5) - centre.y) * sine
        (low, high) = (min(low, along), max(high, along))
      }
    }
    length = max(high - low, 1e-3)
    // Area gives the thickness, because a bend makes a piece no thicker.
    thickness = area * map.scaleX * map.scaleY / length
    guard length.isFinite, thickness.isFinite, thickness > 0 else { return nil }
  }

  /// The main direction of the text, in degrees clockwise, -45 to 135; nil without a long piece.
  static func typicalAngle(_ pieces: [PrintPiece]) -> Double? {
    let long = pieces.filter(\.isLong)
    guard !long.isEmpty else { return nil }
    var histogram = [Double](repeating: 0, count: 180)
    for piece in long { histogram[(Int((piece.angle + 360).rounded()) % 180)] += piece.length }
    let smooth = histogram.indices.map { index in
      (-4...4).reduce(0.0) { $0 + histogram[(index + $1 + 180) % 180] }
    }
    guard let peak = smooth.indices.max(by: { smooth[$0] < smooth[$1] }) else { return nil }
    // The median near the peak, weighted by length.
    func offset(_ piece: PrintPiece) -> Double {
      let difference = (piece.angle - Double(peak)).truncatingRemainder(dividingBy: 180)
      return difference > 90 ? difference - 180 : difference < -90 ? difference + 180 : difference
    }
    let near = long.map { (value: offset($0), weight: $0.length) }.filter { abs($0.value) < 12 }
    let angle = Double(peak) + (quantile(near, 0.5) ?? 0)
    return angle > 135 ? angle - 180 : angle < -45 ? angle + 180 : angle
  }
}
