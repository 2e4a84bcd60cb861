import PageModel

extension GrayImage {
  /// The green of a picture, each pixel the mean of `factor` by `factor`: bars are as dark in it as in gray.
  init(greenOf picture: Picture, reducedBy factor: Int, part: Box? = nil) {
    let whole = Box(x: 0, y: 0, width: max(picture.width / factor, 1), height: max(picture.height / factor, 1))
    let part = part ?? whole
    precondition(
      part.x >= 0 && part.y >= 0 && part.x + part.width <= whole.width && part.y + part.height <= whole.height,
      "a part lies on its picture")
    self.init(width: part.width, height: part.height)
    // The rows are valid as long as the picture, which outlives this initialiser.
    guard let source = PixelRows(picture), picture.width >= factor, picture.height >= factor else { return }
    let left = part.x * factor
    let area = UInt32(factor * factor)
    let (width, height) = (width, height)
    var sums = [UInt32](repeating: 0, count: width * factor)
    sums.withUnsafeMutableBufferPointer { sums in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<height {
          sums.update(repeating: 0)
          for row in (part.y + y) * factor..<(part.y + y + 1) * factor {
            for x in sums.indices { sums[x] &+= source.word(x: left &+ x, y: row) >> 16 & 255 }
          }
          if factor == 1 {
            for x in 0..<width { pixels[y &* width &+ x] = UInt8(truncatingIfNeeded: sums[x]) }
            continue
          }
          for x in 0..<width {
            var sum = area / 2
            for column in x &* factor..<x &* factor &+ factor { sum &+= sums[column] }
            pixels[y &* width &+ x] = UInt8(truncatingIfNeeded: sum / area)
          }
        }
      }
    }
  }
}
