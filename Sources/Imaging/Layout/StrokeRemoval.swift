/// Finds ruling lines and frames, strokes far longer than a letter, and removes them from a page.
///
/// A letter's stroke that crosses a ruling line loses the shared rows or columns; its line keeps the remaining ones.
struct StrokeRemoval {
  private(set) var image: GrayImage
  /// The horizontal strokes, which are ruling lines.
  private(set) var rules: [Component] = []
  /// The rows of the vertical strokes, column by column.
  private(set) var uprights: [(column: Int, rows: Range<Int>)] = []

  /// Removes strokes of ink darker than `threshold` from text `textHeight` pixels high.
  init(_ source: GrayImage, threshold: UInt8, textHeight: Double) {
    image = source
    let thickness = 0.45 * textHeight
    let horizontal = Self.longRuns(of: source, threshold: threshold, length: Int(6 * textHeight))
    if let horizontal {
      let strokes = InkComponents(of: horizontal, darkerThan: 128)
      let thin = strokes.components.map {
        Double($0.height) <= thickness + 0.04 * Double($0.width) && $0.fillThickness <= thickness
      }
      rules = zip(strokes.components, thin).filter(\.1).map(\.0)
      for run in strokes.runs where thin[Int(run.component)] {
        erase(from: Int(run.from), to: Int(run.to), row: Int(run.row))
      }
    }
    let transposed = source.transposed()
    if let vertical = Self.longRuns(of: transposed, threshold: threshold, length: Int(2.5 * textHeight)) {
      let strokes = InkComponents(of: vertical, darkerThan: 128)
      let isDrawn = strokes.components.map { stroke in
        Double(stroke.height) <= thickness + 0.04 * Double(stroke.width) && stroke.fillThickness <= thickness
          // A shorter one may be a letter's, unless ruling lines end it (`Measurements.md`).
          && (Double(stroke.width) >= 5 * textHeight || isBetweenRules(stroke, in: source, threshold: threshold))
      }
      for run in strokes.runs where isDrawn[Int(run.component)] {
        for y in run.from..<run.to { image.pixels[Int(y) * image.width + Int(run.row)] = 255 }
        uprights.append((Int(run.row), Int(run.from)..<Int(run.to)))
      }
    }
  }

  /// Erases the rules of tables, which may be slanted, bent or shorter than the strokes above.
  ///
  /// Ink that reaches across a rule further than the rule's thickness is a letter's stroke and stays.
  mutating func erase(_ ruling: Ruling, threshold: UInt8, textHeight: Double) {
    let thickest = Int(0.3 * textHeight)
    for rule in ruling.level {
      for x in Int(rule.left + ruling.left)...Int(rule.right + ruling.left) where x >= 0 && x < image.width {
        let middle = Int(rule.y(Double(x) - ruling.left) + ruling.top)
        let isInk = { (y: Int) in image.pixels[y * image.width + x] < threshold }
        let runs = Self.thinRuns(near: middle, thickest: thickest, limit: image.height, isInk: isInk)
        for y in runs.joined() { image.pixels[y * image.width + x] = 255 }
      }
    }
    for rule in ruling.upright {
      for y in Int(rule.left + ruling.top)...Int(rule.right + ruling.top) where y >= 0 && y < image.height {
        let middle = Int(rule.y(Double(y) - ruling.top) + ruling.left)
        let isInk = { (x: Int) in image.pixels[y * image.width + x] < threshold }
        let runs = Self.thinRuns(near: middle, thickest: thickest, limit: image.width, isInk: isInk)
        for x in runs.joined() {
          image.pixels[y * image.width + x] = 255
          uprights.append((x, y..<y + 1))
        }
      }
    }
  }

  /// The runs of ink across a rule that are as thin as one.
  private static func thinRuns(
    near middle: Int, thickest: Int, limit: Int, isInk: (Int) -> Bool
  ) -> [Range<Int>] {
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
  private func isBetweenRules(_ stroke: Component, in source: GrayImage, threshold: UInt8) -> Bool {
    let x = min(Int(stroke.centreY), image.width - 1)
    return [stroke.left - 3..<stroke.left + 3, stroke.right - 3..<stroke.right + 3].allSatisfy { rows in
      rows.clamped(to: 0..<image.height).contains { y in
        image.pixels[y * image.width + x] == 255 && source.pixels[y * image.width + x] < threshold
      }
    }
  }

  private mutating func erase(from: Int, to: Int, row: Int) {
    for x in from..<to { image.pixels[row * image.width + x] = 255 }
  }

  /// The runs of ink that are at least `length` long, black on white; nil if there are none.
  private static func longRuns(of image: GrayImage, threshold: UInt8, length: Int) -> GrayImage? {
    guard image.width > length else { return nil }
    var result: GrayImage?
    // A ruling line has gaps of a pixel or two if it is thinly inked.
    let bridge = max(1, length / 60)
    let pixels = image.pixels
    for y in 0..<image.height {
      let start = y * image.width
      var x = 0
      while x < image.width {
        while x < image.width, pixels[start + x] >= threshold { x += 1 }
        let from = x
        var end = x
        while x < image.width, x - end <= bridge {
          if pixels[start + x] < threshold { end = x + 1 }
          x += 1
        }
        guard end - from >= length else { continue }
        if result == nil { result = GrayImage(width: image.width, height: image.height) }
        for column in from..<end { result?.pixels[start + column] = 0 }
      }
    }
    return result
  }
}

extension Component {
  fileprivate var fillThickness: Double { Double(area) / Double(max(1, width)) }
}

extension GrayImage {
  func transposed() -> GrayImage {
    var result = GrayImage(width: height, height: width)
    let block = 32
    for top in stride(from: 0, to: height, by: block) {
      for left in stride(from: 0, to: width, by: block) {
        for y in top..<min(top + block, height) {
          for x in left..<min(left + block, width) { result.pixels[x * height + y] = pixels[y * width + x] }
        }
      }
    }
    return result
  }
}
