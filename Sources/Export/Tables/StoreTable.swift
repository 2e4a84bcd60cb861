import Bookkeeping
import PageModel
import Understanding

/// A table of what the pages of a store say: its columns, and the rows of a page.
struct StoreTable: Sendable {
  struct Column: Sendable {
    let name: String
    /// In characters.
    var width = 12.0
    var isPrinted = true
    var isHidden = false
  }

  let title: String
  let columns: [Column]
  /// The rows of a page, whose entries of the book are given; none if it has nothing to say of the page.
  let rows: @Sendable (PageRecord, [BookEntry]) -> [[TableValue]]

  /// The book: one row for each receipt, or for each part of one that is booked on a line of its own.
  static func receipts(_ language: BookLanguage) -> StoreTable {
    StoreTable(title: Wording("영수증", "Receipts")(language), columns: columns(BookColumn.all, language)) { _, entries in
      entries.map { entry in BookColumn.all.map { $0.cell(entry, language) } }
    }
  }

  static func columns(_ columns: [BookColumn], _ language: BookLanguage) -> [Column] {
    columns.map { column in
      Column(
        name: column.wording(language), width: column.width, isPrinted: column.isPrinted,
        isHidden: column.wording == BookColumn.key)
    }
  }

  /// One row for each thing that was bought.
  static func items(_ language: BookLanguage) -> StoreTable {
    let names: [(Wording, Double)] = [
      (BookNames.field(.date), 12), (BookNames.field(.merchant), 24), (Wording("품목", "Item"), 32),
      (Wording("단가", "Unit price"), 12), (Wording("수량", "Quantity"), 10), (Wording("금액", "Amount"), 12),
      (BookNames.field(.currency), 9), (Wording("검산", "Proof"), 12), (Wording("파일", "File"), 32),
      (Wording("쪽", "Page"), 6), (Wording("영수증 번호", "Receipt"), 8), (Wording("품목 번호", "Item number"), 8),
    ]
    return StoreTable(
      title: Wording("품목", "Items")(language), columns: names.map { Column(name: $0(language), width: $1) }
    ) { _, entries in
      entries.filter { $0.key.part == 1 }.flatMap { itemRows(of: $0, language) }
    }
  }

  static func itemRows(of entry: BookEntry, _ language: BookLanguage) -> [[TableValue]] {
    let receipt = entry.receipt
    let (currency, sum) = (receipt.fields[.currency]?.value, receipt.checks.first { $0.name == "items-sum-to-total" })
    let proof = BookColumn.proof(sum.map { $0.holds ? .proven : .conflict } ?? .read)(language)
    func money(_ amount: String?) -> TableValue { amount.map { .money($0, currency: currency) } ?? .none }
    return receipt.items.enumerated().map { number, item in
      let amount = money(item.amount)
      return [
        receipt.fields[.date].map { .date($0.value) } ?? .none, .text(orNone: receipt.fields[.merchant]?.value),
        .text(item.name), money(item.unitPrice), item.quantity.map { .number($0) } ?? .none,
        sum?.holds == false ? .conflict(amount) : amount, .text(orNone: currency), .text(proof),
      ] + place(.scan(entry.path, isMissing: entry.isMissing), entry.key.page, entry.key.receipt)
        + [.number(String(number + 1))]
    }
  }

  /// One row for each cell of the pages' tables; all numbers are from 1.
  static func cells(_ language: BookLanguage) -> StoreTable {
    let names = [
      Wording("파일", "File"), Wording("쪽", "Page"), Wording("표", "Table"), Wording("행", "Row"),
      Wording("열", "Column"), Wording("행 수", "Rows"), Wording("열 수", "Columns"), Wording("내용", "Text"),
    ]
    return StoreTable(title: Wording("표", "Tables")(language), columns: names.map { Column(name: $0(language)) }) {
      page, _ in
      page.tables.enumerated().flatMap { index, table in
        table.cells.map { cell in
          let numbers = [cell.row + 1, cell.column + 1, cell.rowSpan, cell.columnSpan]
          return place(.scan(page.path, isMissing: page.isMissing), page.index, index + 1)
            + numbers.map { .number(String($0)) } + [.text(cell.text)]
        }
      }
    }
  }

  private static func place(_ scan: TableValue, _ page: Int, _ number: Int) -> [TableValue] {
    [scan, .number(String(page + 1)), .number(String(number))]
  }
}
