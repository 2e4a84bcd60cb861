import Spreadsheets

/// One table of a sheet: its heading, the rows below it, and the text above it.
struct StatementTable {
  /// One text for each column; empty if the column has no heading.
  var headings: [String]
  /// Without empty rows, sums and headings that are repeated.
  var rows: [SheetRow]
  var titles: [String]
}

/// Finds the tables of a sheet by their headings.
///
/// A row is a heading if it names a date and an amount, or three fields. If no row is, the row above the first rows
/// that have a date and a number in the same columns is taken.
struct StatementTableFinder {
  var table: MatchingTable
  /// Headings that the caller named, by field.
  var mapping: [StatementField: String]

  func tables(in sheet: Sheet) -> [StatementTable] {
    var found: [StatementTable] = []
    var titles = [sheet.name]
    var index = sheet.rows.startIndex
    while index < sheet.rows.endIndex {
      if let (headings, count) = heading(of: sheet.rows[index...]) {
        let first = index + count
        // A heading that is repeated, as on every sheet of paper, belongs to the table that is open.
        if found.last?.headings != headings {
          found.append(StatementTable(headings: headings, rows: [], titles: titles))
        }
        index = first
      } else if found.isEmpty {
        titles += sheet.rows[index].cells.compactMap(\.text)
        index += 1
      } else {
        if !isSum(sheet.rows[index]) { found[found.count - 1].rows.append(sheet.rows[index]) }
        index += 1
      }
    }
    if found.isEmpty, let table = tableByContent(of: sheet) { found = [table] }
    return found.filter { !$0.rows.isEmpty }
  }

  /// The heading that begins the rows and how many rows it takes: two if the second completes the first.
  private func heading(of rows: ArraySlice<SheetRow>) -> (headings: [String], count: Int)? {
    guard let first = rows.first, first.cells.count(where: { $0.text != nil }) >= 2 else { return nil }
    let single = first.cells.map { $0.text ?? "" }
    let alone = fields(of: single)
    var double: [String] = []
    if let second = rows.dropFirst().first, isHeadingLike(second) {
      var above = ""
      for column in 0..<max(first.cells.count, second.cells.count) {
        if first.cells.indices.contains(column), let text = first.cells[column].text { above = text }
        let below = second.cells.indices.contains(column) ? second.cells[column].text : nil
        let own = column < single.count ? single[column] : ""
        double.append(joined(above, own, below))
      }
      if fields(of: double).count > alone.count, isHeading(fields(of: double)) { return (double, 2) }
    }
    return isHeading(alone) ? (single, 1) : nil
  }

  /// The heading of a column from the merged cell above it, the cell that stands right above it and its own cell.
  private func joined(_ above: String, _ own: String, _ below: String?) -> String {
    guard let below else { return own }
    let both = above + " " + below
    let isKnown = StatementField.allCases.contains { table.rank(of: both, as: $0) != nil }
    return isKnown ? both : below
  }

  /// Whether a row has texts alone, and no date or amount among them.
  private func isHeadingLike(_ row: SheetRow) -> Bool {
    let filled = row.cells.filter { $0.text != nil }
    return !filled.isEmpty
      && filled.allSatisfy {
        guard case .text = $0.value else { return false }
        return WrittenDate($0) == nil && WrittenAmount($0) == nil
      }
  }

  /// Whether a row is empty, or has no date and begins with a word such as 합계.
  private func isSum(_ row: SheetRow) -> Bool {
    guard let first = row.cells.lazy.compactMap(\.text).first?.headingKey else { return true }
    guard table.words[.sum]?.contains(where: first.hasPrefix) == true else { return false }
    return !row.cells.contains { cell in
      switch cell.value {
      case .text, .date: WrittenDate(cell) != nil
      default: false
      }
    }
  }

  private func fields(of headings: [String]) -> Set<StatementField> {
    Set(
      StatementField.allCases.filter { field in
        headings.contains { !$0.isEmpty && (table.rank(of: $0, as: field) != nil || isMapped($0, as: field)) }
      })
  }

  func isMapped(_ heading: String, as field: StatementField) -> Bool {
    mapping[field].map { $0.headingKey == heading.headingKey } ?? false
  }

  private func isHeading(_ fields: Set<StatementField>) -> Bool {
    let amounts: Set<StatementField> = [.amount, .withdrawal, .deposit, .supply, .foreignAmount]
    return fields.contains(.date) && !fields.isDisjoint(with: amounts) || fields.count >= 3
  }

  private func tableByContent(of sheet: Sheet) -> StatementTable? {
    let rows = sheet.rows
    for index in rows.indices.dropFirst() {
      let dates = rows[index].cells.indices.filter { WrittenDate(rows[index].cells[$0]) != nil }
      let isTable = dates.contains { date in
        let next = rows[index...].prefix(3)
        return next.count >= 2
          && next.allSatisfy { row in
            row.cells.indices.contains(date) && WrittenDate(row.cells[date]) != nil
              && row.cells.indices.contains { $0 != date && WrittenAmount(row.cells[$0]) != nil }
          }
          && rows[index - 1].cells.indices.contains(date) && WrittenDate(rows[index - 1].cells[date]) == nil
          && rows[index - 1].cells[date].text != nil
      }
      guard isTable else { continue }
      let titles = [sheet.name] + rows[..<(index - 1)].flatMap { $0.cells.compactMap(\.text) }
      return StatementTable(
        headings: rows[index - 1].cells.map { $0.text ?? "" }, rows: rows[index...].filter { !isSum($0) },
        titles: titles)
    }
    return nil
  }
}
