import PageModel
import Understanding

extension PageRecord {
  /// Its tables that a format can draw.
  ///
  /// A damaged store may hold others, and a hostile picture may lead to some: they are left out.
  var tables: [PageTable] { (derived.value(of: TablesStage.self) ?? []).filter(\.isSound) }
}

extension PageTable {
  /// As many places as a worker's answer may have cells, and as many columns as a sheet of Excel has.
  private static let placesAtMost = 100_000
  private static let columnsAtMost = 16_384

  /// Whether its cells lie within it, row by row, and no two of them overlap.
  fileprivate var isSound: Bool {
    guard (1...Self.placesAtMost).contains(rows), (1...Self.columnsAtMost).contains(columns),
      rows * columns <= Self.placesAtMost
    else { return false }
    var taken: Set<Int> = []
    return zip(cells, cells.dropFirst()).allSatisfy { ($0.row, $0.column) < ($1.row, $1.column) }
      && cells.allSatisfy { cell in
        (0..<rows).contains(cell.row) && (1...rows - cell.row).contains(cell.rowSpan)
          && (0..<columns).contains(cell.column) && (1...columns - cell.column).contains(cell.columnSpan)
          && (cell.row..<cell.row + cell.rowSpan).allSatisfy { row in
            (cell.column..<cell.column + cell.columnSpan).allSatisfy { taken.insert(row * columns + $0).inserted }
          }
      }
  }

  /// The cells of each row, by column.
  var cellsByRow: [[Cell]] {
    var found = [[Cell]](repeating: [], count: rows)
    for cell in cells { found[cell.row].append(cell) }
    return found
  }
}

extension String {
  /// The text in NFC with single spaces, and with U+FFFD in place of each character that markup forbids.
  var onOneLine: String {
    composed.replacingForbiddenInMarkup.unicodeScalars.split { $0.properties.isWhitespace }.map { String($0) }
      .joined(separator: " ")
  }
}
