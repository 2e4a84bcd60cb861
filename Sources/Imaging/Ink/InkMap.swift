import PageModel

/// A page's reduced picture for finding pen marks: how dark and how coloured each pixel is on its paper.
struct InkMap: Sendable {
  let width: Int
  let height: Int
  private(set) var darkness: [UInt8]
  /// The distance of its colour from text's of the same darkness, 0 to 255.
  private(set) var colour: [UInt8]
  /// The colour beyond the paper's: red less green, and yellow less blue.
  private(set) var redness: [Int8]
  private(set) var yellowness: [Int8]
  /// Pixels that may be ink; all others are paper.
  private(set) var ink: InkMask
  let paper: [PaperSquare]
  let columns: Int
  private var printedPaper: (level: Int, colour: Int) = (255, 0)

  struct PaperSquare {
    var blue: Int32 = 0
    var green: Int32 = 0
    var red: Int32 = 0

    /// Brightness, 0 to 255.
    var level: Int32 { (red + 2 * green + blue) / 4 }
    /// Saturation, 0 to 255.
    var colour: Int { Int(max(blue, green, red) - min(blue, green, red)) }
  }

  static let leastDarkness: UInt8 = 20
  /// The side of a square in pixels: wider than letters are high, so that each square has paper.
  static let side = 24
  /// More words say no more about the text.
  private static let mostWords = 400

  /// - Parameter print: Boxes of words, in pixels of the sample, which give the text's colour and darkness.
  init(_ sample: InkSample, print: [Box]) {
    (width, height) = (sample.width, sample.height)
    let (columns, rows) = ((width + Self.side - 1) / Self.side, (height + Self.side - 1) / Self.side)
    let squares = (0..<columns * rows).map { Self.paper(of: sample, $0 % columns, $0 / columns) }
    self.columns = columns
    paper = Self.closed(squares, columns: columns, rows: rows)
    darkness = [UInt8](repeating: 0, count: width * height)
    colour = darkness
    redness = [Int8](repeating: 0, count: width * height)
    yellowness = redness
    ink = InkMask(width: width, height: height)
    let printed = print.map { paper[square($0.x + $0.width / 2, $0.y + $0.height / 2)] }
    if let level = printed.map(\.level).median, let colour = printed.map(\.colour).median {
      printedPaper = (Int(level), colour)
    }
    divide(sample, rows: rows)
    let (red, yellow) = printColour(print)
    tellColours(red: red, yellow: yellow)
  }

  /// Computes how far each pixel's colour is from the text's, which is given for black.
  private mutating func tellColours(red: Int, yellow: Int) {
    let (width, mask, darkness, redness, yellowness) = (width, ink, darkness, redness, yellowness)
    mask.forEach { x, y in
      let index = y &* width &+ x
      let dark = Int(darkness[index])
      let (a, b) = (Int(redness[index]) - red * dark / 255, Int(yellowness[index]) - yellow * dark / 255)
      colour[index] = Self.strength(a, b)
    }
  }

  /// The strength of a colour, 0 to 254.
  private static func strength(_ red: Int, _ yellow: Int) -> UInt8 {
    UInt8(min(max(abs(red), abs(yellow)) + min(abs(red), abs(yellow)) / 2, 127) * 2)
  }

  /// The distance of a pixel's colour from the text's or from gray, the smaller one.
  func penColour(at index: Int) -> UInt8 {
    min(colour[index], Self.strength(Int(redness[index]), Int(yellowness[index])))
  }

  /// The mean of the brighter third of a square.
  private static func paper(of sample: InkSample, _ column: Int, _ row: Int) -> PaperSquare {
    let (left, top) = (column * side, row * side)
    let (right, bottom) = (min(left + side, sample.width), min(top + side, sample.height))
    // For each level, the count of pixels and the sums of channels: 16 bits each, of at most 144 pixels.
    return withUnsafeTemporaryAllocation(of: UInt64.self, capacity: 64) { sums in
      sums.initialize(repeating: 0)
      sample.words.withUnsafeBufferPointer { words in
        for y in stride(from: top, to: bottom, by: 2) {
          for x in stride(from: left, to: right, by: 2) {
            let word = words[y &* sample.width &+ x]
            let (blue, green, red) = (word >> 8 & 255, word >> 16 & 255, word >> 24)
            let channels = UInt64(red) << 32 | UInt64(green) << 16 | UInt64(blue)
            sums[Int((blue &+ 2 &* green &+ red) >> 4)] &+= 1 << 48 | channels
          }
        }
      }
      let wanted = sums.reduce(UInt64(0)) { $0 + $1 >> 48 } / 3
      var (level, sum) = (63, sums[63])
      while level > 0, wanted > sum >> 48 {
        level -= 1
        sum += sums[level]
      }
      let taken = Int32(sum >> 48)
      guard taken > 0 else { return PaperSquare(blue: 255, green: 255, red: 255) }
      return PaperSquare(
        blue: Int32(sum & 0xFFFF) / taken, green: Int32(sum >> 16 & 0xFFFF) / taken,
        red: Int32(sum >> 32 & 0xFFFF) / taken)
    }
  }

  /// Replaces each square that is darker than most neighbours, because it is all ink.
  private static func closed(_ squares: [PaperSquare], columns: Int, rows: Int) -> [PaperSquare] {
    squares.indices.map { index in
      let (column, row) = (index % columns, index / columns)
      let around = (max(0, row - 1)...min(rows - 1, row + 1)).flatMap { y in
        (max(0, column - 1)...min(columns - 1, column + 1)).map { x in squares[y * columns + x] }
      }.sorted { $0.level < $1.level }
      let usual = around[around.count * 2 / 3]
      return squares[index].level < usual.level ? usual : squares[index]
    }
  }

  /// Whether a place lies on paper like that around the text; other ground is darker or of another colour.
  func isPaper(x: Int, y: Int) -> Bool { isPaper(square: square(x, y)) }

  func isPaper(square: Int) -> Bool {
    Int(paper[square].level) * 100 >= printedPaper.level * 62
      && abs(paper[square].colour - printedPaper.colour) < 45
  }

  private func square(_ x: Int, _ y: Int) -> Int {
    let rows = paper.count / max(columns, 1)
    return min(max(y / Self.side, 0), rows - 1) * columns + min(max(x / Self.side, 0), columns - 1)
  }

  /// Hands over the indices of words' pixels, every `step`th along both sides.
  private func forEachPixel(of print: [Box], by step: Int, _ body: (_ index: Int) -> Void) {
    for box in print.prefix(Self.mostWords) {
      for y in stride(from: max(box.y, 0), to: min(box.y + box.height, height), by: step) {
        for x in stride(from: max(box.x, 0), to: min(box.x + box.width, width), by: step) { body(y * width + x) }
      }
    }
  }

  /// The colour of black text: a printer with blue ink makes no pen marks.
  private func printColour(_ print: [Box]) -> (red: Int, yellow: Int) {
    var (reds, yellows): ([Int], [Int]) = ([], [])
    forEachPixel(of: print, by: 3) { index in
      let dark = Int(darkness[index])
      guard dark > 90 else { return }
      reds.append(Int(redness[index]) * 255 / dark)
      yellows.append(Int(yellowness[index]) * 255 / dark)
    }
    return reds.count > 50 ? (reds.median ?? 0, yellows.median ?? 0) : (0, 0)
  }

  /// The remaining colour of text without its own colour: nine tenths of its pixels have less.
  func colourNoise(_ print: [Box]) -> Int {
    var levels = Levels()
    forEachPixel(of: print, by: 2) { index in
      if darkness[index] > 60 { levels.add(colour[index]) }
    }
    return levels.ranked(levels.count - 1 - levels.count / 10)
  }

  /// The mean difference of neighbouring pixels of a square, 0 to 255, along rows or columns, whichever is more.
  func roughness(x left: Int, y top: Int) -> Int {
    let (right, bottom) = (min(left + Self.side, width - 1), min(top + Self.side, height - 1))
    guard left < right, top < bottom else { return 0 }
    return darkness.withUnsafeBufferPointer { darkness in
      var (along, down) = (0, 0)
      for y in top..<bottom {
        for x in left..<right {
          let index = y &* width &+ x
          let value = Int(darkness[index])
          along &+= abs(value &- Int(darkness[index &+ 1]))
          down &+= abs(value &- Int(darkness[index &+ width]))
        }
      }
      return max(along, down) / ((right - left) * (bottom - top))
    }
  }

  /// The darkness of text: the median over the darker pixels in words.
  func printDarkness(_ print: [Box]) -> Int {
    var values: [Int] = []
    for box in print.prefix(Self.mostWords) where box.width > 0 && box.height > 0 {
      let y = min(max(box.y + box.height / 2, 0), height - 1)
      let columns = box.columns(within: width)
      if let darkest = columns.map({ darkness[y * width + $0] }).max(), darkest > 0 { values.append(Int(darkest)) }
    }
    return values.median ?? 160
  }

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
