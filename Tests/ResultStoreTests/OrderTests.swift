import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct OrderTests {
  @Test func `an empty store has no first, last or any page`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    #expect(try store.firstPage() == nil)
    #expect(try store.lastPage() == nil)
    #expect(try store.page(PageID(number: 1, document: DocumentID(number: 1))) == nil)
    #expect(try store.page(after: PageID(number: 1, document: DocumentID(number: 1))) == nil)
    #expect(try store.page(before: PageID(number: 1, document: DocumentID(number: 1))) == nil)
    #expect(try store.page(ScanPath("a.png"), 0) == nil)
    #expect(try store.counts().isEmpty)
    #expect(try store.allPages().isEmpty)
  }

  @Test func `pages stand in the natural order of their documents, whatever order they were recorded in`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("scan10.png", content: 1, in: run)
    try store.add("b/scan1.png", content: 2, in: run)
    try store.add("scan2.tif", content: 3, pages: 3, in: run)
    try store.add("b.png", content: 4, in: run)
    let expected = ["b/scan1.png 0", "b.png 0", "scan2.tif 0", "scan2.tif 1", "scan2.tif 2", "scan10.png 0"]
    #expect(try store.allPages().map { "\($0.path) \($0.index)" } == expected)
    #expect(
      try walk(store, from: try store.firstPage()) { page throws(StoreError) in try store.page(after: page) }
        == expected)
    let backwards = try walk(store, from: try store.lastPage()) { page throws(StoreError) in
      try store.page(before: page)
    }
    #expect(backwards == expected.reversed())
    #expect(try store.page(ScanPath("scan2.tif"), 2)?.record.index == 2)
    #expect(try store.page(ScanPath("scan2.tif"), 3) == nil)
    #expect(try store.page(ScanPath("scan2.tif"), -1) == nil)
  }

  @Test(arguments: 0..<8) func `walking forwards and backwards meets every page once, in the order of a sort`(
    seed: UInt64
  ) throws {
    var dice = SeededRandom(seed: seed)
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    var paths = Set<ScanPath>()
    for _ in 0..<40 { paths.insert(dice.path()) }
    var places: [(key: [UInt8], index: Int)] = []
    for path in paths.shuffled(using: &dice) {
      // Some documents have no page yet: a run is in the middle of them.
      let pages = dice.number(0...3)
      let document = try store.record(
        DocumentEntry(path: path, facts: nil, digest: nil, kind: "tiff", pageCount: 3), in: run)
      for index in (0..<pages).shuffled(using: &dice) {
        try store.record(
          PageEntry(
            document: document, index: index, reader: nil, outcome: .blank(width: 1, height: 1)), in: run)
        places.append((NaturalOrder.key(of: path), index))
      }
    }
    places.sort { ($0.key.lexicographicallyPrecedes($1.key)) || ($0.key == $1.key && $0.index < $1.index) }
    let expected = places.map { "\($0.key) \($0.index)" }
    var forwards: [String] = []
    var page = try store.firstPage()
    while let here = page {
      forwards.append("\(NaturalOrder.key(of: here.record.path)) \(here.record.index)")
      page = try store.page(after: here.id)
    }
    var backwards: [String] = []
    page = try store.lastPage()
    while let here = page {
      backwards.append("\(NaturalOrder.key(of: here.record.path)) \(here.record.index)")
      page = try store.page(before: here.id)
    }
    #expect(forwards == expected)
    #expect(backwards == expected.reversed())
    #expect(try store.allPages().map { "\(NaturalOrder.key(of: $0.path)) \($0.index)" } == expected)
  }

  @Test func `listings and neighbours are found by index, without a sort`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.png", content: 1, pages: 2, in: run)
    for states in [nil, Set([PageState.failed]), Set(PageState.allCases)] {
      let (sql, values) = store.listing(PageFilter(states: states))
      var plan = ""
      try store.connection.query("EXPLAIN QUERY PLAN \(sql)", values) { row throws(StoreError) in
        // The representative of a content is one of a few documents, in a statement of its own.
        if row.integer(1) == 0 { plan += try row.text(3) + "\n" }
        return true
      }
      #expect(!plan.contains("TEMP B-TREE"), "\(plan)")
      #expect(!plan.contains("SCAN p"), "\(plan)")
    }
  }

  @Test func `a listing can be left early, and pages can be fetched and recorded from within`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for number in 1...9 { try store.add("scan\(number).png", content: number, in: run) }
    var texts: [String] = []
    try store.forEachPage { summary throws(StoreError) in
      if case .recognised(let page)? = try store.page(summary.id)?.record.outcome { texts.append(page.text) }
      try store.record(
        [StoredFile(format: "text", path: summary.path, size: 1, digest: "00")], of: summary.id)
      // Another listing inside of the listing.
      var inner = 0
      try store.forEachPage { _ throws(StoreError) in
        inner += 1
        return inner < 3
      }
      return texts.count < 4
    }
    #expect(texts == (1...4).map { "scan\($0).png 0" })
    var files = 0
    try store.forEachFile { _, _ in files += 1 }
    #expect(files == 4)
  }

  @Test func `a listing filters by state, by reader, by run and by what is missing`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    let failed = PageOutcome.failed([Attempt(number: 1, problem: PageProblem(.timedOut, "120 s"))])
    try store.add("a.png", content: 1, in: first)
    try store.add("b.png", content: 2, in: first, outcome: failed)
    try store.add("c.png", content: 3, in: first, outcome: .blank(width: 3, height: 4), reader: .second)
    let second = try store.begin()
    try store.add("d.png", content: 4, in: second, outcome: .unsupported(PageProblem(.notAPicture, "text")))
    func paths(_ filter: PageFilter) throws -> [String] { try store.allPages(filter).map(\.path.description) }
    #expect(try paths(PageFilter(states: [.failed])) == ["b.png"])
    #expect(try paths(PageFilter(states: [.failed, .unsupported])) == ["b.png", "d.png"])
    #expect(try paths(PageFilter(states: [])) == [])
    #expect(try paths(PageFilter(run: second)) == ["d.png"])
    #expect(try store.markMissing(notSeenIn: second) == 3)
    #expect(try paths(PageFilter(isMissing: false)) == ["d.png"])
    #expect(try paths(PageFilter(states: [.blank], isMissing: true)) == ["c.png"])
    #expect(try store.counts() == [.recognised: 1, .failed: 1, .blank: 1, .unsupported: 1])
    #expect(try store.counts(PageFilter(isMissing: false)) == [.unsupported: 1])
    #expect(try store.allPages(PageFilter(states: [.failed])).first?.attempts.first?.problem.code == .timedOut)
    #expect(try store.allPages(PageFilter(states: [.unsupported])).first?.problem?.message == "text")
  }

  private func walk(
    _ store: ResultStore, from start: StoredPage?, _ step: (PageID) throws(StoreError) -> StoredPage?
  ) throws -> [String] {
    var places: [String] = []
    var page = start
    while let here = page {
      places.append("\(here.record.path) \(here.record.index)")
      page = try step(here.id)
    }
    return places
  }
}
