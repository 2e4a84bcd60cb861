package import PageModel

/// A page ready to be read.
package struct PreparedPage: Sendable {
  /// In reading order; more than one where several receipts lie on one scan.
  package var blocks: [PreparedBlock]
  package var preparation: Preparation
  /// Nothing is printed on it.
  package var isBlank: Bool
}

/// One receipt, or the whole page.
package struct PreparedBlock: Sendable {
  package let image: GrayImage
  package let found: LineFinder.Result
  package let cropper: LineCropper
  package let toOriginal: Projection

  /// The smallest upright box in the original around a box of the prepared picture.
  package func original(_ box: Box) -> Box {
    let corners = [
      (box.x, box.y), (box.x + box.width, box.y), (box.x, box.y + box.height), (box.x + box.width, box.y + box.height),
    ].map { toOriginal.apply(Double($0.0), Double($0.1)) }
    let (left, top) = (corners.map(\.x).min() ?? 0, corners.map(\.y).min() ?? 0)
    let (right, bottom) = (corners.map(\.x).max() ?? 0, corners.map(\.y).max() ?? 0)
    return Box(
      x: Int(left.rounded()), y: Int(top.rounded()), width: Int((right - left).rounded()),
      height: Int((bottom - top).rounded()))
  }
}
