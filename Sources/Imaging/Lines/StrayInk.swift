extension GrayImage {
  /// Darker pixels are ink; crops of lines range from black to white.
  package static let inkInLinesBelow: UInt8 = 128

  /// The picture of a line without ink of the rows above and below at its edges.
  package func withoutStrayInk() -> GrayImage {
    let (third, eighth) = (height / 3, height / 8)
    let ink = InkComponents(of: self, darkerThan: Self.inkInLinesBelow)
    let isStray = ink.components.map { piece in
      piece.bottom <= (piece.top == 0 ? third : eighth)
        || piece.top >= height - (piece.bottom == height ? third : eighth)
    }
    var image = self
    for run in ink.runs where isStray[Int(run.component)] {
      for column in run.from..<run.to { image.pixels[Int(run.row) * width + Int(column)] = 255 }
    }
    return image
  }
}
