import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct DerivedTests {
  @Test func `values come back as they were recorded, and a new end of the page replaces all of them`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.add("a.png", content: 1, in: run)
    let id = try #require(try store.firstPage()).id
    #expect(try store.derived(of: id) == DerivedValues())
    var values = DerivedValues()
    values["quality"] = DerivedValues.Value(version: 3, json: "{\"score\":87}")
    values["kinds"] = DerivedValues.Value(version: 1, json: nil)
    try store.record(values, of: id)
    #expect(try store.firstPage()?.record.derived == values)
    var entry = PageEntry(
      document: document, index: 0, reader: .first, outcome: .blank(width: 1, height: 1))
    values["kinds"] = nil
    entry.derived = values
    try store.record(entry, in: run)
    #expect(try ResultStore(scratch.storePath, mode: .readOnly).firstPage()?.record.derived == values)
  }

  @Test func `pages that lack a stage or have another version of it are found in groups, each once`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for number in 0..<23 { try store.add("\(number).png", content: number, pages: 2, in: run) }
    try store.add("blank.png", content: 99, in: run, outcome: .blank(width: 1, height: 1))
    let pages = try store.allPages().filter { $0.state == .recognised }
    for (number, page) in pages.enumerated() {
      var values = DerivedValues()
      // Every third is up to date, every third has an old version of one, the others lack one.
      values["a"] = DerivedValues.Value(version: number % 3 == 1 ? 1 : 2, json: nil)
      if number % 3 != 2 { values["b"] = DerivedValues.Value(version: 1, json: "[]") }
      try store.record(values, of: page.id)
    }
    var found: [PageID] = []
    var position: PageID?
    while true {
      let group = try store.pages(in: .recognised, lackingAnyOf: ["a": 2, "b": 1], after: position, atMost: 4)
      #expect(group.count <= 4)
      guard let last = group.last else { break }
      found += group
      position = last
    }
    let expected = pages.enumerated().filter { $0.offset % 3 != 0 }.map(\.element.id)
    #expect(found.count == expected.count)
    #expect(Set(found) == Set(expected))
    #expect(try store.pages(in: .recognised, lackingAnyOf: [:], after: nil, atMost: 4).isEmpty)
    #expect(try store.pages(in: .blank, lackingAnyOf: ["a": 1], after: nil, atMost: 4).count == 1)
  }

  @Test func `values go with the pages that a document no longer has`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    let document = try store.add("a.tif", content: 1, pages: 2, in: run)
    var values = DerivedValues()
    values["a"] = DerivedValues.Value(version: 1, json: "1")
    for page in try store.allPages() { try store.record(values, of: page.id) }
    try store.record(
      DocumentEntry(path: ScanPath("a.tif"), facts: .plain, digest: .number(1), kind: "tiff", pageCount: 1), in: run)
    #expect(try store.removePagesPastEnd(of: document) == 1)
    #expect(try store.connection.first("SELECT count(*) FROM derived") { $0.int(0) } == 1)
    #expect(try store.problems().isEmpty)
  }

  @Test func `files of a page become stale by their format`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin())
    let page = try #require(try store.firstPage())
    let files = ["json", "text"].map { StoredFile(format: $0, path: ScanPath("a.\($0)"), size: 1, digest: "aa") }
    try store.record(files, of: page.id)
    try store.markStale(["json"], of: page.id)
    #expect(try store.files(of: page.id).map(\.isStale) == [true, false])
  }

  @Test func `a file of a document is forgotten by its path, and the others are known`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.tif", content: 1, pages: 2, in: try store.begin())
    let page = try #require(try store.firstPage())
    let files = ["pdf", "text"].map { StoredFile(format: $0, path: ScanPath("a.\($0)"), size: 1, digest: "aa") }
    try store.record(files, of: page.id)
    try store.forgetFiles(of: page.id.document, at: [ScanPath("a.pdf"), ScanPath("b.pdf")])
    #expect(try store.files(of: page.id.document).map(\.path) == [ScanPath("a.text")])
  }
}
