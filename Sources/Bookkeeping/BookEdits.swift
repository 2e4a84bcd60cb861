import Foundation
package import PageModel
package import Spreadsheets
package import Support
package import Understanding

/// The changes that a person made in a workbook of the book, compared with its hidden sheet.
///
/// Rows are found by their keys, so that sorting and filtering change nothing.
package struct BookEdits: Sendable {
  /// A column of the book as its cells are read back; one without a field is computed by HanScan.
  package typealias Column = (wording: Wording, field: FieldName?)

  /// A new value for a field of a receipt.
  package struct FieldEdit: Hashable, Sendable {
    package let key: BookKey
    package let field: FieldName
    package let old: String
    package let new: String
    /// Of the sheet, from 1.
    package let row: Int
  }

  package private(set) var fields: [FieldEdit] = []
  /// The cells of columns that a person added, by their headings; empty if they were cleared.
  package private(set) var added: [BookValue] = []
  /// Edits that were not taken, with the reason.
  package private(set) var notes: [String] = []
  /// Rows that were deleted: their receipts stay as they are.
  package private(set) var deletedRows = 0
  /// The fields of each line as they were written, by which a receipt is known again.
  package private(set) var written: [BookKey: [FieldName: String]] = [:]

  private typealias Row = (number: Int, cells: [String: SheetCell])

  /// A workbook as it was written: the headings, and the texts of each line.
  package struct Written: Sendable {
    package let headings: [String]
    package let lines: [(key: BookKey, texts: [String])]

    package init(headings: [String], lines: [(key: BookKey, texts: [String])]) {
      (self.headings, self.lines) = (headings, lines)
    }

    /// Characters of a cell, of which spreadsheets take 32,767.
    private static let longestCell = 16_000

    /// The cells of a hidden sheet's row: the key, and the texts as JSON, because few cells are read fast.
    package static func cells(_ key: BookKey, _ texts: [String]) -> [String] {
      let json = Array(JSONValue.array(texts.map { .string($0) }).lineText.unicodeScalars)
      return [key.text] + json.chunks(of: longestCell).map { String(String.UnicodeScalarView($0)) }
    }

    fileprivate init(_ hidden: Sheet) {
      headings = BookEdits.headings(of: hidden)
      lines = hidden.rows.dropFirst().compactMap { row in
        let json = Data(row.cells.dropFirst().map(\.text).joined().utf8)
        guard let key = row.cells.first.flatMap({ BookKey($0.text) }),
          let texts = try? JSONDecoder().decode([String].self, from: json)
        else { return nil }
        return (key, texts)
      }
    }
  }

  /// A cell that differs from what was written.
  package typealias Change = (row: Int, heading: String, old: String, new: String)

  package private(set) var changes: [Change] = []

  /// - Parameter other: The workbook to compare with; nil for the one that the file was written as.
  package init(
    _ file: Spreadsheet, columns: [Column], key: Wording, writtenSheet: String, comparedWith other: Written? = nil
  ) throws(TextFault) {
    func isKey(_ text: String) -> Bool { [key.korean, key.english].contains(text) }
    guard
      let sheet = file.sheets.first(where: { $0.name != writtenSheet && Self.headings(of: $0).contains(where: isKey) }),
      let hidden = file.sheets.first(where: { $0.name == writtenSheet }),
      case let written = other ?? Written(hidden), let keyHeading = written.headings.first(where: isKey)
    else {
      throw TextFault(
        "it has no sheet with the column '\(key.korean)' and the hidden sheet '\(writtenSheet)', so that it "
          + "is no workbook of 'hanscan book', or these were deleted")
    }
    // The hidden sheet has the headings of one language; another one's heading is a column of the person.
    let known = columns.reduce(into: [String: Column]()) { known, column in
      for heading in [column.wording.korean, column.wording.english] where written.headings.contains(heading) {
        known[heading] = column
      }
    }
    let before = written.lines.reduce(into: [BookKey: [String: String]]()) { before, line in
      before[line.key] = Dictionary(zip(written.headings, line.texts)) { first, _ in first }
    }
    self.written = before.mapValues { texts in
      texts.reduce(into: [:]) { fields, cell in
        if let field = known[cell.key]?.field, !cell.value.isEmpty { fields[field] = cell.value }
      }
    }
    let now = rowsByKey(of: sheet, keyHeading, before)
    deletedRows = before.keys.count { now[$0] == nil }
    let headings = checkedHeadings(of: sheet, Set(written.headings), known, before)
    compare(now, before, known, headings.filter { $0 != keyHeading })
    mergeParts(before)
    if file.hasCharts { notes.append("Charts are not taken.") }
  }

  /// The differences of an edited workbook from the one that is written beside it.
  package var differences: [Wording] {
    let cells = changes.map { change in
      Wording(
        "\(change.row)행 \(change.heading): '\(change.new)', 새 파일에서는 '\(change.old)'",
        "Row \(change.row), \(change.heading): '\(change.new)', in the new one '\(change.old)'")
    }
    guard deletedRows > 0 else { return cells }
    return cells + [Wording("새 파일에만 있는 행: \(deletedRows)", "Rows that are in the new one alone: \(deletedRows)")]
  }

  fileprivate static func headings(of sheet: Sheet) -> [String] { sheet.rows.first?.cells.map(\.text) ?? [] }

  private mutating func rowsByKey(
    of sheet: Sheet, _ heading: String, _ before: [BookKey: [String: String]]
  ) -> [BookKey: Row] {
    var rows: [BookKey: Row] = [:]
    let headings = Self.headings(of: sheet)
    for row in sheet.rows.dropFirst() {
      let cells = Dictionary(zip(headings, row.cells).filter { !$0.0.isEmpty }) { first, _ in first }
      guard cells.values.contains(where: { !$0.isEmpty }) else { continue }
      guard let key = cells[heading].flatMap({ BookKey($0.text) }), before[key] != nil else {
        notes.append("Row \(row.number) has no known key and is not taken.")
        continue
      }
      if let first = rows[key] {
        notes.append("Row \(row.number) is a copy of row \(first.number) and is not taken.")
      } else {
        rows[key] = (row.number, cells)
      }
    }
    return rows
  }

  /// The headings to compare; reports those that stand twice, are empty above cells, or are gone.
  private mutating func checkedHeadings(
    of sheet: Sheet, _ written: Set<String>, _ known: [String: Column],
    _ before: [BookKey: [String: String]]
  ) -> [String] {
    let headings = Self.headings(of: sheet)
    var counts: [String: Int] = [:]
    for heading in headings where !heading.isEmpty { counts[heading, default: 0] += 1 }
    for (heading, count) in counts.sorted(by: { $0.key < $1.key }) where count > 1 {
      notes.append("The heading '\(heading)' stands \(count) times; only its first column is taken.")
    }
    let isNameless = sheet.rows.dropFirst().contains { row in
      row.cells.enumerated().contains { $0 >= headings.count || headings[$0].isEmpty ? !$1.isEmpty : false }
    }
    if isNameless { notes.append("Cells without a heading are not taken.") }
    for heading in written.subtracting(headings).sorted() {
      if known[heading] != nil {
        notes.append("The column '\(heading)' is gone; its cells were not compared.")
      } else {
        // A person has removed a column that a person added.
        added += before.filter { $0.value[heading]?.isEmpty == false }.keys.sorted()
          .map { BookValue(key: $0, name: heading, value: "") }
      }
    }
    return counts.keys.sorted()
  }

  private mutating func compare(
    _ now: [BookKey: Row], _ before: [BookKey: [String: String]], _ known: [String: Column], _ headings: [String]
  ) {
    for (key, row) in now.sorted(by: { $0.value.number < $1.value.number }) {
      for heading in headings {
        let cell = row.cells[heading] ?? .empty
        guard !cell.hasFormula else {
          notes.append("Row \(row.number), \(heading): a formula is not taken; enter its value.")
          continue
        }
        let (column, was, new) = (known[heading], before[key]?[heading]?.trimmed ?? "", Self.plain(cell))
        guard !Self.isSame(was, new, as: column?.field) else { continue }
        let isNumber = column != nil && column?.field == nil && Amount(decimal: was) != nil
        guard !isNumber || Amount(decimal: was) != Amount(decimal: new) else { continue }
        changes.append((row.number, heading, was, new))
        if let field = column?.field {
          fields.append(FieldEdit(key: key, field: field, old: was, new: new, row: row.number))
        } else if column == nil {
          added.append(BookValue(key: key, name: heading, value: new))
        } else {
          notes.append("Row \(row.number), \(heading): HanScan computes this cell; it is not taken.")
        }
      }
    }
  }

  /// A cell as the text that the book would write.
  private static func plain(_ cell: SheetCell) -> String {
    guard case .date(let date) = cell.value else { return cell.text.trimmed }
    let parts = date.split(separator: "T")
    return parts.count == 2 && parts[1].allSatisfy({ "0:".contains($0) }) ? String(parts[0]) : date
  }

  private static let amounts: Set<FieldName> = [.supply, .tax, .taxFree, .serviceCharge, .total]

  /// Amounts are compared as numbers, and times without seconds of zero; all else is text.
  private static func isSame(_ one: String, _ other: String, as field: FieldName?) -> Bool {
    if one == other { return true }
    guard let field else { return false }
    if field == .time { return [one + ":00", one].contains(other) || other + ":00" == one }
    return amounts.contains(field) && Amount(decimal: one).map { $0 == Amount(decimal: other) } ?? false
  }

  /// Fields of a receipt on several lines belong to all of them: its amounts and accounts can't be edited on one line.
  private mutating func mergeParts(_ before: [BookKey: [String: String]]) {
    let parts = Dictionary(grouping: before.keys, by: \.whole)
    var taken: [BookKey: [FieldName: FieldEdit]] = [:]
    for edit in fields {
      let receipt = edit.key.whole
      let isSplit = (parts[receipt]?.count ?? 1) > 1
      if isSplit, Self.amounts.contains(edit.field) || edit.field == .account {
        let name = BookNames.field(edit.field)(.current)
        notes.append("Row \(edit.row), \(name): the receipt has several lines; use 'hanscan correct' for it.")
      } else if let other = taken[receipt]?[edit.field], other.new != edit.new {
        notes.append("Row \(edit.row) contradicts row \(other.row) of the same receipt and is not taken.")
      } else {
        taken[receipt, default: [:]][edit.field] = edit
      }
    }
    fields = taken.values.flatMap(\.values).sorted { ($0.row, $0.field.rawValue) < ($1.row, $1.field.rawValue) }
  }
}
