import PageModel

extension GrayImage {
  /// The green of a picture, each pixel the mean of `factor` by `factor`: bars are as dark in it as in gray.
  init(greenOf picture: Picture, reducedBy factor: Int, part: Box? = nil) {
    let whole = Box(x: 0, y: 0, width: max(picture.width / factor, 1), height: max(picture.height / factor, 1))
    let part = part ?? whole
    precondition(
      part.x >= 0 && part.y >= 0 && part.x + part.width <= whole.width && part.y + part.height <= whole.height,
      "a part lies on its picture")
    // The rows are valid as long as the picture, which outlives this initialiser.
    guard let source = PixelRows(picture), picture.width >= factor, picture.height >= factor else {
      self.init(width: part.width, height: part.height)
      return
    }
    let (left, top) = (part.x * factor, part.y * factor)
    self.init(width: part.width, height: part.height, meansOf: factor, by: factor, from: factor) {
      source.word(x: left &+ $0, y: top &+ $1) >> 16 & 255
    }
  }
}
