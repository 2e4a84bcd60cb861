package import PageModel

extension PreparedBlock {
  /// The network's outlines of its text in the decoded picture: along the top of each piece, and back along its bottom.
  package var regions: [[Place]] { detected.outlines }

  /// The outline of a line in the decoded picture: along its top, and back along its bottom.
  package func outline(_ line: FoundLine) -> [Place] { line.outline.map(toOriginal.place) }

  /// The corners in the decoded picture of a box in the crop of a line, clockwise from the upper left.
  package func outline(_ box: Box, in crop: LineCrop) -> [Place] {
    box.corners.map { toOriginal.place(crop.prepared(x: $0.x, y: $0.y)) }
  }
}

extension LineCropper.Shape: CustomStringConvertible {
  /// The parameters of the cut that differ from line to line, for people.
  package var description: String {
    let plain = Self()
    var parts = ["above \(above)", "below \(below)"]
    if gap != plain.gap { parts.append("gaps up to \(gap)") }
    if let band { parts.append(band == 0 ? "with all ink of its height" : "lower by \(band)") }
    return parts.joined(separator: ", ")
  }
}
