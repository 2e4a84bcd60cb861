import CXLSXWriter
import Glibc
public import PageModel

/// A workbook of receipts, of what was bought, and of the pages' tables, with dates, sums and numbers as such.
public struct XLSXExporter: CollectionExporter {
  public let name = "xlsx"
  public let summary = "the same as a workbook"
  public let fileExtension = "xlsx"
  public let fileNames = ["hanscan.receipts.xlsx"]

  public init() {}

  public func begin(in writer: FileWriter, base: ScanPath?) throws(ExportError) -> any CollectionFiles {
    let file = try writer.file(for: [Array(fileNames[0].utf8)])
    return try Workbook(file, base: base)
  }
}

/// The owner of a workbook of libxlsxwriter; rows go to temporary files as they come.
private final class Workbook: CollectionFiles {
  private let file: FilePieces
  /// Nil when it was closed, which frees it.
  private var book: UnsafeMutablePointer<lxw_workbook>?
  private var sheets: [Worksheet] = []
  private let tables: TableSheets

  init(_ file: FilePieces, base: ScanPath?) throws(ExportError) {
    self.file = file
    var options = lxw_workbook_options()
    options.constant_memory = 1
    options.use_zip64 = 0
    guard let book = file.path.withCString({ workbook_new_opt($0, &options) }) else {
      throw ExportError(file.path, code: ENOMEM)
    }
    self.book = book
    var properties = lxw_doc_properties()
    // Not the time of today: equal pages give equal bytes. This is the first that ZIP knows, 1980-01-01.
    properties.created = 315_532_800
    workbook_set_properties(book, &properties)
    let places = WorkbookSheets(book: book, formats: CellFormats(book), base: base, path: file.path)
    tables = TableSheets(in: places)
    for table in [ReceiptTable.receipts, .items] { sheets.append(try Worksheet(table, in: places)) }
  }

  deinit {
    // What closing writes has no name yet, and goes with the file.
    if let book { _ = workbook_close(book) }
  }

  func add(_ page: PageRecord) throws(ExportError) {
    for sheet in sheets { try sheet.add(page) }
    try tables.add(page)
  }

  func finish() throws(ExportError) -> Int {
    for sheet in sheets { sheet.finish() }
    tables.finish()
    guard let book else { return 0 }
    self.book = nil
    errno = 0
    let outcome = workbook_close(book)
    guard outcome == LXW_NO_ERROR else {
      let detail = lxw_strerror(outcome).map { String(cString: $0) } ?? "error \(outcome.rawValue)"
      throw ExportError(file.path, code: errno == 0 ? EIO : errno, detail: detail)
    }
    try file.finish()
    return 1
  }
}

/// One table on its sheet, and on further ones where a sheet is full.
private final class Worksheet {
  private let table: ReceiptTable
  private let book: WorkbookSheets
  private var cells: WorkbookCells
  private var number = 1
  private var row: lxw_row_t = 1

  /// What Excel takes, the heading among them.
  private static let rowsAtMost: lxw_row_t = 1_048_576

  init(_ table: ReceiptTable, in book: WorkbookSheets) throws(ExportError) {
    self.table = table
    self.book = book
    cells = try Self.make(table, number: 1, in: book)
  }

  private static func make(
    _ table: ReceiptTable, number: Int, in book: WorkbookSheets
  ) throws(ExportError) -> WorkbookCells {
    let cells = try book.add(number == 1 ? table.title : "\(table.title) \(number)")
    for (index, column) in table.columns.enumerated() {
      let place = lxw_col_t(index)
      worksheet_set_column(cells.sheet, place, place, column.width, nil)
      worksheet_write_string(cells.sheet, 0, place, column.name, cells.formats.heading)
    }
    worksheet_freeze_panes(cells.sheet, 1, 0)
    return cells
  }

  func add(_ page: PageRecord) throws(ExportError) {
    for values in table.rows(page) {
      if row >= Self.rowsAtMost {
        finish()
        number += 1
        cells = try Self.make(table, number: number, in: book)
        row = 1
      }
      for (index, value) in values.enumerated() { cells.write(value, row: row, column: lxw_col_t(index)) }
      row += 1
    }
  }

  /// A filter over all rows.
  func finish() {
    worksheet_autofilter(cells.sheet, 0, 0, max(row, 2) - 1, lxw_col_t(table.columns.count - 1))
  }
}
