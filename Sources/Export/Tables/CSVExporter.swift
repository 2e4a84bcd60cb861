import Bookkeeping
package import PageModel
import Support
import Understanding

/// Comma-separated values as in RFC 4180: a table of the receipts, one of their items, and one of the cells of tables.
package struct CSVExporter: CollectionExporter {
  package let name = "csv"
  package let summary = "receipts, items and the cells of tables"
  package let fileExtension = "csv"
  package var fileNames: [String] { Self.tables.map(fileName) }
  /// Whether Korean tables begin with a byte order mark.
  package let marksKorean: Bool

  private static let tables: [(name: String, table: @Sendable (BookLanguage) -> StoreTable)] = [
    ("receipts", StoreTable.receipts), ("items", StoreTable.items), ("tables", StoreTable.cells),
  ]

  package init(marksKorean: Bool = true) {
    self.marksKorean = marksKorean
  }

  package func begin(in writer: FileWriter, style: TableStyle) throws(ExportError) -> any CollectionFiles {
    try Files(self, style, in: writer)
  }

  // No scan's file or directory is called so (`OutputName`).
  private func fileName(of table: (name: String, table: (BookLanguage) -> StoreTable)) -> String {
    "hanscan.\(table.name).\(fileExtension)"
  }

  /// The table of receipts.
  package func streamStart(_ style: TableStyle) -> [UInt8]? { heading(of: .receipts(style.language), style) }

  package func streamed(_ page: PageRecord, _ style: TableStyle) -> [UInt8] {
    Self.rows(of: .receipts(style.language), on: page, BookEntry.entries(on: page))
  }

  /// The rows of one receipt of a page, by its number from 1.
  package func rows(of receipt: Int, on page: PageRecord, _ style: TableStyle) -> [UInt8] {
    BookEntry.entries(on: page).filter { $0.key.receipt == receipt }.flatMap { entry in
      Self.row(BookColumn.all.map { $0.value(entry, style.language).text })
    }
  }

  /// A table of a page, by its number from 1: a row for each of its rows; nothing if the page has no such table.
  ///
  /// A cell over several rows or columns has its text in the first of them.
  package static func rows(ofTable number: Int, on page: PageRecord) -> [UInt8] {
    guard let table = page.tables.dropFirst(number - 1).first else { return [] }
    return table.cellsByRow.flatMap { cells in
      var texts = [String](repeating: "", count: table.columns)
      for cell in cells { texts[cell.column] = cell.text }
      return row(texts)
    }
  }

  private func heading(of table: StoreTable, _ style: TableStyle) -> [UInt8] {
    let isMarked = marksKorean && (style.language == .korean || style.holdsKorean)
    return (isMarked ? [0xEF, 0xBB, 0xBF] : []) + Self.row(table.columns.map(\.name))
  }

  private static func rows(of table: StoreTable, on page: PageRecord, _ entries: [BookEntry]) -> [UInt8] {
    table.rows(page, entries).flatMap { cells in row(cells.map(\.text)) }
  }

  static func row(_ cells: [String]) -> [UInt8] {
    Array((cells.map(CSVCell.text).joined(separator: ",") + "\r\n").utf8)
  }

  private final class Files: CollectionFiles {
    private let tables: [(table: StoreTable, file: FilePieces)]

    init(_ exporter: CSVExporter, _ style: TableStyle, in writer: FileWriter) throws(ExportError) {
      tables = try CSVExporter.tables.map { entry throws(ExportError) in
        let file = try writer.file(for: [Array(exporter.fileName(of: entry).utf8)])
        let table = entry.table(style.language)
        try file.append(exporter.heading(of: table, style))
        return (table, file)
      }
    }

    func add(_ page: PageRecord) throws(ExportError) {
      let entries = BookEntry.entries(on: page)
      for (table, file) in tables { try file.append(CSVExporter.rows(of: table, on: page, entries)) }
    }

    func finish() throws(ExportError) {
      for (_, file) in tables { try file.finish() }
    }
  }
}
