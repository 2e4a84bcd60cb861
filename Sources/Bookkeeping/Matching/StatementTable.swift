import Spreadsheets

/// One table of a sheet: its heading, the rows below it, and the text above it.
struct StatementTable {
  /// One text for each column; empty if the column has no heading.
  var headings: [String]
  /// Without empty rows, remarks, sums and headings that are repeated.
  var rows: [SheetRow] = []
  var titles: [String]
}

/// Finds the tables of a sheet by their headings.
///
/// A row is a heading if it names a date and an amount, or three fields. If no row is, the row above the first row with
/// a date and a number is taken.
struct StatementTableFinder {
  var table: BookTable
  /// Headings that the caller named, by field.
  var mapping: [StatementField: String]

  func tables(in sheet: Sheet) -> [StatementTable] {
    let tables = tables(in: sheet, heading: heading)
    return tables.isEmpty ? self.tables(in: sheet, heading: headingByContent) : tables
  }

  func isMapped(_ heading: String, as field: StatementField) -> Bool {
    mapping[field].map { [heading.folded, heading.withoutParentheses.folded].contains($0.folded) } ?? false
  }

  private typealias Heading = (texts: [String], isDouble: Bool)

  private func tables(in sheet: Sheet, heading: (ArraySlice<SheetRow>) -> Heading?) -> [StatementTable] {
    var found: [StatementTable] = []
    var titles = [sheet.name]
    var isSecondOfHeading = false
    for (index, row) in sheet.rows.enumerated() {
      if isSecondOfHeading {
        isSecondOfHeading = false
      } else if let (headings, isDouble) = heading(sheet.rows[index...]) {
        isSecondOfHeading = isDouble
        // A heading that is repeated, as on every sheet of paper, belongs to the table that is open.
        if found.last?.headings != headings { found.append(StatementTable(headings: headings, titles: titles)) }
      } else if found.isEmpty {
        titles += row.cells.compactMap(\.trimmedText)
      } else if !isNoLine(row) {
        found[found.count - 1].rows.append(row)
      }
    }
    return found.filter { !$0.rows.isEmpty }
  }

  /// The heading that begins the rows; double if the second row completes the first.
  private func heading(of rows: ArraySlice<SheetRow>) -> Heading? {
    guard let first = rows.first, isHeadingLike(first) else { return nil }
    let single = first.cells.map { $0.trimmedText ?? "" }
    guard let second = rows.dropFirst().first, isHeadingLike(second) else {
      return isHeading(single) ? (single, false) : nil
    }
    var above = ""
    let double = (0..<max(single.count, second.cells.count)).map { column in
      let own = column < single.count ? single[column] : ""
      if !own.isEmpty { above = own }
      guard second.cells.indices.contains(column), let below = second.cells[column].trimmedText else { return own }
      // A merged cell stands above several columns; its text is a part of their headings if that makes known ones.
      let isKnown = StatementField.allCases.contains { table.rank(of: above + below, as: $0) != nil }
      return isKnown ? above + below : below
    }
    let isBetter = fields(of: double).count > fields(of: single).count
    return isHeading(isBetter ? double : single) ? (isBetter ? double : single, isBetter) : nil
  }

  private func headingByContent(of rows: ArraySlice<SheetRow>) -> Heading? {
    guard let row = rows.first, let next = rows.dropFirst().first, isHeadingLike(row),
      next.cells.contains(where: { WrittenDate($0) != nil }), next.cells.contains(where: { WrittenAmount($0) != nil })
    else { return nil }
    return (row.cells.map { $0.trimmedText ?? "" }, false)
  }

  /// Whether a row has several texts, and no date or amount among them.
  private func isHeadingLike(_ row: SheetRow) -> Bool {
    let filled = row.cells.filter { $0.trimmedText != nil }
    return filled.count > 1 && filled.allSatisfy { WrittenDate($0) == nil && WrittenAmount($0) == nil }
  }

  private func fields(of headings: [String]) -> Set<StatementField> {
    let fields = StatementField.allCases.filter { field in
      headings.contains { table.rank(of: $0, as: field) != nil || isMapped($0, as: field) }
    }
    return Set(fields)
  }

  private func isHeading(_ headings: [String]) -> Bool {
    let fields = fields(of: headings)
    let amounts: Set<StatementField> = [.amount, .withdrawal, .deposit, .supply, .foreignAmount]
    return fields.contains(.date) && !fields.isDisjoint(with: amounts) || fields.count >= 3
  }

  /// Whether a row is empty or a remark in one cell, or has no date and begins with a word such as 합계.
  private func isNoLine(_ row: SheetRow) -> Bool {
    let texts = row.cells.compactMap(\.trimmedText)
    guard texts.count > 1, let first = texts.first?.folded else { return true }
    guard table.words[.sum]?.contains(where: first.hasPrefix) == true else { return false }
    return !row.cells.contains { cell in
      if case .number = cell.value { false } else { WrittenDate(cell) != nil }
    }
  }
}
