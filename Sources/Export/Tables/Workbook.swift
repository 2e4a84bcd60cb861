import Bookkeeping
import CXLSXWriter
import Glibc
import PageModel

/// The owner of a workbook of libxlsxwriter; rows go to temporary files as they come.
final class Workbook {
  private let file: FilePieces
  private let formats: CellFormats
  /// The directory that the scans' paths start from, for links; nil if it is not known.
  private let base: ScanPath?
  /// Nil when it was closed, which frees it.
  private var book: UnsafeMutablePointer<lxw_workbook>?

  init(_ file: FilePieces, base: ScanPath?) throws(ExportError) {
    (self.file, self.base) = (file, base)
    var options = lxw_workbook_options()
    (options.constant_memory, options.use_zip64) = (1, 0)
    guard let book = file.path.withCString({ workbook_new_opt($0, &options) }) else {
      throw ExportError(file.path, code: ENOMEM)
    }
    self.book = book
    var properties = lxw_doc_properties()
    // Not the time of today: equal pages give equal bytes. This is the first that ZIP knows, 1980-01-01.
    properties.created = 315_532_800
    workbook_set_properties(book, &properties)
    formats = CellFormats(book)
  }

  deinit {
    // Closing writes a file that has no name yet; it goes with its owner.
    if let book { _ = workbook_close(book) }
  }

  func addSheet(_ name: String) throws(ExportError) -> WorkbookCells {
    guard let book, let sheet = workbook_add_worksheet(book, name) else { throw ExportError(file.path, code: ENOMEM) }
    return WorkbookCells(sheet: sheet, formats: formats, base: base)
  }

  /// Adds a sheet of rows below headings.
  func add(
    _ title: String, _ columns: [StoreTable.Column], _ rows: [[TableValue]], isHidden: Bool = false
  ) throws(ExportError) {
    let sheet = try Worksheet(title, columns, in: self, isHidden: isHidden)
    for row in rows { try sheet.add(row) }
    sheet.finish()
  }

  func finish() throws(ExportError) {
    guard let book else { return }
    self.book = nil
    errno = 0
    let outcome = workbook_close(book)
    guard outcome == LXW_NO_ERROR else {
      let detail = lxw_strerror(outcome).map { String(cString: $0) } ?? "error \(outcome.rawValue)"
      throw ExportError(file.path, code: errno == 0 ? EIO : errno, detail: detail)
    }
    try file.finish()
  }
}

/// Rows below headings on a sheet, and on further ones if a sheet is full.
final class Worksheet {
  private let title: String
  private let columns: [StoreTable.Column]
  private let book: Workbook
  private let isHidden: Bool
  private var cells: WorkbookCells
  private var number = 1
  private var row: lxw_row_t = 1

  /// As many as Excel takes, the heading among them.
  private static let rowsAtMost: lxw_row_t = 1_048_576
  private static let paperA4: UInt8 = 9
  /// The last column of a sheet, which stays empty.
  private static let lastColumn: lxw_col_t = 16_383
  /// Of a printed page, in inches.
  private static let margin = 0.4

  /// - Parameter isHidden: Whether the sheet serves the program alone.
  init(
    _ title: String, _ columns: [StoreTable.Column], in book: Workbook, isHidden: Bool = false
  ) throws(ExportError) {
    (self.title, self.columns, self.book, self.isHidden) = (title, columns, book, isHidden)
    cells = try Self.make(title, columns, isHidden, in: book)
  }

  private static func make(
    _ name: String, _ columns: [StoreTable.Column], _ isHidden: Bool, in book: Workbook
  ) throws(ExportError) -> WorkbookCells {
    let cells = try book.addSheet(name)
    for (index, column) in columns.enumerated() {
      let place = lxw_col_t(index)
      var options = lxw_row_col_options(hidden: column.isHidden ? 1 : 0, level: 0, collapsed: 0)
      worksheet_set_column_opt(cells.sheet, place, place, column.width, nil, &options)
      let name = column.name.workbookText
      worksheet_write_string(cells.sheet, 0, place, name, cells.formats.heading)
    }
    worksheet_freeze_panes(cells.sheet, 1, 0)
    // One page wide in print, with the headings on each page.
    worksheet_set_landscape(cells.sheet)
    worksheet_set_paper(cells.sheet, paperA4)
    worksheet_set_margins(cells.sheet, margin, margin, margin, margin)
    worksheet_fit_to_pages(cells.sheet, 1, 0)
    worksheet_repeat_rows(cells.sheet, 0, 0)
    if isHidden {
      worksheet_hide(cells.sheet)
      // LibreOffice prints hidden sheets, too, unless their print area is empty.
      worksheet_print_area(cells.sheet, 0, lastColumn, 0, lastColumn)
    }
    return cells
  }

  func add(_ values: [TableValue]) throws(ExportError) {
    if row >= Self.rowsAtMost {
      finish()
      number += 1
      cells = try Self.make("\(title) \(number)", columns, isHidden, in: book)
      row = 1
    }
    for (index, value) in values.enumerated() { cells.write(value, row: row, column: lxw_col_t(index)) }
    row += 1
  }

  /// Ends the last sheet: a filter over all rows, and the columns that are printed.
  func finish() {
    let last = max(row, 2) - 1
    worksheet_autofilter(cells.sheet, 0, 0, last, lxw_col_t(columns.count - 1))
    if !isHidden, let printed = columns.lastIndex(where: \.isPrinted), printed < columns.count - 1 {
      worksheet_print_area(cells.sheet, 0, 0, last, lxw_col_t(printed))
    }
  }
}
