import CLeptonica
import PageModel

extension GrayImage {
  /// The green of a picture, each pixel the mean of `factor` by `factor`: bars are as dark in it as in gray.
  ///
  /// - Parameter part: The wanted part of the reduced picture, in its pixels, wholly on it; nil for all of it.
  init(greenOf picture: Picture, reducedBy factor: Int, part: PageModel.Box? = nil) {
    let (fullWidth, wordsPerRow) = (picture.width, Int(pixGetWpl(picture.pix)))
    let whole = PageModel.Box(x: 0, y: 0, width: max(fullWidth / factor, 1), height: max(picture.height / factor, 1))
    let part = part ?? whole
    precondition(
      part.x >= 0 && part.y >= 0 && part.x + part.width <= whole.width && part.y + part.height <= whole.height,
      "a part lies on its picture")
    self.init(width: part.width, height: part.height)
    guard let data = pixGetData(picture.pix), fullWidth >= factor, picture.height >= factor else { return }
    // Leptonica's words are valid as long as the picture, which outlives this initialiser.
    let words = UnsafeBufferPointer(start: data, count: wordsPerRow * picture.height)
    let isColour = picture.isColour
    let left = part.x * factor
    let area = UInt32(factor * factor)
    let (width, height) = (width, height)
    var sums = [UInt32](repeating: 0, count: width * factor)
    sums.withUnsafeMutableBufferPointer { sums in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<height {
          sums.update(repeating: 0)
          for row in (part.y + y) * factor..<(part.y + y + 1) * factor {
            let start = row * wordsPerRow
            if isColour {
              for x in sums.indices { sums[x] &+= words[start &+ left &+ x] >> 16 & 255 }
            } else {
              for x in sums.indices {
                let column = left &+ x
                sums[x] &+= words[start &+ column >> 2] >> (24 &- 8 &* UInt32(column & 3)) & 255
              }
            }
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
