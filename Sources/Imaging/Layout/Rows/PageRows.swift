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
}
