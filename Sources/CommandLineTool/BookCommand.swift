import Bookkeeping
import Containers
import Corrections
import Export
import PageModel
import ResultStore
import RunSupport
import Spreadsheets
import StoreFiles

/// `hanscan book`: the receipts of a period as a bookkeeper wants them.
struct BookCommand: Command {
  static let name = "book"
  static let summary = "Write the receipts of a month as a workbook for bookkeeping, or for an accounting program."
  static let usage = "--out OUT [--month M | --quarter Q | --from DATE --to DATE] [OPTION...] | apply FILE --out OUT"
  static let discussion = """
    The workbook lies in OUT: hanscan.book.2026-01.xlsx. It has the receipts in order of date, their items, the lines to \
    check with the reasons in words, sums by month, account and card, and notes. A receipt with taxed and exempt items \
    has two lines. Receipts without a date are among the lines to check of every period.

    'book apply FILE' takes an edited workbook back: changed fields become corrections, accounts and memos stay with \
    their receipts, and columns that you added return in the next workbook. Rows may be sorted, filtered and deleted. \
    HanScan reports each edit that it does not take: formulas, computed cells, copied rows.

    An account is proposed from earlier decisions for the same shop or from --accounts; without either the cell is \
    empty. Each line of the file of rules has conditions and an account: shop 스타벅스 & total ..20000 = 복리후생비. \
    Conditions are number, shop, item, card, tag and total.

    With --program the lines go to a file for an accounting program, each once; later changes of exported lines are \
    listed. Codes of accounts, cards and partners come from --codes: account 복리후생비 = 811. A line whose \
    accounts have no code is left out and listed. The layouts come from public descriptions: try one upload first, or let \
    --template learn the columns from a file that your office uploads already.

    HanScan never writes over a workbook that somebody has edited: the new one gets the name hanscan.book.2026-01.new.xlsx.

    Exit status: 0 the file is written, 64 wrong usage, 65 some lines or edits were not taken (they are on standard \
    error), 66 there is no store or file, 75 another run holds the output.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan book --out texts --month 2026-01", "The workbook of January."),
    ("hanscan book apply texts/hanscan.book.2026-01.xlsx --out texts", "Take its edits back."),
    ("hanscan book --out texts --month 2026-01 --program smart-a --codes codes.txt", "Vouchers for Smart A."),
  ]

  @Option("month", value: "MONTH", .month, "The receipts of a month: 2026-01.") var month: BookPeriod?
  @Option("quarter", value: "QUARTER", .quarter, "The receipts of a quarter: 2026-Q1.") var quarter: BookPeriod?
  @Option("from", value: "DATE", .day, "The receipts of this day and later.") var from: String?
  @Option("to", value: "DATE", .day, "The receipts of this day and earlier.") var to: String?
  @Option("accounts", value: "FILE", .path, "Rules for accounts, one a line: shop NAME = ACCOUNT.") var rules: ScanPath?
  @Option("once", "Leave out receipts that an earlier page holds, too.") var once: Bool
  @Option(
    "program", value: "NAME|FILE", .path,
    "Write for an accounting program: \(ProgramLayout.all.map(\.name).joined(separator: ", ")), or a layout of your own."
  )
  var program: ScanPath?
  @Option("template", value: "FILE", .path, "Write a workbook with the columns of this one.") var template: ScanPath?
  @Option("codes", value: "FILE", .path, "With --program or --template: the office's codes.") var codes: ScanPath?
  @Option("again", "With --program or --template: exported lines, too.") var again: Bool
  @Option(
    "format", value: "workbook|evidence", .word,
    "A workbook (the default), or the evidence: a PDF/A with a voucher, a numbered list and the receipts, and a ZIP of "
      + "the scans under their numbers, dates, shops and totals.")
  var format = BookFormat.workbook
  @Option("form", value: "FILE", .path, "With --format evidence: the office's own voucher.") var form: ScanPath?
  @Option("font", value: "FILE", .path, "With --format evidence: a TrueType font. Default: NanumGothic.")
  var font: ScanPath?
  @Option("by", value: "NAME", .text, "With apply: who edited. Default: the user's name.") var author = CorrectCommand
    .userName
  let language = ExportLanguageOptions()
  let store = StoreOptions()
  let notify = NotifyOptions()
  @Operands(0...2, words: ["apply"]) var words: [ScanPath]

  func check() throws(RunFailure) {
    for option in [$quarter, $from, $to] as [DeclaredOption] {
      try $month.refuse(with: option, because: "a workbook has one period")
    }
    for option in [$from, $to] as [DeclaredOption] {
      try $quarter.refuse(with: option, because: "a workbook has one period")
    }
    if let from, let to, from > to { throw .usage("--from \(from) is after --to \(to)") }
    for option in [$template, $format] as [DeclaredOption] {
      try $program.refuse(with: option, because: "the file has one form")
    }
    try $template.refuse(with: $format, because: "the file has one form")
    for option in [$form, $font] as [DeclaredOption] { try option.needs($format) }
    for option in [$codes, $again] as [DeclaredOption] where !$template.isGiven { try option.needs($program) }
  }

  var notice: (options: NotifyOptions, results: String)? { (notify, store.directory.map { "\($0)" } ?? "") }

  private var period: BookPeriod? {
    if let period = month ?? quarter { return period }
    guard from != nil || to != nil else { return nil }
    return BookPeriod(from: from ?? "0001-01-01", to: to ?? "9999-12-31")
  }

  private func reader() throws -> SpreadsheetReader {
    SpreadsheetReader(tool: ContainerTool(beside: try Program.path()))
  }

  func run(console: Console) throws -> ExitStatus {
    if let word = words.first {
      guard word.description == "apply", words.count == 2 else {
        throw RunFailure.usage("'\(word)' is no part of book; 'hanscan book apply FILE' takes a workbook back")
      }
      return try apply(words[1], console)
    }
    let path = try store.existingPath()
    let directory: ScanPath = try store.$directory.required("say where the workbook goes")
    let rules = try read(rules, "accounts", AccountRules.init) ?? AccountRules()
    let codes = try read(codes, "codes", ProgramCodes.init) ?? ProgramCodes()
    let layout = try template.map { try learn($0, console) } ?? program.map { try Self.layout($0) }
    let lock = try StoreLock.take(beside: path, creating: false)
    defer { withExtendedLifetime(lock) {} }
    let store = try ResultStore(path, mode: .readWrite(creating: false))
    if let language = language.language { try store.set(.exportLanguage, to: language.rawValue) }
    // A program would book a receipt twice that was scanned twice.
    let book = try store.book(of: period, rules: rules, once: once || layout != nil)
    if let layout {
      let file = ProgramFile(store, in: directory, reader: try reader())
      return tell(try file.write(book, as: layout, codes, again: again), directory, console)
    }
    let waiting = book.entries.count { !$0.reasons.isEmpty } + book.undated.count
    console.counts = [("LINES", "\(book.entries.count)"), ("CHECK", "\(waiting)")]
    let style = try store.tableStyle(keeping: true)
    if format == .evidence { return try writeEvidence(of: book, waiting, style, store, directory, console) }
    let workbook = BookWorkbook(book, style: style)
    var differences: [Wording] = []
    let name = try KeptWorkbook.book(period, in: directory, of: store).write { edited in
      do { differences = try BookWorkbook.edits(of: reader().read(edited), comparedWith: workbook).differences } catch {
        console.error("hanscan book: \(edited) can't be compared with the new one: \(error)\n")
      }
      for difference in differences { console.error("hanscan book: \(edited): \(difference.english)\n") }
    } _: { file throws(ExportError) in
      try workbook.write(to: file, differences: differences)
    }
    console.output("\(directory.appending(Array(name.utf8)))\n")
    console.error(
      "hanscan book: \(counted(book.entries.count, "line")), \(waiting) to check"
        + (book.undated.isEmpty ? "" : ", \(book.undated.count) of them without a date") + "\n", .information)
    return .success
  }

  private func writeEvidence(
    of book: Book, _ waiting: Int, _ style: TableStyle, _ store: ResultStore, _ directory: ScanPath, _ console: Console
  ) throws -> ExitStatus {
    let form = try read(form, "form", EvidenceForm.init) ?? .standard(style.language)
    let files = EvidenceFiles(store, in: directory, pictures: PictureSettings(executable: try Program.path()))
    let (names, problems) = try files.write(book, form, font: try EvidenceFiles.font(font), style: style)
    for name in names { console.output("\(directory.appending(Array(name.utf8)))\n") }
    let receipts = book.entries.count { $0.key.part == 1 }
    console.error("hanscan book: \(counted(receipts, "receipt")), \(waiting) to check\n", .information)
    for problem in problems { console.error("hanscan book: \(problem)\n") }
    return problems.isEmpty ? .success : .pagesFailed
  }

  private func read<Rules>(
    _ path: ScanPath?, _ option: String, _ parse: (String) throws(AccountRules.Problem) -> Rules
  ) throws(RunFailure) -> Rules? {
    guard let path else { return nil }
    let text = try UserFile.text(at: path, of: option)
    do throws(AccountRules.Problem) { return try parse(text) } catch {
      throw .usage("--\(option): \(path): \(error)")
    }
  }

  /// A layout that comes with HanScan, or one in a file.
  private static func layout(_ path: ScanPath) throws(RunFailure) -> ProgramLayout {
    if let known = ProgramLayout.named(path.description) { return known }
    guard path.description.contains(".") else {
      let names = ProgramLayout.all.map(\.name)
      throw .usage(
        "--program takes one of \(names.joined(separator: ", ")), or a file, not '\(path)'"
          + Suggestion.of(path.description, among: names))
    }
    let text = try UserFile.text(at: path, of: "program")
    let name = String(decoding: (path.components.last ?? []).prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    do throws(ProgramLayout.Problem) { return try ProgramLayout(name: name, text) } catch {
      throw .usage("--program: \(path): \(error)")
    }
  }

  /// The columns of an office's own file; reports the columns that it cannot map.
  private func learn(_ path: ScanPath, _ console: Console) throws -> ProgramLayout {
    guard let learnt = LearntLayout(try reader().userFile(path), name: "template") else {
      throw RunFailure.usage("--template: \(path) has no row of headings that HanScan knows")
    }
    for column in learnt.layout.columns {
      guard let value = column.value else { continue }
      console.error("hanscan book: column '\(column.heading)': \(value.name)\n", .information)
    }
    for heading in learnt.unmatched {
      console.error("hanscan book: column '\(heading)' is not known and stays empty\n")
    }
    return learnt.layout
  }

  private func tell(_ outcome: ProgramFile.Outcome, _ directory: ScanPath, _ console: Console) -> ExitStatus {
    console.counts = [
      ("LINES", "\(outcome.lines)"), ("REFUSED", "\(outcome.export.refused.count)"),
      ("CHANGED", "\(outcome.changes.count)"),
    ]
    if let name = outcome.name { console.output("\(directory.appending(Array(name.utf8)))\n") }
    console.error("hanscan book: \(counted(outcome.lines, "new line"))\n", .information)
    for (path, reason) in outcome.export.refused {
      console.error("hanscan book: \(path): not in the file: \(reason.english)\n")
    }
    for entry in outcome.export.entries where entry.key.part == 1 {
      for case .possibleDouble(let path) in entry.reasons {
        console.error("hanscan book: \(entry.path) may be a double of \(path); both are in the file\n")
      }
    }
    for name in outcome.export.unmapped { console.error("hanscan book: no code for \(name); --codes gives it\n") }
    for change in outcome.changes {
      let name = change.path.map { "\($0)" } ?? "a receipt"
      let now = change.new.isEmpty ? "it is gone; it was \(change.old)" : "\(change.old) -> \(change.new)"
      console.error("hanscan book: \(name) has changed since its export: \(now)\n")
    }
    return outcome.export.refused.isEmpty && outcome.export.unmapped.isEmpty && outcome.changes.isEmpty
      ? .success : .pagesFailed
  }

  private func apply(_ path: ScanPath, _ console: Console) throws -> ExitStatus {
    let file = try reader().userFile(path)
    for note in file.notes { console.error("hanscan book: \(path): \(note)\n") }
    let corrections = try store.corrections()
    let returned = try BookReturn(file, into: corrections, by: author)
    for note in returned.notes { console.error("hanscan book: \(note)\n") }
    for note in returned.contradictions { console.error("hanscan book: \(note)\n") }
    let deleted = returned.deletedRows > 0 ? ", \(counted(returned.deletedRows, "deleted row")) left as they are" : ""
    console.error(
      "hanscan book: \(counted(returned.corrected, "field")) corrected, \(counted(returned.kept, "added cell")) kept"
        + deleted + "\n", .information)
    if returned.notes.isEmpty { try KeptWorkbook.note(path, in: corrections.store) }
    let status = try store.writeFiles(of: corrections, console)
    return returned.notes.isEmpty ? status : .pagesFailed
  }
}

enum BookFormat: String, CaseIterable { case workbook, evidence }

extension ValueFormat<BookPeriod> {
  static var month: Self { Self("a month such as 2026-01") { BookPeriod(month: $0) } }
  fileprivate static var quarter: Self { Self("a quarter such as 2026-Q1") { BookPeriod(quarter: $0) } }
}
