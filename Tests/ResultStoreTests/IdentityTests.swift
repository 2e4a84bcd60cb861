import PageModel
import Testing

@testable import ResultStore

/// Results belong to contents; documents are paths that hold one now.
@Suite struct IdentityTests {
  /// Stores a document as a run meets it, without reading it.
  @discardableResult
  private func meet(_ path: String, content: Int, in run: RunID, _ store: ResultStore) throws -> DocumentID {
    let entry = DocumentEntry(
      path: ScanPath(path), facts: .plain, digest: .number(content), kind: "png", pageCount: 1)
    return try store.record(entry, in: run)
  }

  /// The listing: each page's path and what it says, with what is said of it.
  private func listed(_ store: ResultStore, _ filter: PageFilter = PageFilter()) throws -> [String] {
    try store.allPages(filter).map { summary in
      let page = try #require(try store.page(summary.id))
      let end: String
      switch page.record.outcome {
      case .recognised(let reading): end = reading.text
      case .duplicate(let original): end = "as \(original.path)"
      default: end = page.record.outcome.state.rawValue
      }
      return "\(summary.path): \(end)\(summary.isMissing ? ", missing" : "")"
    }
  }

  private func file(_ name: String) -> StoredFile {
    StoredFile(format: "text", path: ScanPath(name), size: 1, digest: "00")
  }

  @Test func `two documents that swap their names swap what was read, and nothing is read or lost`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    for (name, content) in [("a.png", 1), ("b.png", 2)] {
      try store.add(name, content: content, in: first)
      let page = try #require(try store.page(ScanPath(name), 0))
      try store.record([file("\(name).txt")], of: page.id)
    }
    let second = try store.begin()
    try meet("a.png", content: 2, in: second, store)
    try meet("b.png", content: 1, in: second, store)
    try store.markMissing(notSeenIn: second)
    #expect(try listed(store) == ["a.png: b.png 0", "b.png: a.png 0"])
    for name in ["a.png", "b.png"] {
      #expect(try store.known(ScanPath(name))?.isUnchanged(.plain) == true)
      let page = try #require(try store.page(ScanPath(name), 0))
      #expect(try store.files(of: page.id).map(\.isStale) == [true])
    }
    // In between, the first one's content was held by nobody; what was kept for that has no files of its own.
    let superseded = try store.supersededDocuments()
    #expect(superseded.map(\.files) == [[]])
    try store.forget(superseded.map(\.document))
    #expect(try listed(store) == ["a.png: b.png 0", "b.png: a.png 0"])
    #expect(try store.supersededDocuments().isEmpty)
    #expect(try store.problems().isEmpty)
  }

  @Test func `of the documents of a content the first in natural order that is there represents it`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    let ten = try store.add("scan10.png", content: 1, in: first)
    #expect(try listed(store) == ["scan10.png: scan10.png 0"])
    let two = try meet("scan2.png", content: 1, in: first, store)
    #expect(try listed(store) == ["scan2.png: scan10.png 0", "scan10.png: as scan2.png"])
    #expect(try store.isRepresentative(two))
    #expect(try !store.isRepresentative(ten))
    #expect(try store.counts() == [.recognised: 1, .duplicate: 1])
    let second = try store.begin()
    try store.noteSeen(ten, in: second)
    #expect(try store.markMissing(notSeenIn: second) == 1)
    #expect(try listed(store) == ["scan10.png: scan10.png 0"])
    #expect(try store.isRepresentative(ten))
    try store.noteSeen(two, in: try store.begin())
    try store.flushSeen()
    #expect(try listed(store) == ["scan2.png: scan10.png 0", "scan10.png: as scan2.png"])
    // When none is there any more, the page is listed once, as a missing one.
    try store.markMissing(notSeenIn: try store.begin())
    #expect(try listed(store) == ["scan2.png: scan10.png 0, missing"])
    #expect(try listed(store, PageFilter(isMissing: false)).isEmpty)
  }

  @Test func `a file is older than its page once another document represents the content`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("b.png", content: 1, in: run)
    try meet("c.png", content: 1, in: run, store)
    func pages() throws -> [PageID] { try ["b.png", "c.png"].map { try #require(try store.page(ScanPath($0), 0)).id } }
    func stale() throws -> [Bool] { try pages().flatMap { try store.files(of: $0).map(\.isStale) } }
    for (id, name) in zip(try pages(), ["b.txt", "c.txt"]) { try store.record([file(name)], of: id) }
    #expect(try stale() == [false, false])
    try meet("a.png", content: 1, in: run, store)
    #expect(try stale() == [true, true])
    #expect(try store.pages(lackingFiles: [:]) == pages())
    for (id, name) in zip(try pages(), ["b.txt", "c.txt"]) { try store.record([file(name)], of: id) }
    #expect(try stale() == [false, false])
  }

  @Test func `a document that is replaced in place keeps its earlier page once, as missing`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.png", content: 1, in: run, outcome: .recognised(.saying("one")))
    try store.add("a.png", content: 2, in: run, outcome: .recognised(.saying("two")))
    #expect(try listed(store) == ["a.png: two", "a.png: one, missing"])
    #expect(try store.document(ScanPath("a.png"))?.entry.digest == .number(2))
    #expect(try listed(store, PageFilter(isMissing: false)) == ["a.png: two"])
    // Back again, and on: whatever lay there is kept once.
    try meet("a.png", content: 1, in: run, store)
    #expect(try listed(store) == ["a.png: one", "a.png: two, missing"])
    try store.add("a.png", content: 3, in: run, outcome: .recognised(.saying("three")))
    #expect(try Set(listed(store)) == ["a.png: three", "a.png: one, missing", "a.png: two, missing"])
    #expect(try listed(store).first == "a.png: three")
    #expect(try store.problems().isEmpty)
  }

  @Test func `a content of which nothing was read is forgotten when no document holds it any more`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let failed = PageOutcome.failed([Attempt(number: 1, problem: PageProblem(.crashed, "x"))])
    try store.add("a.png", content: 1, in: run, outcome: failed)
    try store.add("b.png", content: 1, in: run, outcome: failed)
    try store.add("a.png", content: 2, in: run)
    #expect(try listed(store) == ["a.png: a.png 0", "b.png: failed"])
    try store.add("b.png", content: 3, in: run)
    #expect(try listed(store) == ["a.png: a.png 0", "b.png: b.png 0"])
    #expect(try store.connection.first("SELECT count(*) FROM pages") { $0.int(0) } == 2)
    #expect(try store.connection.first("SELECT count(*) FROM documents") { $0.int(0) } == 2)
    // A file whose bytes were never hashed is known by its path alone, so nothing of it is kept.
    let unseen = try store.record(
      DocumentEntry(path: ScanPath("c.png"), facts: nil, digest: nil, kind: "png", pageCount: 1), in: run)
    try store.record(
      PageEntry(document: unseen, index: 0, reader: nil, outcome: .unsupported(PageProblem(.notAPicture, "x"))), in: run
    )
    try store.add("c.png", content: 4, in: run)
    #expect(try listed(store).count == 3)
  }

  @Test func `a moved document's former path is superseded, and its files are named for removal`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    let old = try store.add("b.png", content: 1, in: first)
    let gone = try store.add("gone.png", content: 2, in: first)
    for name in ["b", "gone"] {
      try store.record([file("\(name).txt")], of: try #require(try store.page(ScanPath("\(name).png"), 0)).id)
    }
    let second = try store.begin()
    let new = try meet("a.png", content: 1, in: second, store)
    #expect(try store.holders(beside: new, notSeenIn: second).map(\.id) == [old])
    try store.markMissing(try #require(try store.document(ScanPath("b.png"))))
    #expect(try store.holders(beside: new, notSeenIn: second).isEmpty)
    try store.markMissing(notSeenIn: second)
    // What was deleted is not superseded: its page and its file stay.
    #expect(try listed(store) == ["a.png: b.png 0", "gone.png: gone.png 0, missing"])
    var superseded = try store.supersededDocuments()
    #expect(superseded.map(\.document) == [old])
    #expect(superseded.map(\.files) == [[file("b.txt")]])
    // The new document wrote a file of that name itself: then it is not the old one's any more.
    try store.record([file("b.txt")], of: try #require(try store.page(of: new, 0)).id)
    superseded = try store.supersededDocuments()
    #expect(superseded.map(\.document) == [old])
    #expect(superseded.map(\.files) == [[]])
    try store.forget(superseded.map(\.document))
    #expect(try store.document(ScanPath("b.png")) == nil)
    #expect(try store.files(of: try #require(try store.page(of: new, 0)).id) == [file("b.txt")])
    #expect(try store.files(of: gone, index: 0) == [file("gone.txt")])
    #expect(try store.problems().isEmpty)
  }

  @Test func `a holder that the run has met already is not asked for again`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    let copy = try store.add("copy.png", content: 1, in: first)
    let second = try store.begin()
    let new = try meet("new.png", content: 1, in: second, store)
    #expect(try store.holders(beside: new, notSeenIn: second).map(\.id) == [copy])
    // Noted, though not yet written.
    try store.noteSeen(copy, in: second)
    #expect(try store.holders(beside: new, notSeenIn: second).isEmpty)
  }

  @Test func `documents have changed until everything that is shown of them follows`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let changes: [() throws -> Void] = [
      { try store.add("a.png", content: 1, in: run) },
      { try self.meet("a.png", content: 2, in: run, store) },
      { try store.markMissing(notSeenIn: try store.begin()) },
      { try self.meet("b.png", content: 2, in: run, store) },
      { try store.markMissing(try #require(try store.document(ScanPath("b.png")))) },
    ]
    // Nothing is shown yet.
    #expect(try store.text(.documentsChanged) != nil)
    try store.set(.documentsChanged, to: nil)
    for (number, change) in changes.enumerated() {
      #expect(try store.text(.documentsChanged) == nil, "\(number)")
      try change()
      #expect(try store.text(.documentsChanged) != nil, "\(number)")
      try store.set(.documentsChanged, to: nil)
    }
    // Met again as it was: nothing follows.
    try meet("c.png", content: 2, in: run, store)
    try store.set(.documentsChanged, to: nil)
    try meet("c.png", content: 2, in: run, store)
    #expect(try store.text(.documentsChanged) == nil)
  }

  @Test func `neighbours are duplicates and missing pages too, but no path whose content lies elsewhere`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    for (name, content) in [("a.tif", 1), ("b.tif", 1), ("c.tif", 2), ("d.tif", 1), ("e.tif", 3)] {
      try store.add(name, content: content, pages: 2, in: first)
    }
    try store.add("e.tif", content: 4, pages: 1, in: first)
    let moved = try #require(try store.page(ScanPath("d.tif"), 1)).id
    let second = try store.begin()
    for name in ["a.tif", "b.tif", "e.tif"] {
      try store.noteSeen(try #require(try store.document(ScanPath(name))).id, in: second)
    }
    try store.markMissing(notSeenIn: second)
    let all = try store.allPages().map(\.id)
    let places = try store.allPages().map { "\($0.path) \($0.index) \($0.state) \($0.isMissing)" }
    #expect(
      places == [
        "a.tif 0 recognised false", "a.tif 1 recognised false", "b.tif 0 duplicate false", "b.tif 1 duplicate false",
        "c.tif 0 recognised true", "c.tif 1 recognised true", "e.tif 0 recognised false", "e.tif 0 recognised true",
        "e.tif 1 recognised true",
      ])
    #expect(try store.firstPage()?.id == all.first)
    #expect(try store.lastPage()?.id == all.last)
    for (place, id) in all.enumerated() {
      #expect(try store.page(after: id)?.id == (place + 1 < all.count ? all[place + 1] : nil))
      #expect(try store.page(before: id)?.id == (place > 0 ? all[place - 1] : nil))
    }
    // From a page that no listing has, the way leads back into it.
    #expect(try store.page(after: moved)?.id == all[6])
  }

  @Test func `a present page is the same as present pages alone, and a missing one is replaced by one`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    for number in 0..<4 { try store.add("\(number).png", content: number, in: first) }
    let pages = try store.allPages().map(\.id)
    func same(_ place: Int) throws -> [String] { try store.samePages(as: pages[place]).map(\.page.path.description) }
    _ = try store.record(
      [
        SamePair(other: pages[0], similarity: 1, agreement: ""),
        SamePair(other: pages[1], similarity: 1, agreement: ""),
        SamePair(other: pages[3], similarity: 1, agreement: "", isWhole: true, otherIsWhole: false),
      ], of: pages[2])
    #expect(try pages.indices.map(same) == [["2.png"], ["2.png"], ["0.png", "1.png", "3.png"], ["2.png"]])
    #expect(try pages.map { try store.isReplaced($0) } == [false, false, false, false])
    #expect(try pages.map { try store.isRepeated($0) } == [false, false, true, false])
    let second = try store.begin()
    for place in [1, 2] { try store.noteSeen(pages[place].document, in: second) }
    try store.markMissing(notSeenIn: second)
    #expect(try pages.indices.map(same) == [["2.png"], ["2.png"], ["1.png"], ["2.png"]])
    // The last one holds more than the page that is there.
    #expect(try pages.map { try store.isReplaced($0) } == [true, false, false, false])
    // A missing page comes behind those that are there, whatever its name.
    #expect(try pages.map { try store.isRepeated($0) } == [true, false, true, false])
    try store.markMissing(try #require(try store.document(ScanPath("1.png"))))
    #expect(try pages.map { try store.isRepeated($0) } == [true, true, false, false])
    try store.markMissing(try #require(try store.document(ScanPath("2.png"))))
    #expect(try same(2) == ["0.png", "1.png", "3.png"])
    #expect(try pages.map { try store.isReplaced($0) } == [false, false, false, false])
  }
}
