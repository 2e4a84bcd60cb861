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
          document: document, index: index, reader: .first, outcome: .blank(width: 1, height: 1)),
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
          document: document, index: index, reader: .first, outcome: .blank(width: 1, height: 1)),
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
    try store.add("a.tif", content: 1, pages: 2, in: run)
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
        document: document, index: 0, reader: .first,
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

  @Test(
    arguments: [
      ([.stalled], false, true), ([.damaged, .engine], false, true), ([.stalled], true, false),
      ([.stalled, .damaged], false, false), ([], false, false),
    ] as [([PageProblem.Code], Bool, Bool)])
  func `a page is tried again if its last failure may pass and it does not kill its workers`(
    codes: [PageProblem.Code], isQuarantined: Bool, isPassing: Bool
  ) throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.add("a.tif", content: 1, in: run)
    let attempts = codes.enumerated().map { Attempt(number: $0 + 1, problem: PageProblem($1, "x")) }
    let outcome = attempts.isEmpty ? PageOutcome.blank(width: 1, height: 1) : .failed(attempts)
    try store.record(
      PageEntry(document: document, index: 0, reader: .first, outcome: outcome, isQuarantined: isQuarantined), in: run)
    #expect(try #require(try store.firstPage()).isPassingFailure == isPassing)
    #expect(try store.known(path)?.passingFailures == (isPassing ? 1 : 0))
  }

  @Test func `pages that lack an up-to-date file of a wanted format are found`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.add("a.tif", content: 1, pages: 2, in: run)
    try store.add("b.tif", content: 1, pages: 2, in: run)
    func lacking(_ formats: [String: Set<PageState>]) throws -> [String] {
      try store.pages(lackingFiles: formats).map { id in
        let page = try #require(try store.page(id)).record
        return "\(page.path) \(page.index)"
      }
    }
    let text: [String: Set<PageState>] = ["text": [.recognised, .blank]]
    #expect(try lacking(text) == ["a.tif 0", "a.tif 1"])
    #expect(try lacking(["json": Set(PageState.allCases)]) == ["a.tif 0", "a.tif 1", "b.tif 0", "b.tif 1"])
    #expect(try lacking(["none": []]).isEmpty)
    let page = try #require(try store.firstPage())
    try store.record([StoredFile(format: "text", path: path, size: 1, digest: "00")], of: page.id)
    #expect(try lacking(text) == ["a.tif 1"])
    // Recorded again: the file is stale, whether such a page has one or not.
    try store.record(
      PageEntry(
        document: page.id.document, index: 0, reader: .first, outcome: .unsupported(PageProblem(.damaged, "x"))),
      in: run)
    #expect(try lacking(text) == ["a.tif 0", "a.tif 1"])
    try store.forgetFiles(of: page.id, formats: ["text"])
    #expect(try lacking(text) == ["a.tif 1"])
    // A missing document gets no new file.
    try store.markMissing(notSeenIn: try store.begin())
    #expect(try lacking(text).isEmpty)
  }

  @Test func `a copy is settled as soon as its content is read, whichever of the two was read`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for name in ["copy.png", "first.png"] {
      try store.record(
        DocumentEntry(path: ScanPath(name), facts: .plain, digest: .number(1), kind: "png", pageCount: 1), in: run)
      #expect(try store.known(ScanPath(name))?.isSettled == false)
    }
    try store.add("first.png", content: 1, in: run)
    #expect(try store.known(ScanPath("copy.png"))?.isSettled == true)
    // Another scan now lies at the first's path, and then none: the copy has what was read all the same.
    try store.add("first.png", content: 2, in: run)
    #expect(try store.known(ScanPath("copy.png"))?.isSettled == true)
    let next = try store.begin()
    try store.noteSeen(try #require(try store.document(ScanPath("copy.png"))).id, in: next)
    try store.markMissing(notSeenIn: next)
    #expect(try store.known(ScanPath("copy.png"))?.isUnchanged(.plain) == true)
  }

  @Test func `a page is found through every document that holds its content`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let first = try store.add("z.tif", content: 7, pages: 2, in: run)
    let copy = try store.record(
      DocumentEntry(path: ScanPath("zz.tif"), facts: .plain, digest: .number(7), kind: "tiff", pageCount: 2), in: run)
    #expect(try store.page(of: first, 1)?.record.path == ScanPath("z.tif"))
    let duplicate = PageOutcome.duplicate(of: PageReference(path: ScanPath("z.tif"), index: 1))
    #expect(try store.page(of: copy, 1)?.record.outcome == duplicate)
    #expect(try store.page(of: copy, 1)?.id.number == store.page(of: first, 1)?.id.number)
    #expect(try store.page(of: first, 2) == nil)
    // The file moved: the page of the missing one is still found, and so is that of the new path.
    let next = try store.begin()
    try store.markMissing(notSeenIn: next)
    #expect(try store.page(of: first, 0)?.isMissing == true)
    let moved = try store.record(
      DocumentEntry(path: ScanPath("moved.tif"), facts: .plain, digest: .number(7), kind: "tiff", pageCount: 2),
      in: next)
    #expect(try store.page(of: moved, 0)?.record.outcome == .recognised(.saying("z.tif 0")))
    let number = try #require(try store.page(of: first, 0)).id.number
    #expect(try store.page(number: number)?.record.path == ScanPath("moved.tif"))
  }

  @Test func `a vanished file keeps its pages, marked missing, until it is met again`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let first = try store.begin()
    for (number, path) in ["a/1.png", "a/2.png", "a0.png", "b/1.png"].enumerated() {
      try store.add(path, content: number, in: first)
    }
    let second = try store.begin()
    try store.noteSeen(try #require(try store.document(ScanPath("a/1.png"))).id, in: second)
    #expect(try store.markMissing(notSeenIn: second, at: [ScanPath("a/")]) == 1)
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
    #expect(try store.allPages().count == 4)
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
    }
    #expect(documents == [path])
  }
}
