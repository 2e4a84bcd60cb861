import Bookkeeping
import CXLSXWriter
import Glibc
import PageModel
import Understanding

/// The tables of pages, each on a sheet of its own.
final class TableSheets {
  private let book: Workbook
  /// The last sheet, and its first row without a cell.
  private var last: (cells: WorkbookCells, row: lxw_row_t)?
  private var count = 0

  /// Each sheet keeps a temporary file open, and by default a process may have about 1,000 open files.
  private static let sheetsAtMost = 200
  /// The first row has the page.
  private static let firstRow: lxw_row_t = 2
  /// In characters.
  private static let width = 16.0

  init(in book: Workbook) { self.book = book }

  func add(_ page: PageRecord) throws(ExportError) {
    for table in page.tables {
      count += 1
      guard count <= Self.sheetsAtMost else { continue }
      let cells = try book.addSheet("Table \(count)")
      worksheet_set_column(cells.sheet, 0, lxw_col_t(table.columns) - 1, Self.width, nil)
      cells.write(.scan(page.path, isMissing: page.isMissing), row: 0, column: 0)
      cells.write(.text("page \(page.index + 1)"), row: 0, column: 1)
      for cell in table.cells { Self.write(cell, to: cells) }
      last = (cells, Self.firstRow + lxw_row_t(table.rows))
    }
  }

  /// Says on the last sheet how many tables have none.
  func finish() {
    guard count > Self.sheetsAtMost, let last else { return }
    let text = "Tables left out here: \(count - Self.sheetsAtMost). The csv format has all tables."
    last.cells.write(.text(text), row: last.row + 1, column: 0)
  }

  /// The library writes each row when the next one begins; a merged area without a format has nothing in its later rows.
  private static func write(_ cell: PageTable.Cell, to cells: WorkbookCells) {
    let (row, column) = (firstRow + lxw_row_t(cell.row), lxw_col_t(cell.column))
    if cell.rowSpan > 1 || cell.columnSpan > 1 {
      let (lastRow, lastColumn) = (row + lxw_row_t(cell.rowSpan) - 1, column + lxw_col_t(cell.columnSpan) - 1)
      worksheet_merge_range(cells.sheet, row, column, lastRow, lastColumn, "", nil)
    }
    let text = cell.text.onOneLine
    if !text.isEmpty { cells.write(.ofCell(text), row: row, column: column) }
  }
}

extension TableValue {
  /// A number if the text of a table's cell is one.
  ///
  /// Digits that begin with a zero, that are a day or that are longer without commas are codes, and stay text.
  static func ofCell(_ text: String) -> TableValue {
    let isNumber = text.wholeMatch(of: /-?(0|[1-9][0-9]{0,2}(,[0-9]{3}){1,3}|[1-9][0-9]{0,8})(\.[0-9]{1,3})?/) != nil
    let isDay = text.wholeMatch(of: /(19|20)[0-9]{2}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])/) != nil
    guard isNumber, !isDay else { return .text(text) }
    let digits = text.replacing(",", with: "")
    let isMoney = digits != text || text.wholeMatch(of: /.*\.[0-9]{2}/) != nil
    return isMoney ? .money(digits, currency: nil) : .number(digits)
  }
}
