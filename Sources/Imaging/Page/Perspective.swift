import PageModel

/// Makes a rectangle of a sheet that was seen at an angle.
///
/// Not earned yet: no page of the 14 receipts, nor of 12 drawn ones, reads otherwise without it.
struct Perspective: PreparationStage {
  static let step = ReaderSettings.Step.perspective

  /// The rectangle's sides, in the picture's pixels.
  let width: Double
  let height: Double
  /// From the rectangle's coordinates to the picture's.
  let toPicture: Projection

  /// The rectangle that a quadrilateral was, given clockwise from the upper left; nil where it is one already.
  init?(_ corners: [(x: Double, y: Double)]) {
    guard corners.count == 4 else { return nil }
    func length(_ a: Int, _ b: Int) -> Double {
      let (dx, dy) = (corners[a].x - corners[b].x, corners[a].y - corners[b].y)
      return (dx * dx + dy * dy).squareRoot()
    }
    let (top, right, bottom, left) = (length(0, 1), length(1, 2), length(2, 3), length(3, 0))
    let (width, height) = (max(top, bottom), max(left, right))
    guard min(top, bottom) > 0.5 * width, min(left, right) > 0.5 * height else { return nil }
    // The largest difference between the corner and where a parallelogram would have it.
    let shearX = abs(corners[0].x - corners[1].x + corners[2].x - corners[3].x)
    let shearY = abs(corners[0].y - corners[1].y + corners[2].y - corners[3].y)
    guard max(shearX, shearY) > 0.03 * min(width, height), let unit = Projection.unitSquare(to: corners) else {
      return nil
    }
    self.width = width
    self.height = height
    toPicture = Projection.scaling(1 / width, 1 / height).then(unit)
  }
}
