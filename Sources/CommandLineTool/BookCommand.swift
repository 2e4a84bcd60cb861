import Bookkeeping
import Containers
import Corrections
import Export
import PageModel
import ResultStore
import RunSupport
import Spreadsheets
import StoreFiles
import Support

/// `hanscan book`: the receipts of a period as a bookkeeper wants them.
struct BookCommand: Command {
  static let name = "book"

  @Option("month", value: "MONTH", .month) var month: BookPeriod?
  @Option("quarter", value: "QUARTER", .quarter) var quarter: BookPeriod?
  @Option("from", value: "DATE", .days) var first: BookPeriod?
  @Option("to", value: "DATE", .days) var last: BookPeriod?
  @Option("accounts", value: "FILE", .path) var rules: ScanPath?
  @Option("once") var once: Bool
  @Option("program", value: "NAME|FILE", .path) var program: ScanPath?
  @Option("template", value: "FILE", .path) var template: ScanPath?
  @Option("codes", value: "FILE", .path) var codes: ScanPath?
  @Option("again") var again: Bool
  @Option("format", value: "workbook|evidence", .word) var format = BookFormat.workbook
  @Option("form", value: "FILE", .path) var form: ScanPath?
  @Option("font", value: "FILE", .path) var font: ScanPath?
  @Option("by", value: "NAME", .text) var author = CorrectCommand.userName
  @Option("export-language", value: "ko|en", .word) var language: BookLanguage?
  let store = StoreOptions()
  let notify = NotifyOptions()
  @Operands(0...2, words: ["apply"]) var words: [ScanPath]

  func check() throws(RunFailure) {
    for day in [$first, $last] {
      try DeclaredOption.allowOne(of: [$month, $quarter, day], because: "a workbook has one period")
    }
    if let from = first?.from, let to = last?.to, from > to { throw .usage("--from \(from) is after --to \(to)") }
    try DeclaredOption.allowOne(of: [$program, $template, $format], because: "the file has one form")
    for option in [$form, $font] as [DeclaredOption] where option.isGiven && format != .evidence {
      throw .usage("--\(option.name) goes with --format evidence")
    }
    for option in [$codes, $again] as [DeclaredOption] where !$template.isGiven { try option.needs($program) }
  }

  var notice: (options: NotifyOptions, results: String)? { (notify, store.directory.map { "\($0)" } ?? "") }

  private var period: BookPeriod? {
    if let period = month ?? quarter { return period }
    guard first != nil || last != nil else { return nil }
    return BookPeriod(from: first?.from ?? "0001-01-01", to: last?.to ?? "9999-12-31")
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
    let rules = try rules.map { try Self.read($0, "accounts", AccountRules.init) } ?? AccountRules()
    let codes = try codes.map { try Self.read($0, "codes", ProgramCodes.init) } ?? ProgramCodes()
    let layout = try template.map { try learn($0, console) } ?? program.map { try Self.layout($0) }
    let store = try ResultStore.upToDate(path)
    if let language { try store.set(.exportLanguage, to: language.rawValue) }
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
      for difference in differences { console.error("hanscan book: \(edited): \(difference(.current))\n") }
    } _: { file throws(ExportError) in
      try workbook.write(to: file, differences: differences)
    }
    console.output("\(directory.appending(name))\n")
    console.error(
      "hanscan book: \(counted(book.entries.count, "line")), \(waiting) to check"
        + (book.undated.isEmpty ? "\n" : ", \(book.undated.count) of them without a date\n"), .information)
    return .success
  }

  private func writeEvidence(
    of book: Book, _ waiting: Int, _ style: TableStyle, _ store: ResultStore, _ directory: ScanPath, _ console: Console
  ) throws -> ExitStatus {
    let form = try form.map { try Self.read($0, "form", EvidenceForm.init) } ?? .standard(style.language)
    let files = EvidenceFiles(store, in: directory, pictures: PictureSettings(executable: try Program.path()))
    let (names, problems) = try files.write(book, form, font: try EvidenceFiles.font(font), style: style)
    for name in names { console.output("\(directory.appending(name))\n") }
    let receipts = book.entries.count { $0.key.part == 1 }
    console.error("hanscan book: \(counted(receipts, "receipt")), \(waiting) to check\n", .information)
    for problem in problems { console.error("hanscan book: \(problem)\n") }
    return problems.isEmpty ? .success : .pagesFailed
  }

  private static func read<Rules>(
    _ path: ScanPath, _ option: String, _ parse: (String) throws(TextFault) -> Rules
  ) throws(RunFailure) -> Rules {
    let text = try UserFile.text(at: path, of: option)
    return try RunFailure.converting(parse(text)) { .usage("--\(option): \(path): \($0)") }
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
    let name = String(decoding: (path.components.last ?? []).prefix { $0 != UInt8(ascii: ".") }, as: UTF8.self)
    return try read(path, "program") { text throws(TextFault) in try ProgramLayout(name: name, text) }
  }

  /// The columns of an office's own file; reports the columns that it cannot map.
  private func learn(_ path: ScanPath, _ console: Console) throws -> ProgramLayout {
    guard let learnt = LearntLayout(try reader().userFile(path), name: "template") else {
      throw RunFailure.usage("--template: \(path) has no row of headings that HanScan knows")
    }
    for column in learnt.layout.columns {
      guard let value = column.value else { continue }
      console.error("hanscan book: column '\(column.heading)': \(Message(stringLiteral: value.name))\n", .information)
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
    if let name = outcome.name { console.output("\(directory.appending(name))\n") }
    console.error("hanscan book: \(counted(outcome.lines, "new line"))\n", .information)
    for (path, reason) in outcome.export.refused {
      console.error("hanscan book: \(path): not in the file: \(reason(.current))\n")
    }
    for entry in outcome.export.entries where entry.key.part == 1 {
      for case .possibleDouble(let path) in entry.reasons {
        console.error("hanscan book: \(entry.path) may be a double of \(path); both are in the file\n")
      }
    }
    for name in outcome.export.unmapped { console.error("hanscan book: no code for \(name); --codes gives it\n") }
    for change in outcome.changes {
      let name: Message = change.path.map { "\($0)" } ?? "a receipt"
      let now: Message = change.new.isEmpty ? "it is gone; it was \(change.old)" : "\(change.old) -> \(change.new)"
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
    for note in returned.notes + returned.contradictions { console.error("hanscan book: \(note)\n") }
    let deleted: Message =
      returned.deletedRows > 0 ? ", \(counted(returned.deletedRows, "deleted row")) left as they are" : ""
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
