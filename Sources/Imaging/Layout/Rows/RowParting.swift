/// Divides pieces with several rows: the network marks close ones as one, above all wide-set labels.
extension PageRows {
  /// A single row is lower than this.
  private static let highest = 1.5
  /// The middle of a row lies this far within a piece that holds it.
  private static let slack = 0.15
  /// The border of a row that is a piece's own lies no further inside.
  private static let border = 0.35

  /// The rows of a straightened piece, with its number; the piece itself if it is one row.
  func parts(of piece: LevelPiece, number: Int, textHeight: Double) -> [LevelPiece] {
    let middle = piece.centre.y
    let reach = (top: middle - piece.reach.above, bottom: middle + piece.reach.below)
    guard reach.bottom - reach.top > Self.highest * textHeight else { return [piece] }
    let room = 0.3 * textHeight
    let (top, bottom) = (max(0, Int(reach.top - room)), min(ink.height, Int((reach.bottom + room).rounded(.up))))
    guard bottom > top else { return [piece] }
    let inside = self.bands.pieces(from: Double(top), to: Double(bottom)).compactMap { ink -> RowPiece? in
      ink.centreX >= piece.left && ink.centreX <= piece.right ? ink.moved(down: -Double(top)) : nil
    }
    let slack = Self.slack * textHeight
    func holds(_ centre: Double) -> Bool { centre > reach.top + slack && centre < reach.bottom - slack }
    let page = self.bands.bands.filter { holds(Double($0.top + $0.bottom) / 2) }
    var bands = page.map { RowBands.Band(top: $0.top - top, bottom: $0.bottom - top) }
    if bands.count == 1, Double(page[0].top) < reach.top + Self.border * textHeight,
      Double(page[0].bottom) > reach.bottom - Self.border * textHeight
    {
      return [piece]
    }
    let severed = zip(bands, bands.dropFirst()).contains { above, below in
      Self.severs(
        inside, at: Double(above.bottom + below.top) / 2, highest: 1.4 * Double(max(above.height, below.height)),
        textHeight: textHeight)
    }
    if bands.count < 2 || severed {
      let profile = ink.profile(from: piece.left, to: piece.right, rows: top..<bottom)
      bands = RowBands(inside, profile: profile, textHeight: textHeight).bands.filter { band in
        holds(Double(top) + Double(band.top + band.bottom) / 2) && Double(band.height) > 0.4 * textHeight
      }
    }
    guard bands.count > 1 else { return [piece] }
    let parts = bands.compactMap { band -> LevelPiece? in
      let own = inside.filter { $0.middle >= Double(band.top) && $0.middle < Double(band.bottom) }
      guard let left = own.map(\.left).min(), let right = own.map(\.right).max() else { return nil }
      let height = Double(band.height) * 1.2
      var part = LevelPiece(
        left: max(piece.left, left - 0.2 * height), right: min(piece.right, right + 0.2 * height), height: height,
        middle: Double(top) + Double(band.top + band.bottom) / 2, slope: 0)
      part.whole = number
      return part
    }
    return parts.isEmpty ? [piece] : parts
  }

  /// Whether a cut severs a third of the text beside it.
  private static func severs(_ pieces: [RowPiece], at row: Double, highest: Double, textHeight: Double) -> Bool {
    let reach = 0.2 * textHeight
    let (near, all) = pieces.reduce((0.0, 0.0)) { sums, piece in
      let isNear = piece.bottom > row - textHeight && piece.top < row + textHeight
      // Ink higher than a row is touching letters of two rows.
      let isCut = piece.top < row - reach && piece.bottom > row + reach && piece.height < highest
      return (sums.0 + (isCut ? piece.width : 0), sums.1 + (isNear ? piece.width : 0))
    }
    return near * 3 > all
  }
}
