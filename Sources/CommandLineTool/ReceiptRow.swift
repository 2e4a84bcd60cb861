import PageModel
import ResultStore
import Support
import Understanding

/// One receipt as a line of output.
struct ReceiptRow {
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

/// A cell of comma-separated values as RFC 4180 has it, of which no spreadsheet makes a formula.
enum CSVCell {
  static func text(_ value: String) -> String {
    var value = value
    // A cell that begins so is executed or dropped by spreadsheets; an apostrophe makes it text. Numbers stay numbers.
    if let first = value.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
      value.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) == nil
    {
      value = "'" + value
    }
    // By scalars: a comma with a mark above it is another character, and still parts cells.
    let scalars = value.unicodeScalars
    guard scalars.contains(where: { $0 == "," || $0 == "\"" || $0 != " " && $0.properties.isWhitespace }) else {
      return value
    }
    return "\"" + scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
