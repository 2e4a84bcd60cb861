import PageModel
import Understanding

/// What stands in a cell of a table, as a spreadsheet should take it.
enum TableValue {
  case none
  case text(String)
  /// A decimal number without separators.
  case number(String)
  /// A sum of money, with its currency (ISO 4217) where it is known.
  case money(String, currency: String?)
  /// ISO 8601.
  case date(String)
  /// `HH:MM` or `HH:MM:SS`.
  case time(String)
  /// The path of a scan.
  case scan(ScanPath)

  /// The value as text.
  var text: String {
    switch self {
    case .none: ""
    case .text(let text), .number(let text), .money(let text, _), .date(let text), .time(let text): text
    case .scan(let path): path.description
    }
  }
}

/// A cell: its value, and whether a check on the receipt says that it can't be right.
struct TableCell {
  var value: TableValue
  var isConflict = false
}

/// A table of what the receipts or the tables of a store say: its columns, and the rows of a page.
struct ReceiptTable: Sendable {
  struct Column: Sendable {
    let name: String
    /// In characters.
    let width: Double
  }

  /// What a spreadsheet calls it.
  let title: String
  let columns: [Column]
  /// The rows of a page; none if it has nothing to say of the page.
  let rows: @Sendable (PageRecord) -> [[TableCell]]

  /// One row for each receipt.
  static let receipts = ReceiptTable(
    title: "Receipts",
    columns: fieldColumns.map { Column(name: $0.name, width: $0.width) } + [
      Column(name: "conflicts", width: 18), Column(name: "corrected", width: 18), Column(name: "tag", width: 14),
      Column(name: "document", width: 32), Column(name: "page", width: 6), Column(name: "receipt", width: 8),
    ],
    rows: { page in
      let receipts = receipts(on: page)
      return receipts.enumerated().map { index, receipt in
        let cells = [
          names(of: receipt) { $0.proof == .conflict }, names(of: receipt) { $0.corrected == true },
          tags(of: receipt, isAlone: receipts.count == 1, on: page),
        ]
        return fieldColumns.map { cell($0.field, of: receipt) } + cells.map { TableCell(value: .text($0)) }
          + place(page, receipt.number(at: index))
      }
    })

  /// One row for each thing that was bought.
  static let items = ReceiptTable(
    title: "Items",
    columns: [
      Column(name: "date", width: 12), Column(name: "merchant", width: 24), Column(name: "name", width: 32),
      Column(name: "unitPrice", width: 12), Column(name: "quantity", width: 10), Column(name: "amount", width: 12),
      Column(name: "currency", width: 9), Column(name: "proof", width: 10), Column(name: "document", width: 32),
      Column(name: "page", width: 6), Column(name: "receipt", width: 8), Column(name: "item", width: 6),
    ],
    rows: { page in
      receipts(on: page).enumerated().flatMap { index, receipt in
        receipt.items.enumerated().map { number, item in
          let sum = receipt.checks.first { $0.name == "items-sum-to-total" }
          func money(_ amount: String?) -> TableCell {
            TableCell(value: amount.map { .money($0, currency: currency(of: receipt)) } ?? .none)
          }
          var amount = money(item.amount)
          amount.isConflict = sum?.holds == false
          let proof = sum.map { $0.holds ? Proof.proven : .conflict } ?? .read
          return [
            cell(.date, of: receipt), cell(.merchant, of: receipt), TableCell(value: .text(item.name)),
            money(item.unitPrice), TableCell(value: item.quantity.map { .number($0) } ?? .none), amount,
            cell(.currency, of: receipt), TableCell(value: .text(proof.rawValue)),
          ] + place(page, receipt.number(at: index)) + [TableCell(value: .number(String(number + 1)))]
        }
      }
    })

  /// One row for each cell of the pages' tables; all numbers are from 1.
  static let cells = ReceiptTable(
    title: "Tables",
    columns: ["document", "page", "table", "row", "column", "rowSpan", "columnSpan", "text"].map {
      Column(name: $0, width: 12)
    },
    rows: { page in
      page.tables.enumerated().flatMap { index, table in
        table.cells.map { cell in
          let numbers = [cell.row + 1, cell.column + 1, cell.rowSpan, cell.columnSpan]
          return place(page, index + 1) + numbers.map { TableCell(value: .number(String($0))) }
            + [TableCell(value: .text(cell.text))]
        }
      }
    })

  /// The fields in the order of the table; nil stands for the proof of the total.
  private static let fieldColumns: [(name: String, field: FieldName?, width: Double)] = [
    FieldName.date, .time, .merchant, .total, nil, .currency, .supply, .tax, .taxFree, .discount, .payment,
    .cardName, .cardNumber, .approvalNumber, .installment, .businessNumber, .representative, .phone, .address,
  ].map { field in
    guard let field else { return ("proof", nil, 10) }
    return (field.rawValue, field, widths[field] ?? 12)
  }

  private static let widths: [FieldName: Double] = [
    .time: 10, .merchant: 24, .currency: 9, .payment: 9, .cardNumber: 20, .businessNumber: 14, .phone: 15,
    .address: 40,
  ]

  private static func receipts(on page: PageRecord) -> [Receipt] {
    page.derived.value(of: ReceiptsStage.self) ?? []
  }

  private static func currency(of receipt: Receipt) -> String? { receipt.fields[.currency]?.value }

  private static func cell(_ name: FieldName?, of receipt: Receipt) -> TableCell {
    guard let name else {
      let proof = receipt.fields[.total]?.proof
      return TableCell(value: proof.map { .text($0.rawValue) } ?? .none, isConflict: proof == .conflict)
    }
    guard let field = receipt.fields[name] else { return TableCell(value: .none) }
    let value: TableValue
    switch name {
    case .date: value = .date(field.value)
    case .time: value = .time(field.value)
    case .total, .tax, .supply, .taxFree, .discount, .serviceCharge, .tip:
      value = .money(field.value, currency: currency(of: receipt))
    case .merchant, .businessNumber, .representative, .phone, .address, .currency, .payment, .cardName, .cardNumber,
      .approvalNumber, .installment:
      value = .text(field.value)
    }
    return TableCell(value: value, isConflict: field.proof == .conflict)
  }

  /// The names of the fields that are so.
  private static func names(of receipt: Receipt, where holds: (Field) -> Bool) -> String {
    FieldName.allCases.filter { receipt.fields[$0].map(holds) ?? false }.map(\.rawValue).joined(separator: " ")
  }

  /// What the pen marks on a receipt stand for; one that has the page to itself has all of the page's.
  private static func tags(of receipt: Receipt, isAlone: Bool, on page: PageRecord) -> String {
    var tags: [String] = []
    for mark in page.derived.value(of: MarksStage.self) ?? [] {
      guard let tag = mark.tag, !tags.contains(tag) else { continue }
      if isAlone || receipt.box.holdsMiddle(of: mark.box) { tags.append(tag) }
    }
    return tags.joined(separator: ", ")
  }

  private static func place(_ page: PageRecord, _ number: Int) -> [TableCell] {
    [
      TableCell(value: .scan(page.path)), TableCell(value: .number(String(page.index + 1))),
      TableCell(value: .number(String(number))),
    ]
  }
}
