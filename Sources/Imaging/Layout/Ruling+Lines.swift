extension Ruling {
  /// The parts of a page's lines: of tables side by side one after the other, and all else in the order of the lines.
  func parts(of lines: [FoundLine]) -> [FoundLine] {
    let tables = tables.sorted { $0.grid.columns[0] < $1.grid.columns[0] }
    /// Whether two tables share half of the lower one's height, and next to no column.
    func areBeside(_ one: Int?, _ other: Int?) -> Bool {
      guard let one = one.map({ tables[$0].grid }), let other = other.map({ tables[$0].grid }) else { return false }
      func shared(_ a: [Double], _ b: [Double]) -> Double { min(a[a.count - 1], b[b.count - 1]) - max(a[0], b[0]) }
      func share(_ a: [Double], _ b: [Double]) -> Double { shared(a, b) / min(shared(a, a), shared(b, b)) }
      return share(one.rows, other.rows) > 0.5 && share(one.columns, other.columns) < 0.1
    }
    var rows: [(place: Int, table: Int?, parts: [FoundLine])] = []
    for (place, line) in lines.enumerated() {
      for var part in parts(of: line) {
        let (x, y) = ((part.left + part.right) / 2, (part.top + part.bottom) / 2)
        let table = tables.firstIndex { $0.cell(x: x - left, y: y + part.offset(at: x) - top) != nil }
        if part.continuesRow, let row = rows.last, !areBeside(row.table, table) {
          rows[rows.count - 1] = (place, row.table ?? table, row.parts + [part])
        } else {
          part.continuesRow = false
          rows.append((place, table, [part]))
        }
      }
    }
    for table in tables.indices {
      let before = rows.filter { $0.table ?? table < table && areBeside($0.table, table) }.map(\.place).max()
      for index in rows.indices where rows[index].table == table { rows[index].place = before ?? rows[index].place }
    }
    func order(_ index: Int) -> (Int, Int, Int) { (rows[index].place, rows[index].table ?? -1, index) }
    return rows.indices.sorted { order($0) < order($1) }.flatMap { rows[$0].parts }
  }

  /// A line cut at the borders of cells, so that each part is read by itself.
  private func parts(of line: FoundLine) -> [FoundLine] {
    guard line.kind == .text, !tables.isEmpty else { return [line] }
    let cuts = tables.flatMap { self.cuts(through: line, in: $0) }.sorted()
    guard !cuts.isEmpty else { return [line] }
    var stretches: [[FoundLine.Stretch]] = [[]]
    var rest = line.stretches
    for cut in cuts {
      while let first = rest.first, first.left < cut {
        rest.removeFirst()
        var left = first
        // A sliver beyond a side is the edge of a letter, not a part of its own.
        if first.right > cut, cut - first.left < Self.sliver * line.textHeight {
          rest.insert(first, at: 0)
          break
        }
        if first.right > cut + Self.sliver * line.textHeight {
          left.right = cut
          rest.insert((cut, first.right), at: 0)
        }
        if left.right - left.left > 1 { stretches[stretches.count - 1].append(left) }
      }
      stretches.append([])
    }
    stretches[stretches.count - 1] += rest.filter { $0.right - $0.left > 1 }
    let parts = stretches.compactMap { line.part($0) }
    return parts.enumerated().map { index, part in
      var part = part
      part.continuesRow = index > 0
      part.isPartOfRow = parts.count > 1
      return part
    }
  }

  /// The width of cells with a digit or a syllable, in heights of capitals.
  private static let narrow = 2.2
  private static let sliver = 0.3

  private func cuts(through line: FoundLine, in table: RuledTable) -> [Double] {
    let middle = (line.top + line.bottom) / 2
    var cuts: [Double] = []
    var last: Int?
    for x in stride(from: line.left, through: line.right, by: 2) {
      let cell = table.cell(x: x - left, y: middle + line.offset(at: x) - top)
      if x > line.left, cell != last, !(isNarrow(cell, in: table, line) && isNarrow(last, in: table, line)) {
        cuts.append(x - 1)
      }
      last = cell
    }
    return cuts
  }

  private func isNarrow(_ cell: Int?, in table: RuledTable, _ line: FoundLine) -> Bool {
    guard let cell = cell.map({ table.grid.cells[$0] }) else { return false }
    let width = table.grid.columns[cell.column + cell.columnSpan] - table.grid.columns[cell.column]
    return width < Self.narrow * line.textHeight
  }
}
