package import PageModel

/// The tables of a page: the cells that its rules make, with the words that are in them.
package enum TablesStage: DerivedStage {
  package static let name = "tables"
  package static let version = 4
  package static var schema: String { String(decoding: PackageResources.tables_schema_json, as: UTF8.self) }

  /// A grid with text in fewer cells is a pattern: squared paper, a chart, staves of music.
  private static let leastWritten = 4
  private static let leastShare = 0.1

  package static func value(of page: PageRecord, in context: StageContext) -> [PageTable]? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    // The columns of a receipt are items and amounts, which `receipts` has.
    let isReceipt = context.value(of: KindsStage.self)?.first.map { [.receipt, .cardSlip].contains($0.label) } ?? false
    let tables = tables(of: reading, withOpen: !isReceipt)
    return tables.isEmpty ? nil : tables
  }

  /// In reading order: by their first lines, and in one line by their first words there.
  ///
  /// Boxes do not tell it on a skewed page or on one that was scanned upside down.
  ///
  /// - Parameter withOpen: Whether to look for tables without rules on a page without ruled ones.
  static func tables(of reading: RecognisedPage, withOpen: Bool) -> [PageTable] {
    var words = CellWords(of: reading)
    // Inner tables take their words first.
    let grids = (reading.signals?.grids ?? []).filter(\.isPossible).map { (grid: $0, area: $0.box.area) }
    var tables = grids.sorted { $0.area < $1.area }.compactMap { grid, _ -> PageTable? in
      let free = words
      let table = PageTable(ruled: true, cells: words.take(in: grid.dividingRows(by: reading)))
      let written = table.cells.count { !$0.text.isEmpty }
      let least = max(Double(min(leastWritten, grid.cells.count / 2)), leastShare * Double(grid.cells.count))
      if Double(written) >= least { return table }
      words = free
      return nil
    }
    // A receipt with ruled tables is a form, whose lists are tables.
    if withOpen || !tables.isEmpty { tables += OpenTables.find(in: reading, without: words.taken) }
    let seals = reading.signals?.seals ?? []
    let stamped = seals + reading.lines.flatMap(\.words).map(\.box).filter { $0.isStamped(by: seals) }
    for table in tables.indices {
      tables[table].mark(stamped, as: \.stamp)
      tables[table].mark(Array(reading.handwriting), as: \.handwritten)
    }
    let places = tables.map { table -> (line: Int, word: Int, table: PageTable) in
      let line = table.cells.compactMap(\.lines.first).min() ?? .max
      let words = reading.lines.indices.contains(line) ? reading.lines[line].words : []
      return (line, words.firstIndex { table.box.holdsMiddle(of: $0.box) } ?? .max, table)
    }
    return places.sorted {
      ($0.line, $0.word, $0.table.box.y, $0.table.box.x) < ($1.line, $1.word, $1.table.box.y, $1.table.box.x)
    }.map(\.table)
  }
}
