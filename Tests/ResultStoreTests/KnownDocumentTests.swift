import PageModel
import Testing

@testable import ResultStore

@Suite struct KnownDocumentTests {
  private let path = ScanPath("a.tif")

  @Test func `a file that was never met is not known`() throws {
    let scratch = try Scratch()
    #expect(try scratch.store().known(path) == nil)
  }

  @Test func `a file of the same size, times and inode with all pages read is unchanged`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.tif", content: 1, pages: 3, in: try store.begin())
    let known = try #require(try store.known(path, reader: ReaderRecord.first.key))
    #expect(known.isUnchanged(.plain))
    #expect(known.pagesOfOtherReaders == 0)
    for change in [\FileFacts.size, \.modified, \.changed] {
      var facts = FileFacts.plain
      facts[keyPath: change] += 1
      #expect(!known.isUnchanged(facts))
    }
    var facts = FileFacts.plain
    facts.inode = 3
    #expect(!known.isUnchanged(facts))
  }

  @Test func `a document whose reading was cut short is not settled`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.record(
      DocumentEntry(path: path, facts: .plain, digest: .number(1), kind: "tiff", pageCount: 2), in: run)
    #expect(try store.known(path)?.isSettled == false)
    for index in [1, 0] {
      try store.record(
        PageEntry(
          document: document, index: index, content: .number(1), reader: .first, outcome: .blank(width: 1, height: 1)),
        in: run)
      #expect(try store.known(path)?.isSettled == (index == 0))
    }
  }

  @Test func `new content unsettles a document until each of its pages is recorded again`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.tif", content: 1, pages: 2, in: run)
    let entry = DocumentEntry(path: path, facts: .plain, digest: .number(2), kind: "tiff", pageCount: 2)
    let document = try store.record(entry, in: run)
    #expect(try store.known(path)?.isSettled == false)
    for index in 0..<2 {
      #expect(try store.known(path)?.isSettled == false)
      try store.record(
        PageEntry(
          document: document, index: index, content: .number(2), reader: .first, outcome: .blank(width: 1, height: 1)),
        in: run)
    }
    #expect(try store.known(path)?.isSettled == true)
  }

  @Test func `pages past a document's new end unsettle it until they are removed with their files`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("b.tif", content: 9, pages: 3, in: run)
    let document = try store.add("a.tif", content: 1, pages: 3, in: run)
    let last = try #require(try store.page(path, 2))
    let file = StoredFile(format: "text", path: ScanPath("a.tif.p0003.txt"), size: 1, digest: "00")
    try store.record([file], of: last.id)
    try store.add("a.tif", content: 2, pages: 2, in: run)
    #expect(try store.known(path)?.isSettled == false)
    #expect(
      try store.filesPastEnd(of: document) == [StoredFile(format: "text", path: file.path, size: 1, digest: "00")])
    #expect(try store.removePagesPastEnd(of: document) == 1)
    #expect(try store.known(path)?.isSettled == true)
    #expect(try store.filesPastEnd(of: document).isEmpty)
    #expect(try store.allPages().count == 5)
    #expect(try store.problems().isEmpty)
  }

  @Test func `a failure is a result, and is counted`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.add(
      "a.tif", content: 1, in: run, outcome: .failed([Attempt(number: 1, problem: PageProblem(.crashed, "x"))]))
    #expect(try store.known(path)?.isUnchanged(.plain) == true)
    #expect(try store.known(path)?.failedPages == 1)
    try store.record(
      PageEntry(
        document: document, index: 0, content: .number(1), reader: .first,
        outcome: .failed([Attempt(number: 1, problem: PageProblem(.crashed, "x"))]), isQuarantined: true), in: run)
    #expect(try store.known(path)?.failedPages == 1)
  }

  @Test func `results of another reader are counted and do not unsettle a document`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.tif", content: 1, pages: 2, in: try store.begin(), reader: .second)
    let known = try #require(try store.known(path, reader: ReaderRecord.first.key))
    #expect(known.isUnchanged(.plain))
    #expect(known.pagesOfOtherReaders == 2)
    #expect(try store.known(path)?.pagesOfOtherReaders == 0)
  }

  @Test func `pages without an up-to-date file of a wanted format are counted`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.tif", content: 1, pages: 2, in: run)
    func lacking() throws -> [String: Int]? {
      try store.known(path, files: ["text": [.recognised, .blank], "json": Set(PageState.allCases), "none": []])?
        .pagesWithoutFile
    }
    #expect(try lacking() == ["text": 2, "json": 2, "none": 0])
    let page = try #require(try store.firstPage())
    try store.record([StoredFile(format: "text", path: path, size: 1, digest: "00")], of: page.id)
    #expect(try lacking() == ["text": 1, "json": 2, "none": 0])
    // Recorded again: the file is stale.
    try store.record(
      PageEntry(
        document: page.document, index: 0, content: .number(1), reader: .first,
        outcome: .unsupported(PageProblem(.damaged, "x"))), in: run)
    #expect(try lacking() == ["text": 1, "json": 2, "none": 0])
    try store.record([StoredFile(format: "json", path: path, size: 1, digest: "00")], of: page.id)
    #expect(try lacking() == ["text": 1, "json": 1, "none": 0])
  }

  @Test func `a duplicate is settled only while the page that it names stands`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let copy = ScanPath("copy.png")
    let original = PageReference(path: ScanPath("first.png"), index: 0)
    try store.add("copy.png", content: 1, in: run, outcome: .duplicate(of: original))
    // The run was killed before the first was read.
    #expect(try store.known(copy)?.isSettled == false)
    try store.add("first.png", content: 1, in: run)
    #expect(try store.known(copy)?.isSettled == true)
    // Another scan now lies at the first's path.
    try store.add("first.png", content: 2, in: run)
    #expect(try store.known(copy)?.isSettled == false)
    try store.add("first.png", content: 1, in: run)
    let next = try store.begin()
    try store.noteSeen(try #require(try store.document(copy)).id, in: next)
    try store.markMissing(notSeenIn: next)
    #expect(try store.known(copy)?.isSettled == false)
  }

  @Test func `a result is found by content, index and reader, wherever the file lies`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("z.tif", content: 7, pages: 2, in: run)
    try store.add(
      "copy.tif", content: 7, pages: 2, in: run,
      outcome: .duplicate(of: PageReference(path: ScanPath("z.tif"), index: 0)))
    let key = ReaderRecord.first.key
    #expect(try store.result(content: .number(7), index: 1, reader: key)?.record.path == ScanPath("z.tif"))
    #expect(try store.result(content: .number(7), index: 2, reader: key) == nil)
    #expect(try store.result(content: .number(8), index: 0, reader: key) == nil)
    #expect(try store.result(content: .number(7), index: 0, reader: ReaderRecord.second.key) == nil)
    // The file moved: the result of the missing one is still found, and one that is there comes first.
    let next = try store.begin()
    try store.markMissing(notSeenIn: next)
    #expect(try store.result(content: .number(7), index: 0, reader: key)?.isMissing == true)
    try store.add("moved.tif", content: 7, pages: 2, in: next)
    #expect(try store.result(content: .number(7), index: 0, reader: key)?.record.path == ScanPath("moved.tif"))
  }

  @Test func `a vanished file keeps its pages, marked missing, until it is met again`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    for path in ["a/1.png", "a/2.png", "a0.png", "b/1.png"] { try store.add(path, content: 1, in: first) }
    let second = try store.begin()
    try store.noteSeen(try #require(try store.document(ScanPath("a/1.png"))).id, in: second)
    #expect(try store.markMissing(notSeenIn: second, below: ScanPath("a/")) == 1)
    #expect(try store.document(ScanPath("a/1.png"))?.isMissing == false)
    #expect(try store.document(ScanPath("a/1.png"))?.lastSeen == second)
    #expect(try store.document(ScanPath("a/2.png"))?.isMissing == true)
    #expect(try store.document(ScanPath("a0.png"))?.isMissing == false)
    #expect(try store.markMissing(notSeenIn: second) == 2)
    #expect(try store.markMissing(notSeenIn: second) == 0)
    #expect(try store.allPages().count == 4)
    #expect(try store.page(ScanPath("a/2.png"), 0)?.isMissing == true)
    let third = try store.begin()
    try store.add("a/2.png", content: 1, in: third)
    #expect(try store.document(ScanPath("a/2.png"))?.isMissing == false)
  }

  @Test func `documents noted as seen are written when the run is finished`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    let document = try store.add("a.tif", content: 1, in: first)
    let second = try store.begin()
    try store.noteSeen(document, in: second)
    try store.finish(second, ended: "", counts: [:], exitStatus: 0)
    #expect(try store.document(path)?.lastSeen == second)
    var documents: [ScanPath] = []
    try store.forEachDocument { document throws(StoreError) in
      documents.append(document.entry.path)
      return true
    }
    #expect(documents == [path])
  }
}
