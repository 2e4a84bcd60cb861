package import Bookkeeping
package import PageModel

/// Writes sheets of values as a workbook.
package enum SheetWriter {
  /// - Parameter base: The directory that the scans' paths start from, for links.
  package static func write(_ sheets: [SheetContent], base: ScanPath?, to file: FilePieces) throws(ExportError) {
    let book = try Workbook(file, base: base)
    for content in sheets {
      let columns = content.columns.map { StoreTable.Column(name: $0.name, width: $0.width) }
      try book.add(content.title, columns, content.rows)
    }
    try book.finish()
  }
}
