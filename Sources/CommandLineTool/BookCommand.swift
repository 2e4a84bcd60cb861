import Bookkeeping
import Corrections
import Export
import PageModel
import ResultStore
import RunSupport
import StoreFiles

/// `hanscan book`: the receipts of a period as a bookkeeper wants them.
struct BookCommand: Command {
  static let name = "book"
  static let summary =
    "Write the receipts of a month as a workbook for bookkeeping: dates, taxes, accounts, what to check."
  static let usage = "--out OUT [--month M | --quarter Q | --from DATE --to DATE] [OPTION...]"
  static let discussion = """
    The workbook lies in OUT: hanscan.book.2026-01.xlsx. It has the receipts in order of date, their items, the lines to \
    check with the reasons in words, sums by month, account and card, and notes. A receipt with taxed and exempt items \
    has two lines. Receipts without a date are among the lines to check of every period.

    An account is proposed from earlier decisions for the same shop or from --accounts; without either the cell is \
    empty. Each line of the file of rules has conditions and an account: shop 스타벅스 & total ..20000 = 복리후생비. \
    Conditions are number, shop, item, card, tag and total.

    HanScan never writes over a workbook that somebody has edited: the new one gets the name hanscan.book.2026-01.new.xlsx.

    Exit status: 0 the workbook is written, 64 wrong usage, 66 there is no store, 75 another run holds the output.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan book --out texts --month 2026-01", "The workbook of January."),
    ("hanscan book --out texts --quarter 2026-Q1 --accounts rules.txt", "A quarter, with rules for accounts."),
  ]

  @Option("month", value: "MONTH", .month, "The receipts of a month: 2026-01.") var month: BookPeriod?
  @Option("quarter", value: "QUARTER", .quarter, "The receipts of a quarter: 2026-Q1.") var quarter: BookPeriod?
  @Option("from", value: "DATE", .day, "The receipts of this day and later.") var from: String?
  @Option("to", value: "DATE", .day, "The receipts of this day and earlier.") var to: String?
  @Option("accounts", value: "FILE", .path, "Rules for accounts, one a line: shop NAME = ACCOUNT.") var rules: ScanPath?
  @Option("once", "Leave out receipts that an earlier page holds, too.") var once: Bool
  let language = ExportLanguageOptions()
  let store = StoreOptions()

  func check() throws(RunFailure) {
    for option in [$quarter, $from, $to] as [DeclaredOption] {
      try $month.refuse(with: option, because: "a workbook has one period")
    }
    for option in [$from, $to] as [DeclaredOption] {
      try $quarter.refuse(with: option, because: "a workbook has one period")
    }
    if let from, let to, from > to { throw .usage("--from \(from) is after --to \(to)") }
  }

  private var period: BookPeriod? {
    if let period = month ?? quarter { return period }
    guard from != nil || to != nil else { return nil }
    return BookPeriod(from: from ?? "0001-01-01", to: to ?? "9999-12-31")
  }

  func run(console: Console) throws -> ExitStatus {
    let path = try store.existingPath()
    let directory: ScanPath = try store.$directory.required("say where the workbook goes")
    let rules = try accountRules()
    let lock = try StoreLock.take(beside: path, creating: false)
    let store = try ResultStore(path, mode: .readWrite(creating: false))
    if let language = language.language { try store.setExportLanguage(language.rawValue) }
    let book = try store.book(of: period, rules: rules, once: once)
    let name = try BookFile(period, in: directory, of: store).write(book, try store.tableStyle())
    let waiting = book.entries.count { !$0.reasons.isEmpty } + book.undated.count
    console.output("\(directory.appending(Array(name.utf8)))\n")
    console.error(
      "hanscan book: \(counted(book.entries.count, "line")), \(waiting) to check"
        + (book.undated.isEmpty ? "" : ", \(book.undated.count) of them without a date") + "\n", .information)
    withExtendedLifetime(lock) {}
    return .success
  }

  private func accountRules() throws(RunFailure) -> AccountRules {
    guard let rules else { return AccountRules() }
    let text = try UserFile.text(at: rules, of: "accounts")
    do throws(AccountRules.Problem) { return try AccountRules(text) } catch {
      throw .usage("--accounts: \(rules): \(error)")
    }
  }
}

extension ValueFormat<BookPeriod> {
  fileprivate static var month: Self { Self("a month such as 2026-01") { BookPeriod(month: $0) } }
  fileprivate static var quarter: Self { Self("a quarter such as 2026-Q1") { BookPeriod(quarter: $0) } }
}
