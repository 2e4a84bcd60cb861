package import Bookkeeping
package import Export
package import PageModel
package import ResultStore

extension ResultStore {
  /// The topic of the lines that receipts are matched with.
  package static let matches = "match"

  /// Keeps the lines of a list; lines that are known from an earlier download are kept once.
  package func keep(_ lines: [StatementLine], of source: String) throws(StoreError) {
    let records = zip(StatementLine.names(of: lines), lines).map { name, line in
      (id: name, date: line.day.iso, line: line.json)
    }
    try keepStatementLines(records, source: source)
  }

  /// All kept lines of a period, each list with a number of its own.
  package func statementLines(in period: BookPeriod?) throws(StoreError) -> [StatementLine] {
    var lists: [String: Int] = [:]
    return try statementRecords(from: period?.from, to: period?.to).compactMap { record in
      guard var line = StatementLine(json: record.line) else { return nil }
      line.list = lists[record.source, default: lists.count]
      lists[record.source] = line.list
      return line
    }
  }

  /// Matches the kept lines of a period with the receipts around it, and keeps what was decided.
  package func match(_ period: BookPeriod?) throws -> BookMatch {
    let lines = try statementLines(in: period)
    let days = lines.map(\.day)
    var around: BookPeriod?
    if let first = days.min(), let last = days.max() {
      around = BookPeriod(
        from: BookDay(number: first.number - Self.postingDays).iso,
        to: BookDay(number: last.number + Self.postingDays).iso)
    }
    let match = BookMatch(lines, try book(of: around))
    let decisions = match.decisions.map { decision in
      BookValue(
        content: decision.key.content, page: decision.key.page, receipt: decision.key.receipt, part: 1, name: "line",
        value: decision.text)
    }
    try setBookValues(decisions, topic: Self.matches)
    return match
  }

  /// Lists may name the day of posting, which is some days behind the purchase.
  private static let postingDays = 7
}

/// The workbook of a match in an output directory.
package enum MatchFile {
  package static let name = "hanscan.match.xlsx"

  package static func write(_ match: BookMatch, in directory: ScanPath, _ style: TableStyle) throws {
    let writer = try FileWriter(directory)
    let file = try writer.file(for: [Array(name.utf8)])
    try SheetWriter.write(match.sheets(style.language), base: style.base, to: file)
    try writer.sync()
  }
}
