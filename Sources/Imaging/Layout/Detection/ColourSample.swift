import CLeptonica

/// A part of a picture at another size, as the detection network takes it: rows of blue, green and red.
struct ColourSample {
  let width: Int
  let height: Int
  private(set) var pixels: [UInt8]

  /// The part from (left, top) on of the picture as if it had `wholeWidth` by `wholeHeight` pixels.
  ///
  /// Each pixel is the mean of what it covers; where the picture is magnified, it is read between the pixels.
  init(of picture: Picture, wholeWidth: Int, wholeHeight: Int, left: Int, top: Int, width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt8](repeating: 255, count: 3 * width * height)
    guard let data = pixGetData(picture.pix), width > 0, height > 0, picture.width > 0, picture.height > 0 else {
      return
    }
    let source = SourcePixels(
      words: UnsafeBufferPointer(start: data, count: Int(pixGetWpl(picture.pix)) * picture.height),
      wordsPerRow: Int(pixGetWpl(picture.pix)), isColour: picture.isColour)
    let (scaleX, scaleY) = (Double(picture.width) / Double(wholeWidth), Double(picture.height) / Double(wholeHeight))
    if scaleX > 1, scaleY > 1 {
      let columns = Self.spans(from: left, count: width, scale: scaleX, limit: picture.width)
      let rows = Self.spans(from: top, count: height, scale: scaleY, limit: picture.height)
      average(source, columns, rows)
    } else {
      interpolate(source, picture, scaleX: scaleX, scaleY: scaleY, left: left, top: top)
    }
  }

  /// The source pixels that each target pixel covers.
  private static func spans(from first: Int, count: Int, scale: Double, limit: Int) -> [Range<Int>] {
    (0..<count).map { index in
      let from = min(Int((Double(first + index) * scale).rounded()), limit - 1)
      let to = min(Int((Double(first + index + 1) * scale).rounded()), limit)
      return from..<max(from + 1, to)
    }
  }

  private mutating func average(_ source: SourcePixels, _ columns: [Range<Int>], _ rows: [Range<Int>]) {
    var sums = [UInt32](repeating: 0, count: 3 * width)
    for (y, span) in rows.enumerated() {
      for index in sums.indices { sums[index] = 0 }
      for row in span {
        let start = row * source.wordsPerRow
        for (x, columns) in columns.enumerated() {
          var (blue, green, red): (UInt32, UInt32, UInt32) = (0, 0, 0)
          for column in columns {
            let word = source.word(start: start, x: column)
            blue &+= word >> 8 & 255
            green &+= word >> 16 & 255
            red &+= word >> 24
          }
          sums[3 * x] &+= blue
          sums[3 * x + 1] &+= green
          sums[3 * x + 2] &+= red
        }
      }
      for (x, columns) in columns.enumerated() {
        let area = UInt32(columns.count * span.count)
        for channel in 0..<3 { pixels[3 * (y * width + x) + channel] = UInt8(sums[3 * x + channel] / area) }
      }
    }
  }

  private mutating func interpolate(
    _ source: SourcePixels, _ picture: Picture, scaleX: Double, scaleY: Double, left: Int, top: Int
  ) {
    for y in 0..<height {
      let placeY = min(max((Double(top + y) + 0.5) * scaleY - 0.5, 0), Double(picture.height - 1))
      let upper = Int(placeY)
      let lower = min(upper + 1, picture.height - 1)
      let weightY = UInt32((placeY - Double(upper)) * 64)
      for x in 0..<width {
        let placeX = min(max((Double(left + x) + 0.5) * scaleX - 0.5, 0), Double(picture.width - 1))
        let first = Int(placeX)
        let second = min(first + 1, picture.width - 1)
        let weightX = UInt32((placeX - Double(first)) * 64)
        let corners = (
          source.word(start: upper * source.wordsPerRow, x: first),
          source.word(start: upper * source.wordsPerRow, x: second),
          source.word(start: lower * source.wordsPerRow, x: first),
          source.word(start: lower * source.wordsPerRow, x: second)
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

/// Leptonica's pixels, gray or in colour, as words of red, green and blue; valid as long as their picture.
private struct SourcePixels {
  let words: UnsafeBufferPointer<UInt32>
  let wordsPerRow: Int
  let isColour: Bool

  @inline(__always)
  func word(start: Int, x: Int) -> UInt32 {
    if isColour { return words[start + x] }
    let value = words[start + (x >> 2)] >> (24 &- 8 &* UInt32(x & 3)) & 255
    return value << 24 | value << 16 | value << 8
  }
}
