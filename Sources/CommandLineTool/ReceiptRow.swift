import Export
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
          var member: JSONValue.Members = [
            "value": .string(field.value.value), "proof": .string(field.value.proof.rawValue),
            "confidence": .number(field.value.confidence),
          ]
          if field.value.corrected == true { member["corrected"] = .boolean(true) }
          members[field.key.rawValue] = .object(member)
        }),
    ]
    return JSONValue.object(object).lineText + "\n"
  }
}
