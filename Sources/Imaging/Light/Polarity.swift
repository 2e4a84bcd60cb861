/// The areas of a levelled picture with light text on dark ground, and the picture with all text dark on light.
struct Polarity: Sendable {
  /// Whether each pixel is inverted; empty if none is.
  private var turned: [Bool] = []
  private let width: Int
  private let height: Int

  /// Ground is searched within this many heights of text, beside a piece, and above and below it (`Measurements.md`).
  private static let reach = (across: 30.0, up: 8.0)
  /// A page of more pieces is no page of text.
  private static let mostPieces = 4000
  /// Text this far beside a word is no more in its row, in heights of text (`Measurements.md`).
  private static let rowGap = 12.0

  /// Examines each piece of text; if most text is light, all but the dark text is inverted.
  init(of pieces: [LevelPiece], in image: GrayImage) {
    (width, height) = (image.width, image.height)
    guard pieces.count <= Self.mostPieces else { return }
    let found = pieces.map { Ground(of: $0, in: image) }
    let (light, all) = zip(pieces, found).reduce(into: (0.0, 0.0)) { sums, next in
      sums.1 += next.0.width
      if next.1.isDark == true { sums.0 += next.0.width }
    }
    let isDarkMostly = 2 * light > all
    let grounds = found.indices.map { index in
      !isDarkMostly && found[index].isDark == true && Self.isForeign(index, pieces, found) ? Ground() : found[index]
    }
    guard grounds.contains(where: { $0.isDark == true }) else { return }
    turned = [Bool](repeating: isDarkMostly, count: image.pixels.count)
    for (piece, ground) in zip(pieces, grounds) where ground.isDark == !isDarkMostly {
      mark(piece, as: !isDarkMostly, ground: ground, in: image)
    }
  }

  /// Whether light text is no text of the page, such as a word that a program wrote over a photo.
  private static func isForeign(_ index: Int, _ pieces: [LevelPiece], _ grounds: [Ground]) -> Bool {
    let (left, height) = (pieces[index].left, pieces[index].height)
    let isBesideDark = pieces.indices.contains { other in
      guard grounds[other].isDark == false else { return false }
      let (first, second) = left < pieces[other].left ? (index, other) : (other, index)
      return pieces[second].left - pieces[first].right < rowGap * height
        && abs(pieces[first].middle(pieces[first].right) - pieces[second].middle(pieces[second].left))
          < 0.5 * min(height, pieces[other].height)
    }
    // Labels in a dark column are aligned at one side, or with each other in its middle.
    return isBesideDark
      && ![\LevelPiece.left, \.right, \.centre.x].contains { place in
        let near = pieces.indices.lazy.filter {
          $0 != index && abs(pieces[$0][keyPath: place] - pieces[index][keyPath: place]) < 0.5 * height
            && (place != \.centre.x || grounds[$0].isDark == true)
        }
        return near.prefix(2).count == 2
      }
  }

  var isMixed: Bool { !turned.isEmpty }

  /// Whether the picture is inverted at a place; outside, by the nearest pixel.
  func isTurned(x: Double, y: Double) -> Bool {
    guard isMixed else { return false }
    let column = min(max(Int(x), 0), width - 1)
    return turned[min(max(Int(y), 0), height - 1) * width + column]
  }

  func darkOnLight(_ image: GrayImage) -> GrayImage {
    var result = image
    for index in turned.indices where turned[index] { result.pixels[index] = 255 - result.pixels[index] }
    return result
  }

  /// A picture of dark ink on white in which inverted areas have a border of ink, and other dark areas only a border.
  ///
  /// Such an area is thicker than twice `reach`, and a border no thicker than `reach`.
  func outlined(_ white: GrayImage, reach: Int) -> GrayImage {
    var result = white
    for index in turned.indices.dropFirst(width)
    where turned[index] != turned[index - 1] || turned[index] != turned[index - width] {
      result.pixels[index] = 0
    }
    let brightest = result.extreme(radius: reach, brightest: true)
    result.pixels = zip(result.pixels, brightest.pixels).map { 255 - ($1 - $0) }
    return result
  }

  private mutating func mark(_ piece: LevelPiece, as isTurned: Bool, ground: Ground, in image: GrayImage) {
    /// Whether most of a row beside the piece's middle is ground.
    func isGround(row offset: Double) -> Bool {
      var (inside, all) = (0, 0)
      for x in stride(from: max(0, Int(piece.left)), to: min(image.width, Int(piece.right)), by: 2) {
        let y = Int(piece.middle(Double(x)) + offset)
        guard y >= 0, y < image.height else { continue }
        all += 1
        if ground.holds(image.pixels[y * image.width + x]) { inside += 1 }
      }
      return 2 * inside > all
    }
    func isGround(column x: Int) -> Bool {
      guard x >= 0, x < image.width else { return false }
      // Marked ground was already followed from another piece.
      let middle = min(max(Int(piece.middle(Double(x))), 0), image.height - 1)
      guard turned[middle * width + x] != isTurned else { return false }
      let rows = piece.core(at: x, in: image)
      return 2 * rows.count { ground.holds(image.pixels[$0 * image.width + x]) } > rows.count
    }
    let most = (across: Self.reach.across * piece.height, up: Self.reach.up * piece.height)
    var (above, below) = (LevelPiece.core * piece.height, LevelPiece.core * piece.height)
    while above < most.up, isGround(row: -above - 1) { above += 1 }
    while below < most.up, isGround(row: below + 1) { below += 1 }
    var (left, right) = (Int(piece.left), Int(piece.right.rounded(.up)))
    while piece.left - Double(left) < most.across, isGround(column: left - 1) { left -= 1 }
    while Double(right) - piece.right < most.across, isGround(column: right) { right += 1 }
    for x in Range(from: left, to: right, within: width) {
      let middle = piece.middle(Double(x))
      for y in Range(from: Int(middle - above), to: Int(middle + below) + 1, within: height) {
        turned[y * width + x] = isTurned
      }
    }
  }
}

private struct Ground {
  var level: UInt8 = 128
  /// Whether the text on it is light; nil if unknown.
  var isDark: Bool?
  init() {}

  /// The share of pixels darker than the middle between ink and paper: more for light text on dark, less than its
  /// complement for dark on light.
  private static let darkShare = 0.62
  /// A smaller difference of ink and paper, in levels of gray, decides nothing.
  private static let leastContrast = 40

  /// Examines a piece in parts, each with its own level: a shadow over one end of it is no ground.
  init(of piece: LevelPiece, in image: GrayImage) {
    let count = max(1, Int((piece.width / (3 * max(piece.height, 1))).rounded()))
    var levels: [Int] = []
    var (dark, all) = (0, 0)
    for part in 0..<count {
      let left = piece.left + piece.width * Double(part) / Double(count)
      let right = piece.left + piece.width * Double(part + 1) / Double(count)
      var histogram = Levels()
      for x in stride(from: max(0, Int(left)), to: min(image.width, Int(right)), by: 2) {
        let rows = piece.core(at: x, in: image)
        for y in stride(from: rows.lowerBound, to: rows.upperBound, by: 2) {
          histogram.add(image.pixels[y * image.width + x])
        }
      }
      let (low, high) = (histogram.quantile(0.05), histogram.quantile(0.95))
      guard histogram.count > 0, high - low >= Self.leastContrast else { continue }
      levels.append((low + high) / 2)
      dark += histogram.count(in: 0...(low + high) / 2)
      all += histogram.count
    }
    let share = Double(dark) / Double(max(all, 1))
    isDark = all > 0 && share > Self.darkShare ? true : all > 0 && share < 1 - Self.darkShare ? false : nil
    if let median = levels.median { level = UInt8(median) }
  }

  func holds(_ value: UInt8) -> Bool { (isDark == true) == (value <= level) }
}

extension LevelPiece {
  /// The part of a line's height, up and down from its middle, that is nearly all letters.
  fileprivate static let core = 0.42

  /// The rows of its letters in a column.
  fileprivate func core(at x: Int, in image: GrayImage) -> Range<Int> {
    let (middle, half) = (middle(Double(x)), Self.core * height)
    return Range(from: Int(middle - half), to: Int(middle + half), within: image.height)
  }
}
