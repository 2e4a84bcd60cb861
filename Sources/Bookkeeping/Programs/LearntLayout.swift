package import Spreadsheets

/// A layout that was learnt from a file which an office uploads already.
package struct LearntLayout: Sendable {
  package let layout: ProgramLayout
  /// Headings that no value of the book was found for: their columns stay empty.
  package let unmatched: [String]

  /// The values of the fields that a list can have.
  private static let fields: [(StatementField, ProgramValue.Name)] = [
    (.date, .date), (.shop, .shop), (.businessNumber, .businessNumber), (.approvalNumber, .approval), (.supply, .net),
    (.tax, .tax), (.amount, .total), (.currency, .currency), (.card, .cardNumber),
  ]

  /// Nil if no row of a sheet looks like headings.
  package init?(_ file: Spreadsheet, name: String) {
    let table = BookTable.standard
    let layouts = ProgramLayout.all.flatMap(\.columns).compactMap { column in
      column.value.map { (Self.key(column.heading), $0) }
    }
    let lists = Self.fields.flatMap { field, value in table.headings[field, default: [:]].keys.map { ($0, value) } }
    let known = Dictionary(
      table.values.compactMap { own in ProgramValue(own.value).map { (own.heading, $0) } } + layouts
        + lists.map { ($0, ProgramValue.named($1)) }
    ) { first, _ in first }
    var best: (sheet: Sheet, row: SheetRow, count: Int)?
    for sheet in file.sheets where !sheet.isHidden {
      for row in sheet.rows.prefix(Self.titleRows) {
        let count = row.cells.count { known[Self.key($0.text)] != nil }
        if count > best?.count ?? 2 { best = (sheet, row, count) }
      }
    }
    guard let best else { return nil }
    let headings = best.row.cells.map { $0.text }
    let columns = headings.map {
      ProgramLayout.Column(heading: $0, value: known[Self.key($0)], longest: nil)
    }
    unmatched = headings.filter { !$0.isEmpty && known[Self.key($0)] == nil }
    let isJournal = columns.contains { $0.value == .named(.debit) } && columns.contains { $0.value == .named(.credit) }
    layout = ProgramLayout(name: name, sheet: best.sheet.name, columns: columns, isJournal: isJournal)
  }

  /// Rows in which headings are looked for: titles stand above them.
  private static let titleRows = 20

  private static func key(_ heading: String) -> String { heading.withoutParentheses.folded }
}
