/// A page cut into rows, without its unevenness.
struct PageRows {
  private(set) var dewarp: Dewarp
  private(set) var bands: RowBands
  /// The ink, by the rows that were found last.
  private(set) var ink: RowInk

  init(
    _ ink: InkComponents, isText: [Bool], isGuide: [Bool]? = nil, textHeight: Double, start: Dewarp? = nil
  ) {
    let shown = isGuide ?? isText
    let (width, height) = (ink.width, ink.height)
    let field = SlopeField(RowInk(ink, isText: shown, dewarp: start), textHeight: textHeight)
    var sloping = Dewarp(width: width, height: height, spacing: textHeight, following: field.slope)
    if let start { sloping = start.refined(by: sloping) }
    let rest = SlopeField(
      RowInk(ink, isText: shown, dewarp: sloping), textHeight: textHeight, cellWidth: 7, limit: 0.07)
    sloping = sloping.refined(
      by: Dewarp(width: width, height: height, spacing: textHeight, following: rest.slope))
    let slopingInk = RowInk(ink, isText: isText, dewarp: sloping)
    dewarp = sloping
    self.ink = slopingInk
    bands = Self.bands(of: ink, isText: isText, rows: slopingInk, dewarp: sloping, textHeight: textHeight)

    var steps = Dewarp(flatWidth: width, height: height, spacing: textHeight)
    let guides = isGuide.map { RowInk(ink, isText: $0, dewarp: sloping) } ?? slopingInk
    let alignment = RowAlignment(guides, textHeight: textHeight)
    steps.set { alignment.shift(x: $0, row: $1) }
    let aligned = sloping.refined(by: steps)
    let alignedInk = RowInk(ink, isText: isText, dewarp: aligned)
    let result = Self.bands(of: ink, isText: isText, rows: alignedInk, dewarp: aligned, textHeight: textHeight)
    guard result.cost <= 1.02 * bands.cost + 0.1 else { return }
    dewarp = aligned
    self.ink = alignedInk
    bands = result
  }

  private static func bands(
    of ink: InkComponents, isText: [Bool], rows: RowInk, dewarp: Dewarp, textHeight: Double
  ) -> RowBands {
    let pieces = zip(ink.components, isText).filter(\.1).map { component, _ in
      RowPiece(
        left: Double(component.left), right: Double(component.right),
        top: dewarp.row(x: component.centreX, y: Double(component.top)),
        bottom: dewarp.row(x: component.centreX, y: Double(component.bottom)))
    }
    return RowBands(pieces, profile: rows.profile(), textHeight: textHeight)
  }

  /// A dash beside fewer similar ones, within three heights of text, may be a part of a letter (`Measurements.md`).
  private static let fewestLikes = 8

  /// The course of the detected rows: by their long pieces, then by their ink.
  init(of pieces: [LevelPiece], ink: InkComponents, zones: RowZones, textHeight: Double) {
    let (width, height) = (ink.width, ink.height)
    let slopes = Self.slopes(LocalSlope(pieces), width: width, height: height, spacing: max(2 * textHeight, 8))
    let start = Dewarp(width: width, height: height, spacing: textHeight, following: slopes)
    let isOfRow = ink.components.map { zones.row(x: Int($0.centreX), y: Int($0.centreY)) >= 0 }
    let isText = ink.components.indices.map { isOfRow[$0] && Double(ink.components[$0].height) < 3 * textHeight }
    let dashes = Self.dashes(among: ink.components, isOfRow: isOfRow, textHeight: textHeight)
    var isGuide = isText
    for index in dashes { isGuide[index] = true }
    self.init(
      ink, isText: isText, isGuide: dashes.isEmpty ? nil : isGuide, textHeight: textHeight, start: start)
  }

  /// The indices of dashes in rows outside of text.
  private static func dashes(among components: [Component], isOfRow: [Bool], textHeight: Double) -> [Int] {
    let dashes = components.indices.filter { !isOfRow[$0] && components[$0].isDash(textHeight: textHeight) }
      .sorted { components[$0].left < components[$1].left }
    guard dashes.count <= RowAssembler.mostDashes else { return [] }
    var likes = [Int](repeating: 0, count: components.count)
    for (place, index) in dashes.enumerated() {
      let dash = components[index]
      for other in dashes[(place + 1)...] {
        let next = components[other]
        if Double(next.left - dash.right) > 3 * textHeight { break }
        guard abs(next.centreY - dash.centreY) < 0.3 * (next.centreX - dash.centreX) + 1,
          abs(next.width - dash.width) <= max(3, dash.width / 2)
        else { continue }
        likes[index] += 1
        likes[other] += 1
      }
    }
    return dashes.filter { likes[$0] >= fewestLikes }
  }

  /// The slopes at the points of a grid, and between them what these give.
  private static func slopes(
    _ slopes: LocalSlope, width: Int, height: Int, spacing: Double
  ) -> (_ x: Double, _ y: Double) -> Double {
    let (columns, rows) = (Int(Double(width) / spacing) + 2, Int(Double(height) / spacing) + 2)
    let values = (0..<rows * columns).map { place in
      slopes.slope(x: Double(place % columns) * spacing, y: Double(place / columns) * spacing)
    }
    return { x, y in
      interpolated(columns: columns, rows: rows, x: x / spacing, y: y / spacing) { values[$0] }
    }
  }
}
