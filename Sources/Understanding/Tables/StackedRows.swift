import PageModel

/// Rows of a list without rules between them.
///
/// Two cells hold a number in each of the same lines, or one does and all others have these lines, too.
extension TableGrid {
  /// The cells, those with several rows of a list divided between the lines.
  func dividingRows(by page: RecognisedPage) -> [Cell] {
    let boxes = cells.map(\.box)
    var stacks: [Int: [Int: [Place]]] = [:]
    for (number, line) in page.lines.enumerated() where line.kind == .text && box.overlaps(line.box) {
      for word in line.words {
        let (x, y) = (Double(word.box.x) + Double(word.box.width) / 2, Double(word.box.y) + Double(word.box.height) / 2)
        guard let cell = boxes.indices.first(where: { boxes[$0].overlaps(word.box) && cells[$0].holds(x: x, y: y) }),
          cells[cell].rowSpan == 1
        else { continue }
        let digits = word.text.count(where: \.isNumber)
        stacks[cell, default: [:]][number, default: []].append(
          (cells[cell].share(x: x, y: y), 2 * digits > word.text.count))
      }
    }
    var cuts: [Int: [Double]] = [:]
    for (row, members) in Dictionary(grouping: stacks.keys, by: { cells[$0].row }) {
      let rows = members.compactMap { stacks[$0] }
      let numbers = rows.filter { $0.count > 1 && $0.values.allSatisfy { $0.allSatisfy(\.isNumber) } }
      guard let lines = numbers.first?.keys, numbers.allSatisfy({ $0.keys == lines }),
        numbers.count > 1 || rows.count > 1 && rows.allSatisfy({ $0.keys == lines })
      else { continue }
      let middles = lines.map { line in
        let places = numbers.flatMap { $0[line] ?? [] }
        return places.reduce(0) { $0 + $1.share } / Double(places.count)
      }.sorted()
      cuts[row] = zip(middles, middles.dropFirst()).map { ($0 + $1) / 2 }
    }
    guard !cuts.isEmpty else { return cells }
    return cells.flatMap { cell in
      var cell = cell
      let added = (cell.row..<cell.row + cell.rowSpan).reduce(0) { $0 + (cuts[$1]?.count ?? 0) }
      let edges = cell.rowSpan == 1 ? [0] + (cuts[cell.row] ?? []) + [1] : [0, 1]
      if cell.rowSpan > 1 { cell.rowSpan += added }
      cell.row += cuts.reduce(0) { $0 + ($1.key < cell.row ? $1.value.count : 0) }
      return zip(edges, edges.dropFirst()).enumerated().map { index, part in
        cell.part(part.0, part.1, row: cell.row + index)
      }
    }
  }

  /// A word's place between the top of its cell and the bottom, from 0 to 1, and whether it is a number.
  private typealias Place = (share: Double, isNumber: Bool)
}

extension TableGrid.Cell {
  /// How far below its top a place is, as a share of its height.
  fileprivate func share(x: Double, y: Double) -> Double {
    let (top, bottom) = (corners[0], corners[3])
    let (across, down) = (Double(bottom.x - top.x), Double(bottom.y - top.y))
    return ((x - Double(top.x)) * across + (y - Double(top.y)) * down) / max(1, across * across + down * down)
  }

  /// Its part between two shares of its height.
  fileprivate func part(_ from: Double, _ to: Double, row: Int) -> TableGrid.Cell {
    func between(_ top: TableGrid.Corner, _ bottom: TableGrid.Corner, _ share: Double) -> TableGrid.Corner {
      .init(
        x: top.x + Int((Double(bottom.x - top.x) * share).rounded()),
        y: top.y + Int((Double(bottom.y - top.y) * share).rounded()))
    }
    var part = self
    part.row = row
    part.corners = [
      between(corners[0], corners[3], from), between(corners[1], corners[2], from),
      between(corners[1], corners[2], to), between(corners[0], corners[3], to),
    ]
    return part
  }
}
