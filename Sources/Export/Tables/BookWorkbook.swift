package import Bookkeeping
import Understanding

/// The workbook of a period: receipts, items, lines to check, sums, notes, and a hidden sheet for the way back.
package struct BookWorkbook {
  package let book: Book
  package let style: TableStyle

  /// The name of the hidden sheet with the values as they were written, by which edits are found.
  package static let written = "hanscan"

  package init(_ book: Book, style: TableStyle) { (self.book, self.style) = (book, style) }

  private var language: BookLanguage { style.language }

  package func write(to file: FilePieces) throws(ExportError) {
    let workbook = try Workbook(file, base: style.base)
    let columns =
      StoreTable.columns(BookColumn.all, language)
      + book.addedColumns.map { StoreTable.Column(name: $0, isPrinted: false) }
    let rows = book.entries.map { entry in
      BookColumn.all.map { $0.cell(entry, language) }
        + book.addedColumns.map { TableCell(value: .text(orNone: book.added[entry.key]?[$0])) }
    }
    try add(Wording("영수증", "Receipts"), columns, rows, to: workbook)
    try addItems(to: workbook)
    try addDoubts(to: workbook)
    try addSums(to: workbook)
    let notes = book.notes(language).map { [TableCell(value: .text($0))] }
    try add(Wording("안내", "Notes"), [StoreTable.Column(name: book.title(language), width: 100)], notes, to: workbook)
    let written = try Worksheet(Self.written, columns, in: workbook.sheets, isHidden: true)
    for row in rows { try written.add(row.map { TableCell(value: .text($0.value.text)) }) }
    written.finish()
    try workbook.finish()
  }

  private func add(
    _ title: Wording, _ columns: [StoreTable.Column], _ rows: [[TableCell]], to workbook: Workbook
  ) throws(ExportError) {
    let sheet = try Worksheet(title(language), columns, in: workbook.sheets)
    for row in rows { try sheet.add(row) }
    sheet.finish()
  }

  private func addItems(to workbook: Workbook) throws(ExportError) {
    let table = StoreTable.items(language)
    let rows = book.entries.filter { $0.key.part == 1 }.flatMap { StoreTable.itemRows(of: $0, language) }
    try add(Wording("품목", "Items"), table.columns, rows, to: workbook)
  }

  private func addDoubts(to workbook: Workbook) throws(ExportError) {
    let shown = BookColumn.all.filter { column in
      column.wording == BookColumn.check || [.date, .merchant, .total].contains(column.field)
        || column.wording == BookColumn.file
    }
    let rows = (book.entries + book.undated).filter { !$0.reasons.isEmpty && $0.key.part == 1 }.map { entry in
      shown.map { $0.cell(entry, language) }
    }
    try add(BookColumn.check, StoreTable.columns(shown, language), rows, to: workbook)
  }

  private func addSums(to workbook: Workbook) throws(ExportError) {
    let amounts: [Wording] = [.supply, .tax, .taxFree, .serviceCharge, .total].map(BookNames.field)
    let columns =
      [StoreTable.Column(name: Wording("구분", "By")(language)), .init(name: Wording("이름", "Name")(language), width: 24)]
      + ([Wording("통화", "Currency"), Wording("건수", "Count")] + amounts).map { StoreTable.Column(name: $0(language)) }
    let rows = book.sums.map { sum in
      [
        TableCell(value: .text(sum.group.wording(language))), TableCell(value: .text(sum.name)),
        TableCell(value: .text(sum.currency)), TableCell(value: .number(String(sum.count))),
      ]
        + [sum.amounts.supply, sum.amounts.tax, sum.amounts.exempt, sum.amounts.service, sum.amounts.total].map {
          TableCell(value: $0.map { .money($0.text(in: sum.currency), currency: sum.currency) } ?? .none)
        }
    }
    try add(Wording("집계", "Sums"), columns, rows, to: workbook)
  }
}
