import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct `A merge of stores` {
  private func store(_ names: [Int], at path: ScanPath) throws -> MergeSource {
    do {
      let store = try ResultStore(path, mode: .readWrite(creating: true))
      let run = try store.begin(version: "1", reader: nil, started: "2024-01-01T00:00:00Z")
      for name in names {
        let digits = String(name)
        let content = ContentDigest(hex: String(repeating: "0", count: 64 - digits.count) + digits)
        let facts = FileFacts(size: 1, modified: 1, changed: 1, inode: 1)
        let document = try store.record(
          DocumentEntry(
            path: ScanPath("shop/\(name).png"), facts: facts, digest: content, kind: "png", pageCount: 1), in: run)
        try store.record(
          PageEntry(document: document, index: 0, reader: nil, outcome: .blank(width: name, height: 1)), in: run)
      }
      try store.seal()
    }
    return (name: path.description, path: path)
  }

  private func merged(_ parts: [[Int]], stoppingFirst: Bool = false) throws -> [String] {
    let scratch = try ScratchFolder()
    let sources = try parts.enumerated().map { number, names in
      try store(names, at: ScanPath(scratch.path(of: "part-\(number).sqlite")))
    }
    let path = ScanPath(scratch.path(of: "whole.sqlite"))
    let merge = try StoreMerge(into: path, of: sources, key: "key")
    try merge.prepare(version: "1", started: "2024-01-01T00:00:00Z", base: nil) { _ in }
    if stoppingFirst { #expect(try !merge.perform(isStopped: { true }) { _ in }) }
    #expect(try merge.perform(isStopped: { false }) { _ in })
    var found: [String] = []
    try ResultStore(path, mode: .readOnly).forEachPage(PageFilter()) { page throws(StoreError) in
      found.append("\(page.path) \(page.id.number)")
      return true
    }
    return found
  }

  @Test func `has all documents in natural order, whichever store each is in, numbered in this order`() throws {
    var random = SeededRandom(seed: 1)
    for count in [1, 2, 7, 40] {
      var parts = [[Int]](repeating: [], count: count)
      for name in 1...200 { parts[random.number(0...count - 1)].append(name) }
      #expect(try merged(parts) == (1...200).map { "shop/\($0).png \($0)" })
    }
    #expect(try merged([[], [3], []]) == ["shop/3.png 1"])
  }

  @Test func `says that it was stopped, and goes on at the next call`() throws {
    #expect(try merged([[1, 3], [2]], stoppingFirst: true) == (1...3).map { "shop/\($0).png \($0)" })
  }

  @Test func `refuses stores that hold the same scan`() {
    #expect(throws: MergeDouble.self) { try merged([[1, 2, 3], [4, 5], [2, 6]]) }
  }
}
