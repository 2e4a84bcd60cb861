import Foundation
import PageModel
import ResultStore
import TestSupport
import Testing

@testable import Bench

@Suite struct `Features of kinds` {
  @Test func `are written for every page of a store that was read`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "hanscan.sqlite")
    do {
      let store = try ResultStore(ScanPath(path), mode: .readWrite(creating: true))
      let run = try store.begin(version: "1", reader: nil, started: "2024-01-01T00:00:00Z")
      for (name, digit, outcome) in [
        ("a", "1", PageOutcome.recognised(Self.page)), ("b", "2", .blank(width: 4, height: 4)),
      ] {
        let content = ContentDigest(hex: String(repeating: digit, count: 64))
        let facts = FileFacts(size: 1, modified: 1, changed: 1, inode: 1)
        let document = try store.record(
          DocumentEntry(path: ScanPath("shop/\(name).png"), facts: facts, digest: content, kind: "png", pageCount: 1),
          in: run)
        try store.record(PageEntry(document: document, index: 0, reader: nil, outcome: outcome), in: run)
      }
    }
    let out = scratch.path(of: "features.json")
    var said: [String] = []
    #expect(HanScanBench.run(["kinds", scratch.path(of: ""), out], print: { said.append($0) }) == 0)
    #expect(said == ["2 pages with features"])
    let features = try JSONDecoder().decode([String: [Double]].self, from: Data(contentsOf: URL(fileURLWithPath: out)))
    #expect(features["b.png"] == [])
    let values = try #require(features["a.png"])
    #expect(values.first == 1 && values.allSatisfy { (0...1).contains($0) } && values.count > 36)
  }

  private static let page: RecognisedPage = {
    let box = Box(x: 0, y: 0, width: 90, height: 20)
    let word = Word(text: "영수증", box: box, confidence: 0.9)
    return RecognisedPage(
      width: 400, height: 600, confidence: 0.9, lines: [Line(box: box, confidence: 0.9, words: [word])])
  }()
}
