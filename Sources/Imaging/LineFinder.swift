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
    /// Where the slope of the print was measured.
    package var slopes: [(x: Double, y: Double, slope: Double, weight: Double)] = []
  }

  private static let threshold: UInt8 = 128
  private let textHeight: Double

  /// Print is about `textHeight` pixels high.
  package init(textHeight: Double) {
    self.textHeight = textHeight
  }

  package func find(in image: GrayImage) -> Result {
    let strokes = StrokeRemoval(image, threshold: Self.threshold, textHeight: textHeight)
    let ink = InkComponents(of: strokes.image, darkerThan: Self.threshold)
    let sorter = InkSorter(ink, textHeight: textHeight)
    let isText = sorter.kinds.map { $0 == .text }
    let field = SlopeField(ink, isText: isText, textHeight: textHeight)
    var dewarp = Dewarp(following: field, width: image.width, height: image.height, spacing: textHeight)
    if dewarp.strength < 1.5 {
      dewarp = Dewarp(flatWidth: image.width, height: image.height, spacing: textHeight)
    }
    var result = Result(dewarp: dewarp, owners: Array(repeating: 0, count: image.width * image.height))
    result.slopes = field.samples
    var pieces: [RowPiece] = []
    for (index, component) in ink.components.enumerated() where isText[index] {
      let top = dewarp.row(x: component.centreX, y: Double(component.top))
      let bottom = dewarp.row(x: component.centreX, y: Double(component.bottom))
      pieces.append(
        RowPiece(
          component: index, left: Double(component.left), right: Double(component.right), top: top, bottom: bottom))
    }
    let profile = profile(of: ink, isText: isText, dewarp: dewarp, rows: image.height)
    let bands = RowBands(pieces, profile: profile, textHeight: textHeight).bands
    assign(ink, isText: isText, pieces: pieces, bands: bands, to: &result, width: image.width)
    for rule in strokes.rules { result.lines.append(self.rule(rule, dewarp: dewarp)) }
    result.graphics = sorter.excluded.map { Box(x: $0.left, y: $0.top, width: $0.width, height: $0.height) }
    return result
  }

  /// Ink by row.
  private func profile(of ink: InkComponents, isText: [Bool], dewarp: Dewarp, rows: Int) -> [Float] {
    var profile = [Float](repeating: 0, count: rows + 1)
    for run in ink.runs where isText[Int(run.component)] {
      let row = dewarp.row(x: Double(run.from + run.to) / 2, y: Double(run.row) + 0.5)
      guard row >= 0, row < Double(rows) else { continue }
      profile[Int(row)] += Float(run.to - run.from)
    }
    return profile
  }

  /// Gives each run of ink to its band and makes lines of the bands.
  private func assign(
    _ ink: InkComponents, isText: [Bool], pieces: [RowPiece], bands: [RowBands.Band], to result: inout Result,
    width: Int
  ) {
    guard !bands.isEmpty else { return }
    // The band of each row; between two bands the nearer one.
    let rows = result.owners.count / max(1, width) + 2
    var bandOfRow = [Int](repeating: 0, count: rows)
    var next = 0
    for row in 0..<rows {
      while next + 1 < bands.count, Double(row) + 0.5 > Double(bands[next].bottom + bands[next + 1].top) / 2 {
        next += 1
      }
      bandOfRow[row] = next
    }
    // A piece belongs to the band of its middle, if the most of it lies there; else it is cut.
    var bandOfComponent = [Int](repeating: -1, count: ink.components.count)
    var counts = [Int](repeating: 0, count: bands.count)
    for piece in pieces {
      let middle = (piece.top + piece.bottom) / 2
      let band = bandOfRow[min(max(Int(middle), 0), rows - 1)]
      counts[band] += 1
      let overlap = min(piece.bottom, Double(bands[band].bottom)) - max(piece.top, Double(bands[band].top))
      if overlap >= 0.75 * piece.height || piece.height < 0.7 * textHeight { bandOfComponent[piece.component] = band }
    }
    var histograms = [[Float]](repeating: [], count: bands.count)
    var extents = [(left: Double, right: Double)](repeating: (.infinity, -.infinity), count: bands.count)
    for band in bands.indices {
      histograms[band] = Array(repeating: 0, count: bands[band].height + Int(2 * textHeight))
    }
    var spans = [[(from: Int32, to: Int32)]](repeating: [], count: bands.count)
    for run in ink.runs {
      let start = Int(run.row) * width
      guard isText[Int(run.component)] else {
        for x in Int(run.from)..<Int(run.to) { result.owners[start + x] = 1 }
        continue
      }
      let row = result.dewarp.row(x: Double(run.from + run.to) / 2, y: Double(run.row) + 0.5)
      let known = bandOfComponent[Int(run.component)]
      let band = known >= 0 ? known : bandOfRow[min(max(Int(row), 0), rows - 1)]
      for x in Int(run.from)..<Int(run.to) { result.owners[start + x] = UInt16(min(band + 2, 65535)) }
      let index = Int((row - Double(bands[band].top) + textHeight).rounded(.down))
      if histograms[band].indices.contains(index) { histograms[band][index] += Float(run.to - run.from) }
      spans[band].append((run.from, run.to))
    }
    for band in bands.indices {
      extents[band] = extent(of: spans[band])
      result.lines.append(
        line(
          bands[band], histogram: histograms[band], extent: extents[band], pieces: counts[band], dewarp: result.dewarp))
    }
  }

  /// The first and last column of a band's ink, without lonely specks far from the rest.
  private func extent(of spans: [(from: Int32, to: Int32)]) -> (left: Double, right: Double) {
    guard !spans.isEmpty else { return (0, 0) }
    let sorted = spans.sorted { $0.from < $1.from }
    var groups: [(left: Int32, right: Int32, ink: Int32)] = []
    for span in sorted {
      if let last = groups.last, Double(span.from - last.right) < textHeight {
        groups[groups.count - 1].right = max(last.right, span.to)
        groups[groups.count - 1].ink += span.to - span.from
      } else {
        groups.append((span.from, span.to, span.to - span.from))
      }
    }
    let solid = groups.filter { Double($0.ink) > 0.08 * textHeight * textHeight }
    let kept = solid.isEmpty ? groups : solid
    return (Double(kept.map(\.left).min() ?? 0), Double(kept.map(\.right).max() ?? 0))
  }

  private func line(
    _ band: RowBands.Band, histogram: [Float], extent: (left: Double, right: Double), pieces: Int, dewarp: Dewarp
  ) -> FoundLine {
    let total = histogram.reduce(0, +)
    var (low, high) = (0, histogram.count)
    var sum: Float = 0
    while low < high, sum + histogram[low] <= 0.012 * total {
      sum += histogram[low]
      low += 1
    }
    sum = 0
    while high > low + 1, sum + histogram[high - 1] <= 0.012 * total {
      sum += histogram[high - 1]
      high -= 1
    }
    let top = Double(band.top + low) - textHeight.rounded(.down)
    let bottom = Double(band.top + high) - textHeight.rounded(.down)
    let spacing = textHeight
    let count = max(2, Int(((extent.right - extent.left) / spacing).rounded(.up)) + 1)
    let middle = (top + bottom) / 2
    let path = (0..<count).map { dewarp.offset(x: extent.left + Double($0) * spacing, row: middle) }
    let isRule = bottom - top < 0.36 * textHeight && extent.right - extent.left > 6 * textHeight
    return FoundLine(
      kind: isRule ? .rule : .text, left: extent.left, right: extent.right, top: top, bottom: bottom, path: path,
      pathSpacing: spacing, pieces: pieces)
  }

  private func rule(_ stroke: Component, dewarp: Dewarp) -> FoundLine {
    let row = dewarp.row(x: stroke.centreX, y: stroke.centreY)
    let half = Double(stroke.height) / 2
    return FoundLine(
      kind: .rule, left: Double(stroke.left), right: Double(stroke.right), top: row - half, bottom: row + half,
      path: [stroke.centreY - row, stroke.centreY - row], pathSpacing: Double(max(1, stroke.width)), pieces: 1)
  }
}
