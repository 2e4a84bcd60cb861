import Bookkeeping
import Export
import PageModel
import ResultStore
import RunSupport
package import Spreadsheets
import StoreFiles
import Support
import Understanding

/// Takes the edits of a workbook back: fields become corrections, cells of added columns are kept for the next workbook.
package struct BookReturn {
  package private(set) var corrected = 0
  package private(set) var kept = 0
  package private(set) var deletedRows = 0
  /// Edits that were not taken, with the reason.
  package private(set) var notes: [String] = []
  /// Corrected fields that a check contradicts.
  package private(set) var contradictions: [String] = []

  /// - Parameter author: The name that corrections get.
  package init(_ file: Spreadsheet, into corrections: PageCorrections, by author: String) throws {
    let edits = try RunFailure.converting(BookWorkbook.edits(of: file)) { RunFailure(.usage, "\($0)") }
    (notes, deletedRows) = (edits.notes, edits.deletedRows)
    try correct(edits, corrections, author)
    try corrections.store.setBookValues(edits.added, topic: ResultStore.addedColumns)
    kept = edits.added.count
  }

  private mutating func correct(_ edits: BookEdits, _ corrections: PageCorrections, _ author: String) throws {
    var changes: [PageID: [Correction]] = [:]
    for edit in edits.fields {
      do throws(CorrectionFault) {
        let page = try Self.page(of: edit.key, in: corrections.store)
        if let correction = try Self.correction(edit, edits.written[edit.key] ?? [:], page, author) {
          changes[page.id, default: []].append(correction)
        }
      } catch {
        notes.append("Row \(edit.row), \(BookNames.field(edit.field)(.current)): not taken: \(error)")
      }
    }
    let pages = changes.keys.sorted { $0.number < $1.number }
    corrected = try corrections.correct(pages.map { ($0, changes[$0] ?? []) }).count
    for page in pages { try tellContradictions(of: page, corrections) }
  }

  private static func page(of key: BookKey, in store: ResultStore) throws(CorrectionFault) -> StoredPage {
    let page = try CorrectionFault.converting(store.page(content: key.content, index: key.page)) {
      CorrectionFault("\($0)")
    }
    guard let page else { throw CorrectionFault("its page is no longer in the store") }
    return page
  }

  /// The correction of an edit; nil if the field has the value already.
  private static func correction(
    _ edit: BookEdits.FieldEdit, _ written: [FieldName: String], _ page: StoredPage, _ author: String
  ) throws(CorrectionFault) -> Correction? {
    let receipts = page.record.derived.value(of: ReceiptsStage.self) ?? []
    guard let receipt = receipts.numbered(edit.key.receipt), isSame(receipt, written) else {
      throw CorrectionFault("its receipt was read anew since the workbook was written; write the workbook again")
    }
    let (old, value) = (receipt.fields[edit.field]?.value, value(edit.new, of: edit.field))
    if let old, old != Self.value(edit.old, of: edit.field), old != value {
      throw CorrectionFault("it reads '\(old)' by now, and not '\(edit.old)'")
    }
    // An empty account is a decision: none is proposed again.
    if old == value || old == nil && value.isEmpty && edit.field != .account { return nil }
    let request = CorrectionRequest(.field(edit.field, receipt: edit.key.receipt, value: value))
    return try request.correction(of: page, by: author)
  }

  /// Whether at most one of date, shop and total is different from what was written.
  private static func isSame(_ receipt: Receipt, _ written: [FieldName: String]) -> Bool {
    let differences = [FieldName.date, .merchant, .total].count { name in
      guard let value = receipt.fields[name]?.value, let was = written[name], !was.isEmpty else { return false }
      guard let one = Amount(decimal: value), let other = Amount(decimal: was) else { return value != was }
      return one != other
    }
    return differences < 2
  }

  /// The value of a field as its cell says it; payments have names in the workbook.
  private static func value(_ text: String, of field: FieldName) -> String {
    field == .payment ? field.value(of: text) ?? text : text
  }

  private mutating func tellContradictions(of id: PageID, _ corrections: PageCorrections) throws {
    guard let page = try corrections.store.page(id) else { return }
    for receipt in page.record.derived.value(of: ReceiptsStage.self) ?? [] {
      for name in FieldName.allCases {
        guard let field = receipt.fields[name], field.corrected == true, field.proof == .conflict else { continue }
        let failing = receipt.checks.filter { !$0.holds }.map { "\($0.detail)" as Message }.joined(separator: " ")
        contradictions.append("\(page.record.path): \(BookNames.field(name)(.current)) \(field.value): \(failing.text)")
      }
    }
  }
}
