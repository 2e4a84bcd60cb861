package import Bookkeeping
import PageModel

/// Writes the rows of an accounting program as a workbook, comma-separated values or text.
package enum ProgramWriter {
  package static func write(_ export: ProgramExport, to file: FilePieces) throws(ExportError) {
    let layout = export.layout
    switch layout.file {
    case .text:
      try file.append(Array(export.text.utf8))
      try file.finish()
    case .csv:
      try file.append(CSVExporter.row(layout.columns.map(\.heading)))
      for row in export.rows { try file.append(CSVExporter.row(row.map(\.text))) }
      try file.finish()
    case .xlsx:
      let book = try Workbook(file, base: nil)
      let cells = try book.sheets.add(layout.sheet)
      for (column, heading) in layout.columns.map(\.heading).enumerated() {
        cells.write(TableCell(value: .text(heading)), row: 0, column: UInt16(column))
      }
      for (number, row) in export.rows.enumerated() {
        for (column, value) in row.enumerated() {
          cells.write(TableCell(value: value), row: UInt32(number + 1), column: UInt16(column))
        }
      }
      try book.finish()
    }
  }
}
