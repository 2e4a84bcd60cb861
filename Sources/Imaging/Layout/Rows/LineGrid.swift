/// Which line each place of a page belongs to.
struct LineGrid {
  /// The rows of each line.
  private(set) var bands: [RowBands.Band] = []
  /// The first line of the band that each row lies in; between two bands the nearer one.
  private let firstOfRow: [Int]
  /// The lines of bands that are cut by columns, by their first line.
  private var cells: [Int: [ColumnSpacing.Cell]] = [:]

  init(_ rows: PageRows, textHeight: Double, height: Int, splitsColumns: Bool = true) {
    let whole = rows.bands.bands
    var bandOfRow = [Int](repeating: 0, count: height)
    var next = 0
    for row in 0..<height {
      while next + 1 < whole.count, Double(row) + 0.5 > Double(whole[next].bottom + whole[next + 1].top) / 2 {
        next += 1
      }
      bandOfRow[row] = next
    }
    var members = [[RowPiece]](repeating: [], count: whole.count)
    if !whole.isEmpty {
      for piece in rows.pieces { members[bandOfRow[min(max(Int(piece.middle), 0), height - 1)]].append(piece) }
    }
    let splitter = ColumnSpacing(rows.ink, textHeight: textHeight)
    var first: [Int] = []
    var index = 0
    while index < whole.count {
      var band = whole[index]
      var pieces = members[index]
      var end = index + 1
      // Rows whose cut goes through the print of a column are looked at together.
      while splitsColumns, end < whole.count, whole[end].top - band.bottom < Int(0.5 * textHeight),
        splitter.severs(pieces + members[end], at: Double(band.bottom + whole[end].top) / 2)
      {
        band.bottom = whole[end].bottom
        pieces += members[end]
        end += 1
      }
      if splitsColumns, let parts = splitter.cells(of: band, pieces: pieces, isMerged: end > index + 1) {
        first += Array(repeating: bands.count, count: end - index)
        cells[bands.count] = parts
        bands += parts.map(\.band)
      } else {
        first += bands.count..<bands.count + end - index
        bands += whole[index..<end]
      }
      index = end
    }
    firstOfRow = whole.isEmpty ? [] : bandOfRow.map { first[$0] }
  }

  /// The line of a place: `row` as the page's `Dewarp` numbers it.
  func line(x: Double, row: Double) -> Int {
    let first = firstOfRow[min(max(Int(row), 0), firstOfRow.count - 1)]
    guard let parts = cells[first] else { return first }
    var best = (index: 0, distance: Double.infinity)
    for (index, part) in parts.enumerated() {
      let across = part.columns.map { max(0, $0.left - x, x - $0.right) }.min() ?? 0
      let distance = across + max(0, Double(part.band.top) - row, row - Double(part.band.bottom))
      if distance < best.distance { best = (index, distance) }
    }
    return first + best.index
  }
}
