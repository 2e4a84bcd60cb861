/// A mark that a person drew on the page with a pen.
package struct PenMark: Hashable, Codable, Sendable {
  package enum Shape: String, Codable, Sendable, CaseIterable {
    /// Ellipses too.
    case circle
    case triangle
    /// Rectangles too.
    case square
    case star, check, cross
    /// Drawn with a pen, and none of these.
    case unknown
  }

  package enum Color: String, Codable, Sendable, CaseIterable {
    case black, gray, red, yellow, green, blue, purple
  }

  package var shape: Shape
  /// 0 to 1: the estimated share of right shapes among those of this confidence.
  package var confidence: Double
  package var box: Box
  package var color: Color

  package init(shape: Shape, confidence: Double, box: Box, color: Color) {
    self.shape = shape
    self.confidence = confidence.rounded(toPlaces: 4)
    self.box = box
    self.color = color
  }
}
