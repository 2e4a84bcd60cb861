import CLeptonica

/// A picture made smaller, row by row: each pixel is the mean of a rectangle of the picture's.
///
/// What looks at a whole page looks at it in a size of its own; all of these sizes are made here.
enum PictureMeans {
  /// So many values of a byte fit into 16 bits.
  private static let mostRows = 256

  /// The spans of `count` pixels from `first` on when a side of `limit` pixels is made smaller by `scale`.
  static func spans(from first: Int = 0, count: Int, scale: Double, limit: Int) -> [Range<Int>] {
    (0..<count).map { index in
      let from = min(Int((Double(first + index) * scale).rounded()), limit - 1)
      let to = min(Int((Double(first + index + 1) * scale).rounded()), limit)
      return from..<max(from + 1, to)
    }
  }

  /// Hands over one row of means after the other, as words of red, green and blue from the top byte on.
  ///
  /// - Parameters:
  ///   - columns: What each pixel of a row covers, from left to right, on the picture.
  ///   - rows: What each row covers; of more than 256 rows the first ones count.
  ///   - take: Called with the row's number and its words, which are valid for that call.
  static func forEachRow(
    of picture: Picture, columns: [Range<Int>], rows: [Range<Int>],
    _ take: (_ row: Int, _ words: UnsafeBufferPointer<UInt32>) -> Void
  ) {
    guard let data = pixGetData(picture.pix), let left = columns.first?.lowerBound,
      let right = columns.last?.upperBound, left >= 0, left < right, right <= picture.width
    else { return }
    let wordsPerRow = Int(pixGetWpl(picture.pix))
    // Leptonica's words are valid as long as the picture, which outlives this call.
    let source = UnsafeBufferPointer(start: data, count: wordsPerRow * picture.height)
    let isAsLarge = columns.enumerated().allSatisfy { $1 == left + $0..<left + $0 + 1 }
    var sums = ColumnSums(left: left, width: right - left)
    var means = [UInt32](repeating: 0, count: columns.count)
    for (y, span) in rows.enumerated() where span.lowerBound >= 0 && span.upperBound <= picture.height {
      for row in span.prefix(mostRows) {
        sums.add(source, from: row * wordsPerRow, isColour: picture.isColour, isFirst: row == span.lowerBound)
      }
      means.withUnsafeMutableBufferPointer { means in
        if isAsLarge, span.count == 1 {
          sums.copy(to: means)
        } else {
          sums.divide(columns, rows: min(span.count, mostRows), to: means)
        }
        take(y, UnsafeBufferPointer(means))
      }
    }
  }
}

/// Columns of pixels, added up: red and blue in the halves of one word, so that two channels cost one addition.
private struct ColumnSums {
  private let left: Int
  private var redBlue: [UInt32]
  private var green: [UInt32]

  init(left: Int, width: Int) {
    self.left = left
    redBlue = [UInt32](repeating: 0, count: width)
    green = redBlue
  }

  mutating func add(_ source: UnsafeBufferPointer<UInt32>, from start: Int, isColour: Bool, isFirst: Bool) {
    let (left, width) = (left, redBlue.count)
    redBlue.withUnsafeMutableBufferPointer { redBlue in
      green.withUnsafeMutableBufferPointer { green in
        if isFirst {
          redBlue.update(repeating: 0)
          green.update(repeating: 0)
        }
        if isColour {
          for x in 0..<width {
            let word = source[start &+ left &+ x]
            redBlue[x] &+= word >> 8 & 0xFF_00FF
            green[x] &+= word >> 16 & 0xFF
          }
        } else {
          for x in 0..<width {
            let column = left &+ x
            let value = source[start &+ column >> 2] >> (24 &- 8 &* UInt32(column & 3)) & 255
            redBlue[x] &+= value << 16 | value
            green[x] &+= value
          }
        }
      }
    }
  }

  /// One row, as it is.
  func copy(to target: UnsafeMutableBufferPointer<UInt32>) {
    redBlue.withUnsafeBufferPointer { redBlue in
      green.withUnsafeBufferPointer { green in
        for x in target.indices { target[x] = redBlue[x] << 8 | green[x] << 16 }
      }
    }
  }

  /// The means of all rows that were added.
  ///
  /// One division for three channels, and one for all pixels that cover as many columns; up to areas of 256 pixels it
  /// gives what dividing each gives.
  func divide(_ columns: [Range<Int>], rows: Int, to target: UnsafeMutableBufferPointer<UInt32>) {
    let widest = columns.reduce(1) { max($0, $1.count) }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: widest + 1) { shares in
      for count in 0...widest {
        let area = UInt32(truncatingIfNeeded: max(count, 1) &* rows)
        shares.initializeElement(at: count, to: ((1 << 24) &+ area &- 1) / area)
      }
      let left = left
      redBlue.withUnsafeBufferPointer { redBlue in
        green.withUnsafeBufferPointer { green in
          columns.withUnsafeBufferPointer { columns in
            for x in columns.indices {
              let (from, to) = (columns[x].lowerBound &- left, columns[x].upperBound &- left)
              var (red, middle, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
              var column = from
              while column < to {
                let word = redBlue[column]
                red &+= word >> 16
                blue &+= word & 0xFFFF
                middle &+= green[column]
                column &+= 1
              }
              let area = UInt32(truncatingIfNeeded: (to &- from) &* rows)
              if area > 256 {
                (red, middle, blue) = (red / area, middle / area, blue / area)
              } else if area > 1 {
                let share = shares[to &- from]
                (red, middle, blue) = ((red &* share) >> 24, (middle &* share) >> 24, (blue &* share) >> 24)
              }
              target[x] = red << 24 | middle << 16 | blue << 8
            }
          }
        }
      }
    }
  }
}
