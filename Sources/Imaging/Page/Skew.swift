import Glibc
import PageModel

/// The skew of a page's print, found by how sharply its ink falls into rows when seen from an angle.
///
/// Earned by one photo of 14 receipts that is skewed by 23 degrees, while the rest is even (6 pages worse without it, 5
/// better): 4.81 points of line error (3.59 % to 8.40 %) and 4.4 of right amounts.
struct Skew: PreparationStage {
  static let step = ReaderSettings.Step.skew

  typealias Point = (x: Float, y: Float, weight: Float)
  /// The middles of the pieces: grain and shadows are long pieces, print is rows of small ones.
  private(set) var middles: [Point] = []
  /// Runs of ink.
  private var runs: [Point] = []
  let textHeight: Float
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

  /// What a rendered page is still skewed by, in degrees, from the mean slope of its lines; nil for next to nothing.
  ///
  /// The sharpest rows may be those of one half of a folded sheet; what is level is the mean.
  static func residual(meanSlope: Double) -> Double? {
    abs(meanSlope) > 0.015 ? atan(meanSlope) * 180 / .pi : nil
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
