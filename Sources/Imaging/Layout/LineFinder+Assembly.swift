/// How a page's ink becomes lines, once it is known where each line stands.
extension LineFinder {
  /// Gives each run of ink to its band and makes lines of the bands.
  func assign(
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
    // By ink, so that many faint pieces of noise do not make the measure.
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
      if line.kind == .text, isFaint || isNoise(bands[band], pieces: members[band], line: line) { line.kind = .noise }
      if line.kind == .text {
        line.splitLines = splitLines(of: line, in: band, members[band], highRows, dewarp: result.dewarp)
      }
      if band > 0, let above = result.lines.last, canMerge(above, line) {
        let whole = RowBands.Band(top: bands[band - 1].top, bottom: bands[band].bottom)
        let stretches = within(margins, self.stretches(of: spans[band - 1] + spans[band]))
        var merged = self.line(
          whole, pieces: members[band - 1] + members[band], stretches: stretches, dewarp: result.dewarp)
        (merged.owner, merged.ownerAbove) = (line.owner, above.owner)
        if merged.kind == .text { line.mergedWithAbove = [merged] }
      }
      result.lines.append(line)
    }
  }

  /// Whether two rows may be the upper and the lower part of one: close, as wide, and together no higher than a till's
  /// highest print.
  private func canMerge(_ above: FoundLine, _ below: FoundLine) -> Bool {
    guard above.kind == .text, below.kind == .text else { return false }
    let (height, gap) = (below.bottom - above.top, below.top - above.bottom)
    let shared = min(above.right, below.right) - max(above.left, below.left)
    return gap > -0.2 * height && gap < 0.2 * height && height > 1.5 * textHeight && height < 4.5 * textHeight
      && shared > 0.6 * max(above.right - above.left, below.right - below.left)
  }

  /// A high line cut in two where the least ink lies, and those again; none where it can't be two.
  private func splitLines(
    of whole: FoundLine, in band: Int, _ pieces: [RowPiece], _ highRows: HighRows, dewarp: Dewarp
  ) -> [FoundLine] {
    guard let cut = highRows.cut(band, within: whole.ownRows) else { return [] }
    let parts = cut.map { part -> FoundLine in
      let (top, bottom) = (Double(part.band.top), Double(part.band.bottom))
      let inside = pieces.compactMap { piece -> RowPiece? in
        var piece = piece
        (piece.top, piece.bottom) = (max(piece.top, top), min(piece.bottom, bottom))
        return piece.height > 2 ? piece : nil
      }
      var line = self.line(part.band, pieces: inside, stretches: stretches(of: part.spans), dewarp: dewarp)
      line.owner = whole.owner
      line.ownRows = top...bottom
      if line.kind == .text { line.splitLines = splitLines(of: line, in: band, inside, highRows, dewarp: dewarp) }
      return line
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

  /// Leaves out noise beyond the margins, such as the paper's edge.
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
  func stretches(of spans: [(from: Int32, to: Int32)]) -> [FoundLine.Stretch] {
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
      capTop: measure.capTop, baseline: measure.baseline, path: path, pathSpacing: spacing,
      stretches: stretches)
  }
}
