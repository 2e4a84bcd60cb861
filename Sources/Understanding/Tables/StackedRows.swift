import PageModel

/// Rows of a list without rules between them.
extension TableGrid {
  private typealias Place = (share: Double, text: String)

  /// Dates, times and telephones are none.
  private static var amount: Regex<Substring> { /[-+△₩$(]*\d{1,3}(?:,?\d{3})*(?:\.\d+)?[-)원%]*/ }

  /// A row of cells is divided into no more rows.
  private static let most = 300

  /// The cells, those with several rows of a list divided above each of their lines with numbers.
  func dividingRows(by page: RecognisedPage) -> [Cell] {
    let (boxes, whole) = (cells.map(\.box), box)
    // By row, cell and line.
    var stacks: [Int: [Int: [Int: Place]]] = [:]
    for (number, line) in page.lines.enumerated() where line.kind == .text && whole.overlaps(line.box) {
      for word in line.words {
        let (x, y) = (Double(word.box.x) + Double(word.box.width) / 2, Double(word.box.y) + Double(word.box.height) / 2)
        guard let cell = boxes.indices.first(where: { boxes[$0].overlaps(word.box) && cells[$0].holds(x: x, y: y) }),
          cells[cell].rowSpan == 1
        else { continue }
        let known = stacks[cells[cell].row]?[cell]?[number]
        let share = known?.share ?? cells[cell].share(x: x, y: y)
        let text = (known.map { $0.text + " " } ?? "") + word.text
        stacks[cells[cell].row, default: [:]][cell, default: [:]][number] = (share, text)
      }
    }
    let cuts = stacks.compactMapValues { Self.cuts($0.sorted { $0.key < $1.key }.map(\.value)) }
    let added = cuts.values.reduce(0) { $0 + $1.count }
    guard added > 0, cells.count * (added + 1) <= PageSignals.cellsAtMost else { return cells }
    return cells.flatMap { cell in
      var cell = cell
      let below = cuts.filter { $0.key >= cell.row && $0.key < cell.row + cell.rowSpan }
      let edges = cell.rowSpan == 1 ? [0] + (below[cell.row] ?? []) + [1] : [0, 1]
      if cell.rowSpan > 1 { cell.rowSpan += below.values.reduce(0) { $0 + $1.count } }
      cell.row += cuts.reduce(0) { $0 + ($1.key < cell.row ? $1.value.count : 0) }
      return zip(edges, edges.dropFirst()).enumerated().map { cell.part($1.0, $1.1, row: cell.row + $0) }
    }
  }

  /// The shares of a row's height above which its second row and all further ones begin; nil if it is one row.
  ///
  /// Two cells must hold amounts in the same lines, or one does and all others have just these lines, too.
  private static func cuts(_ cells: [[Int: Place]]) -> [Double]? {
    let numbers = cells.filter { cell in
      cell.count > 1
        && cell.values.allSatisfy { place in
          !place.text.contains { $0.isLetter || $0.isNumber } || place.text.wholeMatch(of: amount) != nil
        }
    }
    guard let list = numbers.max(by: { $0.count < $1.count }), list.count <= most,
      numbers.allSatisfy({ cell in cell.keys.allSatisfy { list[$0] != nil } }),
      numbers.count > 1 || cells.count > 1 && cells.allSatisfy({ $0.keys == list.keys })
    else { return nil }
    let lines = list.values.map(\.share).sorted()
    let least = 0.25 / Double(lines.count)
    guard zip(lines, lines.dropFirst()).allSatisfy({ $1 - $0 > least }) else { return nil }
    // A name that goes on below its numbers belongs to the row above.
    return zip(lines, lines.dropFirst()).map { last, next in
      let before = cells.joined().map(\.value.share).filter { $0 >= last && $0 < next - least / 2 }.max() ?? last
      return (before + next) / 2
    }
  }
}

extension TableGrid.Cell {
  /// The distance of a place from its top, as a share of its height.
  fileprivate func share(x: Double, y: Double) -> Double {
    let (top, bottom) = (corners[0], corners[3])
    let (across, down) = (Double(bottom.x - top.x), Double(bottom.y - top.y))
    let share = ((x - Double(top.x)) * across + (y - Double(top.y)) * down) / max(1, across * across + down * down)
    return min(1, max(0, share))
  }

  /// Its part between two shares of its height.
  fileprivate func part(_ from: Double, _ to: Double, row: Int) -> TableGrid.Cell {
    func between(_ side: (top: Int, bottom: Int), _ share: Double) -> TableGrid.Corner {
      let (top, bottom) = (corners[side.top], corners[side.bottom])
      return .init(
        x: top.x + Int((Double(bottom.x - top.x) * share).rounded()),
        y: top.y + Int((Double(bottom.y - top.y) * share).rounded()))
    }
    var part = self
    part.row = row
    part.corners = [between((0, 3), from), between((1, 2), from), between((1, 2), to), between((0, 3), to)]
    return part
  }
}
