import CSQLite
import Foundation
import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct StoreErrorTests {
  @Test func `a store that is not there is missing, and is not made unasked`() throws {
    let scratch = try Scratch()
    for mode in [ResultStore.Mode.readOnly, .readWrite(creating: false)] {
      #expect(reason { _ = try ResultStore(scratch.storePath, mode: mode) } == .missing)
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.storePath.description))
    let nowhere = ScanPath(scratch.path).appending("none").appending("store.sqlite")
    #expect(reason { _ = try ResultStore(nowhere, mode: .readWrite(creating: true)) } == .missing)
  }

  @Test func `a directory or a file that is no database is no store`() throws {
    let scratch = try Scratch()
    let folder = reason { _ = try ResultStore(ScanPath(scratch.path), mode: .readWrite(creating: true)) }
    #expect(folder == .notAStore)
    // A pipe would be waited for, and a device get a journal beside it.
    let pipe = ScanPath(scratch.path).appending("pipe")
    #expect(pipe.withCString { mkfifo($0, 0o600) } == 0)
    for place in [pipe, ScanPath("/dev/null")] {
      for mode in [ResultStore.Mode.readOnly, .readWrite(creating: true)] {
        #expect(reason { _ = try ResultStore(place, mode: mode) } == .notAStore)
      }
    }
    #expect(!FileManager.default.fileExists(atPath: "/dev/null-journal"))
    let text = Data(String(repeating: "no database at all\n", count: 400).utf8)
    try text.write(to: URL(fileURLWithPath: scratch.storePath.description))
    for mode in [ResultStore.Mode.readOnly, .readWrite(creating: true)] {
      #expect(reason { _ = try ResultStore(scratch.storePath, mode: mode) } == .notAStore)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description)) == text)
  }

  @Test func `a store that is taken away or replaced while it is open is missing`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.checkIsStillThere()
    let (path, aside) = (scratch.storePath.description, scratch.storePath.description + ".aside")
    try FileManager.default.moveItem(atPath: path, toPath: aside)
    #expect(reason { try store.checkIsStillThere() } == .missing)
    try FileManager.default.copyItem(atPath: aside, toPath: path)
    #expect(reason { try store.checkIsStillThere() } == .missing)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: aside, toPath: path)
    try store.checkIsStillThere()
  }

  @Test func `another program's database is refused and left as it is`() throws {
    let scratch = try Scratch()
    do {
      let other = try Connection(scratch.storePath, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try other.execute("CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('arirang')")
    }
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description))
    #expect(reason { _ = try scratch.store() } == .notAStore)
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description)) == before)
  }

  @Test func `a store of a later version is refused and left as it is`() throws {
    let scratch = try Scratch()
    do { try scratch.store().connection.execute("PRAGMA user_version = 9000") }
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description))
    for mode in [ResultStore.Mode.readOnly, .readWrite(creating: true)] {
      #expect(reason { _ = try ResultStore(scratch.storePath, mode: mode) } == .newer)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description)) == before)
  }

  @Test func `a store that another connection writes is locked for writing, and readable`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.png", content: 1, in: run)
    let other = try scratch.store(patience: 10)
    try store.transaction { () throws(StoreError) in
      try store.connection.run("UPDATE documents SET kind = 'tiff'")
      #expect(reason { _ = try other.begin() } == .locked)
      #expect(try other.document(ScanPath("a.png"))?.entry.kind == "png")
    }
    #expect(try other.document(ScanPath("a.png"))?.entry.kind == "tiff")
    _ = try other.begin()
  }

  @Test func `a store opened for reading refuses to record`() throws {
    let scratch = try Scratch()
    do { _ = try scratch.store().begin() }
    let store = try ResultStore(scratch.storePath, mode: .readOnly)
    #expect(reason { _ = try store.begin() } == .readOnly)
  }

  @Test func `a full disk costs the page in hand and nothing else`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.png", content: 1, in: run)
    // SQLite's own limit gives the same SQLITE_FULL in the middle of a transaction as the disk does.
    let pages = try store.connection.first("PRAGMA page_count") { $0.int(0) } ?? 0
    try store.connection.query("PRAGMA max_page_count = \(pages + 3)") { _ in true }
    var dice = SeededRandom(seed: 1)
    let large = RecognisedPage(
      width: 1, height: 1, confidence: 1, lines: (0..<300).map { _ in dice.line() })
    #expect(reason { try store.add("b.png", content: 2, in: run, outcome: .recognised(large)) } == .full)
    #expect(try store.allPages().map(\.path.description) == ["a.png"])
    #expect(try store.problems().isEmpty)
    try store.connection.query("PRAGMA max_page_count = 1000000") { _ in true }
    try store.add("b.png", content: 2, in: run, outcome: .recognised(large))
    #expect(try store.page(ScanPath("b.png"), 0)?.record.outcome == .recognised(large))
  }

  @Test func `what throws inside of a transaction takes all of it back`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let purpose = StoreError(.misuse, store.path, "on purpose")
    let entry = DocumentEntry(path: ScanPath("a.png"), facts: nil, digest: nil, kind: "png", pageCount: 1)
    #expect(throws: purpose) {
      try store.transaction { () throws(StoreError) in
        let document = try store.record(entry, in: run)
        let blank = PageOutcome.blank(width: 1, height: 1)
        try store.record(
          PageEntry(document: document, index: 0, reader: .second, outcome: blank), in: run)
        throw purpose
      }
    }
    #expect(try store.document(ScanPath("a.png")) == nil)
    #expect(try store.allPages().isEmpty)
    // A reader that was taken back is written again when it is needed.
    try store.add("a.png", content: 1, in: run, reader: .second)
    #expect(try store.firstPage()?.record.reader == .second)
    #expect(try store.problems().isEmpty)
  }

  @Test func `a damaged store says so and does not crash`() throws {
    let scratch = try Scratch()
    do {
      let store = try scratch.store()
      let run = try store.begin()
      var dice = SeededRandom(seed: 3)
      for number in 0..<20 {
        try store.add("\(number).png", content: number, in: run, outcome: .recognised(dice.reading()))
      }
      try store.connection.query("PRAGMA wal_checkpoint(TRUNCATE)") { _ in true }
    }
    let url = URL(fileURLWithPath: scratch.storePath.description)
    let sound = try Data(contentsOf: url)
    var dice = SeededRandom(seed: 4)
    var found = 0
    for _ in 0..<60 {
      var bytes = sound
      for _ in 0..<dice.number(1...20) { bytes[dice.number(100...bytes.count - 1)] = UInt8(dice.number(0...255)) }
      if dice.happens(4) { bytes.removeLast(dice.number(1...bytes.count - 200)) }
      try bytes.write(to: url)
      do throws(StoreError) {
        let store = try ResultStore(scratch.storePath, mode: .readOnly)
        if !(try store.problems().isEmpty) { found += 1 }
        try store.forEachPage { page throws(StoreError) in
          _ = try store.page(page.id)
          return true
        }
      } catch {
        found += 1
        #expect([.corrupt, .notAStore, .misuse, .inputOutput].contains(error.reason), "\(error)")
      }
    }
    #expect(found > 20)
  }

  @Test(arguments: [
    "UPDATE lines SET words = '[[1]]'", "UPDATE lines SET words = x'80'", "UPDATE lines SET kind = 'odd'",
    "UPDATE lines SET baseline = '[1,2,3]'", "UPDATE lines SET baseline = '[1,2,3,\"4\"]'",
    "UPDATE pages SET attempts = '{'", "UPDATE pages SET preparation = 'x'", "UPDATE pages SET state = 'duplicate'",
    "UPDATE pages SET state = 'unsupported'", "PRAGMA foreign_keys = OFF; UPDATE pages SET reader = 77",
    "UPDATE pages SET problem = '{\"code\":\"unheard\",\"message\":\"\"}'", "UPDATE readers SET models = '3'",
  ]) func `a row that HanScan did not write is damage, not a crash`(sql: String) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin())
    // STRICT refuses bytes where text belongs; then there is nothing to find.
    guard (try? store.connection.execute(sql)) != nil else { return }
    let again = try ResultStore(scratch.storePath, mode: .readOnly)
    #expect(reason { _ = try again.firstPage() } == .corrupt)
  }

  @Test func `an error is one line that names the store and says what to do`() {
    for reason in StoreError.Reason.allCases {
      let text = StoreError(reason, ScanPath("out/hanscan.sqlite"), code: 5, "detail").description
      #expect(text.hasPrefix("out/hanscan.sqlite: "))
      #expect(text.contains("; "))
      #expect(!text.contains("\n"))
    }
  }

  @Test func `SQLite's code and the system's error give one reason`() {
    let failedWrite: Int32 = SQLITE_IOERR | (3 << 8)
    let cases: [(code: Int32, system: Int32, reason: StoreError.Reason)] = [
      (SQLITE_BUSY, 0, .locked), (SQLITE_FULL, 0, .full), (failedWrite, ENOSPC, .full), (failedWrite, EDQUOT, .full),
      (failedWrite, EIO, .inputOutput), (SQLITE_CORRUPT, 0, .corrupt), (SQLITE_NOTADB, 0, .notAStore),
      (SQLITE_READONLY, 0, .readOnly), (SQLITE_CANTOPEN, EACCES, .denied), (SQLITE_CANTOPEN, EROFS, .readOnly),
      (SQLITE_CANTOPEN, ENOENT, .missing), (SQLITE_CANTOPEN, EMFILE, .inputOutput), (SQLITE_NOMEM, 0, .outOfMemory),
      (SQLITE_ERROR, 0, .misuse),
    ]
    for (code, system, reason) in cases {
      #expect(StoreError(code: code, systemError: system, path: ScanPath("x"), detail: "").reason == reason)
    }
  }

  private func reason(_ body: () throws -> Void) -> StoreError.Reason? {
    do { try body() } catch { return (error as? StoreError)?.reason }
    return nil
  }
}
