import PageModel
import ResultStore
import Support
import Understanding

/// One receipt as a line of output.
struct ReceiptRow {
  let page: PageSummary
  let receipt: Receipt
  /// From 1, if a page holds several.
  let number: Int?

  private var place: String {
    let pages = receipt.pages.map { $0.map { "\(page.path):\($0)" }.joined(separator: ", ") }
    return (pages ?? page.name) + (number.map { said(" (receipt \($0))") } ?? "")
      + (page.isMissing ? said(" (the file is no longer there)") : "")
  }

  private func value(_ field: FieldName) -> String { receipt.fields[field]?.value ?? "" }

  /// Date, total with its currency and proof, shop and page, in columns; amounts below each other by their last digits.
  var text: String {
    let total = receipt.fields[.total].flatMap { FieldName.total.printed($0.value) } ?? ""
    let amount = total.padded(to: 12, isRight: true) + " " + (total.isEmpty ? "" : value(.currency)).padded(to: 3)
    let proof = receipt.fields[.total]?.proof.shown ?? said("no total")
    let merchant = value(.merchant).isEmpty ? "-" : TerminalText.shown(value(.merchant))
    let columns = [value(.date).padded(to: 10), amount, proof.padded(to: said("conflict").columns), merchant, place]
    return columns.joined(separator: "  ") + "\n"
  }

  var json: String {
    let object: JSONValue.Members = [
      "path": .string(page.path.description), "page": .integer(page.index + 1),
      "fields": .object(
        receipt.fields.reduce(into: [:]) { members, field in
          members[field.key.rawValue] = .object([
            "value": .string(field.value.value), "proof": .string(field.value.proof.rawValue),
            "confidence": .number(field.value.confidence),
            "corrected": field.value.corrected == true ? .boolean(true) : nil,
          ])
        }),
      "missing": page.isMissing ? .boolean(true) : nil,
      "pages": receipt.pages.map { .array($0.map { .integer($0) }) },
    ]
    return JSONValue.object(object).lineText + "\n"
  }
}
