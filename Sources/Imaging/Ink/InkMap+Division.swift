/// Computes the darkness and the colour of pixels against the paper around them.
extension InkMap {
  /// 255 over a paper's level in 65,536ths, rounded up: a channel's share without a division.
  private static let shares: [UInt32] = (0..<256).map { level in
    let paper = UInt32(max(level, darkestPaper))
    return ((255 << 16) + paper - 1) / paper
  }
  private static let darkestPaper = 24

  /// Computes every channel as a share of the paper's, between the middles of the squares.
  mutating func divide(_ sample: InkSample, rows: Int) {
    let side = Int32(Self.side)
    var alike = InkMask(width: columns, height: rows)
    for index in paper.indices where isPaper(square: index) { alike.insert(x: index % columns, y: index / columns) }
    let near = alike.dilated(radius: 1)
    var line = [PaperSquare](repeating: PaperSquare(), count: columns)
    for y in 0..<height {
      let fine = Int32(y) - side / 2
      let upper = min(max(Int(fine / side), 0), rows - 1)
      let lower = min(upper + 1, rows - 1)
      let weight = min(max(fine - Int32(upper) * side, 0), side)
      for column in 0..<columns {
        let (one, two) = (paper[upper * columns + column], paper[lower * columns + column])
        line[column] = PaperSquare(
          blue: one.blue * (side - weight) + two.blue * weight,
          green: one.green * (side - weight) + two.green * weight,
          red: one.red * (side - weight) + two.red * weight)
      }
      sample.words.withUnsafeBufferPointer { words in
        for column in 0..<columns {
          // Pixels whose paper lies between the middles of this square and the next.
          let from = column == 0 ? 0 : column * Self.side + Self.side / 2
          let to = min((column + 1) * Self.side + Self.side / 2, width)
          guard from < to else { break }
          let next = min(column + 1, columns - 1)
          guard near[column, upper] || near[next, upper] || near[column, lower] || near[next, lower] else { continue }
          divide(words, y: y, from: from, to: to, left: line[column], right: line[next])
        }
      }
    }
  }

  /// - Parameters:
  ///   - left: The paper around the middle of the square on the left; `right` likewise.
  private mutating func divide(
    _ words: UnsafeBufferPointer<UInt32>, y: Int, from: Int, to: Int, left: PaperSquare, right: PaperSquare
  ) {
    let (side, shares) = (Int32(Self.side), Self.shares)
    // A pixel as bright as this in all channels is paper, whatever the share of the two squares.
    func paperFrom(_ one: Int32, _ two: Int32) -> UInt32 {
      let paper = max(max(one, two) / side, Int32(Self.darkestPaper))
      return UInt32((Int32(256 - Int32(Self.leastDarkness)) * paper + 254) / 255)
    }
    let (leastRed, leastGreen) = (paperFrom(left.red, right.red), paperFrom(left.green, right.green))
    let leastBlue = paperFrom(left.blue, right.blue)
    let middle = (from - Self.side / 2) / Self.side * Self.side + Self.side / 2
    for x in from..<to {
      let index = y &* width &+ x
      let word = words[index]
      if word >> 24 >= leastRed, word >> 16 & 255 >= leastGreen, word >> 8 & 255 >= leastBlue { continue }
      let share = min(max(Int32(x - middle), 0), side)
      func channel(_ value: UInt32, _ one: Int32, _ two: Int32) -> Int32 {
        let paper = (one &* (side &- share) &+ two &* share) / (side * side)
        return Int32(bitPattern: min((value &* shares[Int(paper)]) >> 16, 255))
      }
      let blue = channel(word >> 8 & 255, left.blue, right.blue)
      let green = channel(word >> 16 & 255, left.green, right.green)
      let red = channel(word >> 24, left.red, right.red)
      let dark = UInt8(truncatingIfNeeded: 255 &- (red &+ 2 &* green &+ blue) / 4)
      if dark >= Self.leastDarkness {
        darkness[index] = dark
        redness[index] = Int8(clamping: (red - green) / 2)
        yellowness[index] = Int8(clamping: ((red + green) / 2 - blue) / 2)
        ink.insert(x: x, y: y)
      }
    }
  }
}
