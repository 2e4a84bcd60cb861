/// Makes lines of detected rows: the ink, the letters and the ends of each.
struct RowAssembler {
  /// Ink is darker than this, black 0 to white 255.
  static let threshold: UInt8 = 128
  /// The height of most rows, in pixels.
  let textHeight: Double

  /// The lines of a prepared page with known rows, from top to bottom, including ruling lines.
  func lines(of pieces: [LevelPiece], in image: GrayImage, ruling: Ruling = Ruling()) -> FoundLines {
    var strokes = StrokeRemoval(image, threshold: Self.threshold, textHeight: textHeight)
    strokes.erase(ruling)
    let ink = InkComponents(of: strokes.image, darkerThan: Self.threshold)
    let slopes = LocalSlope(pieces)
    let single = RowZones(
      pieces.compactMap { PrintRow([$0], slopes: slopes) }, width: image.width, height: image.height)
    let level = PageRows(of: pieces, ink: ink, zones: single, textHeight: textHeight)
    let dewarp = level.dewarp
    let whole = pieces.map { $0.straightened(by: dewarp) }
    let straight = whole.enumerated().flatMap { level.parts(of: $1, number: $0, textHeight: textHeight) }
    let rest = LocalSlope(straight)
    let rows = RowJoiner(straight).rows.compactMap { row in
      PrintRow(row.map { straight[$0] }, slopes: rest, dewarp: dewarp)
    }
    let zones = RowZones(rows, width: image.width, height: image.height)
    var result = FoundLines(owners: [UInt16](repeating: 0, count: image.width * image.height))
    let members = assign(ink, rows: rows, zones: zones, owners: &result.owners, width: image.width)
    for index in image.pixels.indices where image.pixels[index] < Self.threshold {
      if strokes.image.pixels[index] >= Self.threshold { result.owners[index] = 1 }
    }
    for stroke in strokes.uprights {
      for row in stroke.rows { result.owners[row * image.width + stroke.column] = FoundLines.upright }
    }
    for (index, row) in rows.enumerated() {
      var line = line(row, members[index])
      line.owner = FoundLines.owner(ofRow: index)
      // Two rows that the network saw as one may be the upper and lower half of high text.
      if index > 0, let number = row.part, rows[index - 1].part == number,
        let high = PrintRow([whole[number]], slopes: rest, dewarp: dewarp)
      {
        let above = members[index - 1].moved(from: rows[index - 1], to: high)
        let below = members[index].moved(from: row, to: high)
        var merged = self.line(
          high, RowMembers(pieces: above.pieces + below.pieces, spans: above.spans + below.spans))
        (merged.owner, merged.ownerAbove) = (line.owner, FoundLines.owner(ofRow: index - 1))
        line.mergedWithAbove = [merged]
      }
      result.lines.append(line)
    }
    let dashes = ink.components.filter { piece in
      piece.isDash(textHeight: textHeight) && zones.row(x: Int(piece.centreX), y: Int(piece.centreY)) < 0
    }
    result.lines += rules(of: strokes.rules + (dashes.count <= Self.mostDashes ? dashes : []), dewarp: dewarp)
    let places = result.lines.map { line in
      let x = (line.left + line.right) / 2
      return dewarp.row(x: x, y: (line.top + line.bottom) / 2 + line.offset(at: x))
    }
    result.lines = result.lines.indices.sorted { places[$0] < places[$1] }.map { result.lines[$0] }
    return result
  }

  static let mostDashes = 5000

  /// Ruling lines, from strokes and from dashes in one row.
  private func rules(of strokes: [Component], dewarp: Dewarp) -> [FoundLine] {
    var rules: [(left: Int, right: Int, top: Double, bottom: Double)] = []
    for stroke in strokes.sorted(by: { $0.left < $1.left }) {
      let row = dewarp.row(x: stroke.centreX, y: stroke.centreY)
      let (top, bottom) = (row - Double(stroke.height) / 2, row + Double(stroke.height) / 2)
      let before = rules.indices.last { index in
        let rule = rules[index]
        return rule.top - 0.3 * textHeight < row && row < rule.bottom + 0.3 * textHeight
          && rule.bottom - rule.top < textHeight && Double(stroke.left - rule.right) < 1.5 * textHeight
      }
      if let before {
        rules[before].right = max(rules[before].right, stroke.right)
        rules[before].top = min(rules[before].top, top)
        rules[before].bottom = max(rules[before].bottom, bottom)
      } else {
        rules.append((stroke.left, stroke.right, top, bottom))
      }
    }
    return rules.filter { Double($0.right - $0.left) > 6 * textHeight }.map { rule in
      let (left, right, middle) = (Double(rule.left), Double(rule.right), (rule.top + rule.bottom) / 2)
      let count = max(2, Int((right - left) / textHeight) + 2)
      return FoundLine(
        kind: .rule, left: left, right: right, top: rule.top, bottom: rule.bottom, capTop: rule.top,
        baseline: rule.bottom,
        path: (0..<count).map { dewarp.offset(x: left + Double($0) * textHeight, row: middle) },
        pathSpacing: textHeight, stretches: [(left, right)])
    }
  }

  private func line(_ row: PrintRow, _ members: RowMembers) -> FoundLine {
    let half = 0.62 * row.height
    // Rows are numbered from the middle's own row, which must not be negative.
    let zero = half.rounded(.up) + 1
    let pieces = members.pieces.map { $0.moved(down: zero) }
    let measure = LineMeasure(
      pieces, band: RowBands.Band(top: Int(zero - half), bottom: Int((zero + half).rounded(.up))))
    var (capTop, baseline) = (measure.capTop - zero, measure.baseline - zero)
    var (top, bottom) = (measure.top - zero, measure.bottom - zero)
    // Badly cut ink must not shrink the crop to a part of the letters.
    if pieces.isEmpty || baseline - capTop < 0.35 * row.height {
      (capTop, baseline) = (-0.38 * row.height, 0.38 * row.height)
      (top, bottom) = (capTop, baseline)
    }
    let stretches = stretches(of: members.spans, row: row)
    let (left, right) = (stretches.first?.left ?? row.left, stretches.last?.right ?? row.right)
    let spacing = max(4, row.height)
    let count = max(2, Int(((right - left) / spacing).rounded(.up)) + 1)
    let zeroRow = row.middle((left + right) / 2)
    let path = (0..<count).map { row.middle(left + Double($0) * spacing) - zeroRow }
    return FoundLine(
      kind: .text, left: left, right: right, top: zeroRow + top, bottom: zeroRow + bottom, capTop: zeroRow + capTop,
      baseline: zeroRow + baseline, path: path, pathSpacing: spacing, stretches: stretches)
  }

  /// The text between wide gaps: its ink, and the network's cores if the ink is too faint.
  private func stretches(of spans: [(from: Int32, to: Int32)], row: PrintRow) -> [FoundLine.Stretch] {
    var all = spans.map { (left: Double($0.from), right: Double($0.to)) }
    for piece in row.pieces {
      let inset = min(0.45 * piece.height, 0.5 * piece.width)
      if piece.right - piece.left > 2 * inset { all.append((piece.left + inset, piece.right - inset)) }
    }
    all.sort { $0.left < $1.left }
    var groups: [FoundLine.Stretch] = []
    for span in all {
      if let last = groups.last, span.left - last.right < 0.65 * row.height {
        groups[groups.count - 1].right = max(last.right, span.right)
      } else {
        groups.append(span)
      }
    }
    return groups
  }
}
