/// Reduces a picture row by row: each pixel is the mean of a rectangle.
enum PictureMeans {
  /// The sum of this many bytes fits into 16 bits.
  private static let mostRows = 256

  /// The spans of `count` pixels from `first` on, if `scale` reduces a side of `limit` pixels.
  static func spans(from first: Int = 0, count: Int, scale: Double, limit: Int) -> [Range<Int>] {
    (0..<count).map { index in
      let from = min(Int((Double(first + index) * scale).rounded()), limit - 1)
      let to = min(Int((Double(first + index + 1) * scale).rounded()), limit)
      return from..<max(from + 1, to)
    }
  }

  /// Hands over one row of means after the other, as words of red, green and blue from the top byte on.
  static func forEachRow(
    of picture: Picture, columns: [Range<Int>], rows: [Range<Int>],
    _ take: (_ row: Int, _ words: UnsafeBufferPointer<UInt32>) -> Void
  ) {
    // The pixels are valid as long as the picture, which outlives this call.
    guard let source = PixelRows(picture), let left = columns.first?.lowerBound,
      let right = columns.last?.upperBound, left >= 0, left < right, right <= picture.width
    else { return }
    var sums = ColumnSums(columns, left: left, width: right - left)
    var means = [UInt32](repeating: 0, count: columns.count)
    for (y, span) in rows.enumerated() where span.lowerBound >= 0 && span.upperBound <= picture.height {
      for row in span.prefix(mostRows) {
        sums.add(source, row: row, isFirst: row == span.lowerBound)
      }
      means.withUnsafeMutableBufferPointer { means in
        sums.divide(rows: min(span.count, mostRows), to: means)
        take(y, UnsafeBufferPointer(means))
      }
    }
  }
}

/// Sums of columns: red and blue share a word, so that two channels cost one addition.
private struct ColumnSums {
  private typealias Span = (first: Int32, count: Int32)

  private let left: Int
  private let spans: [Span]
  private let narrowest: Int
  private let widest: Int
  private var redBlue: [UInt32]
  private var green: [UInt32]

  init(_ columns: [Range<Int>], left: Int, width: Int) {
    self.left = left
    spans = columns.map { (Int32($0.lowerBound - left), Int32($0.count)) }
    narrowest = columns.reduce(width) { min($0, $1.count) }
    widest = columns.reduce(1) { max($0, $1.count) }
    redBlue = [UInt32](repeating: 0, count: width)
    green = redBlue
  }

  mutating func add(_ source: PixelRows, row: Int, isFirst: Bool) {
    let (left, width) = (left, redBlue.count)
    redBlue.withUnsafeMutableBufferPointer { redBlue in
      green.withUnsafeMutableBufferPointer { green in
        if isFirst {
          redBlue.update(repeating: 0)
          green.update(repeating: 0)
        }
        for x in 0..<width {
          let word = source.word(x: left &+ x, y: row)
          redBlue[x] &+= word >> 8 & 0xFF_00FF
          green[x] &+= word >> 16 & 0xFF
        }
      }
    }
  }

  func divide(rows: Int, to target: UnsafeMutableBufferPointer<UInt32>) {
    let (narrowest, widest) = (narrowest, widest)
    guard widest * rows <= 256 else { return divideLarge(rows: rows, to: target) }
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: widest + 1) { shares in
      for count in 0...widest {
        let area = UInt64(max(count, 1) * rows)
        shares.initializeElement(at: count, to: ((1 << 24) + area - 1) / area)
      }
      redBlue.withUnsafeBufferPointer { redBlue in
        green.withUnsafeBufferPointer { green in
          spans.withUnsafeBufferPointer { spans in
            for x in spans.indices {
              let (from, count) = (Int(spans[x].first), Int(spans[x].count))
              var (both, middle) = (redBlue[from], green[from])
              var step = 1
              while step < narrowest {
                both &+= redBlue[from &+ step]
                middle &+= green[from &+ step]
                step &+= 1
              }
              // The loop has one length for all: the processor would mispredict spans of two lengths in turn.
              while step < widest {
                let column = from &+ min(step, count &- 1)
                let mask: UInt32 = step < count ? .max : 0
                both &+= redBlue[column] & mask
                middle &+= green[column] & mask
                step &+= 1
              }
              // No sum is above 65,280, so that each product stays in its half.
              let share = shares[count]
              let means = (UInt64(both >> 16) << 32 | UInt64(both & 0xFFFF)) &* share
              target[x] =
                UInt32(truncatingIfNeeded: means >> 56) << 24 | UInt32(truncatingIfNeeded: means >> 16) & 0xFF00
                | UInt32(truncatingIfNeeded: (UInt64(middle) &* share) >> 24) << 16
            }
          }
        }
      }
    }
  }

  /// The same for areas whose sums need more than 16 bits.
  private func divideLarge(rows: Int, to target: UnsafeMutableBufferPointer<UInt32>) {
    for (x, span) in spans.enumerated() {
      var (red, middle, blue): (UInt32, UInt32, UInt32) = (0, 0, 0)
      for column in Int(span.first)..<Int(span.first + span.count) {
        red &+= redBlue[column] >> 16
        blue &+= redBlue[column] & 0xFFFF
        middle &+= green[column]
      }
      let area = UInt32(span.count) &* UInt32(rows)
      target[x] = (red / area) << 24 | (middle / area) << 16 | (blue / area) << 8
    }
  }
}
