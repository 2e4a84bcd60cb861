import PageModel
package import Spreadsheets
package import Understanding

/// The changes that a person made in a workbook of the book, compared with its hidden sheet.
///
/// Rows are found by their keys, so that sorting and filtering change nothing.
package struct BookEdits: Sendable {
  /// A column of the book as its cells are read back.
  package struct Column: Sendable {
    package let wording: Wording
    /// Nil for a column that HanScan computes.
    package let field: FieldName?

    package init(_ wording: Wording, field: FieldName?) { (self.wording, self.field) = (wording, field) }
  }

  /// A new value for a field of a receipt.
  package struct FieldEdit: Hashable, Sendable {
    package let key: BookKey
    package let field: FieldName
    package let old: String
    package let new: String
    /// Of the sheet, from 1.
    package let row: Int
  }

  /// The cell of a column that a person added.
  package struct AddedValue: Hashable, Sendable {
    package let key: BookKey
    package let heading: String
    package let value: String
  }

  /// The workbook is not one of the book.
  package struct Refusal: Error, CustomStringConvertible {
    package let description: String
  }

  package private(set) var fields: [FieldEdit] = []
  package private(set) var added: [AddedValue] = []
  /// What was not taken, and why.
  package private(set) var notes: [Wording] = []
  /// Rows that were deleted: their receipts stay as they are.
  package private(set) var deletedRows = 0

  private typealias Row = (number: Int, cells: [String: SheetCell])

  package init(_ file: Spreadsheet, columns: [Column], key: Wording, writtenSheet: String) throws(Refusal) {
    func headings(_ sheet: Sheet) -> [String] { sheet.rows.first?.cells.map { $0.text } ?? [] }
    func isKey(_ text: String) -> Bool { [key.korean, key.english].contains(text) }
    guard let sheet = file.sheets.first(where: { $0.name != writtenSheet && headings($0).contains(where: isKey) }),
      let written = file.sheets.first(where: { $0.name == writtenSheet }),
      let keyHeading = headings(written).first(where: isKey)
    else {
      throw Refusal(
        description:
          "it has no sheet with the column '\(key.korean)' and the hidden sheet '\(writtenSheet)', so that it "
          + "is no workbook of 'hanscan book', or these were deleted")
    }
    let before = Self.rows(of: written).reduce(into: [BookKey: Row]()) { rows, row in
      if let key = row.cells[keyHeading].flatMap({ BookKey($0.text) }) { rows[key] = row }
    }
    let now = rowsByKey(of: sheet, keyHeading, before)
    deletedRows = before.keys.count { now[$0] == nil }
    compare(now, before, columns, keyHeading, headings(sheet))
    mergeParts(before)
    if file.hasCharts {
      notes.append(Wording("차트는 반영하지 않습니다.", "Charts are not taken."))
    }
  }

  private static func rows(of sheet: Sheet) -> [Row] {
    let headings = sheet.rows.first?.cells.map { $0.text } ?? []
    return sheet.rows.dropFirst().map { row in
      (row.number, Dictionary(zip(headings, row.cells).filter { !$0.0.isEmpty }) { first, _ in first })
    }
  }

  private mutating func rowsByKey(of sheet: Sheet, _ heading: String, _ before: [BookKey: Row]) -> [BookKey: Row] {
    var rows: [BookKey: Row] = [:]
    for row in Self.rows(of: sheet) where row.cells.values.contains(where: { !$0.isEmpty }) {
      guard let key = row.cells[heading].flatMap({ BookKey($0.text) }), before[key] != nil else {
        notes.append(
          Wording("\(row.number)행: 키가 없거나 알 수 없어 반영하지 않습니다.", "Row \(row.number) has no known key and is not taken."))
        continue
      }
      if let first = rows[key] {
        notes.append(
          Wording(
            "\(row.number)행: \(first.number)행의 복사본이라 반영하지 않습니다.",
            "Row \(row.number) is a copy of row \(first.number) and is not taken."))
      } else {
        rows[key] = row
      }
    }
    return rows
  }

  private mutating func compare(
    _ now: [BookKey: Row], _ before: [BookKey: Row], _ columns: [Column], _ keyHeading: String, _ headings: [String]
  ) {
    for (key, row) in now.sorted(by: { $0.value.number < $1.value.number }) {
      guard let old = before[key] else { continue }
      for heading in headings where !heading.isEmpty && heading != keyHeading {
        let cell = row.cells[heading] ?? .empty
        let place = Wording("\(row.number)행 \(heading)", "Row \(row.number), \(heading)")
        if cell.hasFormula {
          notes.append(
            Wording(
              "\(place.korean): 수식은 반영하지 않습니다. 값을 입력하세요.", "\(place.english): a formula is not taken; enter its value.")
          )
          continue
        }
        let column = columns.first { [$0.wording.korean, $0.wording.english].contains(heading) }
        let (was, new) = (Self.plain(old.cells[heading]), Self.plain(cell))
        guard !Self.isSame(was, new) else { continue }
        if let field = column?.field {
          fields.append(FieldEdit(key: key, field: field, old: was, new: new, row: row.number))
        } else if column == nil {
          added.append(AddedValue(key: key, heading: heading, value: new))
        } else {
          notes.append(
            Wording(
              "\(place.korean): 계산된 칸이라 반영하지 않습니다.", "\(place.english): HanScan computes this cell; it is not taken."))
        }
      }
    }
  }

  /// A cell as the text that the book would write.
  private static func plain(_ cell: SheetCell?) -> String {
    guard let cell else { return "" }
    let text = cell.text.trimmed
    if case .date(let date) = cell.value {
      let parts = date.split(separator: "T")
      return parts.count == 2 && parts[1].allSatisfy({ "0:".contains($0) }) ? String(parts[0]) : date
    }
    return text
  }

  private static func isSame(_ one: String, _ other: String) -> Bool {
    if one == other { return true }
    guard let one = Amount(decimal: one), let other = Amount(decimal: other) else { return false }
    return one == other
  }

  private static let amounts: Set<FieldName> = [.supply, .tax, .taxFree, .serviceCharge, .total]

  /// Fields of a receipt on several lines belong to all of them: its amounts and accounts can't be edited on one line.
  private mutating func mergeParts(_ before: [BookKey: Row]) {
    struct Receipt: Hashable {
      let content: ContentDigest
      let page: Int
      let receipt: Int

      init(_ key: BookKey) { (content, page, receipt) = (key.content, key.page, key.receipt) }
    }
    let parts = Dictionary(grouping: before.keys, by: Receipt.init)
    var taken: [Receipt: [FieldName: FieldEdit]] = [:]
    for edit in fields {
      let receipt = Receipt(edit.key)
      let isSplit = (parts[receipt]?.count ?? 1) > 1
      if isSplit, Self.amounts.contains(edit.field) || edit.field == .account {
        let name = BookNames.field(edit.field)
        notes.append(
          Wording(
            "\(edit.row)행 \(name.korean): 여러 행인 영수증은 여기서 고칠 수 없습니다. 'hanscan correct'를 쓰세요.",
            "Row \(edit.row), \(name.english): the receipt has several lines; use 'hanscan correct' for it."))
      } else if let other = taken[receipt]?[edit.field], other.new != edit.new {
        notes.append(
          Wording(
            "\(edit.row)행: \(other.row)행과 값이 달라 반영하지 않습니다.",
            "Row \(edit.row) contradicts row \(other.row) of the same receipt and is not taken."))
      } else {
        taken[receipt, default: [:]][edit.field] = edit
      }
    }
    fields = taken.values.flatMap(\.values).sorted { ($0.row, $0.field.rawValue) < ($1.row, $1.field.rawValue) }
  }
}
