/// The line that the letters of a text line stand on, as two points in pixels of the original picture as it is shown.
///
/// It goes from the start to the end of the line in reading order: on a page that was upside down from right to
/// left. For a bent line it is the nearest straight line.
package struct Baseline: Hashable, Codable, Sendable {
  package let x1: Double
  package let y1: Double
  package let x2: Double
  package let y2: Double

  /// Rounded to a tenth of a pixel; numbers that no picture has, which come from other processes, are clamped.
  package init(x1: Double, y1: Double, x2: Double, y2: Double) {
    self.x1 = Self.coordinate(x1)
    self.y1 = Self.coordinate(y1)
    self.x2 = Self.coordinate(x2)
    self.y2 = Self.coordinate(y2)
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      x1: try container.decode(Double.self, forKey: .x1), y1: try container.decode(Double.self, forKey: .y1),
      x2: try container.decode(Double.self, forKey: .x2), y2: try container.decode(Double.self, forKey: .y2))
  }

  /// The same line with both ends in other coordinates.
  package func mapped(_ map: (_ x: Double, _ y: Double) -> (x: Double, y: Double)) -> Baseline {
    let (start, end) = (map(x1, y1), map(x2, y2))
    return Baseline(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
  }

  /// Ten times the longest side of a JPEG picture, which is far more than any page has.
  private static let farthest = 655_350.0

  private static func coordinate(_ value: Double) -> Double {
    min(max(value.rounded(toPlaces: 1), -farthest), farthest)
  }
}
