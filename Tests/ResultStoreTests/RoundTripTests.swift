import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct RoundTripTests {
  @Test func `a text that is kept takes the place of the earlier one of its name`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    #expect(try store.text(.bookDigest(of: "a.xlsx")) == nil)
    for digest in ["one", "two", "two"] {
      try store.set(.bookDigest(of: "a.xlsx"), to: digest)
      #expect(try store.text(.bookDigest(of: "a.xlsx")) == digest)
    }
    #expect(try store.text(.bookDigest(of: "b.xlsx")) == nil)
  }

  @Test(arguments: 0..<20) func `what is recorded comes back equal`(seed: UInt64) throws {
    var dice = SeededRandom(seed: seed)
    let scratch = try Scratch()
    var recorded: [PageID: (entry: PageEntry, document: DocumentEntry)] = [:]
    do {
      let store = try scratch.store()
      let run = try store.begin()
      var paths = Set<ScanPath>()
      for _ in 0..<30 {
        let path = dice.path()
        guard paths.insert(path).inserted else { continue }
        let pages = dice.number(1...3)
        let content = dice.happens(5) ? nil : ContentDigest.number(dice.number(0...1_000_000))
        let entry = DocumentEntry(
          path: path, facts: dice.happens(5) ? nil : .plain, digest: content, kind: dice.text(), pageCount: pages)
        let document = try store.record(entry, in: run)
        #expect(try store.document(path)?.entry == entry)
        for index in 0..<pages {
          let outcome = dice.outcome()
          let earlier =
            outcome.state == .recognised && dice.happens(3) ? [Attempt(number: 1, problem: dice.problem())] : []
          let page = PageEntry(
            document: document, index: index, reader: dice.pick([.first, .second, nil]), outcome: outcome,
            earlierAttempts: earlier, isQuarantined: dice.happens(7),
            files: dice.happens(3)
              ? [StoredFile(format: "text", path: dice.path(), size: 7, digest: "ab")] : [])
          recorded[try store.record(page, in: run)] = (page, entry)
        }
      }
    }
    // From the file, by another connection: nothing of the first one's memory helps.
    let store = try ResultStore(scratch.storePath, mode: .readOnly)
    #expect(try store.problems().isEmpty)
    #expect(try store.allPages().count == recorded.count)
    for (id, expected) in recorded {
      let page = try #require(try store.page(id))
      #expect(page.id.document == expected.entry.document)
      #expect(page.record.path == expected.document.path)
      #expect(page.record.index == expected.entry.index)
      #expect(page.record.content == expected.document.digest)
      #expect(page.record.reader == expected.entry.reader)
      #expect(page.record.outcome == expected.entry.outcome)
      // `==` takes composed and decomposed Hangul for equal; the store must not.
      #expect(spelling(page.record.outcome) == spelling(expected.entry.outcome))
      #expect(page.earlierAttempts == expected.entry.earlierAttempts)
      #expect(page.isQuarantined == expected.entry.isQuarantined)
      #expect(try store.files(of: id) == expected.entry.files)
    }
  }

  @Test func `a page recorded again replaces all of its earlier end`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.add("a.png", content: 1, in: run)
    let entry = PageEntry(
      document: document, index: 0, reader: .second,
      outcome: .failed([Attempt(number: 1, problem: PageProblem(.crashed, "signal 11"))]))
    let id = try store.record(entry, in: run)
    let page = try #require(try store.page(id))
    #expect(page.record.outcome == entry.outcome)
    #expect(page.record.reader == .second)
    #expect(try store.allPages().count == 1)
    #expect(try store.connection.first("SELECT count(*) FROM lines") { $0.int(0) } == 0)
  }

  @Test func `files of an earlier end are kept as stale until they are written again`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.add("a.png", content: 1, in: run)
    let page = try #require(try store.firstPage())
    let text = StoredFile(format: "text", path: ScanPath("a.png.p0001.txt"), size: 3, digest: "aa")
    let json = StoredFile(format: "json", path: ScanPath("a.png.p0001.json"), size: 4, digest: "bb")
    try store.record([text, json], of: page.id)
    var entry = PageEntry(
      document: document, index: 0, reader: .first, outcome: .blank(width: 1, height: 1))
    entry.files = [text]
    try store.record(entry, in: run)
    var stale = json
    stale.isStale = true
    #expect(try store.files(of: page.id) == [stale, text])
    try store.record([json], of: page.id)
    #expect(try store.files(of: page.id) == [json, text])
  }

  @Test func `a run's row holds what became of it`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin(version: "1.0", reader: .first, started: "2024-01-01T00:00:00Z")
    // The same second, and then a clock that went back: later is what was begun later.
    let second = try store.begin(version: "1.0", reader: nil, started: "2023-01-01T00:00:00Z")
    #expect(first.number < second.number)
    #expect(try row(of: second, in: store) == "2023-01-01T00:00:00Z 1.0 open")
    try store.finish(second, ended: "2023-01-01T00:00:09Z", counts: [.failed: 2, .recognised: 5], exitStatus: 65)
    #expect(
      try row(of: second, in: store)
        == #"2023-01-01T00:00:00Z 1.0 2023-01-01T00:00:09Z {"failed":2,"recognised":5} 65"#)
    #expect(try row(of: first, in: store) == "2024-01-01T00:00:00Z 1.0 open")
  }

  /// A run's row; nothing reads it but people.
  private func row(of run: RunID, in store: ResultStore) throws -> String? {
    try store.connection.first(
      """
      SELECT started || ' ' || version || ' ' || coalesce(ended || ' ' || counts || ' ' || exit_status, 'open')
      FROM runs WHERE id = ?
      """, [run]
    ) { row throws(StoreError) in try row.text(0) }
  }

  @Test func `numbers that are none do not reach the store`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    var page = RecognisedPage.saying("x")
    page.confidence = .nan
    page.lines[0].confidence = .infinity
    page.lines[0].words[0].confidence = -.infinity
    try store.add("a.png", content: 1, in: run, outcome: .recognised(page))
    guard case .recognised(let read)? = try store.firstPage()?.record.outcome else {
      Issue.record("no page")
      return
    }
    #expect(read.confidence == 0)
    #expect(read.lines[0].confidence == 0)
    #expect(read.lines[0].words[0].confidence == 0)
  }

  /// The outcome with every scalar of its texts told apart.
  private func spelling(_ outcome: PageOutcome) -> String {
    String(reflecting: outcome).unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
  }
}
