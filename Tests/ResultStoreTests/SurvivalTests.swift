import CSQLite
import Foundation
import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct SurvivalTests {
  @Test func `commits are synced to the disk, in a log that readers do not block`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    func setting(_ name: String) throws -> String? {
      try store.connection.first("PRAGMA \(name)") { row throws(StoreError) in try row.text(0) }
    }
    #expect(try setting("journal_mode") == "wal")
    #expect(try setting("synchronous") == "2")
    #expect(try setting("foreign_keys") == "1")
    #expect(try setting("trusted_schema") == "0")
    #expect(try setting("application_id") == String(Schema.applicationID))
  }

  @Test func `opening a store again changes nothing in it`() throws {
    let scratch = try Scratch()
    do { try scratch.store().add("a.png", content: 1, in: RunID(number: try scratch.store().begin().number)) }
    let before = try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description))
    do { _ = try scratch.store() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: scratch.storePath.description)) == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["hanscan.sqlite"])
  }

  /// What lies on the disk after a kill is the file and its log, as they are at that moment.
  @Test func `killed after any page, the store holds every page recorded and nothing else`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    var dice = SeededRandom(seed: 11)
    for number in 1...12 {
      try store.add("scan\(number).png", content: number, in: run, outcome: .recognised(dice.reading()))
      let copy = try Scratch()
      for suffix in ["", "-wal"] {
        try FileManager.default.copyItem(
          atPath: "\(scratch.path)/hanscan.sqlite\(suffix)", toPath: "\(copy.path)/hanscan.sqlite\(suffix)")
      }
      let survivor = try copy.store()
      #expect(try survivor.problems().isEmpty)
      #expect(try survivor.allPages() == store.allPages())
    }
  }

  @Test func `a log cut off at any byte gives the pages up to a commit, each one whole`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.connection.query("PRAGMA wal_checkpoint(TRUNCATE)") { _ in true }
    var dice = SeededRandom(seed: 12)
    var outcomes: [ScanPath: PageOutcome] = [:]
    for number in 1...8 {
      let outcome = PageOutcome.recognised(dice.reading())
      outcomes[ScanPath("scan\(number).png")] = outcome
      try store.transaction { () throws(StoreError) in
        let path = ScanPath("scan\(number).png")
        let document = try store.record(
          DocumentEntry(path: path, facts: nil, digest: nil, kind: "png", pageCount: 1), in: run)
        try store.record(
          PageEntry(document: document, index: 0, reader: .first, outcome: outcome), in: run)
      }
    }
    let main = try Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/hanscan.sqlite"))
    let log = try Data(contentsOf: URL(fileURLWithPath: "\(scratch.path)/hanscan.sqlite-wal"))
    var counts = Set<Int>()
    for _ in 0..<40 {
      let copy = try Scratch()
      try main.write(to: URL(fileURLWithPath: "\(copy.path)/hanscan.sqlite"))
      try log.prefix(dice.number(0...log.count)).write(to: URL(fileURLWithPath: "\(copy.path)/hanscan.sqlite-wal"))
      let survivor = try copy.store()
      #expect(try survivor.problems().isEmpty)
      let pages = try survivor.allPages()
      #expect(pages.map(\.path.description) == (0..<pages.count).map { "scan\($0 + 1).png" })
      for page in pages { #expect(try survivor.page(page.id)?.record.outcome == outcomes[page.path]) }
      counts.insert(pages.count)
    }
    #expect(counts.count > 3)
  }

  @Test func `a store that was killed without a log is read as it was before`() throws {
    let scratch = try Scratch()
    let copy = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.png", content: 1, in: run)
    try store.seal()
    // More than is kept in memory: a part of it is in the file before it is committed.
    try store.connection.execute("PRAGMA cache_size = 10; BEGIN")
    for number in 1...400 { try store.add("more/\(number).png", content: number, in: run) }
    for suffix in ["", "-journal"] {
      try FileManager.default.copyItem(
        atPath: "\(scratch.path)/hanscan.sqlite\(suffix)", toPath: "\(copy.path)/hanscan.sqlite\(suffix)")
    }
    let reader = try ResultStore(copy.storePath, mode: .readOnly)
    #expect(try reader.allPages().map(\.path.description) == ["a.png"])
    #expect(try reader.problems().isEmpty)
  }

  @Test func `a store is read where nothing can be written beside it, whatever its name`() throws {
    let scratch = try Scratch()
    let path = ScanPath(bytes: Array("\(scratch.path)/50% ?x#y 영수증".utf8) + [0xFF])
    do {
      let store = try ResultStore(path, mode: .readWrite(creating: true))
      try store.add("a.png", content: 1, in: try store.begin())
    }
    // As on a read-only file system; this user may be one whom no permission stops.
    let connection = try Connection(path, flags: SQLITE_OPEN_READONLY, unchanging: true)
    #expect(try connection.first("SELECT count(*) FROM pages") { $0.int(0) } == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 1)
  }

  @Test func `a reader sees what a writer commits, each listing as of its start`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.png", content: 1, in: run)
    let reader = try ResultStore(scratch.storePath, mode: .readOnly)
    var met: [String] = []
    try reader.forEachPage { page throws(StoreError) in
      met.append(page.path.description)
      let next = DocumentEntry(path: ScanPath("b.png"), facts: nil, digest: nil, kind: "png", pageCount: 1)
      if met.count == 1 { try store.record(next, in: run) }
      #expect(try reader.document(ScanPath("b.png")) == nil)
      return true
    }
    #expect(met == ["a.png"])
    #expect(try reader.document(ScanPath("b.png")) != nil)
  }

  @Test func `the owner of a store leaves no open file behind`() throws {
    let scratch = try Scratch()
    func open() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }.filter { $0.hasPrefix(scratch.path) }.count
    }
    for _ in 0..<3 {
      let store = try scratch.store()
      try store.add("a.png", content: 1, in: try store.begin())
      #expect(try withExtendedLifetime(store) { try open() } > 0)
    }
    #expect(throws: StoreError.self) { try ResultStore(ScanPath(scratch.path), mode: .readOnly) }
    #expect(try open() == 0)
  }
}
