package import PageModel

/// Finds the lines of print on a prepared page: black on evenly white, nearly level.
package struct LineFinder {
  package struct Result {
    /// In reading order; ruling lines among them.
    package var lines: [FoundLine] = []
    /// Pictures and bar codes.
    package var graphics: [Box] = []
    package var dewarp: Dewarp
    /// For each pixel: 0 paper, 1 ink that belongs to no line, else a line's index plus 2.
    package var owners: [UInt16]
    /// Commas and full stops lie at the upper edge of most lines.
    package var isUpsideDown = false
    /// The mean slope of the print.
    package var meanSlope = 0.0
  }

  private static let threshold: UInt8 = 128
  private let textHeight: Double
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
    result.graphics = sorter.excluded.map { Box(x: $0.left, y: $0.top, width: $0.width, height: $0.height) }
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
  private func isScrap(_ band: RowBands.Band, pieces: [RowPiece], line: FoundLine) -> Bool {
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

  /// Gives each run of ink to its band and makes lines of the bands.
  private func assign(
    _ ink: InkComponents, kinds: [InkKind], pieces: [RowPiece], grid: LineGrid, to result: inout Result, width: Int,
    contrast: GrayImage?
  ) {
    let bands = grid.bands
    guard !bands.isEmpty else { return }
    // A piece belongs to the band of its middle, if the most of it lies there; else it is cut.
    var bandOfComponent = [Int](repeating: -1, count: ink.components.count)
    var members = [[RowPiece]](repeating: [], count: bands.count)
    for piece in pieces {
      let band = grid.line(x: (piece.left + piece.right) / 2, row: piece.middle)
      members[band].append(piece)
      let overlap = min(piece.bottom, Double(bands[band].bottom)) - max(piece.top, Double(bands[band].top))
      if overlap >= 0.75 * piece.height || piece.height < 0.7 * textHeight { bandOfComponent[piece.component] = band }
    }
    var darkness = [(sum: Int, area: Int)](repeating: (0, 0), count: bands.count)
    var spans = [[(from: Int32, to: Int32)]](repeating: [], count: bands.count)
    var highRows = HighRows(bands, textHeight: textHeight)
    for run in ink.runs {
      let start = Int(run.row) * width
      let kind = kinds[Int(run.component)]
      guard kind == .text || kind == .speck else {
        for x in Int(run.from)..<Int(run.to) { result.owners[start + x] = 1 }
        continue
      }
      let x = Double(run.from + run.to) / 2
      let row = result.dewarp.row(x: x, y: Double(run.row) + 0.5)
      let known = bandOfComponent[Int(run.component)]
      let band = known >= 0 ? known : grid.line(x: x, row: row)
      for x in Int(run.from)..<Int(run.to) { result.owners[start + x] = UInt16(min(band + 2, 65535)) }
      // A speck may be a full stop: it stays in the crop, but tells nothing of the line.
      guard kind == .text else { continue }
      spans[band].append((run.from, run.to))
      highRows.add(run, row: row, to: band)
      if let contrast {
        for x in Int(run.from)..<Int(run.to) { darkness[band].sum += 255 - Int(contrast.pixels[start + x]) }
        darkness[band].area += Int(run.to - run.from)
      }
    }
    let margins = margins(of: spans)
    let means = darkness.map { $0.area > 0 ? Double($0.sum) / Double($0.area) : 0 }
    // By ink, so that many faint scraps do not make the measure.
    let order = bands.indices.sorted { means[$0] < means[$1] }
    let total = darkness.reduce(0) { $0 + $1.area }
    var below = 0
    let typical =
      order.first {
        below += darkness[$0].area; return below * 2 >= total
      }.map { means[$0] } ?? 0
    for band in bands.indices {
      let stretches = within(margins, stretches(of: spans[band]))
      var line = line(bands[band], pieces: members[band], stretches: stretches, dewarp: result.dewarp)
      line.owner = UInt16(min(band + 2, 65535))
      let isFaint = contrast != nil && means[band] < 0.35 * typical
      if line.kind == .text, isFaint || isScrap(bands[band], pieces: members[band], line: line) { line.kind = .noise }
      if line.kind == .text { line.halves = halves(of: line, in: band, members[band], highRows, dewarp: result.dewarp) }
      if band > 0, let above = result.lines.last, canJoin(above, line) {
        let whole = RowBands.Band(top: bands[band - 1].top, bottom: bands[band].bottom)
        let stretches = within(margins, self.stretches(of: spans[band - 1] + spans[band]))
        var joint = self.line(
          whole, pieces: joined(members[band - 1], members[band]), stretches: stretches, dewarp: result.dewarp)
        (joint.owner, joint.ownerAbove) = (line.owner, above.owner)
        if joint.kind == .text { line.withAbove = [joint] }
      }
      result.lines.append(line)
    }
  }

  /// Whether two rows may be the upper and the lower half of one: close, as wide, and together no higher than a till's
  /// highest print.
  private func canJoin(_ above: FoundLine, _ below: FoundLine) -> Bool {
    guard above.kind == .text, below.kind == .text else { return false }
    let (height, gap) = (below.bottom - above.top, below.top - above.bottom)
    let shared = min(above.right, below.right) - max(above.left, below.left)
    return gap > -0.2 * height && gap < 0.2 * height && height > 1.5 * textHeight && height < 4.5 * textHeight
      && shared > 0.6 * max(above.right - above.left, below.right - below.left)
  }

  /// The pieces of two rows, those above each other joined to one.
  private func joined(_ above: [RowPiece], _ below: [RowPiece]) -> [RowPiece] {
    var pieces: [RowPiece] = []
    for piece in (above + below).sorted(by: { $0.left < $1.left }) {
      if let last = pieces.last, min(piece.right, last.right) - piece.left > 0.4 * min(piece.width, last.width) {
        pieces[pieces.count - 1].right = max(last.right, piece.right)
        pieces[pieces.count - 1].top = min(last.top, piece.top)
        pieces[pieces.count - 1].bottom = max(last.bottom, piece.bottom)
      } else {
        pieces.append(piece)
      }
    }
    return pieces
  }

  /// A high line cut in two where the least ink lies, and those again; none where it can't be two.
  private func halves(
    of line: FoundLine, in band: Int, _ pieces: [RowPiece], _ highRows: HighRows, dewarp: Dewarp
  ) -> [FoundLine] {
    guard let cut = highRows.cut(band, within: line.ownRows) else { return [] }
    let parts = cut.map { part -> FoundLine in
      let (top, bottom) = (Double(part.band.top), Double(part.band.bottom))
      let inside = pieces.compactMap { piece -> RowPiece? in
        var piece = piece
        (piece.top, piece.bottom) = (max(piece.top, top), min(piece.bottom, bottom))
        return piece.height > 2 ? piece : nil
      }
      var half = self.line(part.band, pieces: inside, stretches: stretches(of: part.spans), dewarp: dewarp)
      half.owner = line.owner
      half.ownRows = top...bottom
      if half.kind == .text { half.halves = halves(of: half, in: band, inside, highRows, dewarp: dewarp) }
      return half
    }
    return parts.allSatisfy { $0.kind == .text } ? parts : []
  }

  /// The columns between which print stands: where the outermost of at least three lines begin and end.
  private func margins(of spans: [[(from: Int32, to: Int32)]]) -> (left: Double, right: Double)? {
    let rows = spans.map(stretches).filter { row in row.reduce(0) { $0 + $1.right - $1.left } > 3 * textHeight }
    guard rows.count >= 6 else { return nil }
    let near = 2 * textHeight
    let lefts = rows.compactMap(\.first?.left).sorted()
    let rights = rows.compactMap(\.last?.right).sorted()
    guard let left = lefts.indices.first(where: { $0 + 2 < lefts.count && lefts[$0 + 2] - lefts[$0] < near }),
      let right = rights.indices.last(where: { $0 >= 2 && rights[$0] - rights[$0 - 2] < near })
    else { return nil }
    return (lefts[left], rights[right])
  }

  /// Leaves out scraps beyond the margins, such as the paper's edge.
  private func within(
    _ margins: (left: Double, right: Double)?, _ stretches: [FoundLine.Stretch]
  ) -> [FoundLine.Stretch] {
    guard let margins else { return stretches }
    let kept = stretches.filter {
      $0.right > margins.left - 0.5 * textHeight && $0.left < margins.right + 0.5 * textHeight
    }
    return kept.isEmpty ? stretches : kept
  }

  /// The stretches of a band's ink that white parts by more than a print's height, without lonely specks.
  private func stretches(of spans: [(from: Int32, to: Int32)]) -> [FoundLine.Stretch] {
    guard !spans.isEmpty else { return [] }
    let sorted = spans.sorted { $0.from < $1.from }
    var groups: [(left: Int32, right: Int32, ink: Int32)] = []
    for span in sorted {
      if let last = groups.last, Double(span.from - last.right) < 0.8 * textHeight {
        groups[groups.count - 1].right = max(last.right, span.to)
        groups[groups.count - 1].ink += span.to - span.from
      } else {
        groups.append((span.from, span.to, span.to - span.from))
      }
    }
    let solid = groups.filter { Double($0.ink) > 0.05 * textHeight * textHeight }
    let kept = solid.isEmpty ? groups : solid
    return kept.map { FoundLine.Stretch(left: Double($0.left), right: Double($0.right)) }
  }

  private func line(
    _ band: RowBands.Band, pieces: [RowPiece], stretches: [FoundLine.Stretch], dewarp: Dewarp
  ) -> FoundLine {
    let measure = LineMeasure(pieces, band: band)
    let (left, right) = (stretches.first?.left ?? 0, stretches.last?.right ?? 0)
    let spacing = textHeight
    let count = max(2, Int(((right - left) / spacing).rounded(.up)) + 1)
    let middle = (measure.capTop + measure.baseline) / 2
    let path = (0..<count).map { dewarp.offset(x: left + Double($0) * spacing, row: middle) }
    let isRule = measure.bottom - measure.top < 0.36 * textHeight && right - left > 6 * textHeight
    return FoundLine(
      kind: isRule ? .rule : .text, left: left, right: right, top: measure.top, bottom: measure.bottom,
      capTop: measure.capTop, baseline: measure.baseline, aspect: measure.aspect, path: path, pathSpacing: spacing,
      stretches: stretches, pieces: pieces.count)
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
