import Glibc
package import PageModel

extension PictureFacts {
  /// Squares along the longer side, each with an averaged colour.
  private static let squares = 256
  /// The most samples along a square's side: a page takes a few milliseconds, whatever its size.
  private static let samples = 4
  /// Rows in which neighbouring pixels are compared.
  private static let rows = 200
  /// The least difference of the channels of a coloured square; yellowed paper stays below.
  private static let clearColour: UInt32 = 48
  /// A gray level below which a square counts as dark.
  private static let darkBelow = 96

  /// Measures a picture; nil for one without pixels.
  package init?(of picture: Picture) {
    guard let pixels = PixelRows(picture) else { return nil }
    let (width, height) = (picture.width, picture.height)

    /// Red, green and blue from the lowest 16 bits on, so that one addition adds all three.
    @inline(__always) func channels(_ x: Int, _ y: Int) -> UInt64 {
      let word = UInt64(pixels.word(x: x, y: y))
      return word >> 24 | (word >> 16 & 255) << 16 | (word >> 8 & 255) << 32
    }

    let side = min(width, height, max(1, max(width, height) / Self.squares))
    let step = (side + Self.samples - 1) / Self.samples
    // At most 16 samples, whose sums fit into 16 bits; the rounded share divides them exactly.
    let across = (side + step - 1) / step
    let taken = across * across
    let share = UInt64(((1 << 24) + taken - 1) / taken)
    var levels = Levels()
    var coloured = 0
    for top in stride(from: 0, through: height - side, by: side) {
      for left in stride(from: 0, through: width - side, by: side) {
        var sum: UInt64 = 0
        var y = top
        while y < top &+ side {
          var x = left
          while x < left &+ side {
            sum &+= channels(x, y)
            x &+= step
          }
          y &+= step
        }
        func mean(_ sum: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: ((sum & 0xFFFF) &* share) >> 24) }
        let (red, green, blue) = (mean(sum), mean(sum >> 16), mean(sum >> 32))
        levels.add(PixelRows.level(of: red << 24 | green << 16 | blue << 8))
        if max(red, green, blue) - min(red, green, blue) > Self.clearColour { coloured += 1 }
      }
    }
    guard levels.count > 0 else { return nil }
    let total = Double(levels.count)
    let ground = Self.ground(of: levels)
    self.init(
      ground: ground.level, groundShare: Double(ground.count) / total, colour: Double(coloured) / total,
      dark: Double(levels.count(in: 0...Self.darkBelow - 1)) / total, tones: Self.entropy(of: levels),
      smooth: Self.smoothness(pixels))
  }

  /// The level with most squares within eight levels of it.
  private static func ground(of levels: Levels) -> (level: Int, count: Int) {
    let counts = (0...255).map { levels.count(in: max(0, $0 - 8)...min(255, $0 + 8)) }
    let level = counts.indices.max { counts[$0] < counts[$1] } ?? 0
    return (level, counts[level])
  }

  private static func entropy(of levels: Levels) -> Double {
    stride(from: 0, to: 256, by: 8).reduce(0.0) { sum, start in
      let share = Double(levels.count(in: start...start + 7)) / Double(levels.count)
      return share > 0 ? sum - share * log2(share) : sum
    }
  }

  /// The share of neighbours in some rows that differ by a level at most.
  private static func smoothness(_ pixels: PixelRows) -> Double {
    guard pixels.width > 1 else { return 1 }
    var (alike, pairs) = (0, 0)
    for y in stride(from: 0, to: pixels.height, by: max(1, pixels.height / rows)) {
      var last = Int(pixels.level(x: 0, y: y))
      for x in 1..<pixels.width {
        let level = Int(pixels.level(x: x, y: y))
        if abs(level - last) <= 1 { alike += 1 }
        last = level
      }
      pairs += pixels.width - 1
    }
    return Double(alike) / Double(pairs)
  }
}
