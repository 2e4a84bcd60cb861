package import PageModel

/// A page ready to be read.
package struct PreparedPage: Sendable {
  /// In reading order; more than one where several receipts lie on one scan, none where the page is blank.
  package var blocks: [PreparedBlock]
  package var preparation: Preparation
  /// Nothing is printed on it.
  package var isBlank: Bool
  /// What the detection network marked on the picture; nil where it has not looked at it.
  package var marked: MarkedPrint?

  /// The same page, prepared from a rotated copy, with mappings and preparation in terms of the picture itself.
  func rotatedBack(orientation: Int, to picture: Picture) -> PreparedPage {
    let rotation = (360 - orientation) % 360
    let back = Projection.rotatingBack(
      degrees: rotation, width: Double(picture.width), height: Double(picture.height))
    var page = self
    page.blocks = blocks.map { block in
      PreparedBlock(
        image: block.image, found: block.found, cropper: block.cropper, toOriginal: block.toOriginal.then(back),
        orientation: orientation, skew: block.skew, scale: block.scale)
    }
    let whole = Projection.rotatingBack(
      degrees: rotation, width: Double(picture.originalWidth), height: Double(picture.originalHeight))
    let crop = preparation.crop.map { box -> Box in
      let corners = [(box.x, box.y), (box.x + box.width, box.y + box.height)].map {
        whole.apply(Double($0.0), Double($0.1))
      }
      let (left, top) = (min(corners[0].x, corners[1].x), min(corners[0].y, corners[1].y))
      return Box(
        x: Int(left.rounded()), y: Int(top.rounded()), width: Int(abs(corners[0].x - corners[1].x).rounded()),
        height: Int(abs(corners[0].y - corners[1].y).rounded()))
    }
    var steps = preparation.steps
    let later = [Skew.step.rawValue, Background.step.rawValue, "scale"]
    steps.insert(Orientation.step.rawValue, at: steps.firstIndex(where: later.contains) ?? steps.count)
    page.preparation = Preparation(
      rotation: rotation, angle: preparation.angle, scale: preparation.scale, crop: crop, steps: steps)
    return page
  }
}

/// One receipt, or the whole page: its picture, its lines and the mapping back to the original.
package struct PreparedBlock: Sendable {
  /// Black on evenly white, print about `PagePreparer.textHeight` pixels high.
  package let image: GrayImage
  package let found: LineFinder.Result
  package let cropper: LineCropper
  /// From this picture's pixels to those of the decoded picture.
  package let toOriginal: Projection
  /// How the print stands in the decoded picture, in degrees clockwise: 0, 90, 180 or 270.
  let orientation: Int
  /// The skew of the print beyond that, in degrees clockwise.
  let skew: Double
  /// Prepared pixels for one pixel of the decoded picture.
  package let scale: Double
  /// What it was made of, where the network found its print.
  var detected: DetectedBlock?

  /// The rotation that brings it upright, in degrees clockwise: 0, 90, 180 or 270.
  package var rotation: Int { (720 - orientation) % 360 }

  /// The lines to read, in reading order.
  package var textLines: [FoundLine] {
    found.lines.filter { $0.kind == .text }
  }

  /// The smallest upright box in the decoded picture around a box of the prepared picture.
  package func original(_ box: Box) -> Box {
    original([
      (Double(box.x), Double(box.y)), (Double(box.x + box.width), Double(box.y)),
      (Double(box.x), Double(box.y + box.height)), (Double(box.x + box.width), Double(box.y + box.height)),
    ])
  }

  /// The smallest upright box in the decoded picture around a box in the crop of a line.
  package func original(_ box: Box, in crop: LineCrop) -> Box {
    let columns = [Double(box.x), Double(box.x) + Double(box.width) / 2, Double(box.x + box.width)]
    return original(
      columns.flatMap { x in [Double(box.y), Double(box.y + box.height)].map { crop.prepared(x: x, y: $0) } })
  }

  /// The smallest upright box in the decoded picture around a line.
  package func original(_ line: FoundLine) -> Box {
    let steps = max(1, min(16, Int((line.right - line.left) / (4 * max(1, line.textHeight)))))
    let columns = (0...steps).map { line.left + (line.right - line.left) * Double($0) / Double(steps) }
    return original(
      columns.flatMap { x in [(x, line.top + line.offset(at: x)), (x, line.bottom + line.offset(at: x))] })
  }

  /// The line that is nearest to a line's baseline, in pixels of the decoded picture.
  package func originalBaseline(of line: FoundLine) -> Baseline {
    let (start, end) = line.straightBaseline
    let (from, to) = (toOriginal.apply(start.x, start.y), toOriginal.apply(end.x, end.y))
    return Baseline(x1: from.x, y1: from.y, x2: to.x, y2: to.y)
  }

  private func original(_ points: [(x: Double, y: Double)]) -> Box {
    let places = points.map { toOriginal.apply($0.x, $0.y) }
    let (left, top) = (places.map(\.x).min() ?? 0, places.map(\.y).min() ?? 0)
    let (right, bottom) = (places.map(\.x).max() ?? 0, places.map(\.y).max() ?? 0)
    let (x, y) = (Int(left.rounded()), Int(top.rounded()))
    return Box(x: x, y: y, width: max(1, Int(right.rounded()) - x), height: max(1, Int(bottom.rounded()) - y))
  }
}
