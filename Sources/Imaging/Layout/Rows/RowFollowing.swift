extension PageRows {
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
