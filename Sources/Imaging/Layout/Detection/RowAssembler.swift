/// Makes lines of detected rows: which ink belongs to each, where its letters stand, where it begins and ends.
struct RowAssembler {
  private static let threshold: UInt8 = 128
  /// The print of most rows, in pixels.
  let textHeight: Double

  /// The lines of a prepared page whose rows are known in its pixels, from top to bottom, ruling lines among them.
  func lines(of pieces: [LevelPiece], in image: GrayImage) -> LineFinder.Result {
    let strokes = StrokeRemoval(image, threshold: Self.threshold, textHeight: textHeight)
    let ink = InkComponents(of: strokes.image, darkerThan: Self.threshold)
    let slopes = LocalSlope(pieces)
    let single = RowZones(
      pieces.compactMap { PrintRow([$0], slopes: slopes) }, width: image.width, height: image.height)
    let dewarp = Dewarp(of: pieces, ink: ink, zones: single, textHeight: textHeight)
    let straight = pieces.map { $0.straightened(by: dewarp) }
    let rest = LocalSlope(straight)
    let rows = RowJoiner(straight).rows.compactMap { row in
      PrintRow(row.map { straight[$0] }, slopes: rest, dewarp: dewarp)
    }
    let zones = RowZones(rows, width: image.width, height: image.height)
    var result = LineFinder.Result(
      dewarp: dewarp,
      owners: [UInt16](repeating: 0, count: image.width * image.height))
    let members = assign(ink, rows: rows, zones: zones, owners: &result.owners, width: image.width)
    for index in image.pixels.indices where image.pixels[index] < Self.threshold {
      if strokes.image.pixels[index] >= Self.threshold { result.owners[index] = 1 }
    }
    for (index, row) in rows.enumerated() {
      if isReversed(row, in: image) {
        result.lines.append(reversedLine(row))
      } else {
        var line = line(row, members[index])
        line.owner = UInt16(min(index + 2, 65535))
        result.lines.append(line)
      }
    }
    return result
  }

  /// The pieces and the runs of ink of a row.
  private struct Members {
    var pieces: [RowPiece] = []
    var spans: [(from: Int32, to: Int32)] = []
  }

  /// Gives each piece of ink to the row that the most of it lies in, or each of its pixels where it spans several.
  private func assign(
    _ ink: InkComponents, rows: [PrintRow], zones: RowZones, owners: inout [UInt16], width: Int
  ) -> [Members] {
    var members = [Members](repeating: Members(), count: rows.count)
    let count = ink.components.count
    // The row that the most pixels lie in, by Boyer and Moore's vote, then how many those are.
    var vote = [(row: Int32, count: Int32)](repeating: (-1, 0), count: count)
    for run in ink.runs {
      let row = Int32(zones.row(x: Int(run.from + run.to) / 2, y: Int(run.row)))
      let component = Int(run.component)
      let weight = run.to - run.from
      if vote[component].row == row {
        vote[component].count += weight
      } else if vote[component].count >= weight {
        vote[component].count -= weight
      } else {
        vote[component] = (row, weight - vote[component].count)
      }
    }
    var inside = [Int](repeating: 0, count: count)
    for run in ink.runs
    where Int32(zones.row(x: Int(run.from + run.to) / 2, y: Int(run.row))) == vote[Int(run.component)].row {
      inside[Int(run.component)] += Int(run.to - run.from)
    }
    var isWhole = [Bool](repeating: false, count: count)
    for (index, component) in ink.components.enumerated() {
      let row = Int(vote[index].row)
      guard row >= 0, inside[index] * 10 >= component.area * 7 else { continue }
      let height = rows[row].height
      isWhole[index] = Double(component.height) < 1.8 * height
      guard isWhole[index], component.area >= 3, Double(max(component.width, component.height)) > 0.12 * height else {
        continue
      }
      let shift = rows[row].middle(component.centreX)
      members[row].pieces.append(
        RowPiece(
          component: index, left: Double(component.left), right: Double(component.right),
          top: Double(component.top) - shift, bottom: Double(component.bottom) - shift))
    }
    for run in ink.runs {
      let component = Int(run.component)
      let start = Int(run.row) * width
      if isWhole[component] {
        let row = Int(vote[component].row)
        let owner = UInt16(min(row + 2, 65535))
        for x in Int(run.from)..<Int(run.to) { owners[start + x] = owner }
        let piece = ink.components[component]
        if Double(max(piece.width, piece.height)) > 0.25 * rows[row].height {
          members[row].spans.append((run.from, run.to))
        }
        continue
      }
      for x in Int(run.from)..<Int(run.to) {
        let row = zones.row(x: x, y: Int(run.row))
        owners[start + x] = row < 0 ? 1 : UInt16(min(row + 2, 65535))
      }
    }
    return members
  }

  private func line(_ row: PrintRow, _ members: Members) -> FoundLine {
    let half = 0.62 * row.height
    // Rows of the measure are numbered from the middle's own row, which must not be negative.
    let zero = half.rounded(.up) + 1
    let pieces = members.pieces.map { piece -> RowPiece in
      var piece = piece
      piece.top += zero
      piece.bottom += zero
      return piece
    }
    let measure = LineMeasure(
      pieces, band: RowBands.Band(top: Int(zero - half), bottom: Int((zero + half).rounded(.up))))
    var (capTop, baseline) = (measure.capTop - zero, measure.baseline - zero)
    var (top, bottom) = (measure.top - zero, measure.bottom - zero)
    // Ink that is cut badly must not shrink the crop to a part of the letters.
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

  /// The print between wide gaps: its ink, and the cores that the network marked where the ink is too faint.
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
        groups.append(FoundLine.Stretch(left: span.left, right: span.right))
      }
    }
    return groups
  }

  /// Whether a row is light print on a dark ground: most of its band is ink.
  private func isReversed(_ row: PrintRow, in image: GrayImage) -> Bool {
    var (dark, all) = (0, 0)
    for piece in row.pieces {
      for x in stride(from: max(0, Int(piece.left)), to: min(image.width, Int(piece.right)), by: 2) {
        let middle = row.middle(Double(x))
        let half = 0.42 * piece.height
        let (top, bottom) = (max(0, Int(middle - half)), min(image.height, Int(middle + half)))
        for y in stride(from: top, to: bottom, by: 2) {
          all += 1
          if image.pixels[y * image.width + x] < Self.threshold { dark += 1 }
        }
      }
    }
    return all > 0 && dark * 100 > all * 62
  }

  private func reversedLine(_ row: PrintRow) -> FoundLine {
    let half = 0.38 * row.height
    let spacing = max(4, row.height)
    let count = max(2, Int(((row.right - row.left) / spacing).rounded(.up)) + 1)
    let middle = row.middle((row.left + row.right) / 2)
    return FoundLine(
      kind: .text, left: row.left, right: row.right, top: middle - half, bottom: middle + half, capTop: middle - half,
      baseline: middle + half,
      path: (0..<count).map { row.middle(row.left + Double($0) * spacing) - middle }, pathSpacing: spacing,
      stretches: row.pieces.map { FoundLine.Stretch(left: $0.left, right: $0.right) }, isReversed: true)
  }
}

/// Which row each pixel of a page is near enough to.
struct RowZones {
  private let width: Int
  private let height: Int
  private var rows: [Int16]

  /// Beyond a row's ends ink still belongs to it within this share of its height: the network cuts letters off.
  private static let reach = 0.9
  /// Above and below the middle, likewise: capitals and tails.
  private static let half = 0.66

  init(_ rows: [PrintRow], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    self.rows = [Int16](repeating: -1, count: width * height)
    var nearest = [UInt8](repeating: 255, count: width * height)
    for (index, row) in rows.enumerated().prefix(Int(Int16.max)) {
      let (first, last) = (row.left - Self.reach * row.height, row.right + Self.reach * row.height)
      var piece = 0
      for x in max(0, Int(first))..<max(max(0, Int(first)), min(width, Int(last))) {
        while piece + 1 < row.pieces.count, row.pieces[piece + 1].left <= Double(x) { piece += 1 }
        let isInside = row.pieces[piece].left <= Double(x) && Double(x) <= row.pieces[piece].right
        let half = Self.half * (isInside ? row.pieces[piece].height : row.height)
        let middle = row.middle(Double(x) + 0.5)
        // What lies beside the detected print gives way to what lies in that of another row.
        let penalty = isInside ? 0.0 : 60.0
        for y in max(0, Int(middle - half))..<max(max(0, Int(middle - half)), min(height, Int(middle + half) + 1)) {
          let distance = UInt8(min(abs(Double(y) + 0.5 - middle) / half * 180 + penalty, 254))
          let place = y * width + x
          if distance < nearest[place] {
            nearest[place] = distance
            self.rows[place] = Int16(index)
          }
        }
      }
    }
  }

  /// The row of a pixel; -1 where there is none.
  func row(x: Int, y: Int) -> Int { Int(rows[y * width + x]) }
}
