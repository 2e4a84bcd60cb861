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

  /// Date, total with its currency and proof, shop and page, in columns; amounts below each other by their last digits.
  var text: String {
    let total = receipt.fields[.total].map { thousands($0.value) } ?? ""
    let amount = total.padded(to: 12, isRight: true) + " " + (total.isEmpty ? "" : value(.currency)).padded(to: 3)
    let proof = receipt.fields[.total]?.proof.rawValue ?? "no total"
    let merchant = value(.merchant).isEmpty ? "-" : TerminalText.shown(value(.merchant))
    let columns = [value(.date).padded(to: 10), amount, proof.padded(to: 8), merchant, place]
    return columns.joined(separator: "  ") + "\n"
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
    var object: JSONValue.Members = [
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
    if page.isMissing { object["missing"] = .boolean(true) }
    return JSONValue.object(object).lineText + "\n"
  }
}

extension String {
  /// With as many blanks behind it, or before it, as make it so many characters long.
  fileprivate func padded(to count: Int, isRight: Bool = false) -> String {
    let blanks = String(repeating: " ", count: max(0, count - self.count))
    return isRight ? blanks + self : self + blanks
  }
}
