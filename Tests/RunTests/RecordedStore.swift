import Corrections
import Export
import Foundation
import PageModel
import RunSupport
import StoreFiles
import Support
import TestSupport
import Testing

@testable import Bookkeeping
@testable import ResultStore
@testable import Understanding

/// The store of the test, with what was seen of it so far.
final class RecordedStore {
  private(set) var record: [ResultRecord.Entry] = []
  /// The rows of tables and the lines of files that are in the record already.
  private var seen: [String: [String]] = [:]
  private let scratch: ScratchFolder
  private let path: ScanPath
  private let output: ScanPath
  private let pictures = PictureSettings(executable: "/nowhere")
  private static let first = ReaderRecord(
    key: ReaderKey(hex: "aaaa"), engine: "engine 1", models: [ModelRecord(name: "kor", digest: "00ff")])
  private static let second = ReaderRecord(key: ReaderKey(hex: "bbbb"), engine: "engine 2", models: [])

  init() throws {
    scratch = try ScratchFolder(inMemory: true)
    try scratch.write("", to: "out/.keep")
    for name in ["a.png", "b.png", "bill.tif", "sub/d.png"] { try scratch.write(name, to: "in/\(name)") }
    output = ScanPath(scratch.path(of: "out"))
    path = ScanPath(scratch.path(of: "out/hanscan.sqlite"))
  }

  private func open() throws -> ResultStore { try ResultStore(path, mode: .readWrite(creating: true)) }

  private func note(_ name: String, _ lines: [String]) {
    record.append(.init(name, lines.map { $0.replacing(scratch.path, with: "FOLDER") }))
  }

  private func derive(_ store: ResultStore) throws {
    _ = try DerivedUpdate(store: store, writer: FileWriter(output)).perform(
      DerivedStages(), warn: { Issue.record("\($0)") }, isStopped: { false })
  }

  // MARK: - Pages

  private func add(
    _ name: String, _ outcomes: [PageOutcome], content: String? = nil, in run: RunID, to store: ResultStore
  ) throws {
    let entry = DocumentEntry(
      path: ScanPath(name), facts: FileFacts(size: Int64(name.utf8.count), modified: 1, changed: 2, inode: 3),
      digest: StorePages.digest(content ?? name), kind: name.hasSuffix("tif") ? "tiff" : "png",
      pageCount: max(1, outcomes.count))
    let document = try store.record(entry, in: run)
    for (index, outcome) in outcomes.enumerated() {
      let attempts = index == 1 ? [Attempt(number: 1, problem: PageProblem(.timedOut, "slow"))] : []
      try store.record(
        PageEntry(document: document, index: index, reader: Self.first, outcome: outcome, earlierAttempts: attempts),
        in: run)
    }
  }

  func firstRun() throws {
    let store = try open()
    try store.setBase(ScanPath(scratch.path(of: "in")))
    let run = try store.begin(version: "1", reader: Self.first, started: "2026-01-01T00:00:00Z")
    try add("a.png", [StorePages.page(StorePages.cafe)], in: run, to: store)
    try add("b.png", [StorePages.page(StorePages.cafe)], in: run, to: store)
    try add("bill.tif", StorePages.bill.map(StorePages.page), in: run, to: store)
    try add("copy of a.png", [], content: "a.png", in: run, to: store)
    try add("sub/d.png", [StorePages.page(StorePages.slip)], in: run, to: store)
    try add("sub/e.png", [.blank(width: 600, height: 800)], in: run, to: store)
    try add("f.png", [.failed([Attempt(number: 1, problem: PageProblem(.crashed, "it crashed"))])], in: run, to: store)
    try add("g.png", [.unsupported(PageProblem(.damaged, "no picture"))], in: run, to: store)
    try add("h 10.png", [StorePages.page(StorePages.undated)], in: run, to: store)
    try add("h 2.png", [StorePages.page(StorePages.lost)], in: run, to: store)
    try store.finish(run, ended: "2026-01-01T00:01:00Z", counts: [.recognised: 6, .blank: 1], exitStatus: 65)
    try derive(store)
    try dump("the first run", store)
    try listings("the first run", store)
  }

  func export() throws {
    let markdown = try #require(Exporters.named("md"))
    let formats: [any Exporter] = [TextExporter(), JSONExporter(), CSVExporter(), markdown]
    let failures = try PageFiles.export(from: path, to: output, formats: formats, isHome: true, pictures: pictures)
    note("the failures of the export", failures)
    try files("the export")
    let once = ScanPath(scratch.path(of: "once"))
    try scratch.write("", to: "once/.keep")
    try PageFiles.export(
      from: path, to: once, formats: [TextExporter(), CSVExporter(marksKorean: false)], isHome: false,
      selection: PageSelection(once: true, isPresent: true), pictures: pictures)
    try files("the export of each receipt once", in: "once")
  }

  // MARK: - Corrections

  func correct() throws {
    let corrections = try PageCorrections(path, directory: output, pictures: pictures)
    let requests: [(String, Int, CorrectionRequest)] = [
      ("sub/d.png", 0, .init(.line(1, text: "가맹점 : 늘봄국수  본점"), old: "가맹점 : 늘봄국수")),
      ("sub/d.png", 0, .init(.field(.merchant, receipt: 1, value: "늘봄국수 본점"))),
      ("sub/d.png", 0, .init(.field(.account, receipt: 1, value: "복리후생비"))),
      ("sub/d.png", 0, .init(.field(.total, receipt: 1, value: "7,600"), old: "7500")),
      ("sub/d.png", 0, .init(.field(.total, receipt: 1, value: "7,700"), old: "7500")),
      ("sub/d.png", 0, .init(.field(.date, receipt: 1, value: "2026-02-30"))),
      ("sub/d.png", 0, .init(.field(.total, receipt: 3, value: "1000"))),
      ("sub/d.png", 0, .init(.field(.total, receipt: 2, value: "1000"))),
      ("b.png", 0, .init(.noReceipt(1))), ("b.png", 0, .init(.noReceipt(2))),
      ("h 10.png", 0, .init(.field(.date, receipt: 1, value: "2026.3.17"))), ("h 10.png", 0, .init(.kind(.invoice))),
      ("h 2.png", 0, .init(.lineAt(1, text: "결제 안내"))), ("h 2.png", 0, .init(.line(9, text: "x"))),
      ("h 2.png", 0, .init(.lineAt(9, text: "x"))), ("sub/e.png", 0, .init(.line(1, text: "x"))),
      ("f.png", 0, .init(.page)), ("g.png", 0, .init(.kind(.document))), ("a.png", 0, .init(.page)),
      ("bill.tif", 0, .init(.field(.total, receipt: 1, value: "32000"))),
      ("bill.tif", 1, .init(.line(2, text: ""))), ("h 2.png", 0, .init(.page)),
    ]
    var told: [String] = []
    for (name, index, request) in requests {
      let page = try #require(try corrections.store.page(ScanPath(name), index))
      do {
        guard var correction = try request.correction(of: page, by: "tester") else {
          told.append("\(name) \(index) \(StoreDump.text(request.what)): nothing to do")
          continue
        }
        correction.made = "2026-01-02T00:00:00Z"
        let ids = try corrections.correct([(page.id, [correction])])
        let changed = corrections.changed.map { "\($0.number)" }.joined(separator: " ")
        told.append("\(name) \(index) \(StoreDump.text(request.what)): \(ids.map(\.number)), others \(changed)")
      } catch {
        told.append("\(name) \(index) \(StoreDump.text(request.what)): \(error)")
      }
    }
    note("corrections", told)
    note("files that could not be made", try corrections.writeFiles())
    try dump("the corrections", corrections.store)
    try listings("the corrections", corrections.store)
    try files("the corrections")
  }

  func undoAndAccept() throws {
    let corrections = try PageCorrections(path, directory: output, pictures: pictures)
    var told: [String] = []
    for ids in [[1], [1], [3, 4], [99]] as [[Int64]] {
      do {
        try corrections.undo(ids.map { CorrectionID(number: $0) })
        told.append("\(ids): taken back")
      } catch { told.append("\(ids): \(error)") }
    }
    let store = corrections.store
    try store.keep(
      StorePages.page(StorePages.slip + "\n감사합니다"), by: Self.second, of: StorePages.digest("sub/d.png"), index: 0)
    try store.keep(.blank(width: 9, height: 9), by: Self.second, of: StorePages.digest("h 2.png"), index: 0)
    told += try store.keptReaders().map { "\($0.reader.engine): \($0.pages)" }
    try store.forEachKept(by: Self.second.key) { kept in
      told.append("page \(kept.page.number) by \(kept.reader.engine): \(kept.old.lines.count) lines, \(kept.new.state)")
      return true
    }
    let page = try #require(try store.page(ScanPath("sub/d.png"), 0))
    told.append("accepted \(try corrections.accept(Self.second.key, of: page.id))")
    told.append("kept \(try store.hasKept(StorePages.digest("h 2.png"), index: 0, by: Self.second.key))")
    note("undone and accepted", told)
    note("files that could not be made then", try corrections.writeFiles())
    try dump("undoing and accepting", store)
    try files("undoing and accepting")
  }

  // MARK: - The book and searches

  func keepBook() throws {
    let store = try open()
    var lines: [StatementLine] = []
    for (row, line) in [("2026-03-14", "11900"), ("2026-03-15", "7500"), ("2026-03-20", "999")].enumerated() {
      let day = try #require(CalendarDate(iso: line.0))
      lines.append(StatementLine(row: row + 1, day: day, amount: try #require(Amount(decimal: line.1))))
    }
    var told = ["known \(try store.keep([("cards.xlsx/1", lines), ("bank.csv", [lines[2]])]))"]
    told.append("known again \(try store.keep([("cards.xlsx/1", lines)]))")
    told += try store.statementSources()
    let match = try store.match(nil)
    told += match?.decisions.map { "\($0.key.text.suffix(12)): \($0.line)" } ?? []
    let key = BookKey(content: StorePages.digest("a.png"), page: 0, receipt: 1, part: 1)
    try store.setBookValues([BookValue(key: key, name: "부서", value: "영업")], topic: ResultStore.addedColumns)
    for period in [nil, BookPeriod(month: "2026-03"), BookPeriod(month: "2026-04")] {
      for once in [false, true] {
        let book = try store.book(of: period, once: once)
        let entries = book.entries.map { "\($0.path) \($0.day ?? "-") \($0.bookedAccount) \($0.matchedLine ?? "-")" }
        told.append("book \(period?.name ?? "all") \(once): \(entries), \(book.leftOut) left out, \(book.addedColumns)")
        told += book.undated.map { "undated \($0.path) \($0.shop ?? "-") \($0.total?.text(places: 0) ?? "-")" }
        told += book.notes(.english)
      }
    }
    told += try store.accountDecisions().map {
      "decided \($0.businessNumber ?? "-") \($0.shop ?? "-") \($0.account) \($0.count)"
    }
    let shops = try store.namedShops()
    told.append("\(shops.all) shops, \(shops.korean) of Korean names")
    note("the book", told)
    try dump("the book", store, tables: ["book", "statement_lines", "facts"])
    note("forgotten lines", ["\(try store.forgetStatementLines(of: "cards.xlsx"))"] + (try store.statementSources()))
  }

  func search() throws {
    let store = try open()
    var told: [String] = []
    func look(_ text: String, near: Bool = false, _ name: String = "", _ receipts: ReceiptCondition = .init()) throws {
      let result = try store.search(try SearchQuery(text, near: near), limit: 20, receipts: receipts)
      told.append("\(text) \(near ? "near" : "") \(name): \(result.count) \(result.isComplete)")
      for hit in result.hits {
        let lines = hit.lines.map { "\($0.number) \(StoreDump.text($0.ranges)) \($0.isNear) \($0.isCorrected)" }
        let fields = hit.fields.map { "\($0.name) \($0.value) \(StoreDump.text($0.ranges))" }
        told.append(
          "  \(hit.page.path):\(hit.page.index) \(String(format: "%.2f", hit.fit)) \(hit.isNear) \(lines) \(fields) "
            + "copies \(hit.copies.map { "\($0.path)" }) same \(hit.same.map { "\($0.page.path) \($0.agreement)" })")
      }
    }
    for text in ["합계", "늘봄국수", "7500", "7,500원", "11 900", "\"합 계\"", "달빛커피 라떼", "본점", "2026-03-14", "30012399", "없음"] {
      try look(text)
    }
    for text in ["늘봄국소", "은하수라데", "11,800", "달빚커피", "30012398"] { try look(text, near: true) }
    var conditions: [(String, ReceiptCondition)] = []
    func condition(_ name: String, _ change: (inout ReceiptCondition) -> Void) {
      var condition = ReceiptCondition()
      change(&condition)
      conditions.append((name, condition))
    }
    condition("from") { $0.from = "2026-03-15" }
    condition("to") { $0.to = "2026-03-14" }
    condition("days") { ($0.from, $0.to) = ("2026-03-14", "2026-03-15") }
    condition("least") { $0.least = "7500" }
    condition("most") { $0.most = "7500" }
    condition("amounts") { ($0.least, $0.most) = ("7500", "11900") }
    condition("shop") { $0.shop = "국수" }
    condition("unproven") { $0.isUnproven = true }
    for (name, condition) in conditions { try look("1", name, condition) }
    for (name, condition) in conditions { try look("계", name, condition) }
    note("searches", told)
  }

  // MARK: - Later runs

  func secondRun() throws {
    let store = try open()
    let run = try store.begin(version: "2", reader: Self.second, started: "2026-02-01T00:00:00Z")
    for name in ["a.png", "bill.tif", "sub/d.png", "h 2.png"] {
      try store.noteSeen(try #require(try store.document(ScanPath(name))).id, in: run)
    }
    try add("h 10.png", [StorePages.page(StorePages.slip)], content: "other", in: run, to: store)
    try add("new.png", [StorePages.page(StorePages.undated)], content: "h 10.png", in: run, to: store)
    var told = ["missing \(try store.markMissing(notSeenIn: run, at: [ScanPath("sub"), ScanPath("b.png")]))"]
    told.append("missing \(try store.markMissing(notSeenIn: run))")
    told.append("below sub \(try store.documents(below: ScanPath("sub")))")
    told.append("seen \(try store.hasDocuments(at: ScanPath("sub"), seenIn: run))")
    for name in ["a.png", "b.png", "copy of a.png", "h 10.png", "f.png", "nothing.png"] {
      let known = try store.known(ScanPath(name), reader: Self.second.key)
      told.append(
        "\(name): "
          + (known.map {
            "settled \($0.isSettled), failed \($0.failedPages) \($0.passingFailures), others' "
              + "\($0.pagesOfOtherReaders), missing \($0.document.isMissing), members \($0.mayLackMembers)"
          } ?? "unknown"))
    }
    try store.finish(run, ended: "2026-02-01T00:01:00Z", counts: [.recognised: 2], exitStatus: 0)
    try derive(store)
    told += try store.history(qualityVersion: QualityStage.version).map { run in
      let values = [run.score, run.skew, run.confidence].map { $0.map { "\($0)" } ?? "-" }
      return "run \(run.run): \(run.pages) pages, score, skew and confidence \(values.joined(separator: ", "))"
    }
    note("the second run", told)
    try dump("the second run", store)
    try listings("the second run", store)
    try TableFiles(store: store, directory: output).write(by: try FileWriter(output))
    try files("the second run")
  }

  func checkAndForget() throws {
    func check(_ name: String, repairs: Bool) throws {
      let report = try StoreCheck.run(path, directory: output, repairs: repairs)
      let counts = "\(report.documents) documents, \(report.pages) pages, \(report.files) files, \(report.unfinished)"
      note(name, [counts, "sound \(report.isSound)"] + report.findings.map { "\($0.isRepaired) \($0.text)" }.sorted())
    }
    try check("a check", repairs: false)
    try scratch.write("edited", to: "out/a.png.p0001.txt")
    try scratch.write("strange", to: "out/z.png.p0001.txt")
    try check("a check of edited files", repairs: false)
    try check("a repair", repairs: true)
    try check("a check after the repair", repairs: false)
    var told: [String] = []
    for patterns in [["nothing*"], ["b.png"], ["sub/**", "f.png"], ["**"]] {
      let outcome = try Forgetting.perform(path, directory: output, patterns: patterns.map { ScanPath($0) })
      told.append(
        "\(patterns): \(outcome.documents) documents, \(outcome.pages) pages, \(outcome.files) files")
    }
    note("forgetting", told)
    let store = try open()
    try dump("forgetting", store)
    try files("forgetting")
    try check("a check after forgetting", repairs: false)
  }

  func copyAndMerge() throws {
    let (copy, whole) = (ScanPath(scratch.path(of: "copy.sqlite")), ScanPath(scratch.path(of: "whole.sqlite")))
    let other = ScanPath(scratch.path(of: "other.sqlite"))
    do {
      let store = try open()
      try store.backUp(to: copy)
      let copied = try ResultStore(copy, mode: .readWrite(creating: false))
      note("a copy", ["equal \(try StoreDump.rows(of: store).map(\.lines) == StoreDump.rows(of: copied).map(\.lines))"])
      try copied.seal()
      let part = try ResultStore(other, mode: .readWrite(creating: true))
      let run = try part.begin(version: "1", reader: Self.second, started: "2026-01-01T00:00:00Z")
      try add("aa.png", [StorePages.page(StorePages.cafe)], in: run, to: part)
      try add("zz.png", [StorePages.page(StorePages.undated)], content: "bill.tif", in: run, to: part)
      try derive(part)
      let page = try #require(try part.page(ScanPath("aa.png"), 0))
      let box = Box(x: 20, y: 0, width: 40, height: 30)
      try part.correct(
        [Correction(target: .line(0), box: box, old: "x", new: "달빛커피", made: "2026-01-02T00:00:00Z", author: "b")],
        on: page.id)
      try part.seal()
    }
    let merge = try StoreMerge(into: whole, of: [("first", copy), ("second", other)], key: "key")
    var told: [String] = []
    try merge.prepare(version: "1", started: "2026-03-01T00:00:00Z", base: nil) { told.append("warning: \($0)") }
    told.append("whole \(try merge.perform(isStopped: { false }) { told.append("progress \($0)") })")
    let store = try ResultStore(whole, mode: .readWrite(creating: false))
    told.append("problems \(try store.problems()), index \(try store.pagesUnlikeSearchIndex())")
    told.append("receipts unlike rows \(try store.receiptsUnlikeRows(ReceiptsStage.outlines))")
    let contents = try store.contents()
    told.append(
      "\(contents.documents) documents, \(StoreDump.text(contents.pages)), \(contents.edits) edits, \(contents.runs) runs"
    )
    note("the merge", told)
    seen = [:]
    try dump("the merge", store)
    try listings("the merge", store)
  }

  // MARK: - Contents of the store

  private func listings(_ name: String, _ store: ResultStore) throws {
    note("listings after \(name)", try StoreDump.listings(store))
  }

  private func dump(_ name: String, _ store: ResultStore, tables: Set<String>? = nil) throws {
    for (table, lines) in try StoreDump.rows(of: store) where tables?.contains(table) ?? true {
      noteChanges("\(table) after \(name)", of: table, lines)
    }
  }

  private func files(_ name: String, in folder: String = "out") throws {
    let found = try StoreDump.files(in: scratch.path(of: folder))
    for (file, lines) in found { noteChanges("\(file) after \(name)", of: "\(folder)/\(file)", lines) }
    let gone = Set(seen.keys.filter { $0.hasPrefix("\(folder)/") }).subtracting(found.map { "\(folder)/\($0.name)" })
    for file in gone { seen[file] = nil }
    if !gone.isEmpty { note("files gone after \(name)", gone.sorted()) }
  }

  /// Notes the lines that differ from those of the step before.
  private func noteChanges(_ name: String, of part: String, _ lines: [String]) {
    defer { seen[part] = lines }
    guard let before = seen[part] else {
      if !lines.isEmpty { note(name, lines) }
      return
    }
    let changes = StoreDump.changes(before, lines)
    if !changes.isEmpty { note(name, changes) }
  }
}
