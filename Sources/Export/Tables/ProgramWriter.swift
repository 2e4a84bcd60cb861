package import Bookkeeping

/// Writes the rows of an accounting program as a workbook, comma-separated values or text.
package enum ProgramWriter {
  package static func write(_ export: ProgramExport, to file: FilePieces) throws(ExportError) {
    let layout = export.layout
    let rows = [layout.columns.map { TableValue.text($0.heading) }] + export.rows
    switch layout.file {
    case .text:
      try file.append(Array(export.text.utf8))
      try file.finish()
    case .csv:
      try file.append(rows.flatMap { CSVExporter.row($0.map(\.text)) })
      try file.finish()
    case .xlsx:
      let book = try Workbook(file, base: nil)
      let cells = try book.addSheet(layout.sheet)
      for (number, row) in rows.enumerated() {
        for (column, value) in row.enumerated() {
          cells.write(value, row: UInt32(number), column: UInt16(column))
        }
      }
      try book.finish()
    }
  }
}
