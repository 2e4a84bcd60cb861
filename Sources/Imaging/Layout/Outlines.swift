package import PageModel

extension PagePreparer {
  /// The outlines of the sheets that a picture shows, in its pixels: four corners where a perspective was undone.
  package func papers(on picture: Picture) -> [[Place]] {
    guard stages.takes(PaperFinder.self) else { return [] }
    return PaperFinder.sheets(on: picture).map { paper in
      (paper.corners ?? paper.outline).map { Place(x: $0.x, y: $0.y) }
    }
  }
}

extension PreparedBlock {
  /// The outline of a line in the decoded picture: along its top, and back along its bottom.
  package func outline(_ line: FoundLine) -> [Place] {
    let steps = max(1, min(16, Int((line.right - line.left) / (4 * max(1, line.textHeight)))))
    let columns = (0...steps).map { line.left + (line.right - line.left) * Double($0) / Double(steps) }
    let above = columns.map { (x: $0, y: line.top + line.offset(at: $0)) }
    let below = columns.reversed().map { (x: $0, y: line.bottom + line.offset(at: $0)) }
    return (above + below).map(place)
  }

  /// The corners in the decoded picture of a box in the crop of a line, clockwise from its upper left.
  package func outline(_ box: Box, in crop: LineCrop) -> [Place] {
    let (left, top) = (Double(box.x), Double(box.y))
    let (right, bottom) = (left + Double(box.width), top + Double(box.height))
    return [(left, top), (right, top), (right, bottom), (left, bottom)].map { place(crop.prepared(x: $0.0, y: $0.1)) }
  }

  private func place(_ point: (x: Double, y: Double)) -> Place {
    let place = toOriginal.apply(point.x, point.y)
    return Place(x: place.x, y: place.y)
  }
}

extension LineCropper.Shape: CustomStringConvertible {
  /// What of the cut differs from line to line, for people.
  package var description: String {
    let plain = Self()
    var parts = ["above \(above)", "below \(below)"]
    if stretch != plain.stretch { parts.append("stretched \(stretch)") }
    if gap != plain.gap { parts.append("gaps up to \(gap)") }
    return parts.joined(separator: ", ")
  }
}
