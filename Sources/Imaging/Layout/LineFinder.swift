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

  let textHeight: Double
  private let splitsColumns: Bool

  /// Print is about `textHeight` pixels high; `splitsColumns` parts columns with different line spacing.
  package init(textHeight: Double, splitsColumns: Bool = true) {
    self.textHeight = textHeight
    self.splitsColumns = splitsColumns
  }

  /// `contrast` is the same page before its ink was made equally dark; lines far fainter than most are no print.
  package func find(in image: GrayImage, contrast: GrayImage? = nil) -> Result {
    let boxes = InkSorter.blackBoxes(
      InkComponents(of: image, darkerThan: Binarisation.threshold), textHeight: textHeight)
    // A box's margins above and below its print would be taken for drawn lines.
    var open = image
    for box in boxes { open.fill(box, with: 255) }
    let strokes = StrokeRemoval(open, threshold: Binarisation.threshold, textHeight: textHeight)
    let ink = InkComponents(of: strokes.image, darkerThan: Binarisation.threshold)
    let sorter = InkSorter(ink, sides: strokes.sides, textHeight: textHeight)
    let isText = sorter.kinds.map { $0 == .text }
    let rows = PageRows(ink, isText: isText, textHeight: textHeight)
    let (dewarp, pieces) = (rows.dewarp, rows.pieces)
    let grid = LineGrid(rows, textHeight: textHeight, height: image.height + 2, splitsColumns: splitsColumns)
    var result = Result(dewarp: dewarp, owners: Array(repeating: 0, count: image.width * image.height))
    result.meanSlope = rows.meanSlope
    assign(ink, kinds: sorter.kinds, pieces: pieces, grid: grid, to: &result, width: image.width, contrast: contrast)
    // Strokes that were taken out belong to no line either.
    for index in image.pixels.indices where image.pixels[index] < Binarisation.threshold {
      if strokes.image.pixels[index] >= Binarisation.threshold { result.owners[index] = 1 }
    }
    result.isUpsideDown = Orientation.isUpsideDown(pieces, bands: rows.bands.bands, textHeight: textHeight)
    for box in boxes {
      if let line = reversedLine(box, in: image, dewarp: dewarp) { result.lines.append(line) }
    }
    for rule in strokes.rules { result.lines.append(self.rule(rule, dewarp: dewarp)) }
    result.lines.sort { $0.top + $0.bottom < $1.top + $1.bottom }
    return result
  }

  /// Whether a row is no print: nothing in it is as high as a letter, or a few specks lie far apart.
  func isNoise(_ band: RowBands.Band, pieces: [RowPiece], line: FoundLine) -> Bool {
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
      for x in left..<right where image.pixels[y * image.width + x] >= Binarisation.threshold {
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
      top: row - half, bottom: row + half, capTop: row - half, baseline: row + half,
      path: [middle - row, middle - row], pathSpacing: Double(right - left),
      stretches: stretches, isReversed: true)
  }

  private func rule(_ stroke: Component, dewarp: Dewarp) -> FoundLine {
    let row = dewarp.row(x: stroke.centreX, y: stroke.centreY)
    let half = Double(stroke.height) / 2
    return FoundLine(
      kind: .rule, left: Double(stroke.left), right: Double(stroke.right), top: row - half, bottom: row + half,
      capTop: row - half, baseline: row + half,
      path: [stroke.centreY - row, stroke.centreY - row], pathSpacing: Double(max(1, stroke.width)),
      stretches: [FoundLine.Stretch(left: Double(stroke.left), right: Double(stroke.right))])
  }
}
