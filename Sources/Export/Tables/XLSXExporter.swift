import Bookkeeping
import CXLSXWriter
import PageModel

/// A workbook of receipts, of their items, and of the pages' tables, with dates, sums and numbers as such.
package struct XLSXExporter: CollectionExporter {
  package let name = "xlsx"
  package let summary = "the same as a workbook"
  package let fileExtension = "xlsx"
  package let fileNames = ["hanscan.receipts.xlsx"]

  /// The version of the library that writes workbooks, as it is loaded.
  package static var libraryVersion: String { String(cString: lxw_version()) }

  package func begin(in writer: FileWriter, style: TableStyle) throws(ExportError) -> any CollectionFiles {
    try Files(try writer.file(for: [Array(fileNames[0].utf8)]), style)
  }

  private final class Files: CollectionFiles {
    private let book: Workbook
    private let sheets: [(table: StoreTable, sheet: Worksheet)]
    private let tables: TableSheets

    init(_ file: FilePieces, _ style: TableStyle) throws(ExportError) {
      let book = try Workbook(file, base: style.base)
      (self.book, tables) = (book, TableSheets(in: book))
      sheets = try [.receipts(style.language), .items(style.language)].map { table throws(ExportError) in
        (table, try Worksheet(table.title, table.columns, in: book))
      }
    }

    func add(_ page: PageRecord) throws(ExportError) {
      let entries = BookEntry.entries(on: page)
      for (table, sheet) in sheets {
        for row in table.rows(page, entries) { try sheet.add(row) }
      }
      try tables.add(page)
    }

    func finish() throws(ExportError) {
      for (_, sheet) in sheets { sheet.finish() }
      tables.finish()
      try book.finish()
    }
  }
}
