import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct SamePagesTests {
  private func filled(_ count: Int) throws -> (Scratch, ResultStore, RunID, [PageID]) {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for number in 0..<count { try store.add("\(number).png", content: number, in: run) }
    return (scratch, store, run, try store.allPages().map(\.id))
  }

  @Test func `pages are found by the keys that they share, those with most of them first`() throws {
    let (_, store, _, pages) = try filled(4)
    try store.record(trace: "a", keys: [1, 2, 3], of: pages[0])
    try store.record(trace: "b", keys: [3, 4], of: pages[1])
    try store.record(trace: "c", keys: [2, 3, .min, .max], of: pages[2])
    try store.record(trace: nil, keys: [], of: pages[3])
    let found = try store.pages(sharing: [1, 2, 3, 3], except: pages[0], atMost: 9)
    #expect(found.map(\.page) == [pages[2], pages[1]])
    #expect(found.map(\.trace) == ["c", "b"])
    #expect(try store.pages(sharing: [.min], except: nil, atMost: 9).map(\.page) == [pages[2]])
    #expect(try store.pages(sharing: [1, 2, 3], except: nil, atMost: 1).map(\.page) == [pages[0]])
    // In place of what was recorded before.
    try store.record(trace: "d", keys: [9], of: pages[2])
    #expect(try store.pages(sharing: [2, 3, .max], except: pages[0], atMost: 9).map(\.page) == [pages[1]])
    #expect(try store.pages(sharing: [9], except: nil, atMost: 9).map(\.trace) == ["d"])
  }

  @Test func `a key that very many pages have tells nothing`() throws {
    let (_, store, _, pages) = try filled(ResultStore.commonKey + 2)
    for page in pages.dropLast() { try store.record(trace: "x", keys: [7], of: page) }
    #expect(try store.pages(sharing: [7], except: pages[0], atMost: 9).isEmpty)
    try store.record(trace: "x", keys: [8], of: pages[1])
    #expect(try store.pages(sharing: [7], except: pages[0], atMost: 200).count == ResultStore.commonKey - 1)
  }

  @Test func `pairs are known from both sides, and the later page repeats the earlier one`() throws {
    let (scratch, store, _, pages) = try filled(3)
    let pair = SamePair(other: pages[0], similarity: 0.97, agreement: "time, total")
    #expect(try store.record([pair], of: pages[2]) == [pages[0], pages[2]])
    let expected = SamePage(
      page: PageReference(path: ScanPath("2.png"), index: 0), similarity: 0.97, agreement: "time, total")
    #expect(try store.samePages(as: pages[0]) == [expected])
    #expect(try store.samePages(as: pages[2]).map(\.page.path) == [ScanPath("0.png")])
    #expect(try pages.map { try store.isRepeated($0) } == [false, false, true])
    // A page that holds more than the other is no repetition of it.
    let part = SamePair(other: pages[0], similarity: 0.9, agreement: "", isWhole: false, otherIsWhole: true)
    #expect(try store.record([part], of: pages[2]) == [pages[0], pages[2]])
    #expect(try pages.map { try store.isRepeated($0) } == [false, false, false])
    #expect(try store.record([], of: pages[0]) == [pages[0], pages[2]])
    #expect(try store.samePages(as: pages[2]).isEmpty)
    #expect(try ResultStore(scratch.storePath, mode: .readOnly).problems().isEmpty)
  }

  @Test func `a page that can't be read any more takes its pairs along, and its partners are compared again`() throws {
    let (_, store, run, pages) = try filled(2)
    let value = DerivedValues.Value(version: 1, json: "[]")
    for outcome in [PageOutcome.blank(width: 1, height: 1), .unsupported(PageProblem(.damaged, "it is damaged"))] {
      for page in pages {
        try store.record(trace: "a", keys: [1], of: page)
        try store.record(value, stage: ResultStore.sameStage, of: page)
      }
      _ = try store.record([SamePair(other: pages[0], similarity: 1, agreement: "")], of: pages[1])
      let document = try #require(try store.document(ScanPath("1.png"))).id
      try store.record(
        PageEntry(document: document, index: 0, reader: .first, outcome: outcome), in: run)
      #expect(try store.samePages(as: pages[0]).isEmpty)
      #expect(try store.pages(sharing: [1], except: pages[0], atMost: 9).isEmpty)
      #expect(try store.derived(of: pages[0])[ResultStore.sameStage]?.version == 0)
    }
    #expect(try store.count(in: .recognised, lacking: ResultStore.sameStage, version: 1) == 1)
    #expect(try store.problems().isEmpty)
  }
}
