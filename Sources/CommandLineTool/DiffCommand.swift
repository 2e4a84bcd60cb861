import StoreFiles
import Corrections
import RunSupport
import PageModel
import ResultStore
import Support
import Understanding

/// `hanscan diff`: what another reader made of pages, before it is taken.
enum DiffCommand: Command {
  static let name = "diff"
  static let summary = "Show line by line what 'run --reread' read otherwise, and take it with --accept."
  static let usage = "[PAGE] --out OUT [OPTION...]"
  static let discussion = """
    'hanscan run --reread' with another model or other settings keeps what it read beside what the pages show. This \
    compares both: '-' is the line as it was read before, '+' as the other reader has it. Lines, fields and \
    kinds that people put right, and receipts that are none, are the measure: one 'confirms' where it is read right now, and is 'nearer' or 'worse' by its wrong characters. At the \
    end come the shares for the whole store, and how many totals of receipts are proven by either reading alone.

    With --accept the pages show the other reading from then on, corrections stay with their lines, files are written \
    again, and the earlier reading is kept in turn: the same command with --reader takes it back.

    Exit status: 0 they were compared or exchanged, also where there is nothing to compare, which is said on standard \
    error; 65 they were exchanged, and some files could not be written again; 66 there is no such page or store.
    """
  static let options: [Option] =
    [
      Option("accept", "Let the pages show the other reading."),
      Option("reader", value: "KEY", "Whose reading, by the beginning of its key. Default: the one that came last."),
      Option("quiet", "q", "The shares alone."),
      Option("json", "One JSON object a line, the shares last."),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan run inbox --out texts --model best --reread", "Another reader reads all pages."),
    ("hanscan diff --out texts", "What it changed."),
    ("hanscan diff --accept --out texts", "It is better."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard arguments.operands.count <= 1 else {
      throw CommandFailure.usage("'\(arguments.operands[1])' is one word too many")
    }
    try arguments.refuse("accept", with: "json", because: "nothing is compared then")
    if arguments.has("accept") { return try accept(arguments, console) }
    let store = try StoreOptions.open(arguments)
    let only = try page(in: store, arguments)
    guard let reader = try reader(in: store, of: only, arguments, console) else { return .success }
    var tally = ReadingTally()
    var written = Console.Written.written
    try withStoreErrors {
      let stages = DerivedStages(lexicon: try store.wordsForReceipts(), tags: try store.tagsForMarks())
      try store.forEachKept(by: reader.key, of: only) { kept throws(StoreError) in
        guard let page = try store.page(kept.page) else { return true }
        let understood = (old: kept.understood(kept.old, by: stages), new: kept.understood(kept.newPage, by: stages))
        let comparison = ReadingComparison(
          old: kept.old, new: kept.newPage, corrections: page.record.corrections, understood: understood)
        func proven(_ page: ReadingComparison.Understood) -> Int {
          page.receipts.count { $0.fields[.total]?.proof == .proven }
        }
        tally.add(comparison, provenNow: proven(understood.new), provenBefore: proven(understood.old))
        if arguments.has("quiet") || comparison.changes.isEmpty { return true }
        written = console.output(arguments.has("json") ? json(comparison, page) : text(comparison, page))
        return written == .written
      }
    }
    if written == .written {
      written = console.output(arguments.has("json") ? json(tally, reader) : text(tally, reader))
    }
    if case .failed(let reason) = written {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  private static func accept(_ arguments: Arguments, _ console: Console) throws -> ExitStatus {
    let corrections = try CorrectCommand.open(arguments)
    let only = try page(in: corrections.store, arguments)
    guard let reader = try reader(in: corrections.store, of: only, arguments, console) else { return .success }
    do {
      let count = try corrections.accept(reader.key, of: only.map { [$0] })
      console.error("hanscan: \(counted(count, "page")) exchanged\n")
      return try CorrectCommand.writeFiles(of: corrections, arguments, console)
    } catch let failure as RunFailure {
      throw CommandFailure(failure)
    }
  }

  /// The reader whose readings are kept, of one page or of all; nil where there are none, which is said.
  private static func reader(
    in store: ResultStore, of page: PageID?, _ arguments: Arguments, _ console: Console
  ) throws -> ReaderRecord? {
    let readers = try withStoreErrors { try store.keptReaders(of: page) }
    guard let key = try arguments.text("reader") else {
      if readers.isEmpty {
        console.error("hanscan: no other reading is kept; 'hanscan run --reread' with another model makes one\n")
      }
      return readers.last?.reader
    }
    let found = readers.filter { $0.reader.key.hex.hasPrefix(key) }
    guard found.count == 1 else {
      let known = readers.map { String($0.reader.key.hex.prefix(12)) }.joined(separator: ", ")
      throw CommandFailure.usage("--reader takes the beginning of one key of \(known.isEmpty ? "none" : known)")
    }
    return found[0].reader
  }

  private static func page(in store: ResultStore, _ arguments: Arguments) throws -> PageID? {
    try arguments.operands.first.map { name in
      try withStoreErrors { try PageFinder(store: store).page(named: name).id }
    }
  }

  private static func text(_ comparison: ReadingComparison, _ page: StoredPage) -> String {
    let number = page.record.pageCount > 1 ? ":\(page.record.index + 1)" : ""
    var text = "\(page.record.path)\(number)\n"
    for change in comparison.changes {
      let place = place(of: change)
      let verdict = change.right == nil ? "" : "  (\(change.verdict.rawValue))"
      if let old = change.old { text += "- \(place)\(old)\n" }
      if let new = change.new { text += "+ \(place)\(new)\(verdict)\n" }
      if change.field == "receipt", change.new == nil { text += "+ \(place)none\(verdict)\n" }
      guard let right = change.right, change.verdict != .confirms else { continue }
      let known = change.field == "receipt" ? "none" : right
      text += "= \(place)\(known)  (put right)\(change.new == nil ? verdict : "")\n"
    }
    return text + "\n"
  }

  /// What of the page a change is about; nothing for a line.
  private static func place(of change: ReadingComparison.Change) -> String {
    guard let field = change.field else { return "" }
    if field == "receipt" { return "receipt \(change.receipt + 1): " }
    return "\(field)\(change.receipt > 0 ? " of receipt \(change.receipt + 1)" : ""): "
  }

  private static func text(_ tally: ReadingTally, _ reader: ReaderRecord) -> String {
    func share(_ count: Int, of whole: Int) -> String {
      whole == 0 ? "" : " (\(decimal(100 * Double(count) / Double(whole), 1)) %)"
    }
    let models = reader.models.map(\.name).joined(separator: "+")
    var text = "reader        \(models) with \(reader.engine), \(reader.key.hex.prefix(12))\n"
    text += "lines         \(tally.lines) on \(counted(tally.pages, "page")), "
    text += "\(tally.same) read alike\(share(tally.same, of: tally.lines))\n"
    let corrected = tally.corrected + tally.correctedFields
    text += "put right     \(counted(tally.corrected, "line")) and \(counted(tally.correctedFields, "field")): "
    let verdicts: [(ReadingComparison.Verdict, String)] = [
      (.confirms, "read right now"), (.nearer, "nearer"), (.worse, "worse"),
    ]
    let counts = verdicts.map { (count: tally.verdicts[$0.0] ?? 0, name: $0.1) }
    let rest = (count: corrected - counts.reduce(0) { $0 + $1.count }, name: "as far off as before")
    text += (counts + [rest]).map { "\($0.count) \($0.name)\(share($0.count, of: corrected))" }.joined(separator: ", ")
    return text + "\nproven totals \(tally.provenNow), \(tally.provenBefore) before\n"
  }

  private static func json(_ comparison: ReadingComparison, _ page: StoredPage) -> String {
    let changes = comparison.changes.map { change in
      var members: JSONValue.Members = ["verdict": .string(change.verdict.rawValue)]
      if let old = change.old { members["old"] = .string(old) }
      if let new = change.new { members["new"] = .string(new) }
      if let right = change.right { members["right"] = .string(right) }
      if let field = change.field {
        members["field"] = .string(field)
        members["receipt"] = .integer(change.receipt + 1)
      }
      return JSONValue.object(members)
    }
    return JSONValue.object([
      "path": .string(page.record.path.description), "page": .integer(page.record.index + 1),
      "lines": .integer(comparison.lines), "same": .integer(comparison.same), "changes": .array(changes),
    ]).lineText + "\n"
  }

  private static func json(_ tally: ReadingTally, _ reader: ReaderRecord) -> String {
    JSONValue.object([
      "reader": .string(reader.key.hex), "pages": .integer(tally.pages), "lines": .integer(tally.lines),
      "same": .integer(tally.same), "confirms": .integer(tally.verdicts[.confirms] ?? 0),
      "nearer": .integer(tally.verdicts[.nearer] ?? 0), "worse": .integer(tally.verdicts[.worse] ?? 0),
      "corrected": .integer(tally.corrected), "correctedFields": .integer(tally.correctedFields),
      "provenTotals": .integer(tally.provenNow),
      "provenTotalsBefore": .integer(tally.provenBefore),
    ]).lineText + "\n"
  }
}
