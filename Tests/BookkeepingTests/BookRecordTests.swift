import PageModel
import Support
import TestSupport
import Testing

@testable import Bookkeeping
@testable import Understanding

/// All that the book, the exports, the vouchers and the matching say of fixed receipts and lists, line by line.
///
/// The lines are as recorded, some of them wrong. Not compared: the bytes of workbooks and of printed vouchers.
struct BookRecordTests {
  @Test func `a year's receipts have the lines, sums, exports, vouchers and matches of the record`() throws {
    let entries = YearOfReceipts.entries
    var record = [ResultRecord.Entry("the lines", entries.map(Self.text))]
    let undated = [(ScanPath("undated.png"), "가나상회" as String?, Amount(decimal: "5000"), "KRW" as String?)]
    let books = [
      Book(period: nil, entries: entries),
      Book(period: BookPeriod(month: "2026-02"), entries: entries),
      Book(period: BookPeriod(from: "2026-01-01", to: "2026-05-31"), entries: entries, undated: undated),
      Book(period: BookPeriod(quarter: "2026-Q3"), entries: entries),
    ]
    for var book in books {
      book.leftOut = 2
      record.append(.init("the book of \(book.period?.name ?? "all days")", Self.lines(of: book)))
    }
    for codes in YearOfReceipts.codes {
      for layout in ProgramLayout.all {
        let export = ProgramExport(books[2], layout: layout, codes: try ProgramCodes(codes.text))
        record.append(.init("\(layout.name) with \(codes.name)", Self.lines(of: export)))
      }
    }
    for book in books.prefix(2) {
      for language in BookLanguage.allCases {
        let texts = EvidenceForm.standard(language).texts(of: book, language)
        let name = "the voucher of \(book.period?.name ?? "all days"), \(language.rawValue)"
        record.append(.init(name, texts.map { "\($0.x) \($0.y) \($0.size) \($0.side) \($0.text)" }))
      }
    }
    try ResultRecord("book.lines.txt").expect(record + (try Self.lists(entries)))
  }

  @Test func `drawn months are matched as in the record`() throws {
    let months = (1...8).map { seed in
      let month = DrawnMonth(seed: UInt64(8_000 + seed), lines: 60)
      return ResultRecord.Entry("month \(seed)", Self.lines(of: Matcher().match(month.lines, with: month.receipts)))
    }
    try ResultRecord("book.months.txt").expect(months)
  }

  private static func text(_ entry: BookEntry) -> String {
    let amounts = entry.amounts.all.map { $0?.text(in: entry.currency) ?? "-" }.joined(separator: " ")
    let proposal = entry.proposal.map { ["proposed \($0.account) (\($0.wording.english))", $0.wording.korean] } ?? []
    let parts =
      [
        entry.key.text.suffix(10).description, entry.day ?? "no day", entry.value(.merchant) ?? "no shop", amounts,
        entry.evidence.wording.english, entry.deduction?.wording.english ?? "-",
        entry.taxType.map { "\($0.rawValue) \($0.wording.english)" } ?? "-", entry.account, entry.bookedAccount,
        entry.itemSummary(.korean), entry.itemSummary(.english),
      ] + proposal + entry.reasons.flatMap { [$0.wording.english, $0.wording.korean] }
    return parts.joined(separator: "; ")
  }

  private static func lines(of book: Book) -> [String] {
    let languages = BookLanguage.allCases.flatMap { [book.title($0)] + book.notes($0) }
    let sums = book.sums.map { sum in
      let amounts = sum.amounts.all.map { $0?.text(in: sum.currency) ?? "-" }.joined(separator: " ")
      return "\(sum.group.wording.english) \(sum.name) \(sum.currency): \(sum.count), \(amounts)"
    }
    let doubles = book.entries.filter { entry in
      entry.reasons.contains { if case .possibleDouble = $0 { true } else { false } }
    }
    return languages + sums + ["order: " + book.entries.map { $0.key.text.suffix(10) }.joined(separator: " ")]
      + doubles.map { "double: \(text($0))" }
  }

  private static func lines(of export: ProgramExport) -> [String] {
    let rows = export.rows.map { row in row.map(\.text).joined(separator: " | ") }
    let text = export.text.split(separator: "\n", omittingEmptySubsequences: false).map { "> \($0)" }
    let refused = export.refused.map { "refused: \($0.path) \($0.reason.english), \($0.reason.korean)" }
    return [export.layout.columns.map(\.heading).joined(separator: " | ")] + rows + text + refused
      + export.unmapped.map { "no code: \($0)" }
      + ["agrees: \(export.layout.file == .text || export.agrees(with: export.rows.map { $0.map(\.text) }))"]
  }

  // MARK: - Lists

  private static func lists(_ entries: [BookEntry]) throws -> [ResultRecord.Entry] {
    var record: [ResultRecord.Entry] = []
    var all: [StatementLine] = []
    for (number, list) in (ListSamples.all + YearOfReceipts.lists).enumerated() {
      let statements = StatementReader().statements(in: ListSamples.sheet(list))
      record.append(.init("list \(number + 1)", statements.flatMap(lines)))
      all += statements.flatMap(\.lines).map { line in
        var line = line
        line.list = number
        return line
      }
    }
    let joined = StatementLine.joined(all)
    record.append(.init("the names of lines", StatementLine.names(of: joined)))
    let first = try #require(CalendarDate(iso: "2026-01-01"))
    let last = try #require(CalendarDate(iso: "2026-12-31"))
    let match = BookMatch(joined, Book(period: nil, entries: entries).entries, within: first...last)
    for language in BookLanguage.allCases {
      for sheet in match.sheets(language) {
        let columns = sheet.columns.map { "\($0.name) \($0.width)" }.joined(separator: " | ")
        let rows = sheet.rows.map { row in row.map(\.text).joined(separator: " | ") }
        record.append(.init("matching, \(sheet.title)", [columns] + rows))
      }
    }
    record.append(.init("the decisions", match.decisions.map { "\($0.key.text.suffix(10)): \($0.line)" }))
    return record
  }

  private static func lines(of statement: Statement) -> [String] {
    [statement.sheet]
      + statement.columns.map { "column \($0.index) \($0.heading): \($0.field) by \($0.source)" }
      + statement.lines.map { "row \($0.row): \($0.json); \($0.outline)" }
      + statement.unclear.flatMap { [$0.text(.english), $0.text(.korean)] }
  }

  private static func lines(of result: MatchResult) -> [String] {
    func text(_ name: String, _ pairs: [MatchedPair]) -> [String] {
      pairs.map { pair in
        "\(name): \(pair.lines) \(pair.receipts) \(pair.evidence.map { "\($0)" }.joined(separator: " "))"
      }.sorted()
    }
    return text("pair", result.pairs) + text("another amount", result.differentAmounts)
      + text("undecided", result.undecided)
      + result.cancelled.map { "cancelled: \($0.purchase) by \($0.cancellation)" }
      + [
        "lines alone: \(result.linesWithoutReceipt)", "receipts alone: \(result.receiptsWithoutLine)",
        "doubles: \(result.possibleDoubles) \(result.possibleDoubleLines)",
      ]
  }
}
