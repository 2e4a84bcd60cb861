/// A picture reduced for finding pen marks, as words of red, green and blue from the top byte.
struct InkSample: Sendable {
  let width: Int
  let height: Int
  private(set) var words: [UInt32]

  init(width: Int, height: Int, words: [UInt32]) {
    precondition(words.count == width * height, "as many pixels as the size says")
    (self.width, self.height, self.words) = (width, height, words)
  }

  /// Reduces a picture; each pixel is the mean of those that it covers.
  init(of picture: Picture, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    words = []
    words.reserveCapacity(width * height)
    // The rows are valid as long as the picture, which outlives this initialiser.
    if width == picture.width, height == picture.height, let pixels = PixelRows(picture) {
      for y in 0..<height { for x in 0..<width { words.append(pixels.word(x: x, y: y) & 0xFFFF_FF00) } }
    } else if width > 0, height > 0, width <= picture.width, height <= picture.height {
      let (scaleX, scaleY) = (Double(picture.width) / Double(width), Double(picture.height) / Double(height))
      let columns = PictureMeans.spans(count: width, scale: scaleX, limit: picture.width)
      let rows = PictureMeans.spans(count: height, scale: scaleY, limit: picture.height)
      PictureMeans.forEachRow(of: picture, columns: columns, rows: rows) { _, means in
        words.append(contentsOf: means)
      }
    }
    // Missing pixels are paper.
    words += repeatElement(.max, count: max(width * height, 0) - words.count)
  }
}
