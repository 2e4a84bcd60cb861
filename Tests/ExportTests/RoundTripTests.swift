import Bookkeeping
import Containers
import Foundation
import PageModel
import Spreadsheets
import Support
import TestSupport
import Testing

@testable import Export
@testable import Understanding

/// Shops, days, amounts and texts of a receipt are the same when an exported file is read again.
@Suite struct RoundTripTests {
  private static let count = 60

  private func written(
    _ format: any CollectionExporter, _ pages: [PageRecord], _ name: String
  ) throws -> Spreadsheet {
    try read(try StoreTableTests.files(format, pages), name)
  }

  private func read(_ folder: Scratch, _ name: String) throws -> Spreadsheet {
    let reader = SpreadsheetReader(tool: ContainerTool(beside: BuiltProgram.path("hanscan")))
    return try reader.read(ScanPath("\(folder.path)/out/\(name)"))
  }

  private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  /// The values of a table's rows, as the table itself has them.
  private func expected(_ table: StoreTable, _ pages: [PageRecord]) -> [[TableValue]] {
    pages.flatMap { table.rows($0, BookEntry.entries(on: $0)) }.map { row in
      row.map { if case .conflict(let value) = $0 { value } else { $0 } }
    }
  }

  /// Differences of the rows of a sheet from what was written, with the seed.
  private func check(
    _ rows: [SheetRow], against wanted: [[TableValue]], seed: UInt64, isSame: (SheetCell, TableValue) -> Bool
  ) {
    #expect(rows.count == wanted.count + 1, "seed \(seed)")
    for (row, values) in zip(rows.dropFirst(), wanted) {
      for (column, value) in values.enumerated() {
        let cell = column < row.cells.count ? row.cells[column] : .empty
        if !isSame(cell, value) {
          Issue.record("seed \(seed), row \(row.number), column \(column + 1): \(cell) is not \(value)")
        }
      }
    }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `every drawn value is a cell of the comma-separated tables, byte for byte`(seed: UInt64) throws {
    var drawn = DrawnReceipts(seed: seed)
    let pages = try drawn.pages(Self.count)
    for (name, table) in [("receipts", StoreTable.receipts(.english)), ("items", StoreTable.items(.english))] {
      let file = try written(CSVExporter(), pages, "hanscan.\(name).csv")
      let sheet = try #require(file.sheets.first)
      check(sheet.rows, against: expected(table, pages), seed: seed) { cell, value in
        let isText = if case .text = value { true } else { false }
        // An apostrophe keeps spreadsheets from running what looks like a formula.
        return bytes(cell.text) == bytes(value.text)
          || isText && bytes(cell.text) == bytes("'" + value.text) && value.text != CSVCell.text(value.text)
      }
    }
  }

  @Test(arguments: [3, 4] as [UInt64])
  func `every drawn value is a cell of the workbook, of its type`(seed: UInt64) throws {
    var drawn = DrawnReceipts(seed: seed)
    let pages = try drawn.pages(Self.count)
    let file = try written(XLSXExporter(), pages, "hanscan.receipts.xlsx")
    for table in [StoreTable.receipts(.english), StoreTable.items(.english)] {
      let sheet = try #require(file.sheets.first { $0.name == table.title })
      check(sheet.rows, against: expected(table, pages), seed: seed) { cell, value in
        switch (value, cell.value) {
        case (.none, .none): true
        case (.text, .text(let text)), (.scan, .text(let text)): bytes(text) == bytes(value.text)
        case (.number(let wanted), .number(let found)), (.money(let wanted, _), .number(let found)):
          Amount(decimal: found) == Amount(decimal: wanted)
        case (.date(let wanted), .date(let found)), (.time(let wanted), .date(let found)):
          found == wanted
        default: false
        }
      }
    }
  }

  @Test(arguments: [5, 6] as [UInt64])
  func `a book of drawn receipts that nobody edited has no edits, and every value as it was written`(
    seed: UInt64
  ) throws {
    var drawn = DrawnReceipts(seed: seed)
    let pages = try drawn.pages(Self.count)
    let book = Book(period: nil, entries: pages.flatMap { BookEntry.entries(on: $0) })
    let workbook = BookWorkbook(book, style: TableStyle(base: ScanPath("/scans"), language: .korean))
    let folder = try Scratch()
    let writer = try folder.writer()
    try workbook.write(to: writer.file(for: components("book.xlsx")))
    try writer.sync()
    let edits = try BookWorkbook.edits(of: read(folder, "book.xlsx"))
    #expect(edits.changes.isEmpty && edits.added.isEmpty && edits.deletedRows == 0, "seed \(seed): \(edits.changes)")
    #expect(edits.notes.isEmpty, "seed \(seed): \(edits.notes)")
    for entry in book.entries {
      let fields = try #require(edits.written[entry.key])
      for field in DrawnReceipts.texts + [.date, .time, .currency] {
        #expect(bytes(fields[field] ?? "") == bytes(entry.value(field) ?? ""), "seed \(seed): \(field)")
      }
      #expect(fields[.total] == entry.amounts.total.map(entry.text), "seed \(seed)")
    }
  }

  @Test(arguments: [7, 8] as [UInt64])
  func `a page's JSON has its path, its text and its receipts as they were drawn`(seed: UInt64) throws {
    struct Written: Decodable {
      struct Source: Decodable { let path: String }
      let source: Source
      let text: String
      let receipts: [Receipt]
    }
    var drawn = DrawnReceipts(seed: seed)
    for page in try drawn.pages(Self.count) {
      let written = try JSONDecoder().decode(Written.self, from: Data(#require(JSONExporter().file(page))))
      let receipts = try #require(page.derived.value(of: ReceiptsStage.self))
      guard case .recognised(let reading) = page.outcome else { continue }
      #expect(written.receipts == receipts, "seed \(seed)")
      for (field, value) in receipts[0].fields {
        #expect(
          written.receipts.first.map { bytes($0.fields[field]?.value ?? "") } == bytes(value.value), "seed \(seed)")
      }
      #expect(zip(written.receipts[0].items, receipts[0].items).allSatisfy { bytes($0.name) == bytes($1.name) })
      #expect(bytes(written.source.path) == page.path.bytes, "seed \(seed)")
      // The text of a page is composed, as in all its files.
      #expect(bytes(written.text) == bytes(reading.text.precomposedStringWithCanonicalMapping), "seed \(seed)")
    }
  }
}
