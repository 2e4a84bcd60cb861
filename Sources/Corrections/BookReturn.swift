package import Bookkeeping
import Export
import PageModel
import ResultStore
import StoreFiles
import RunSupport
package import Spreadsheets
import Understanding

/// Takes the edits of a workbook back: fields become corrections, cells of added columns are kept for the next workbook.
package struct BookReturn {
  package private(set) var corrected = 0
  package private(set) var kept = 0
  package private(set) var deletedRows = 0
  /// Edits that were not taken, and contradictions of those that were.
  package private(set) var notes: [Wording] = []
  package private(set) var contradictions: [Wording] = []

  /// - Parameter author: The name that corrections get.
  package init(_ file: Spreadsheet, into corrections: PageCorrections, by author: String) throws {
    let columns = BookColumn.all.map { BookEdits.Column($0.wording, field: $0.field) }
    let edits: BookEdits
    do throws(BookEdits.Refusal) {
      edits = try BookEdits(file, columns: columns, key: BookColumn.key, writtenSheet: BookWorkbook.written)
    } catch {
      throw RunFailure(.usage, "\(error)")
    }
    (notes, deletedRows) = (edits.notes, edits.deletedRows)
    try correct(edits.fields, corrections, author)
    try keep(edits.added, corrections.store)
  }

  private mutating func correct(
    _ edits: [BookEdits.FieldEdit], _ corrections: PageCorrections, _ author: String
  ) throws {
    var changes: [PageCorrections.Change] = []
    for edit in edits {
      let name = BookNames.field(edit.field)
      do throws(CorrectionFault) {
        let page = try Self.page(of: edit.key, in: corrections.store)
        let value = Self.value(edit.new, of: edit.field)
        let old = Self.current(edit.field, edit.key, on: page)
        if let old, old != Self.value(edit.old, of: edit.field), old != value {
          throw CorrectionFault("it reads '\(old)' by now, and not '\(edit.old)'")
        }
        if old == value { continue }
        let request = CorrectionRequest(.field(edit.field, receipt: edit.key.receipt, value: value))
        guard let correction = try request.correction(of: page, by: author) else { continue }
        changes.append((page.id, [correction]))
      } catch {
        notes.append(
          Wording(
            "\(edit.row)행 \(name.korean): 반영하지 않습니다: \(error)", "Row \(edit.row), \(name.english): not taken: \(error)")
        )
      }
    }
    corrected = try corrections.correct(changes).count
    var pages: Set<PageID> = []
    for change in changes where pages.insert(change.page).inserted {
      try tellContradictions(of: change.page, corrections)
    }
  }

  private static func page(of key: BookKey, in store: ResultStore) throws(CorrectionFault) -> StoredPage {
    let page: StoredPage?
    do throws(StoreError) { page = try store.page(content: key.content, index: key.page) } catch {
      throw CorrectionFault("\(error)")
    }
    guard let page else { throw CorrectionFault("its page is no longer in the store") }
    return page
  }

  private static func current(_ field: FieldName, _ key: BookKey, on page: StoredPage) -> String? {
    page.record.derived.value(of: ReceiptsStage.self)?.numbered(key.receipt)?.fields[field]?.value
  }

  /// The value of a field as its cell says it; payments have names in the workbook.
  private static func value(_ text: String, of field: FieldName) -> String {
    guard field == .payment else { return text }
    let known = ["card", "cash", "other"].first { code in
      let wording = BookNames.payment(code)
      return [wording.korean, wording.english].contains(text)
    }
    return known ?? text
  }

  private mutating func tellContradictions(of id: PageID, _ corrections: PageCorrections) throws {
    guard let page = try corrections.store.page(id) else { return }
    for receipt in page.record.derived.value(of: ReceiptsStage.self) ?? [] {
      for (name, field) in receipt.fields where field.corrected == true && field.proof == .conflict {
        let wording = BookNames.field(name)
        let failing = receipt.checks.filter { !$0.holds }.map(\.detail).joined(separator: " ")
        contradictions.append(
          Wording(
            "\(page.record.path): \(wording.korean) \(field.value): \(failing)",
            "\(page.record.path): \(wording.english) \(field.value): \(failing)"))
      }
    }
  }

  private mutating func keep(_ added: [BookEdits.AddedValue], _ store: ResultStore) throws {
    let values = added.map { cell in
      ResultStore.BookValue(
        content: cell.key.content, page: cell.key.page, receipt: cell.key.receipt, part: cell.key.part,
        name: cell.heading, value: cell.value)
    }
    try store.setBookValues(values, topic: ResultStore.addedColumns)
    kept = values.count
  }
}
