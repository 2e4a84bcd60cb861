/// Finds ruling lines and frames, strokes far longer than a letter, and removes them from a page.
struct StrokeRemoval {
  private(set) var image: GrayImage
  /// The horizontal strokes, which are ruling lines.
  private(set) var rules: [Component] = []
  /// The rows of the vertical strokes, column by column.
  private(set) var uprights: [(column: Int, rows: Range<Int>)] = []
  private let threshold: UInt8
  private let textHeight: Double

  /// Removes strokes of ink darker than `threshold` from text `textHeight` pixels high.
  init(_ source: GrayImage, threshold: UInt8, textHeight: Double) {
    (image, self.threshold, self.textHeight) = (source, threshold, textHeight)
    let horizontal = strokes(in: source, length: Int(6 * textHeight))
    let isRule = horizontal.components.map(isThin)
    rules = zip(horizontal.components, isRule).filter(\.1).map(\.0)
    for run in horizontal.runs where isRule[Int(run.component)] {
      for x in run.from..<run.to { image.pixels[Int(run.row) * image.width + Int(x)] = 255 }
    }
    let vertical = strokes(in: source.transposed(), length: Int(2.5 * textHeight))
    let isDrawn = vertical.components.map { stroke in
      // A shorter one may be a letter's, unless ruling lines end it (`Measurements.md`).
      isThin(stroke) && (Double(stroke.width) >= 5 * textHeight || isBetweenRules(stroke, in: source))
    }
    for run in vertical.runs where isDrawn[Int(run.component)] {
      for y in run.from..<run.to { image.pixels[Int(y) * image.width + Int(run.row)] = 255 }
      uprights.append((Int(run.row), Int(run.from)..<Int(run.to)))
    }
  }

  /// The horizontal strokes that are longer than `length`.
  private func strokes(in image: GrayImage, length: Int) -> InkComponents {
    let (width, height) = (image.width, image.height)
    guard width > length else { return InkComponents(joining: [], width: width, height: height) }
    // A ruling line has gaps of a pixel or two if it is thinly inked.
    return image.pixels.withUnsafeBufferPointer { pixels in
      InkComponents(width: width, height: height, least: length, bridge: max(1, length / 60)) {
        pixels[$1 &* width &+ $0] < threshold
      }
    }
  }

  private func isThin(_ stroke: Component) -> Bool {
    let thickness = 0.45 * textHeight
    return Double(stroke.height) <= thickness + 0.04 * Double(stroke.width)
      && Double(stroke.area) / Double(max(1, stroke.width)) <= thickness
  }

  /// Erases the rules of tables, which may be slanted, bent or shorter than the strokes above.
  mutating func erase(_ ruling: Ruling) {
    for rule in ruling.level {
      for x in Int(rule.left + ruling.left)...Int(rule.right + ruling.left) where x >= 0 && x < image.width {
        let middle = Int(rule.y(Double(x) - ruling.left) + ruling.top)
        let runs = thinRuns(near: middle, limit: image.height) { image.pixels[$0 * image.width + x] < threshold }
        for y in runs.joined() { image.pixels[y * image.width + x] = 255 }
      }
    }
    for rule in ruling.upright {
      for y in Int(rule.left + ruling.top)...Int(rule.right + ruling.top) where y >= 0 && y < image.height {
        let middle = Int(rule.y(Double(y) - ruling.top) + ruling.left)
        let runs = thinRuns(near: middle, limit: image.width) { image.pixels[y * image.width + $0] < threshold }
        for x in runs.joined() {
          image.pixels[y * image.width + x] = 255
          uprights.append((x, y..<y + 1))
        }
      }
    }
  }

  private func thinRuns(near middle: Int, limit: Int, isInk: (Int) -> Bool) -> [Range<Int>] {
    let thickest = Int(0.3 * textHeight)
    var runs: [Range<Int>] = []
    var place = max(0, middle - 1)
    while place < min(limit, middle + 2) {
      guard isInk(place) else {
        place += 1
        continue
      }
      var (from, to) = (place, place + 1)
      while from > 0, place - from <= thickest, isInk(from - 1) { from -= 1 }
      while to < limit, to - place <= thickest, isInk(to) { to += 1 }
      if to - from <= thickest { runs.append(from..<to) }
      place = to
    }
    return runs
  }

  /// Whether horizontal strokes were erased at both ends of a vertical one, which is transposed.
  private func isBetweenRules(_ stroke: Component, in source: GrayImage) -> Bool {
    let x = min(Int(stroke.centreY), image.width - 1)
    return [stroke.left - 3..<stroke.left + 3, stroke.right - 3..<stroke.right + 3].allSatisfy { rows in
      rows.clamped(to: 0..<image.height).contains { y in
        image.pixels[y * image.width + x] == 255 && source.pixels[y * image.width + x] < threshold
      }
    }
  }
}
