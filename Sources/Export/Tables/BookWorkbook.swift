import PageModel
package import Support
package import Bookkeeping
package import Spreadsheets
import Understanding

/// The workbook of a period: receipts, items, lines to check, sums, notes, and a hidden sheet for the way back.
package struct BookWorkbook {
  package let book: Book
  package let style: TableStyle

  /// The name of the hidden sheet with the values as they were written, by which edits are found.
  package static let written = "hanscan"

  package init(_ book: Book, style: TableStyle) { (self.book, self.style) = (book, style) }

  private var language: BookLanguage { style.language }

  private var columns: [StoreTable.Column] {
    StoreTable.columns(BookColumn.all, language)
      + book.addedColumns.map { StoreTable.Column(name: $0, isPrinted: false) }
  }

  private func cells(of entry: BookEntry) -> [TableValue] {
    BookColumn.all.map { $0.cell(entry, language) }
      + book.addedColumns.map { .text(orNone: book.added[entry.key]?[$0]) }
  }

  /// The edits of a file that was written as a book, or its differences from this one.
  package static func edits(
    of file: Spreadsheet, comparedWith other: BookWorkbook? = nil
  ) throws(TextFault) -> BookEdits {
    let written = other.map { other in
      BookEdits.Written(
        headings: other.columns.map(\.name),
        lines: other.book.entries.map { ($0.key, other.cells(of: $0).map(\.text)) })
    }
    return try BookEdits(
      file, columns: BookColumn.all.map { ($0.wording, $0.field) }, key: BookColumn.key,
      writtenSheet: Self.written, comparedWith: written)
  }

  /// - Parameter differences: Those of the edited workbook beside which this one is written.
  package func write(to file: FilePieces, differences: [Wording] = []) throws(ExportError) {
    let workbook = try Workbook(file, base: style.base)
    let rows = book.entries.map(cells)
    try workbook.add(Wording("영수증", "Receipts")(language), columns, rows)
    let items = StoreTable.items(language)
    let itemRows = book.entries.filter { $0.key.part == 1 }.flatMap { StoreTable.itemRows(of: $0, language) }
    try workbook.add(items.title, items.columns, itemRows)
    try addDoubts(to: workbook)
    try addSums(to: workbook)
    var notes = book.notes(language)
    if !differences.isEmpty {
      notes.append(
        Wording("고친 파일을 남겨 두었습니다. 그 파일에는 다음 값이 있습니다.", "An edited workbook was kept; it has these values:")(language))
      notes += differences.map { $0(language) }
    }
    try workbook.add(
      Wording("안내", "Notes")(language), [StoreTable.Column(name: book.title(language), width: 100)],
      notes.map { [.text($0)] })
    let written = zip(book.entries, rows).map { entry, row in
      BookEdits.Written.cells(entry.key, row.map(\.text)).map { TableValue.text($0) }
    }
    try workbook.add(Self.written, columns, written, isHidden: true)
    try workbook.finish()
  }

  private func addDoubts(to workbook: Workbook) throws(ExportError) {
    let shown = BookColumn.all.filter { column in
      column.wording == BookColumn.check || [.date, .merchant, .total].contains(column.field)
        || column.wording == BookColumn.file
    }
    let rows = book.entries.filter { !$0.reasons.isEmpty && $0.key.part == 1 }.map { entry in
      shown.map { $0.cell(entry, language) }
    }
    let undated = book.undated.map { receipt -> [TableValue] in
      let total =
        receipt.total.map { TableValue.money($0.text(in: receipt.currency), currency: receipt.currency) } ?? .none
      let reason = CheckReason.doubt(.date, .missing).wording(language)
      return [.text(reason), .none, .text(orNone: receipt.shop), total, .scan(receipt.path)]
    }
    try workbook.add(BookColumn.check(language), StoreTable.columns(shown, language), rows + undated)
  }

  private func addSums(to workbook: Workbook) throws(ExportError) {
    let amounts: [Wording] = [.supply, .tax, .taxFree, .serviceCharge, .total].map(BookNames.field)
    let columns =
      [StoreTable.Column(name: Wording("구분", "By")(language)), .init(name: Wording("이름", "Name")(language), width: 24)]
      + ([Wording("통화", "Currency"), Wording("건수", "Count")] + amounts).map { StoreTable.Column(name: $0(language)) }
    let rows = book.sums.map { sum -> [TableValue] in
      let names: [TableValue] = [.text(sum.group.wording(language)), .text(sum.name), .text(sum.currency)]
      return names + [.number(String(sum.count))]
        + sum.amounts.all.map { $0.map { .money($0.text(in: sum.currency), currency: sum.currency) } ?? .none }
    }
    try workbook.add(Wording("집계", "Sums")(language), columns, rows)
  }
}
