import Glibc

/// What the pieces of ink say of a page's print: how high it is, and which way its lines run.
struct TextMeasure {
  /// The height of digits and capitals, in pixels; 0 where there are too few pieces to tell.
  private(set) var height = 0.0
  /// The pieces that can be print.
  private(set) var glyphs: [Int] = []

  /// The bars of a bar code that leans by less than 10 degrees are narrower than this share of their height.
  private static let narrowest = 0.33

  /// `isLying` measures print whose lines run upright.
  init(_ ink: InkComponents, isLying: Bool = false) {
    let largest = max(12.0, Double(min(ink.width, ink.height)) / 6)
    var heights: [Double] = []
    var broad: [Double] = []
    for (index, component) in ink.components.enumerated() {
      let sides = (Double(component.width), Double(component.height))
      let (width, height) = isLying ? (sides.1, sides.0) : sides
      guard height >= 4, height < largest, width < 3.5 * height, width > 0.12 * height, component.area >= 8 else {
        continue
      }
      glyphs.append(index)
      heights.append(height)
      if width > Self.narrowest * height { broad.append(height) }
    }
    guard heights.count >= 8 else {
      glyphs = []
      return
    }
    height = Self.typical(heights)
    // The bars of a bar code are many, high and narrow; print that is higher than all broad pieces is none.
    let typicalBroad = broad.count >= 8 ? Self.typical(broad) : height
    if height > 1.6 * typicalBroad { height = typicalBroad }
    let (low, high) = (0.3 * height, 2.6 * height)
    glyphs = glyphs.filter {
      let component = ink.components[$0]
      let (width, height) = (Double(component.width), Double(component.height))
      return (isLying ? width : height) >= low && max(width, height) <= high * 1.5 && min(width, height) <= high
    }
  }

  /// The height that half of all height, weighted by its square, is below: Hangul falls into low pieces.
  private static func typical(_ heights: [Double]) -> Double {
    let sorted = heights.sorted()
    let total = sorted.reduce(0) { $0 + $1 * $1 }
    var sum = 0.0
    for value in sorted {
      sum += value * value
      if sum >= total / 2 { return value }
    }
    return sorted.last ?? 0
  }
}

/// Which way the lines of a page run, found by how sharply its ink falls into rows when seen from an angle.
struct TiltSearch {
  private typealias Point = (x: Float, y: Float, weight: Float)
  /// The middles of the pieces: grain and shadows are long pieces, print is rows of small ones.
  private var middles: [Point] = []
  /// Runs of ink.
  private var runs: [Point] = []
  private let textHeight: Float
  private let reach: Float

  init(_ ink: InkComponents, measure: TextMeasure) {
    var isGlyph = [Bool](repeating: false, count: ink.components.count)
    let (midX, midY) = (Float(ink.width) / 2, Float(ink.height) / 2)
    for index in measure.glyphs {
      isGlyph[index] = true
      let piece = ink.components[index]
      guard piece.fill > 0.2, piece.width < piece.height * 2, piece.height < piece.width * 4 else { continue }
      middles.append((Float(piece.centreX) - midX, Float(piece.centreY) - midY, 1))
    }
    textHeight = Float(measure.height)
    let step = max(1, ink.runs.count / 30_000)
    var index = 0
    while index < ink.runs.count {
      let run = ink.runs[index]
      if isGlyph[Int(run.component)] {
        runs.append((Float(run.from + run.to) / 2 - midX, Float(run.row) - midY, Float(run.to - run.from)))
      }
      index += step
    }
    reach = (midX * midX + midY * midY).squareRoot()
  }

  /// How sharply points fall into rows that run at this angle, degrees clockwise.
  private func sharpness(of points: [Point], at degrees: Double, bin: Float) -> Double {
    let (sine, cosine) = (Float(sin(degrees * .pi / 180)), Float(cos(degrees * .pi / 180)))
    let middle = Float(Int(reach / bin) + 2)
    var rows = [Float](repeating: 0, count: 2 * Int(middle) + 1)
    for point in points {
      let position = (point.y * cosine - point.x * sine) / bin + middle
      let row = Int(position)
      let rest = position - Float(row)
      rows[row] += point.weight * (1 - rest)
      rows[row + 1] += point.weight * rest
    }
    var sum: Double = 0
    for row in 1..<rows.count {
      let difference = Double(rows[row] - rows[row - 1])
      sum += difference * difference
    }
    return sum
  }

  /// The angle of the sharpest rows between two angles, to a degree.
  func best(from low: Double, through high: Double) -> (angle: Double, sharpness: Double) {
    search(middles, from: low, through: high, step: 1, bin: max(1, textHeight / 3))
  }

  /// The share of pieces whose nearest neighbour lies beside them rather than above or below, seen from an angle.
  ///
  /// Letters stand closer to the next letter than to the next line.
  func besideShare(at degrees: Double) -> Double {
    let (sine, cosine) = (Float(sin(degrees * .pi / 180)), Float(cos(degrees * .pi / 180)))
    let sorted = middles.sorted { $0.x < $1.x }
    let far = 2.5 * textHeight
    var (beside, all) = (0, 0)
    for index in stride(from: 0, to: sorted.count, by: max(1, sorted.count / 800)) {
      let point = sorted[index]
      var nearest = far * far
      var isBeside: Bool?
      func look(_ other: Point) {
        let (dx, dy) = (other.x - point.x, other.y - point.y)
        let distance = dx * dx + dy * dy
        guard distance < nearest, distance > 0 else { return }
        nearest = distance
        isBeside = abs(dx * cosine + dy * sine) > abs(dy * cosine - dx * sine)
      }
      var other = index + 1
      while other < sorted.count, sorted[other].x - point.x < far {
        look(sorted[other])
        other += 1
      }
      other = index - 1
      while other >= 0, point.x - sorted[other].x < far {
        look(sorted[other])
        other -= 1
      }
      guard let isBeside else { continue }
      all += 1
      if isBeside { beside += 1 }
    }
    return all > 0 ? Double(beside) / Double(all) : 1
  }

  /// The angle to a twentieth of a degree, near one that is known to a degree or two, and how sharp the ink is there.
  func refined(_ angle: Double) -> (angle: Double, sharpness: Double) {
    let bin = max(1, textHeight / 8)
    let half = search(runs, from: angle - 1.5, through: angle + 1.5, step: 0.25, bin: bin).angle
    return search(runs, from: half - 0.25, through: half + 0.25, step: 0.05, bin: bin)
  }

  private func search(
    _ points: [Point], from low: Double, through high: Double, step: Double, bin: Float
  ) -> (angle: Double, sharpness: Double) {
    var best = (angle: 0.0, sharpness: -1.0)
    for angle in stride(from: low, through: high, by: step) {
      let value = sharpness(of: points, at: angle, bin: bin)
      if value > best.sharpness { best = (angle, value) }
    }
    return best
  }
}
