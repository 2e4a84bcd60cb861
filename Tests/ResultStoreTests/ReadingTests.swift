import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct ReadingTests {
  private static func page(_ texts: String...) -> PageOutcome {
    .recognised(
      RecognisedPage(
        width: 600, height: 800, confidence: 0.7,
        lines: texts.enumerated().map { index, text in
          let box = Box(x: 10, y: 20 + index * 40, width: 400, height: 24)
          return Line(
            box: box, confidence: 0.7,
            words: text.split(separator: " ").map { Word(text: String($0), box: box, confidence: 0.7) })
        }))
  }

  private func text(_ store: ResultStore) throws -> String? {
    guard case .recognised(let page) = try store.page(ScanPath("a.png"), 0)?.record.outcome else { return nil }
    return page.text
  }

  private func kept(_ store: ResultStore, _ reader: ReaderRecord) throws -> [KeptReading] {
    var kept: [KeptReading] = []
    try store.forEachKept(by: reader.key) { reading in
      kept.append(reading)
      return true
    }
    return kept
  }

  @Test func `a kept reading changes nothing until it is exchanged, and the earlier one is kept in turn`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: Self.page("함계 1", "현금"))
    let content = ContentDigest.number(1)
    #expect(try !store.hasKept(content, index: 0, by: ReaderRecord.second.key))
    try store.keep(Self.page("합계 1", "현금"), by: .second, of: content, index: 0)
    #expect(try store.hasKept(content, index: 0, by: ReaderRecord.second.key))
    #expect(try store.keptReaders().map(\.pages) == [1])
    #expect(try text(store) == "함계 1\n현금")
    let reading = try #require(try kept(store, .second).first)
    #expect(reading.old.text == "함계 1\n현금" && reading.new == Self.page("합계 1", "현금"))
    try store.exchange(reading, derived: DerivedValues())
    #expect(try text(store) == "합계 1\n현금")
    #expect(try store.page(ScanPath("a.png"), 0)?.record.reader == .second)
    #expect(try store.search(try SearchQuery("합계"), limit: 1).count == 1)
    #expect(try kept(store, .second).isEmpty)
    let former = try #require(try kept(store, .first).first)
    try store.exchange(former, derived: DerivedValues())
    #expect(try text(store) == "함계 1\n현금")
    #expect(try store.problems().isEmpty)
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `a reading that found nothing can be taken back`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: Self.page("합계 1"))
    try store.keep(.blank(width: 600, height: 800), by: .second, of: .number(1), index: 0)
    try store.exchange(try #require(try kept(store, .second).first), derived: DerivedValues())
    #expect(try store.page(ScanPath("a.png"), 0)?.record.outcome.state == .blank)
    #expect(try store.keptReaders().map(\.pages) == [1])
    let former = try #require(try kept(store, .first).first)
    #expect(former.old.lines.isEmpty && former.old.width == 600)
    try store.exchange(former, derived: DerivedValues())
    #expect(try text(store) == "합계 1")
    #expect(try store.search(try SearchQuery("합계"), limit: 1).count == 1)
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `what is exchanged is what was read, and corrections stay upon it`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: Self.page("함계 1"))
    let id = try #require(try store.page(ScanPath("a.png"), 0)).id
    let correction = Correction(
      target: .line(0), box: Box(x: 10, y: 20, width: 400, height: 24), old: "함계 1", new: "합계 7", made: "", author: "")
    let number = try store.correct([correction], on: id)[0]
    try store.keep(Self.page("합게 7"), by: .second, of: .number(1), index: 0)
    let reading = try #require(try kept(store, .second).first)
    #expect(reading.old.text == "함계 1")
    try store.exchange(reading, derived: DerivedValues())
    #expect(try text(store) == "합계 7")
    #expect(try kept(store, .first).first?.new == Self.page("함계 1"))
    #expect(try store.undoCorrection(number, at: ""))
    #expect(try text(store) == "합게 7")
  }

  @Test func `a page without its corrections is as it was read`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: Self.page("함계 1"))
    let id = try #require(try store.page(ScanPath("a.png"), 0)).id
    let correction = Correction(
      target: .line(0), box: Box(x: 10, y: 20, width: 400, height: 24), old: "함계 1", new: "합계 1", made: "", author: "")
    try store.correct([correction], on: id)
    #expect(try store.page(id, asRead: true)?.record.outcome == Self.page("함계 1"))
  }

  @Test func `failures are no readings`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.keep(.failed([]), by: .second, of: .number(1), index: 0)
    #expect(try !store.hasKept(.number(1), index: 0, by: ReaderRecord.second.key))
  }
}
