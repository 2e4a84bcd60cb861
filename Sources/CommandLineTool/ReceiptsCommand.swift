import Export
import PageModel
import ResultStore
import Support
import Understanding

/// `hanscan receipts`: what the receipts of a store say, one line for each.
enum ReceiptsCommand: Command {
  static let name = "receipts"
  static let summary = "List what the receipts say: date, shop and total of each, and whether the total is proven."
  static let usage = "--out OUT [OPTION...]"
  static let discussion = """
    A total is 'proven' where a check on the receipt holds that a single misread digit would break (its items sum to it, \
    supply and tax make it, what was paid less the change is it), 'read' where there is no such check, and 'conflict' \
    where one fails. 'hanscan show PAGE --fields' shows all fields of a page, with every check in words.
    """
  static let options: [Option] =
    [
      Option("unproven", "Only receipts whose total is not proven, or not found."),
      Option("from", value: "DATE", "Only receipts of this day and later: 2026-03-01."),
      Option("to", value: "DATE", "Only receipts of this day and earlier."),
      Option("total-above", value: "AMOUNT", "Only receipts of a higher total."),
      Option("merchant", value: "WORD", "Only receipts whose shop's name holds this."),
      Option("csv", "Comma-separated values with a header, for spreadsheets."),
      Option("json", "One JSON object a line, with all fields."),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan receipts --out texts", "Every receipt."),
    ("hanscan receipts --out texts --unproven", "The receipts to look at."),
    ("hanscan receipts --out texts --from 2026-01-01 --csv > receipts.csv", "For a spreadsheet."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuseOperands()
    try arguments.refuse("csv", with: "json", because: "the output has one form")
    let filter = try ReceiptFilter(arguments)
    let store = try StoreOptions.open(arguments)
    if arguments.has("csv") { console.output(ReceiptRow.csvHeader) }
    var written = Console.Written.written
    try withStoreErrors {
      try store.forEachPage(PageFilter()) { page throws(StoreError) in
        let receipts = try store.derived(of: page.id).value(of: ReceiptsStage.self) ?? []
        for (index, receipt) in receipts.enumerated() where filter.takes(receipt) {
          let row = ReceiptRow(page: page, receipt: receipt, number: receipts.count > 1 ? index + 1 : nil)
          written = console.output(arguments.has("csv") ? row.csv : arguments.has("json") ? row.json : row.text)
          if written != .written { return false }
        }
        return true
      }
    }
    if case .failed(let reason) = written {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }
}

/// Which receipts are wanted.
private struct ReceiptFilter {
  private let isUnproven: Bool
  private let from: String?
  private let to: String?
  private let totalAbove: Amount?
  private let merchant: String?

  init(_ arguments: Arguments) throws {
    isUnproven = arguments.has("unproven")
    from = try Self.day("from", arguments)
    to = try Self.day("to", arguments)
    merchant = try arguments.text("merchant")?.lowercased()
    totalAbove = try arguments.text("total-above").map { text in
      guard let amount = Amount(decimal: text) else {
        throw CommandFailure.usage("--total-above takes an amount such as 50000 or 12.50, not '\(text)'")
      }
      return amount
    }
  }

  private static func day(_ name: String, _ arguments: Arguments) throws -> String? {
    guard let text = try arguments.text(name) else { return nil }
    guard text.wholeMatch(of: /\d{4}-\d{2}-\d{2}/) != nil else {
      throw CommandFailure.usage("--\(name) takes a day such as 2026-03-01, not '\(text)'")
    }
    return text
  }

  func takes(_ receipt: Receipt) -> Bool {
    if isUnproven, receipt.fields[.total]?.proof == .proven { return false }
    // Dates are ISO: their order is that of the text. A receipt without a date is of no known day.
    let date = receipt.fields[.date]?.value
    if let from, date.map({ $0 < from }) ?? true { return false }
    if let to, date.map({ $0 > to }) ?? true { return false }
    if let totalAbove {
      guard let total = receipt.fields[.total].flatMap({ Amount(decimal: $0.value) }), total > totalAbove else {
        return false
      }
    }
    if let merchant, receipt.fields[.merchant]?.value.lowercased().contains(merchant) != true { return false }
    return true
  }
}

/// One receipt as a line of output.
private struct ReceiptRow {
  let page: PageSummary
  let receipt: Receipt
  /// From 1, where a page holds several.
  let number: Int?

  private var place: String {
    let pageNumber = page.pageCount > 1 ? ":\(page.index + 1)" : ""
    return "\(page.path)\(pageNumber)\(number.map { " (receipt \($0))" } ?? "")"
  }

  private func value(_ field: FieldName) -> String { receipt.fields[field]?.value ?? "" }

  /// Date, total with its currency and proof, shop and page, in columns.
  var text: String {
    let total = [value(.total), value(.currency)].filter { !$0.isEmpty }.joined(separator: " ")
    let proof = receipt.fields[.total]?.proof.rawValue ?? "no total"
    let merchant = value(.merchant).isEmpty ? "-" : value(.merchant)
    let columns = [(value(.date), 12), (total, 16), (proof, 10)]
      .map { $0.0 + String(repeating: " ", count: max(1, $0.1 - $0.0.count)) }
    return "\(columns.joined())\(merchant)  \(place)\n"
  }

  private static let columns: [FieldName] = [
    .date, .time, .merchant, .businessNumber, .total, .currency, .supply, .tax, .payment, .cardName, .approvalNumber,
  ]

  static var csvHeader: String {
    (columns.map(\.rawValue) + ["proof", "document", "page"]).joined(separator: ",") + "\r\n"
  }

  var csv: String {
    let cells =
      Self.columns.map(value) + [
        receipt.fields[.total]?.proof.rawValue ?? "", page.path.description, String(page.index + 1),
      ]
    return cells.map(CSVCell.text).joined(separator: ",") + "\r\n"
  }

  var json: String {
    let object: JSONValue.Members = [
      "path": .string(page.path.description), "page": .integer(page.index + 1),
      "fields": .object(
        receipt.fields.reduce(into: [:]) { members, field in
          members[field.key.rawValue] = .object([
            "value": .string(field.value.value), "proof": .string(field.value.proof.rawValue),
            "confidence": .number(field.value.confidence),
          ])
        }),
    ]
    return JSONValue.object(object).lineText + "\n"
  }
}
