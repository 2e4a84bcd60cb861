import CLeptonica

/// A picture reduced to the size at which pen marks are looked for, as words of red, green and blue from the top byte.
struct InkSample: Sendable {
  let width: Int
  let height: Int
  private(set) var words: [UInt32]

  /// Pixels as they are: as many words as the size says.
  init(width: Int, height: Int, words: [UInt32]) {
    precondition(words.count == width * height, "as many pixels as the size says")
    (self.width, self.height, self.words) = (width, height, words)
  }

  /// The picture at a size that is not above its own, each pixel the mean of those that it covers.
  init(of picture: Picture, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    let (fullWidth, wordsPerRow) = (picture.width, Int(pixGetWpl(picture.pix)))
    guard let data = pixGetData(picture.pix), width > 0, height > 0, width <= fullWidth, height <= picture.height else {
      words = [UInt32](repeating: .max, count: max(width * height, 0))
      return
    }
    // Leptonica's words are valid as long as the picture, which outlives this initialiser.
    let source = UnsafeBufferPointer(start: data, count: wordsPerRow * picture.height)
    let isColour = picture.isColour
    let columns = Self.spans(width, of: fullWidth)
    let rows = Self.spans(height, of: picture.height)
    var sums = Sums(width: fullWidth)
    words = [UInt32](unsafeUninitializedCapacity: width * height) { target, count in
      for (y, span) in rows.enumerated() {
        for (index, row) in span.enumerated() {
          sums.add(source, from: row * wordsPerRow, isColour: isColour, isFirst: index == 0)
        }
        sums.write(columns, rows: span.count, to: target, from: y * width)
      }
      count = width * height
    }
  }

  /// The source pixels that each target pixel covers, no more of them than fit into the sums.
  private static func spans(_ count: Int, of all: Int) -> [Range<Int>] {
    let scale = Double(all) / Double(count)
    return (0..<count).map { index in
      let from = min(Int((Double(index) * scale).rounded()), all - 1)
      let to = min(Int((Double(index + 1) * scale).rounded()), all)
      return from..<max(from + 1, min(to, from + mostRows))
    }
  }

  /// So many values of a byte fit into 16 bits.
  private static let mostRows = 256

  /// Columns of pixels, added up: red and blue in the halves of one word, so that two channels cost one addition.
  private struct Sums {
    private var redBlue: [UInt32]
    private var green: [UInt32]

    init(width: Int) {
      redBlue = [UInt32](repeating: 0, count: width)
      green = redBlue
    }

    mutating func add(_ source: UnsafeBufferPointer<UInt32>, from start: Int, isColour: Bool, isFirst: Bool) {
      let width = redBlue.count
      redBlue.withUnsafeMutableBufferPointer { redBlue in
        green.withUnsafeMutableBufferPointer { green in
          if isFirst {
            redBlue.update(repeating: 0)
            green.update(repeating: 0)
          }
          if isColour {
            for x in 0..<width {
              let word = source[start &+ x]
              redBlue[x] &+= word >> 8 & 0xFF_00FF
              green[x] &+= word >> 16 & 0xFF
            }
          } else {
            for x in 0..<width {
              let value = source[start &+ x >> 2] >> (24 &- 8 &* UInt32(x & 3)) & 255
              redBlue[x] &+= value << 16 | value
              green[x] &+= value
            }
          }
        }
      }
    }

    /// One row of the sample.
    func write(_ columns: [Range<Int>], rows: Int, to target: UnsafeMutableBufferPointer<UInt32>, from start: Int) {
      redBlue.withUnsafeBufferPointer { redBlue in
        green.withUnsafeBufferPointer { green in
          for (x, span) in columns.enumerated() {
            var (red, middle, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
            for column in span {
              red &+= redBlue[column] >> 16
              blue &+= redBlue[column] & 0xFFFF
              middle &+= green[column]
            }
            let area = UInt32(truncatingIfNeeded: span.count &* rows)
            if area > 1 {
              // One division for three channels; the same as three up to areas of 256 pixels.
              let share = ((1 << 24) &+ area &- 1) / area
              (red, middle, blue) = ((red &* share) >> 24, (middle &* share) >> 24, (blue &* share) >> 24)
            }
            target.initializeElement(at: start &+ x, to: red << 24 | middle << 16 | blue << 8)
          }
        }
      }
    }
  }
}
