/// Finds the lines of print on a prepared page: black on evenly white, nearly level.
package struct LineFinder {
  package struct Result {
    /// In reading order; ruling lines among them.
    package var lines: [FoundLine] = []
    package var dewarp: Dewarp
    /// For each pixel: 0 paper, 1 ink that belongs to no line, else a line's index plus 2.
    package var owners: [UInt16]
    /// Commas and full stops lie at the upper edge of most lines.
    package var isUpsideDown = false
    /// The mean slope of the print.
    package var meanSlope = 0.0
  }

  private static let threshold: UInt8 = 128
  let textHeight: Double
  private let cutsColumns: Bool

  /// Print is about `textHeight` pixels high; `cutsColumns` parts columns whose lines don't keep step.
  package init(textHeight: Double, cutsColumns: Bool = true) {
    self.textHeight = textHeight
    self.cutsColumns = cutsColumns
  }

  /// `contrast` is the same page before its ink was made equally dark; lines far fainter than most are no print.
  package func find(in image: GrayImage, contrast: GrayImage? = nil) -> Result {
    let boxes = InkSorter.blackBoxes(InkComponents(of: image, darkerThan: Self.threshold), textHeight: textHeight)
    // A box's margins above and below its print would be taken for drawn lines.
    var open = image
    for box in boxes { open.fill(box, with: 255) }
    let strokes = StrokeRemoval(open, threshold: Self.threshold, textHeight: textHeight)
    let ink = InkComponents(of: strokes.image, darkerThan: Self.threshold)
    let sorter = InkSorter(ink, sides: strokes.sides, textHeight: textHeight)
    let isText = sorter.kinds.map { $0 == .text }
    let rows = PageRows(ink, isText: isText, textHeight: textHeight)
    let (dewarp, pieces) = (rows.dewarp, rows.pieces)
    let grid = LineGrid(rows, textHeight: textHeight, height: image.height + 2, cutsColumns: cutsColumns)
    var result = Result(dewarp: dewarp, owners: Array(repeating: 0, count: image.width * image.height))
    result.meanSlope = rows.meanSlope
    assign(ink, kinds: sorter.kinds, pieces: pieces, grid: grid, to: &result, width: image.width, contrast: contrast)
    // Strokes that were taken out belong to no line either.
    for index in image.pixels.indices where image.pixels[index] < Self.threshold {
      if strokes.image.pixels[index] >= Self.threshold { result.owners[index] = 1 }
    }
    result.isUpsideDown = isUpsideDown(pieces, bands: rows.bands.bands)
    for box in boxes {
      if let line = reversedLine(box, in: image, dewarp: dewarp) { result.lines.append(line) }
    }
    for rule in strokes.rules { result.lines.append(self.rule(rule, dewarp: dewarp)) }
    result.lines.sort { $0.top + $0.bottom < $1.top + $1.bottom }
    return result
  }

  /// Marks that stand alone in their columns tell which way is up: commas and full stops lie on the line.
  private func isUpsideDown(_ pieces: [RowPiece], bands: [RowBands.Band]) -> Bool {
    var (low, high) = (0, 0)
    let sorted = pieces.sorted { $0.middle < $1.middle }
    var start = 0
    for band in bands where Double(band.height) > 0.6 * textHeight && Double(band.height) < 2.5 * textHeight {
      while start < sorted.count, sorted[start].middle < Double(band.top) { start += 1 }
      var end = start
      while end < sorted.count, sorted[end].middle < Double(band.bottom) { end += 1 }
      let row = sorted[start..<end]
      let tall = row.filter { $0.height > 0.6 * Double(band.height) }
      guard tall.count >= 3 else { continue }
      for mark in row where mark.height < 0.42 * Double(band.height) && mark.width < 0.4 * textHeight {
        let isAlone = !row.contains { other in
          other.component != mark.component && other.left < mark.right && mark.left < other.right
        }
        // Between two letters, as a comma in an amount is.
        let isBetween =
          tall.contains { $0.right <= mark.left + 1 && mark.left - $0.right < 0.5 * textHeight }
          && tall.contains { $0.left >= mark.right - 1 && $0.left - mark.right < 0.7 * textHeight }
        guard isAlone, isBetween else { continue }
        let place = (mark.middle - Double(band.top)) / Double(band.height)
        if place > 0.68 { low += 1 } else if place < 0.32 { high += 1 }
      }
    }
    // Of 54 upright receipts none had three such marks at the top and more of them there than below.
    return high >= 3 && high * 10 > low * 13
  }

  /// Whether a row is no print: nothing in it is as high as a letter, or a few specks lie far apart.
  func isScrap(_ band: RowBands.Band, pieces: [RowPiece], line: FoundLine) -> Bool {
    let letters = pieces.filter { $0.height > 0.5 * textHeight }.count
    if letters == 0 { return true }
    let printed = line.stretches.reduce(0) { $0 + $1.right - $1.left }
    return letters <= 3 && line.right - line.left > 8 * textHeight && printed < 0.12 * (line.right - line.left)
  }

  /// A line of white print in a black box; nil where the box is empty.
  private func reversedLine(_ box: Component, in image: GrayImage, dewarp: Dewarp) -> FoundLine? {
    // The frame around the print is as black as the box: what is light inside of it is print.
    let inset = max(1, box.height / 12)
    let (left, right) = (box.left + inset, box.right - inset)
    let (top, bottom) = (box.top + inset, box.bottom - inset)
    guard right - left > 8, bottom - top > 5 else { return nil }
    var rows = [Int](repeating: 0, count: bottom - top)
    var spans: [(from: Int32, to: Int32)] = []
    for y in top..<bottom {
      for x in left..<right where image.pixels[y * image.width + x] >= Self.threshold {
        rows[y - top] += 1
        spans.append((Int32(x), Int32(x + 1)))
      }
    }
    let total = rows.reduce(0, +)
    guard Double(total) > 0.04 * Double((right - left) * (bottom - top)),
      let first = rows.firstIndex(where: { $0 * 60 > total / rows.count }),
      let last = rows.lastIndex(where: { $0 * 60 > total / rows.count }), Double(last - first) > 0.5 * textHeight
    else { return nil }
    let stretches = stretches(of: spans)
    let middle = Double(top) + Double(first + last + 1) / 2
    let row = dewarp.row(x: box.centreX, y: middle)
    let half = Double(last + 1 - first) / 2
    return FoundLine(
      kind: .text, left: stretches.first?.left ?? Double(left), right: stretches.last?.right ?? Double(right),
      top: row - half, bottom: row + half, capTop: row - half, baseline: row + half, aspect: nil,
      path: [middle - row, middle - row], pathSpacing: Double(right - left),
      stretches: stretches, isReversed: true, pieces: stretches.count)
  }

  private func rule(_ stroke: Component, dewarp: Dewarp) -> FoundLine {
    let row = dewarp.row(x: stroke.centreX, y: stroke.centreY)
    let half = Double(stroke.height) / 2
    return FoundLine(
      kind: .rule, left: Double(stroke.left), right: Double(stroke.right), top: row - half, bottom: row + half,
      capTop: row - half, baseline: row + half, aspect: nil,
      path: [stroke.centreY - row, stroke.centreY - row], pathSpacing: Double(max(1, stroke.width)),
      stretches: [FoundLine.Stretch(left: Double(stroke.left), right: Double(stroke.right))], pieces: 1)
  }
}
