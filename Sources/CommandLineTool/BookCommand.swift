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
  @Option("by", value: "NAME", .text) var author = CorrectCommand.userName
  let language = ExportLanguageOptions()
  let store = StoreOptions()
  @Operands(0...2, words: ["apply"]) var words: [ScanPath]

  func check() throws(RunFailure) {
    for option in [$quarter, $first, $last] as [DeclaredOption] {
      try $month.refuse(with: option, because: "a workbook has one period")
    }
    for option in [$first, $last] as [DeclaredOption] {
      try $quarter.refuse(with: option, because: "a workbook has one period")
    }
    if let from = first?.from, let to = last?.to, from > to { throw .usage("--from \(from) is after --to \(to)") }
    try $program.refuse(with: $template, because: "the file has one form")
    for option in [$codes, $again] as [DeclaredOption] where !$template.isGiven { try option.needs($program) }
  }

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
    let style = try store.tableStyle(keeping: true)
    let name = try KeptWorkbook.book(period, in: directory, of: store).write { file throws(ExportError) in
      try BookWorkbook(book, style: style).write(to: file)
    }
    let waiting = book.entries.count { !$0.reasons.isEmpty } + book.undated.count
    console.output("\(directory.appending(Array(name.utf8)))\n")
    console.error(
      "hanscan book: \(counted(book.entries.count, "line")), \(waiting) to check"
        + (book.undated.isEmpty ? "\n" : ", \(book.undated.count) of them without a date\n"), .information)
    return .success
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
    if let name = outcome.name { console.output("\(directory.appending(Array(name.utf8)))\n") }
    console.error("hanscan book: \(counted(outcome.lines, "new line"))\n", .information)
    for (entry, reason) in outcome.export.refused {
      console.error("hanscan book: \(entry.path): not in the file: \(reason(.current))\n")
    }
    for entry in outcome.export.entries where entry.key.part == 1 {
      for case .possibleDouble(let path) in entry.reasons {
        console.error("hanscan book: \(entry.path) may be a double of \(path); both are in the file\n")
      }
    }
    for name in outcome.export.unmapped { console.error("hanscan book: no code for \(name); --codes gives it\n") }
    for change in outcome.changes {
      console.error("hanscan book: \(change.entry.path) has changed since its export: \(change.old) -> \(change.new)\n")
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

extension ValueFormat<BookPeriod> {
  static var month: Self { Self("a month such as 2026-01") { BookPeriod(month: $0) } }
  fileprivate static var quarter: Self { Self("a quarter such as 2026-Q1") { BookPeriod(quarter: $0) } }
}
