import Glibc

/// What the pieces of ink say of a page's print: how high it is, and which way its lines run.
struct TextMeasure {
  /// The height of digits and capitals, in pixels; 0 where there are too few pieces to tell.
  private(set) var height = 0.0
  /// The pieces that can be print.
  private(set) var glyphs: [Int] = []

  init(_ ink: InkComponents) {
    let largest = max(12.0, Double(min(ink.width, ink.height)) / 6)
    var heights: [Double] = []
    for (index, component) in ink.components.enumerated() {
      let (width, height) = (Double(component.width), Double(component.height))
      guard height >= 4, height < largest, width < 3.5 * height, width > 0.12 * height, component.area >= 8 else {
        continue
      }
      glyphs.append(index)
      heights.append(height)
    }
    guard heights.count >= 8 else {
      glyphs = []
      return
    }
    // Hangul falls into low pieces. Weighted by its square, half of all height is in pieces as high as digits.
    heights.sort()
    let total = heights.reduce(0) { $0 + $1 * $1 }
    var sum = 0.0
    for value in heights {
      sum += value * value
      height = value
      if sum >= total / 2 { break }
    }
    let (low, high) = (0.3 * height, 2.6 * height)
    glyphs = glyphs.filter {
      let component = ink.components[$0]
      return Double(component.height) >= low && Double(component.height) <= high
        && Double(component.width) <= high * 1.5
    }
  }
}

/// Which way the lines of a page run, found by how sharply its ink falls into rows when seen from an angle.
struct TiltSearch {
  /// Pieces of ink as points: x, y, weight.
  private var points: [(x: Float, y: Float, weight: Float)] = []
  private let bin: Float
  private let reach: Int

  init(_ ink: InkComponents, measure: TextMeasure) {
    var isGlyph = [Bool](repeating: false, count: ink.components.count)
    for index in measure.glyphs { isGlyph[index] = true }
    bin = max(1, Float(measure.height) / 8)
    let (midX, midY) = (Float(ink.width) / 2, Float(ink.height) / 2)
    let step = max(1, ink.runs.count / 30_000)
    var index = 0
    while index < ink.runs.count {
      let run = ink.runs[index]
      if isGlyph[Int(run.component)] {
        points.append((Float(run.from + run.to) / 2 - midX, Float(run.row) - midY, Float(run.to - run.from)))
      }
      index += step
    }
    reach = Int((midX * midX + midY * midY).squareRoot() / bin) + 2
  }

  /// How sharply the ink falls into rows that run at this angle, degrees clockwise.
  func sharpness(at degrees: Double) -> Double {
    let (sine, cosine) = (Float(sin(degrees * .pi / 180)), Float(cos(degrees * .pi / 180)))
    var rows = [Float](repeating: 0, count: 2 * reach + 1)
    for point in points {
      let position = (point.y * cosine - point.x * sine) / bin + Float(reach)
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

  /// The angle of the sharpest rows between two angles.
  func best(from low: Double, through high: Double, step: Double) -> (angle: Double, sharpness: Double) {
    var best = (angle: 0.0, sharpness: -1.0)
    for angle in stride(from: low, through: high, by: step) {
      let value = sharpness(at: angle)
      if value > best.sharpness { best = (angle, value) }
    }
    return best
  }

  /// The angle to a tenth of a degree, near one that is known to a degree or two.
  func refined(_ angle: Double) -> Double {
    let half = best(from: angle - 1, through: angle + 1, step: 0.25).angle
    return best(from: half - 0.25, through: half + 0.25, step: 0.05).angle
  }
}
