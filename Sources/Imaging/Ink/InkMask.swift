import PageModel

/// A mask of the pixels of ink, one bit each, so that 64 pixels of paper are skipped at once.
struct InkMask: Sendable {
  let width: Int
  let height: Int
  private let wordsPerRow: Int
  /// The lowest bit is the leftmost pixel; bits past the width are 0.
  private var words: [UInt64]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    wordsPerRow = (width + 63) / 64
    words = [UInt64](repeating: 0, count: wordsPerRow * height)
  }

  subscript(x: Int, y: Int) -> Bool {
    words[y * wordsPerRow + x >> 6] >> UInt64(x & 63) & 1 != 0
  }

  mutating func insert(x: Int, y: Int) {
    words[y * wordsPerRow + x >> 6] |= 1 << UInt64(x & 63)
  }

  var count: Int { words.reduce(0) { $0 + $1.nonzeroBitCount } }

  func forEach(_ body: (_ x: Int, _ y: Int) -> Void) {
    var (x, y) = (0, 0)
    for word in words {
      var rest = word
      while rest != 0 {
        body(x + rest.trailingZeroBitCount, y)
        rest &= rest &- 1
      }
      x += 64
      if x >= width { (x, y) = (0, y + 1) }
    }
  }

  mutating func subtract(_ other: InkMask) {
    for index in words.indices { words[index] &= ~other.words[index] }
  }

  mutating func clear(_ box: Box) {
    let (columns, rows) = (box.columns(within: width), box.rows(within: height))
    guard !columns.isEmpty else { return }
    for word in columns.lowerBound >> 6...(columns.upperBound - 1) >> 6 {
      let (from, to) = (max(columns.lowerBound - word * 64, 0), min(columns.upperBound - word * 64, 64))
      let bits = (UInt64.max >> UInt64(64 - to)) & (UInt64.max << UInt64(from))
      for y in rows { words[y * wordsPerRow + word] &= ~bits }
    }
  }

  /// Every pixel with only ink in the square around it, as far as that lies on the picture.
  func eroded(radius: Int) -> InkMask {
    inverted.dilated(radius: radius).inverted
  }

  private var inverted: InkMask {
    var result = self
    for index in words.indices { result.words[index] = ~words[index] }
    result.clearPadding()
    return result
  }

  private mutating func clearPadding() {
    guard width & 63 != 0 else { return }
    let bits = UInt64.max >> UInt64(64 - width & 63)
    for last in stride(from: wordsPerRow - 1, to: words.count, by: wordsPerRow) { words[last] &= bits }
  }

  /// Every pixel with ink in the square of `2 * radius + 1` pixels around it.
  ///
  /// Dilates to the right, left, down and up in turn, twice as far with each step.
  func dilated(radius: Int) -> InkMask {
    guard radius > 0, !words.isEmpty else { return self }
    var result = self
    let (perRow, count) = (wordsPerRow, words.count)
    result.words.withUnsafeMutableBufferPointer { words in
      var reach = 0
      while reach < radius {
        let step = min(reach + 1, radius - reach, 63)
        let (near, far) = (UInt64(step), UInt64(64 - step))
        for start in stride(from: 0, to: count, by: perRow) {
          var (before, after): (UInt64, UInt64) = (0, 0)
          for index in start..<start + perRow {
            let word = words[index]
            words[index] = word | word &<< near | before &>> far
            before = word
          }
          for index in (start..<start + perRow).reversed() {
            let word = words[index]
            words[index] = word | word &>> near | after &<< far
            after = word
          }
        }
        for index in stride(from: count - 1, through: step * perRow, by: -1) {
          words[index] |= words[index - step * perRow]
        }
        for index in 0..<max(count - step * perRow, 0) { words[index] |= words[index + step * perRow] }
        reach += step
      }
    }
    result.clearPadding()
    return result
  }

  func components() -> InkComponents {
    var runs: [InkRun] = []
    forEach { x, y in
      if let last = runs.last, last.row == y, last.to == x {
        runs[runs.count - 1].to += 1
      } else {
        runs.append(InkRun(row: y, from: x, to: x + 1))
      }
    }
    return InkComponents(joining: runs, width: width, height: height)
  }
}
