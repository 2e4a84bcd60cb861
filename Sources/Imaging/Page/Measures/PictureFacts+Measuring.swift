import CLeptonica
import Glibc
package import PageModel

extension PictureFacts {
  /// Squares along the longer side, over each of which colours are averaged.
  private static let squares = 256
  /// Samples along a square's side, at most: a page takes a few milliseconds, whatever its size.
  private static let samples = 4
  /// Rows in which neighbouring pixels are compared.
  private static let rows = 200
  /// A difference of the channels from which a square counts as coloured; yellowed paper stays below.
  private static let clearColour = 48
  /// A gray level below which a square counts as dark.
  private static let darkBelow = 96

  /// Measures a picture; nil for one without pixels.
  package init?(of picture: Picture) {
    guard let data = pixGetData(picture.pix), picture.width > 0, picture.height > 0 else { return nil }
    let (width, height) = (picture.width, picture.height)
    let wordsPerRow = Int(pixGetWpl(picture.pix))
    // Leptonica's words are valid as long as the picture, which outlives this initialiser.
    let words = UnsafeBufferPointer(start: data, count: wordsPerRow * height)
    let isColour = picture.isColour

    @inline(__always) func channels(_ x: Int, _ y: Int) -> (red: Int, green: Int, blue: Int) {
      if isColour {
        let word = words[y * wordsPerRow + x]
        return (Int(word >> 24), Int(word >> 16 & 255), Int(word >> 8 & 255))
      }
      let value = Int(words[y * wordsPerRow + (x >> 2)] >> (24 &- 8 &* UInt32(x & 3)) & 255)
      return (value, value, value)
    }
    @inline(__always) func gray(_ colour: (red: Int, green: Int, blue: Int)) -> Int {
      (77 &* colour.red &+ 150 &* colour.green &+ 29 &* colour.blue) >> 8
    }

    let side = min(width, height, max(1, max(width, height) / Self.squares))
    let step = max(1, side / Self.samples)
    var levels = [Int](repeating: 0, count: 256)
    var (coloured, darkSquares, count) = (0, 0, 0)
    for top in stride(from: 0, through: height - side, by: side) {
      for left in stride(from: 0, through: width - side, by: side) {
        var sum = (red: 0, green: 0, blue: 0)
        var taken = 0
        for y in stride(from: top, to: top + side, by: step) {
          for x in stride(from: left, to: left + side, by: step) {
            let colour = channels(x, y)
            sum = (sum.red &+ colour.red, sum.green &+ colour.green, sum.blue &+ colour.blue)
            taken &+= 1
          }
        }
        let mean = (red: sum.red / taken, green: sum.green / taken, blue: sum.blue / taken)
        let level = min(gray(mean), 255)
        levels[level] += 1
        count += 1
        let spread = max(mean.red, mean.green, mean.blue) - min(mean.red, mean.green, mean.blue)
        if spread > Self.clearColour { coloured += 1 }
        if level < Self.darkBelow { darkSquares += 1 }
      }
    }
    guard count > 0 else { return nil }
    let ground = Self.ground(of: levels)
    let total = Double(count)
    self.init(
      ground: ground.level, groundShare: Double(ground.count) / total, colour: Double(coloured) / total,
      dark: Double(darkSquares) / total, tones: Self.entropy(of: levels, total),
      smooth: Self.smoothness(width, height) { gray(channels($0, $1)) })
  }

  /// The level with most squares within eight levels of it.
  private static func ground(of levels: [Int]) -> (level: Int, count: Int) {
    var best = (level: 0, count: -1)
    for level in levels.indices {
      let count = levels[max(0, level - 8)...min(255, level + 8)].reduce(0, +)
      if count > best.count { best = (level, count) }
    }
    return best
  }

  private static func entropy(of levels: [Int], _ total: Double) -> Double {
    stride(from: 0, to: 256, by: 8).reduce(0.0) { sum, start in
      let share = Double(levels[start..<start + 8].reduce(0, +)) / total
      return share > 0 ? sum - share * log2(share) : sum
    }
  }

  private static func smoothness(_ width: Int, _ height: Int, _ gray: (Int, Int) -> Int) -> Double {
    guard width > 1 else { return 1 }
    var (alike, pairs) = (0, 0)
    for y in stride(from: 0, to: height, by: max(1, height / rows)) {
      var before = gray(0, y)
      for x in 1..<width {
        let level = gray(x, y)
        if abs(level - before) <= 1 { alike &+= 1 }
        before = level
      }
      pairs += width - 1
    }
    return Double(alike) / Double(pairs)
  }
}
