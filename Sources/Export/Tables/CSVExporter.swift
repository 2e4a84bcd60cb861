public import PageModel

/// Comma-separated values as in RFC 4180: a table of the receipts, one of what was bought, and one of the cells of tables.
public struct CSVExporter: CollectionExporter {
  public let name = "csv"
  public let summary = "receipts, items and the cells of tables"
  public let fileExtension = "csv"
  public var fileNames: [String] { Self.tables.map(fileName) }
  /// Whether a byte order mark stands first, by which Excel knows UTF-8.
  public let hasByteOrderMark: Bool

  private static let tables: [(name: String, table: ReceiptTable)] = [
    ("receipts", .receipts), ("items", .items), ("tables", .cells),
  ]

  public init(hasByteOrderMark: Bool = false) {
    self.hasByteOrderMark = hasByteOrderMark
  }

  public func begin(in writer: FileWriter, base: ScanPath?) throws(ExportError) -> any CollectionFiles {
    try Files(self, in: writer)
  }

  // No scan's file or directory is called so (`OutputName`).
  private func fileName(of table: (name: String, table: ReceiptTable)) -> String {
    "hanscan.\(table.name).\(fileExtension)"
  }

  /// The table of receipts.
  public var streamStart: [UInt8]? { heading(of: .receipts) }

  public func streamed(_ page: PageRecord) -> [UInt8] { Self.rows(of: .receipts, on: page) }

  private func heading(of table: ReceiptTable) -> [UInt8] {
    (hasByteOrderMark ? [0xEF, 0xBB, 0xBF] : []) + Self.row(table.columns.map(\.name))
  }

  private static func rows(of table: ReceiptTable, on page: PageRecord) -> [UInt8] {
    table.rows(page).flatMap { cells in row(cells.map(\.value.text)) }
  }

  private static func row(_ cells: [String]) -> [UInt8] {
    Array((cells.map(CSVCell.text).joined(separator: ",") + "\r\n").utf8)
  }

  private final class Files: CollectionFiles {
    private let tables: [(table: ReceiptTable, file: FilePieces)]

    init(_ exporter: CSVExporter, in writer: FileWriter) throws(ExportError) {
      var tables: [(table: ReceiptTable, file: FilePieces)] = []
      for table in CSVExporter.tables {
        let file = try writer.file(for: [Array(exporter.fileName(of: table).utf8)])
        try file.append(exporter.heading(of: table.table))
        tables.append((table.table, file))
      }
      self.tables = tables
    }

    func add(_ page: PageRecord) throws(ExportError) {
      for (table, file) in tables { try file.append(CSVExporter.rows(of: table, on: page)) }
    }

    func finish() throws(ExportError) -> Int {
      for (_, file) in tables { try file.finish() }
      return tables.count
    }
  }
}
