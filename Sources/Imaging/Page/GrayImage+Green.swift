import CLeptonica

extension GrayImage {
  /// The green of a picture, each pixel the mean of a square of `factor` by `factor`: bars are as dark in it as in gray.
  init(greenOf picture: Picture, reducedBy factor: Int) {
    let (fullWidth, wordsPerRow) = (picture.width, Int(pixGetWpl(picture.pix)))
    self.init(width: max(fullWidth / factor, 1), height: max(picture.height / factor, 1))
    guard let data = pixGetData(picture.pix), fullWidth >= factor, picture.height >= factor else { return }
    // Leptonica's words are valid as long as the picture, which outlives this initialiser.
    let words = UnsafeBufferPointer(start: data, count: wordsPerRow * picture.height)
    let isColour = picture.isColour
    guard factor > 1 else {
      fill(greenOf: words, wordsPerRow: wordsPerRow, isColour: isColour)
      return
    }
    let area = UInt32(factor * factor)
    let (width, height) = (width, height)
    var sums = [UInt32](repeating: 0, count: fullWidth)
    sums.withUnsafeMutableBufferPointer { sums in
      pixels.withUnsafeMutableBufferPointer { pixels in
        for y in 0..<height {
          sums.update(repeating: 0)
          for row in y * factor..<(y + 1) * factor {
            let start = row * wordsPerRow
            if isColour {
              for x in 0..<fullWidth { sums[x] &+= words[start &+ x] >> 16 & 255 }
            } else {
              for x in 0..<fullWidth { sums[x] &+= words[start &+ x >> 2] >> (24 &- 8 &* UInt32(x & 3)) & 255 }
            }
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

  /// The green as it is, by words of Leptonica: one for each pixel in colour, one for each four in gray.
  private mutating func fill(greenOf words: UnsafeBufferPointer<UInt32>, wordsPerRow: Int, isColour: Bool) {
    let (width, height) = (width, height)
    pixels.withUnsafeMutableBufferPointer { pixels in
      for y in 0..<height {
        let (start, target) = (y &* wordsPerRow, y &* width)
        if isColour {
          for x in 0..<width { pixels[target &+ x] = UInt8(truncatingIfNeeded: words[start &+ x] >> 16) }
        } else {
          for x in 0..<width {
            let value = words[start &+ x >> 2] >> (24 &- 8 &* UInt32(x & 3))
            pixels[target &+ x] = UInt8(truncatingIfNeeded: value)
          }
        }
      }
    }
  }
}
