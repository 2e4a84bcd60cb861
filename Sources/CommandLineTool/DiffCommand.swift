import Corrections
import PageModel
import ResultStore
import RunSupport
import StoreFiles
import Support
import Understanding

/// `hanscan diff`: what another reader made of pages, before it is taken.
struct DiffCommand: Command {
  static let name = "diff"

  @Option("accept") var accepts: Bool
  @Option("reader", value: "KEY", .text) var key: String?
  @Option("quiet", "q") var isQuiet: Bool
  @Option("json") var isJSON: Bool
  let store = StoreOptions()
  @Operands(0...1) var page: [ScanPath]

  func check() throws(RunFailure) { try $accepts.refuse(with: $isJSON, because: "nothing is compared then") }

  func run(console: Console) throws -> ExitStatus {
    if accepts { return try accept(console) }
    let store = try store.open()
    let only = try page.first.map { try store.page(named: $0).id }
    guard let reader = try reader(in: store, of: only, console) else { return .success }
    var tally = ReadingTally()
    var isWritten = true
    let stages = try store.derivedStages()
    try store.forEachKept(by: reader.key, of: only) { kept throws(StoreError) in
      guard let page = try store.page(kept.page) else { return true }
      let understood = (old: kept.understood(kept.old, by: stages), new: kept.understood(kept.newPage, by: stages))
      let comparison = ReadingComparison(
        old: kept.old, new: kept.newPage, corrections: page.record.corrections, understood: understood)
      func proven(_ page: ReadingComparison.Understood) -> Int {
        page.receipts.count { $0.fields[.total]?.proof.isCertain == true }
      }
      tally.add(comparison, provenNow: proven(understood.new), provenBefore: proven(understood.old))
      if isQuiet || comparison.changes.isEmpty { return true }
      isWritten = console.output(verbatim: isJSON ? json(comparison, page) : text(comparison, page))
      return isWritten
    }
    if isWritten { console.output(verbatim: isJSON ? json(tally, reader) : text(tally, reader)) }
    return .success
  }

  private func accept(_ console: Console) throws -> ExitStatus {
    let corrections = try store.corrections()
    let only = try page.first.map { try corrections.store.page(named: $0).id }
    guard let reader = try reader(in: corrections.store, of: only, console) else { return .success }
    let count = try corrections.accept(reader.key, of: only)
    console.error("hanscan: \(counted(count, "page")) exchanged\n")
    return try store.writeFiles(of: corrections, console)
  }

  /// The reader whose readings are kept, of one page or of all; nil if there are none, which is said.
  private func reader(in store: ResultStore, of page: PageID?, _ console: Console) throws -> ReaderRecord? {
    let readers = try store.keptReaders(of: page)
    guard let key else {
      if readers.isEmpty {
        console.error("hanscan: no other reading is kept; 'hanscan run --reread' with another model makes one\n")
      }
      return readers.last?.reader
    }
    let found = readers.filter { $0.reader.key.hex.hasPrefix(key) }
    guard found.count == 1 else {
      let known = readers.map { String($0.reader.key.hex.prefix(12)) }.joined(separator: ", ")
      throw RunFailure.usage(
        known.isEmpty
          ? "no other reading is kept; 'hanscan run --reread' with another model makes one"
          : "--reader takes the beginning of one key of \(known)")
    }
    return found[0].reader
  }

  private func text(_ comparison: ReadingComparison, _ page: StoredPage) -> String {
    var text = "\(page.name)\n"
    for change in comparison.changes {
      let place = place(of: change)
      let verdict = change.right == nil ? "" : "  (\(change.verdict.shown))"
      if let old = change.old { text += "- \(place)\(old)\n" }
      if let new = change.new { text += "+ \(place)\(new)\(verdict)\n" }
      if change.field == "receipt", change.new == nil { text += "+ \(place)\(said("none"))\(verdict)\n" }
      guard let right = change.right, change.verdict != .confirms else { continue }
      let known = change.field == "receipt" ? said("none") : right
      text += "= \(place)\(known)\(said("  (put right)"))\(change.new == nil ? verdict : "")\n"
    }
    return text + "\n"
  }

  /// The subject of a change; empty for a line.
  private func place(of change: ReadingComparison.Change) -> String {
    guard let field = change.field else { return "" }
    if field == "receipt" { return said("receipt \(change.receipt + 1): ") }
    let name = Message(stringLiteral: field)
    return change.receipt > 0 ? said("\(name) of receipt \(change.receipt + 1): ") : "\(name.text): "
  }

  private func text(_ tally: ReadingTally, _ reader: ReaderRecord) -> String {
    func share(_ count: Int, of whole: Int) -> String {
      whole == 0 ? "" : " (\(decimal(100 * Double(count) / Double(whole), 1)) %)"
    }
    let models = reader.models.map(\.name).joined(separator: "+")
    let corrected = tally.corrected + tally.correctedFields
    let verdicts: [(ReadingComparison.Verdict, String)] = [
      (.confirms, "read right now"), (.nearer, "nearer"), (.worse, "worse"),
    ]
    var counts = verdicts.map { (count: tally.verdicts[$0.0] ?? 0, name: $0.1) }
    counts.append((corrected - counts.reduce(0) { $0 + $1.count }, "as far off as before"))
    let shares = counts.map { counted($0.count, as: $0.name) + "\(share($0.count, of: corrected))" }
    let lines: Message =
      "\(tally.lines) on \(counted(tally.pages, "page")), " + "\(tally.same) read alike"
      + "\(share(tally.same, of: tally.lines))"
    let right: Message = counted(tally.corrected, "line") + ", " + counted(tally.correctedFields, "field") + ": "
    let rows: [(Message, Message)] = [
      ("reader", "\(models) with \(reader.engine), \(reader.key.hex.prefix(12))"),
      ("lines", lines), ("put right", right + shares.joined(separator: ", ")),
      ("proven totals", "\(tally.provenNow), \(tally.provenBefore) before"),
    ]
    return rows.map { $0.text.padded(to: 14) + $1.text + "\n" }.joined()
  }

  private func json(_ comparison: ReadingComparison, _ page: StoredPage) -> String {
    let changes = comparison.changes.map { change in
      JSONValue.object([
        "verdict": .string(change.verdict.rawValue), "old": change.old.map { .string($0) },
        "new": change.new.map { .string($0) }, "right": change.right.map { .string($0) },
        "field": change.field.map { .string($0) },
        "receipt": change.field.map { _ in .integer(change.receipt + 1) },
      ])
    }
    return JSONValue.object([
      "path": .string(page.record.path.description), "page": .integer(page.record.index + 1),
      "lines": .integer(comparison.lines), "same": .integer(comparison.same), "changes": .array(changes),
    ]).lineText + "\n"
  }

  private func json(_ tally: ReadingTally, _ reader: ReaderRecord) -> String {
    JSONValue.object([
      "reader": .string(reader.key.hex), "pages": .integer(tally.pages), "lines": .integer(tally.lines),
      "same": .integer(tally.same), "confirms": .integer(tally.verdicts[.confirms] ?? 0),
      "nearer": .integer(tally.verdicts[.nearer] ?? 0), "worse": .integer(tally.verdicts[.worse] ?? 0),
      "corrected": .integer(tally.corrected), "correctedFields": .integer(tally.correctedFields),
      "provenTotals": .integer(tally.provenNow), "provenTotalsBefore": .integer(tally.provenBefore),
    ]).lineText + "\n"
  }
}
