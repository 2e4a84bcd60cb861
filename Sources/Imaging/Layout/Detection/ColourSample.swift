/// A part of a picture at another size for the detection network: rows of blue, green and red.
struct ColourSample {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt8]

  /// The part from (left, top) on of the picture as if it had `wholeWidth` by `wholeHeight` pixels.
  init(of picture: Picture, wholeWidth: Int, wholeHeight: Int, left: Int, top: Int, width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 255, count: 3 * width * height)
    guard let source = PixelRows(picture), width > 0, height > 0 else { return }
    let (scaleX, scaleY) = (Double(picture.width) / Double(wholeWidth), Double(picture.height) / Double(wholeHeight))
    if scaleX > 1, scaleY > 1 {
      let columns = PictureMeans.spans(from: left, count: width, scale: scaleX, limit: picture.width)
      let rows = PictureMeans.spans(from: top, count: height, scale: scaleY, limit: picture.height)
      pixels.withUnsafeMutableBufferPointer { pixels in
        PictureMeans.forEachRow(of: picture, columns: columns, rows: rows) { row, means in
          var place = 3 * row * width
          for word in means {
            pixels[place] = UInt8(truncatingIfNeeded: word >> 8)
            pixels[place + 1] = UInt8(truncatingIfNeeded: word >> 16)
            pixels[place + 2] = UInt8(truncatingIfNeeded: word >> 24)
            place += 3
          }
        }
      }
    } else {
      interpolate(source, scaleX: scaleX, scaleY: scaleY, left: left, top: top)
    }
  }

  /// Whether the sample has one colour, so that no text can be on it (`Measurements.md`).
  var isPlain: Bool {
    pixels.withUnsafeBufferPointer { pixels in
      (0..<3).allSatisfy { channel in
        var (least, most) = (UInt8.max, UInt8.min)
        for place in stride(from: channel, to: pixels.count, by: 3) {
          least = min(least, pixels[place])
          most = max(most, pixels[place])
          if most - least > Self.invisible { return false }
        }
        return true
      }
    }
  }

  private static let invisible: UInt8 = 8

  private mutating func interpolate(_ source: PixelRows, scaleX: Double, scaleY: Double, left: Int, top: Int) {
    for y in 0..<height {
      let placeY = min(max((Double(top + y) + 0.5) * scaleY - 0.5, 0), Double(source.height - 1))
      let upper = Int(placeY)
      let lower = min(upper + 1, source.height - 1)
      let weightY = UInt32((placeY - Double(upper)) * 64)
      for x in 0..<width {
        let placeX = min(max((Double(left + x) + 0.5) * scaleX - 0.5, 0), Double(source.width - 1))
        let first = Int(placeX)
        let second = min(first + 1, source.width - 1)
        let weightX = UInt32((placeX - Double(first)) * 64)
        let corners = (
          source.word(x: first, y: upper), source.word(x: second, y: upper), source.word(x: first, y: lower),
          source.word(x: second, y: lower)
        )
        for channel in 0..<3 {
          let shift = UInt32(8 * (channel + 1))
          let above = (corners.0 >> shift & 255) * (64 - weightX) + (corners.1 >> shift & 255) * weightX
          let below = (corners.2 >> shift & 255) * (64 - weightX) + (corners.3 >> shift & 255) * weightX
          pixels[3 * (y * width + x) + channel] = UInt8((above * (64 - weightY) + below * weightY) >> 12)
        }
      }
    }
  }
}
