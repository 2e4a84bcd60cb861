import PageModel
package import Bookkeeping
package import ResultStore
import Understanding

extension ResultStore {
  /// The topic of the lines that receipts are matched with.
  package static let matches = "match"

  /// Keeps the lines of lists that were downloaded together, and returns how many were known already.
  ///
  /// Equal lines of two lists are two; a list that is downloaded again has the same lines.
  package func keep(_ lists: [(source: String, lines: [StatementLine])]) throws(StoreError) -> Int {
    let names = StatementLine.names(of: lists.flatMap(\.lines))
    let sources = lists.flatMap { list in list.lines.map { (list.source, $0) } }
    return try keepStatementLines(
      zip(names, sources).map { name, line in
        (id: name, date: line.1.day.iso, source: line.0, line: line.1.json)
      })
  }

  /// The kept lines of a period, each list with a number of its own; a purchase that two lists have is one line.
  package func statementLines(in period: BookPeriod?) throws(StoreError) -> [StatementLine] {
    var lists: [String: Int] = [:]
    let lines = try statementRecords(from: period?.from, to: period?.to).compactMap { record -> StatementLine? in
      guard var line = StatementLine(json: record.line) else { return nil }
      line.list = lists[record.source, default: lists.count]
      lists[record.source] = line.list
      return line
    }
    return StatementLine.joined(lines)
  }

  /// Matches the kept lines of a period with the receipts around it, and keeps what was decided; nil without lines.
  package func match(_ period: BookPeriod?) throws -> BookMatch? {
    let lines = try statementLines(in: period)
    guard let first = lines.map(\.day).min(), let last = lines.map(\.day).max() else { return nil }
    let around = BookPeriod(
      from: CalendarDate(number: first.number - Self.postingDays).iso,
      to: CalendarDate(number: last.number + Self.postingDays).iso)
    let amounts = Set(lines.flatMap { [$0.amount, $0.foreignAmount] }.compactMap { $0?.magnitude })
    let undated = try undatedReceipts().filter { receipt in
      receipt.total.flatMap { Amount(stored: $0) }.map { amounts.contains($0.magnitude) } ?? true
    }
    let pages = Set(undated.map(\.page)).sorted { $0.number < $1.number }
    let others = try pages.flatMap { try entries(on: $0, once: false) ?? [] }.filter { $0.day == nil }
    let match = BookMatch(lines, try book(of: around).entries + others, within: first...last)
    try setBookValues(
      match.decisions.map { BookValue(key: $0.whole, name: "line", value: $1) }, topic: Self.matches)
    return match
  }

  /// Lists may name the day of posting, which is some days behind the purchase.
  private static let postingDays = 7
}
