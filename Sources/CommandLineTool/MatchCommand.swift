import Bookkeeping
import Containers
import Export
import PageModel
import ResultStore
import RunSupport
import Spreadsheets
import StoreFiles
import Support

/// `hanscan match`: receipts beside the lines of card, tax office and bank lists.
struct MatchCommand: Command {
  static let name = "match"

  @Option("column", value: "FIELD=HEADING", all: column) var columns: [(field: StatementField, heading: String)]
  @Option("year", value: "YEAR", .integer(1990...2099)) var year: Int?
  @Option("month", value: "MONTH", .month) var month: BookPeriod?
  @Option("forget", value: "NAME", .text) var forgotten: String?
  @Option("export-language", value: "ko|en", .word) var language: BookLanguage?
  let store = StoreOptions()
  let notify = NotifyOptions()
  @Operands(0 ... .max) var lists: [ScanPath]

  private static var column: ValueFormat<(field: StatementField, heading: String)> {
    let fields = StatementField.allCases.map(\.rawValue).joined(separator: ", ")
    return ValueFormat("FIELD=HEADING, with one of the fields \(fields)") { text in
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let field = StatementField(rawValue: parts[0]) else { return nil }
      return (field, parts[1])
    }
  }

  var notice: (options: NotifyOptions, results: String)? { (notify, store.directory.map { "\($0)" } ?? "") }

  func run(console: Console) throws -> ExitStatus {
    let path = try store.existingPath()
    let directory: ScanPath = try store.$directory.required("say where the result goes")
    let reader = SpreadsheetReader(tool: ContainerTool(beside: try Program.path()))
    let mapping = Dictionary(columns.map { ($0.field, $0.heading) }) { $1 }
    let statements = StatementReader(mapping: mapping, year: year)
    let read = try lists.map { ($0, try self.statements($0, reader, statements, console)) }
    let store = try ResultStore.upToDate(path)
    if let language { try store.set(.exportLanguage, to: language.rawValue) }
    if let forgotten { try forget(forgotten, store, console) }
    let known = try store.keep(
      read.flatMap { path, statements in
        let name = ScanPath(bytes: path.components.last ?? []).description
        return statements.map { (source: "\(name)/\($0.sheet)", lines: $0.lines) }
      })
    if known > 0 { console.error("hanscan match: \(counted(known, "line")) known already\n", .information) }
    // The matches of all months were removed with the lines.
    if forgotten != nil, month != nil { _ = try store.match(nil) }
    let isUnderstood = read.allSatisfy { $0.1.allSatisfy { !$0.lines.isEmpty && $0.unclear.isEmpty } }
    guard let match = try store.match(month) else {
      guard isUnderstood else { return .pagesFailed }
      if forgotten != nil { return .success }
      throw RunFailure.usage(
        month == nil ? "the store has no lines; name a list" : "the store has no lines of this month; name a list")
    }
    let style = try store.tableStyle(keeping: true)
    let name = try KeptWorkbook("hanscan.match", in: directory, of: store).write { file throws(ExportError) in
      try SheetWriter.write(match.sheets(style.language), base: style.base, to: file)
    }
    console.output("\(directory.appending(name))\n")
    return tell(match, console) && isUnderstood ? .success : .pagesFailed
  }

  private func forget(_ list: String, _ store: ResultStore, _ console: Console) throws {
    let lists = try store.statementSources()
    let count = try store.forgetStatementLines(of: list)
    guard count > 0 else {
      let all = Set(lists.map { String($0.prefix { $0 != "/" }) }).sorted().joined(separator: ", ")
      let known: Message = all.isEmpty ? "none" : "\(all)"
      throw RunFailure.usage("--forget: the store has no list '\(list)'; it has \(known)")
    }
    console.error("hanscan match: \(counted(count, "line")) of \(list) removed\n", .information)
  }

  private func statements(
    _ path: ScanPath, _ reader: SpreadsheetReader, _ statements: StatementReader, _ console: Console
  ) throws -> [Statement] {
    let file = try reader.userFile(path)
    for note in file.notes { console.error("hanscan match: \(path): \(note)\n") }
    let found = file.sheets.filter { !$0.isHidden && !$0.rows.isEmpty }.flatMap { statements.statements(in: $0) }
    // Other sheets may hold notes; only a file without any table is unclear as a whole.
    let tables = found.filter { !$0.columns.isEmpty }
    for statement in tables.isEmpty ? Array(found.prefix(1)) : tables {
      let columns = statement.columns.map { "\($0.heading) -> \($0.field.shown)" }.joined(separator: ", ")
      if !columns.isEmpty {
        console.error(
          "hanscan match: \(path)\(statement.sheet.isEmpty ? "" : ", \(statement.sheet)"): \(counted(statement.lines.count, "line")); \(columns)\n",
          .information)
      }
      for question in statement.unclear { console.error("hanscan match: \(path): \(question.text(.current))\n") }
    }
    return tables.isEmpty ? Array(found.prefix(1)) : tables
  }

  /// Whether every line and receipt has a partner.
  private func tell(_ match: BookMatch, _ console: Console) -> Bool {
    let result = match.result
    console.counts = [
      ("PAIRS", result.pairs.count), ("LINES", result.linesWithoutReceipt.count),
      ("RECEIPTS", match.receiptsWithoutLine.count), ("DIFFERENT", result.differentAmounts.count),
      ("CHECK", result.undecided.count),
    ].map { ($0, "\($1)") }
    let told: [Message] = [
      counted(result.pairs.count, "pair"), "\(counted(result.linesWithoutReceipt.count, "line")) without receipt",
      "\(counted(match.receiptsWithoutLine.count, "receipt")) without line",
      "\(result.differentAmounts.count) with different amounts", "\(result.undecided.count) to check",
      "\(result.cancelled.count) cancelled",
    ]
    console.error("hanscan match: \(told.joined(separator: ", "))\n", .information)
    return result.linesWithoutReceipt.isEmpty && match.receiptsWithoutLine.isEmpty && result.differentAmounts.isEmpty
      && result.undecided.isEmpty
  }
}

extension SpreadsheetReader {
  /// A file that a user names.
  func userFile(_ path: ScanPath) throws(RunFailure) -> Spreadsheet {
    do throws(SpreadsheetError) { return try read(path) } catch {
      throw RunFailure(
        error.code == .unreadable ? .inputMissing : .pagesFailed,
        error.code == .unreadable ? "\(error)" : "\(path): \(error)")
    }
  }
}
