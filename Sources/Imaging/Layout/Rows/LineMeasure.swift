struct LineMeasure {
  private(set) var top: Double
  private(set) var bottom: Double
  private(set) var capTop: Double
  private(set) var baseline: Double

  init(_ pieces: [RowPiece], band: RowBands.Band) {
    (top, bottom) = (Double(band.top), Double(band.bottom))
    (capTop, baseline) = (top, bottom)
    let blocks = Self.blocks(pieces, band: band)
    let highest = blocks.map(\.height).max() ?? 0
    let letters = blocks.filter { $0.height > 0.5 * highest && $0.height > 2 }
    guard !letters.isEmpty else { return }
    // A frame's corner or a blot must not set the scale of a line.
    let typical = quantile(letters.map { ($0.height, $0.width) }, 0.5) ?? 0
    let sound = letters.filter { $0.height < 1.7 * typical }
    guard !sound.isEmpty else { return }
    let tops = sound.map { (value: $0.top, weight: $0.width) }
    let bottoms = sound.map { (value: $0.bottom, weight: $0.width) }
    capTop = quantile(tops, 0.15) ?? 0
    baseline = quantile(bottoms, 0.8) ?? 0
    guard baseline > capTop + 2 else {
      (capTop, baseline) = (top, bottom)
      return
    }
    let height = baseline - capTop
    top = max(top, min(capTop, quantile(tops, 0.02) ?? 0))
    bottom = min(bottom, max(baseline, quantile(bottoms, 0.98) ?? 0))
    top = max(top, capTop - 0.35 * height)
    bottom = min(bottom, baseline + 0.45 * height)
  }

  /// Joins pieces above each other into letters, as far as these are separate.
  private static func blocks(_ pieces: [RowPiece], band: RowBands.Band) -> [RowPiece] {
    var blocks: [RowPiece] = []
    for piece in pieces.sorted(by: { $0.left < $1.left }) {
      var piece = piece
      // Cut off the parts in neighbouring rows.
      piece.top = max(piece.top, Double(band.top))
      piece.bottom = min(piece.bottom, Double(band.bottom))
      if let last = blocks.last, min(piece.right, last.right) - piece.left > 0.4 * min(piece.width, last.width) {
        blocks[blocks.count - 1].right = max(last.right, piece.right)
        blocks[blocks.count - 1].top = min(last.top, piece.top)
        blocks[blocks.count - 1].bottom = max(last.bottom, piece.bottom)
      } else {
        blocks.append(piece)
      }
    }
    return blocks
  }
}
