import Foundation
import Glibc
import PageModel

@testable import ResultStore

extension FuzzTarget {
  static func words(_ bytes: [UInt8]) throws {
    if let words = try? LineCoding.words(bytes) {
      let text = LineCoding.encode(words)
      try require(try LineCoding.words(Array(text.utf8)) == words, "other words after coding: \(text)")
      try exported(
        .recognised(
          RecognisedPage(
            width: 1, height: 1, confidence: 1,
            lines: [Line(box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 1, words: words)])))
    }
    if let readings = try? LineCoding.readings(bytes) {
      let text = LineCoding.encode(readings)
      try require(try LineCoding.readings(Array(text.utf8)) == readings, "other readings after coding: \(text)")
    }
  }

  /// Each line of the input goes into one column of a store; reading gives pages, or reports damage.
  static func rows(_ bytes: [UInt8]) throws {
    let store = try StoreToDamage.store()
    var pages: [PageRecord] = []
    var complaint: String?
    let undo = StoreError(.misuse, store.path, "the changes are taken back")
    do throws(StoreError) {
      try store.transaction { () throws(StoreError) in
        for line in bytes.split(separator: 0x0A, maxSplits: 40) { StoreToDamage.change(store, line) }
        store.readers = [:]
        do throws(StoreError) {
          var page = try store.firstPage()
          while let found = page, pages.count < 5 {
            pages.append(found.record)
            _ = try store.files(of: found.id)
            page = try store.page(after: found.id)
          }
          _ = try store.document(ScanPath("b.png"))
        } catch {
          complaint = error.description
        }
        throw undo
      }
    } catch {
      if error != undo { complaint = error.description }
    }
    try require(complaint?.contains("\n") != true, "a message of several lines: \(complaint ?? "")")
    for page in pages { try exported(page.outcome, index: page.index, derived: page.derived) }
  }
}

/// A store with a page of each state, opened once for a process: making one costs more than all that follows.
private enum StoreToDamage {
  /// Only the target `rows` uses it, and no target runs twice at a time.
  nonisolated(unsafe) private static var opened: ResultStore?

  private static let columns = [
    ("pages", "ordinal"), ("pages", "state"), ("pages", "content"), ("pages", "width"), ("pages", "height"),
    ("pages", "confidence"), ("files", "original"), ("documents", "missing"), ("pages", "problem"),
    ("pages", "attempts"), ("pages", "preparation"), ("pages", "quarantined"), ("lines", "kind"), ("lines", "block"),
    ("lines", "x"), ("lines", "width"), ("lines", "confidence"), ("lines", "words"), ("lines", "readings"),
    ("readers", "models"), ("readers", "engine"), ("documents", "path"), ("documents", "page_count"),
    ("documents", "size"), ("documents", "inode"), ("documents", "content"), ("documents", "kind"),
    ("files", "path"), ("files", "size"), ("files", "digest"), ("lines", "baseline"), ("derived", "stage"),
    ("derived", "version"), ("derived", "value"),
  ]

  static func store() throws -> ResultStore {
    if let opened { return opened }
    let folder = NSTemporaryDirectory() + "/hanscan-fuzz-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let store = try ResultStore(ScanPath(folder).appending("hanscan.sqlite"), mode: .readWrite(creating: true))
    let reader = ReaderRecord(
      key: ReaderKey(hex: "aa"), engine: "tesseract", models: [ModelRecord(name: "kor", digest: "00")])
    let run = try store.begin(version: "1", reader: reader, started: "2024-01-01T00:00:00Z")
    let box = Box(x: 1, y: 2, width: 3, height: 4)
    let word = Word(text: "합계", box: box, confidence: 0.5, candidates: [Candidate(text: "a", confidence: 0.5)])
    let problem = PageProblem(.damaged, "the file is damaged")
    let outcomes: [PageOutcome] = [
      .recognised(
        RecognisedPage(
          width: 9, height: 9, confidence: 0.5, lines: [Line(box: box, confidence: 0.5, words: [word])],
          preparation: Preparation(rotation: 90, crop: box, steps: ["orientation"]))),
      .failed([Attempt(number: 1, problem: problem)]), .unsupported(problem), .blank(width: 1, height: 1),
    ]
    var derived = DerivedValues()
    derived["quality"] = DerivedValues.Value(version: 1, json: "{\"score\":50,\"reasons\":[]}")
    for (number, outcome) in outcomes.enumerated() {
      let name = ["a.png", "b.png", "c.png", "d.png"][number]
      let document = try store.record(
        DocumentEntry(path: ScanPath(name), facts: nil, digest: nil, kind: "png", pageCount: 1), in: run)
      try store.record(
        PageEntry(
          document: document, index: 0, reader: reader, outcome: outcome, derived: derived,
          files: [StoredFile(format: "text", path: ScanPath("a.txt"), size: 1, digest: "00")]), in: run)
    }
    // Two documents of one content: the later one has a duplicate.
    let content = ContentDigest(hex: String(repeating: "0", count: 64))
    for name in ["e.png", "f.png"] {
      let document = try store.record(
        DocumentEntry(path: ScanPath(name), facts: nil, digest: content, kind: "png", pageCount: 1), in: run)
      try store.record(PageEntry(document: document, index: 0, reader: reader, outcome: outcomes[0]), in: run)
    }
    // Only the open descriptors are needed from here on.
    try FileManager.default.removeItem(atPath: folder)
    opened = store
    return store
  }

  /// `line`: a byte for the column, one for the page, then the value: a number where it reads as one.
  static func change(_ store: ResultStore, _ line: ArraySlice<UInt8>) {
    guard line.count > 2 else { return }
    let column = columns[Int(line[line.startIndex]) % columns.count]
    let page = Int(line[line.startIndex + 1]) % 6
    let rest = Array(line.dropFirst(2))
    let text = String(decoding: rest, as: UTF8.self)
    let value: any SQLValue
    if let number = Int64(text) {
      value = number
    } else if let number = Double(text) {
      value = number
    } else {
      value = if rest.first == 0 || column.1.hasSuffix("path") { rest } else { text }
    }
    let place = page == 5 ? "" : " WHERE rowid = \(page + 1)"
    // A value that the constraints of the column refuse leaves it unchanged.
    let condition = ["files", "derived"].contains(column.0) ? "" : place
    try? store.connection.run("UPDATE \(column.0) SET \(column.1) = ?\(condition)", [value])
  }
}
