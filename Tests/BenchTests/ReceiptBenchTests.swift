import Foundation
import PageModel
import TestSupport
import Testing

@testable import Bench

@Suite struct `Receipts of stored pages` {
  private static let page = """
    {"state": "recognised", "width": 400, "height": 200, "confidence": 0.9, "text": "", "lines": [
      {"kind": "text", "block": 0, "box": {"x": 0, "y": 0, "width": 300, "height": 20}, "confidence": 0.9, "text": "",
       "words": [{"text": "2026-03-14", "box": {"x": 0, "y": 0, "width": 100, "height": 20}, "confidence": 0.9}]},
      {"kind": "text", "block": 0, "box": {"x": 0, "y": 30, "width": 300, "height": 20}, "confidence": 0.9, "text": "",
       "words": [{"text": "합계", "box": {"x": 0, "y": 30, "width": 50, "height": 20}, "confidence": 0.9},
                 {"text": "7,500", "box": {"x": 200, "y": 30, "width": 60, "height": 20}, "confidence": 0.9}]}]}
    """

  @Test func `are added to the pages' JSON, and pages without text are copied`() throws {
    let scratch = try ScratchFolder()
    try scratch.write(Array(Self.page.utf8), to: "pages/a/shop.png.p0001.json")
    try scratch.write(Array(#"{"state": "blank", "width": 4, "height": 4}"#.utf8), to: "pages/blank.png.p0001.json")
    var said: [String] = []
    let status = HanScanBench.run(
      ["receipts", scratch.path(of: "pages"), scratch.path(of: "out")], print: { said.append($0) })
    #expect(status == 0)
    #expect(said.first?.hasPrefix("1 pages, 1 receipts, 1 totals") == true, "\(said)")
    let data = try Data(contentsOf: URL(fileURLWithPath: scratch.path(of: "out/a/shop.png.p0001.json")))
    let page = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let receipts = try #require(page["receipts"] as? [[String: Any]])
    let fields = try #require(receipts.first?["fields"] as? [String: [String: Any]])
    #expect(fields["total"]?["value"] as? String == "7500")
    #expect(FileManager.default.fileExists(atPath: scratch.path(of: "out/blank.png.p0001.json")))
  }

  @Test func `are found on what the page's JSON says, baselines included`() throws {
    let page = Self.page.replacing(
      #""text": "","#, with: #""text": "", "baseline": {"x1": 1, "y1": 18, "x2": 300, "y2": 19.5},"#, maxReplacements: 2
    )
    let read = try JSONDecoder().decode(RecognisedPage.self, from: Data(page.utf8))
    #expect(read.lines.map(\.baseline) == [Baseline(x1: 1, y1: 18, x2: 300, y2: 19.5), nil])
  }

  @Test func `want pages, and words without a mistake`() throws {
    let scratch = try ScratchFolder()
    try scratch.write([], to: "none/readme.txt")
    #expect(HanScanBench.run(["receipts", scratch.path(of: "none"), scratch.path(of: "out")], print: { _ in }) == 1)
    try scratch.write(Array(Self.page.utf8), to: "pages/shop.png.p0001.json")
    try scratch.write(Array("[nothing]\n".utf8), to: "words.txt")
    let arguments = ["receipts", scratch.path(of: "pages"), scratch.path(of: "out")]
    #expect(HanScanBench.run(arguments + ["--lexicon", scratch.path(of: "words.txt")], print: { _ in }) == 1)
    #expect(HanScanBench.run(arguments + ["--lexicon", scratch.path(of: "gone.txt")], print: { _ in }) == 1)
  }
}
