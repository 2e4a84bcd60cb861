/// A page cut into rows, without its unevenness.
struct PageRows {
  private(set) var dewarp: Dewarp
  private(set) var pieces: [RowPiece]
  private(set) var bands: RowBands
  /// The ink, by the rows that were found last.
  private(set) var ink: RowInk

  init(
    _ ink: InkComponents, isText: [Bool], isGuide: [Bool]? = nil, textHeight: Double, start: Dewarp? = nil
  ) {
    let shown = isGuide ?? isText
    let (width, height) = (ink.width, ink.height)
    let flat = Dewarp(flatWidth: width, height: height, spacing: textHeight)
    let flatInk = RowInk(ink, isText: shown, dewarp: start)
    let field = SlopeField(flatInk, textHeight: textHeight)
    var sloping = Dewarp(width: width, height: height, spacing: textHeight, following: field.slope)
    if let start { sloping = start.refined(by: sloping) }
    let rest = SlopeField(
      RowInk(ink, isText: shown, dewarp: sloping), textHeight: textHeight, cellWidth: 7, limit: 0.07)
    sloping = sloping.refined(
      by: Dewarp(width: width, height: height, spacing: textHeight, following: rest.slope))
    let slopingInk = RowInk(ink, isText: isText, dewarp: sloping)
    dewarp = sloping
    self.ink = slopingInk
    (pieces, bands) = Self.cut(ink, isText: isText, rows: slopingInk, dewarp: sloping, textHeight: textHeight)

    var steps = flat
    let guides = isGuide.map { RowInk(ink, isText: $0, dewarp: sloping) } ?? slopingInk
    let alignment = RowAlignment(guides, textHeight: textHeight)
    steps.set { alignment.shift(x: $0, row: $1) }
    let aligned = sloping.refined(by: steps)
    let alignedInk = RowInk(ink, isText: isText, dewarp: aligned)
    let result = Self.cut(ink, isText: isText, rows: alignedInk, dewarp: aligned, textHeight: textHeight)
    guard result.bands.cost <= 1.02 * bands.cost + 0.1 else { return }
    dewarp = aligned
    self.ink = alignedInk
    (pieces, bands) = result
  }

  private static func cut(
    _ ink: InkComponents, isText: [Bool], rows: RowInk, dewarp: Dewarp, textHeight: Double
  ) -> (pieces: [RowPiece], bands: RowBands) {
    var pieces: [RowPiece] = []
    for (index, component) in ink.components.enumerated() where isText[index] {
      let top = dewarp.row(x: component.centreX, y: Double(component.top))
      let bottom = dewarp.row(x: component.centreX, y: Double(component.bottom))
      pieces.append(
        RowPiece(left: Double(component.left), right: Double(component.right), top: top, bottom: bottom))
    }
    return (pieces, RowBands(pieces, profile: rows.profile(), textHeight: textHeight))
  }
}
