import PageModel
import TestSupport
import Testing

@testable import ResultStore

@Suite struct CorrectionTests {
  private static func line(_ text: String, y: Int, x: Int = 10, width: Int = 400) -> Line {
    let words = text.split(separator: " ").enumerated().map { index, word in
      Word(
        text: String(word), box: Box(x: x + index * 100, y: y, width: 90, height: 24), confidence: 0.7,
        candidates: [Candidate(text: "다른", confidence: 0.2)])
    }
    return Line(
      box: Box(x: x, y: y, width: width, height: 24), confidence: 0.7, words: words,
      readings: [Candidate(text: text, confidence: 0.7)])
  }

  private static func page(_ lines: [Line]) -> PageOutcome {
    .recognised(RecognisedPage(width: 600, height: 800, confidence: 0.7, lines: lines))
  }

  private static func correction(_ index: Int, of page: RecognisedPage, to text: String) -> Correction {
    Correction(
      target: .line(index), box: page.lines[index].box, old: page.lines[index].text, new: text,
      made: "2026-03-01T00:00:00Z", author: "tester")
  }

  private func reading(_ store: ResultStore, _ name: String = "a.png") throws -> RecognisedPage {
    let page = try #require(try store.page(ScanPath(name), 0))
    guard case .recognised(let reading) = page.record.outcome else { throw StoreError(.misuse, store.path, "no page") }
    return reading
  }

  private func stored(_ lines: [Line]) throws -> (scratch: Scratch, store: ResultStore, page: PageID) {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: Self.page(lines))
    return (scratch, store, try #require(try store.page(ScanPath("a.png"), 0)).id)
  }

  private func found(_ text: String, in store: ResultStore) throws -> Int {
    try store.search(try SearchQuery(text), limit: 10).count
  }

  @Test func `a line that is put right reads so, is found so, and keeps where its words stand`() throws {
    let (scratch, store, page) = try stored([Self.line("함계 41,O00 원", y: 20), Self.line("현금", y: 60)])
    _ = scratch
    let before = try reading(store)
    let ids = try store.correct([Self.correction(0, of: before, to: "합계 41,000 원")], on: page)
    let after = try reading(store)
    #expect(after.text == "합계 41,000 원\n현금")
    #expect(after.lines[0].correctedFrom == "함계 41,O00 원")
    #expect(after.lines[0].asRead == [before.lines[0]])
    #expect(after.lines[0].words.map(\.box) == before.lines[0].words.map(\.box))
    #expect(after.lines[0].words.allSatisfy { $0.confidence == 1 && $0.candidates.isEmpty })
    #expect(after.lines[0].readings.isEmpty)
    #expect(after.lines[1] == before.lines[1])
    #expect(try found("합계", in: store) == 1)
    #expect(try found("41000", in: store) == 1)
    #expect(try found("함계", in: store) == 0)
    let kept = try store.corrections(of: page)
    #expect(kept.map(\.id) == ids)
    #expect(kept[0].correction.reader == ReaderRecord.first.key)
    #expect(kept[0].page == PageReference(path: ScanPath("a.png"), index: 0))
    #expect(try store.page(page)?.record.corrections == kept.map(\.correction))
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `a reader that parts a line that was put right leaves nothing of what was wrong on it`() throws {
    let (scratch, store, page) = try stored([Self.line("2025-03-14 18:42:07", y: 20)])
    _ = scratch
    try store.correct([Self.correction(0, of: reading(store), to: "2025-03-14 18:42:08")], on: page)
    let parted = Self.page([
      Self.line("2025-03-14", y: 20, width: 220), Self.line("18:42:07", y: 21, x: 250, width: 150),
      Self.line("18:42:07", y: 300),
    ])
    try store.keep(parted, by: .second, of: .number(1), index: 0)
    var kept: [KeptReading] = []
    try store.forEachKept(by: ReaderRecord.second.key) {
      kept.append($0)
      return true
    }
    try store.exchange(try #require(kept.first), derived: DerivedValues())
    // The line below is another one, whatever it says.
    #expect(try reading(store).text == "2025-03-14 18:42:08\n18:42:07")
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `a field that is put right is found by its value, and not any more when that is taken back`() throws {
    let (scratch, store, page) = try stored([Self.line("결제금액 6,000원", y: 20)])
    _ = scratch
    let correction = Correction(
      target: .field("total", receipt: 0), box: Box(x: 0, y: 0, width: 1, height: 1), old: "6000", new: "7000",
      made: "",
      author: "")
    let id = try store.correct([correction], on: page)[0]
    let hit = try #require(try store.search(try SearchQuery("7,000"), limit: 1).hits.first)
    #expect(hit.lines.isEmpty && hit.fields.map(\.name) == ["total"] && hit.fields.map(\.value) == ["7000"])
    #expect(try reading(store).text == "결제금액 6,000원")
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    try store.rebuildSearchIndex()
    #expect(try found("7,000", in: store) == 1)
    #expect(try store.undoCorrection(id, at: ""))
    #expect(try found("7,000", in: store) == 0)
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `that tables of all pages are older than their pages is known until they are written`() throws {
    let (scratch, store, page) = try stored([Self.line("함게", y: 20)])
    _ = scratch
    #expect(try store.text(.staleTables) == nil)
    let ids = try store.correct([Self.correction(0, of: reading(store), to: "합계")], on: page)
    #expect(try store.text(.staleTables) != nil)
    try store.set(.staleTables, to: nil)
    #expect(try store.undoCorrection(ids[0], at: ""))
    #expect(try store.text(.staleTables) != nil)
  }

  @Test func `taken back, the line reads as it was read, or as the correction before said`() throws {
    let (scratch, store, page) = try stored([Self.line("함게", y: 20)])
    _ = scratch
    let first = try store.correct([Self.correction(0, of: reading(store), to: "합게")], on: page)
    let second = try store.correct([Self.correction(0, of: reading(store), to: "합계")], on: page)
    #expect(try reading(store).text == "합계")
    #expect(try store.undoCorrection(second[0], at: "2026-03-02T00:00:00Z"))
    #expect(try reading(store).text == "합게")
    #expect(try found("합계", in: store) == 0)
    #expect(try !store.undoCorrection(second[0], at: "2026-03-02T00:00:00Z"))
    #expect(try store.undoCorrection(first[0], at: "2026-03-02T00:00:00Z"))
    #expect(try reading(store).text == "함게")
    #expect(try reading(store).lines[0].correctedFrom == nil)
    #expect(try store.corrections(of: page).isEmpty)
    try store.forEachCorrection { _ in
      Issue.record("a correction that was taken back is listed")
      return true
    }
    let times = try (first + second).map { try store.correction($0)?.undone }
    #expect(times == ["2026-03-02T00:00:00Z", "2026-03-02T00:00:00Z"])
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `read again, a correction stays with its line wherever it moved, and waits where it is gone`() throws {
    let (scratch, store, page) = try stored([Self.line("첫째", y: 20), Self.line("함계 41,000", y: 60)])
    _ = scratch
    try store.correct([Self.correction(1, of: reading(store), to: "합계 41,000")], on: page)
    let run = try store.begin()
    // A line more above, and the line a little lower: its index and its box have changed.
    let moved = [Self.line("새 줄", y: 5), Self.line("첫째", y: 22), Self.line("합게 41,000", y: 64)]
    try store.add("a.png", content: 1, in: run, outcome: Self.page(moved), reader: .second)
    #expect(try reading(store).text == "새 줄\n첫째\n합계 41,000")
    #expect(try reading(store).lines[2].correctedFrom == "합게 41,000")
    #expect(try found("합계", in: store) == 1)
    // Another reader finds nothing there.
    try store.add("a.png", content: 1, in: run, outcome: Self.page([Self.line("첫째", y: 20)]))
    #expect(try reading(store).text == "첫째")
    #expect(try store.corrections(of: page).count == 1)
    try store.add("a.png", content: 1, in: run, outcome: Self.page(moved))
    #expect(try reading(store).text == "새 줄\n첫째\n합계 41,000")
    // Other bytes under the same name are another scan.
    try store.add("a.png", content: 2, in: run, outcome: Self.page(moved))
    #expect(try reading(store).text == "새 줄\n첫째\n합게 41,000")
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `a correction goes with a scan that is moved`() throws {
    let (scratch, store, page) = try stored([Self.line("함계", y: 20)])
    _ = scratch
    try store.correct([Self.correction(0, of: reading(store), to: "합계")], on: page)
    let run = try store.begin()
    let moved = try store.record(
      DocumentEntry(path: ScanPath("b.png"), facts: nil, digest: .number(1), kind: "png", pageCount: 1), in: run)
    try store.markMissing(notSeenIn: run)
    #expect(try reading(store, "b.png").text == "합계")
    #expect(try found("합계", in: store) == 1)
    let id = try #require(try store.corrections(of: page).first?.id)
    #expect(try store.pages(of: id) == [try #require(try store.page(of: moved, 0)).id])
  }

  @Test func `files of the page, its duplicates and its document are stale, and its values are made anew`() throws {
    let (scratch, store, page) = try stored([Self.line("함계", y: 20)])
    _ = scratch
    let run = try store.begin()
    try store.record(
      DocumentEntry(path: ScanPath("b.png"), facts: nil, digest: .number(1), kind: "png", pageCount: 1), in: run)
    try store.add("c.png", content: 2, in: run)
    let pages = try ["a.png", "b.png", "c.png"].map { try #require(try store.page(ScanPath($0), 0)).id }
    for (place, id) in pages.enumerated() {
      try store.record([StoredFile(format: "text", path: ScanPath("x"), size: 1, digest: "ab")], of: id)
      guard place != 1 else { continue }
      var derived = DerivedValues()
      derived["quality"] = DerivedValues.Value(version: 1, json: "{}")
      try store.record(derived, of: id)
    }
    try store.correct([Self.correction(0, of: reading(store), to: "합계")], on: page)
    #expect(try pages.map { try store.files(of: $0).map(\.isStale) } == [[true], [true], [false]])
    #expect(try pages.map { try store.derived(of: $0).stages } == [[], [], ["quality"]])
  }

  @Test func `words that are added or left out share the place of those that they replace`() throws {
    let (scratch, store, page) = try stored([Self.line("아메 리카 노 1개", y: 20)])
    _ = scratch
    let before = try reading(store).lines[0]
    try store.correct([Self.correction(0, of: reading(store), to: "아메리카노 큰 것 1개")], on: page)
    let after = try reading(store).lines[0]
    #expect(after.words.map(\.text) == ["아메리카노", "큰", "것", "1개"])
    #expect(after.words.last?.box == before.words.last?.box)
    let place = before.words[0].box.union(before.words[2].box)
    #expect(after.words[0].box.x == place.x)
    #expect(after.words[2].box.x + after.words[2].box.width == place.x + place.width)
    try store.correct([Self.correction(0, of: reading(store), to: "")], on: page)
    #expect(try reading(store).text == "")
    try store.correct([Self.correction(0, of: reading(store), to: "다시 여기")], on: page)
    #expect(try reading(store).text == "다시 여기")
  }

  @Test func `a field that is put right is kept with its receipt, and names its shop`() throws {
    let (scratch, store, page) = try stored([Self.line("종이배", y: 20)])
    _ = scratch
    let field = Correction(
      target: .field("merchant", receipt: 0), box: Box(x: 1, y: 2, width: 3, height: 4), old: "종이매", new: "종이배",
      made: "2026-03-01T00:00:00Z", author: "tester", shop: "1234567891")
    let id = try store.correct([field], on: page)[0]
    #expect(try store.page(page)?.record.corrections.map(\.target) == [.field("merchant", receipt: 0)])
    #expect(try store.correctedShops() == ["1234567891": "종이배"])
    #expect(try store.undoCorrection(id, at: "2026-03-02T00:00:00Z"))
    #expect(try store.correctedShops() == [:])
  }

  @Test func `a receipt that is none is found by nothing that was said of it, until that is taken back`() throws {
    let (scratch, store, page) = try stored([Self.line("종이배", y: 20)])
    _ = scratch
    let box = Box(x: 1, y: 2, width: 3, height: 4)
    func correction(_ target: Correction.Target, _ new: String) -> Correction {
      Correction(target: target, box: box, old: "", new: new, made: "", author: "")
    }
    for (receipt, shop) in [(1, "달빛"), (0, "별빛")] {
      try store.correct([correction(.field("merchant", receipt: receipt), shop)], on: page)
    }
    let none = try store.correct([correction(.receipt(1), "")], on: page)[0]
    #expect(try store.page(page)?.record.corrections.last?.target == .receipt(1))
    #expect(try found("달빛", in: store) == 0 && found("별빛", in: store) == 1)
    #expect(try store.undoCorrection(none, at: ""))
    #expect(try found("달빛", in: store) == 1)
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `the kind of a blank page is kept, and its files are older than it`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: .blank(width: 20, height: 30))
    let page = try #require(try store.page(ScanPath("a.png"), 0)).id
    try store.record([StoredFile(format: "json", path: ScanPath("a.json"), size: 1, digest: "d")], of: page)
    let kind = Correction(
      target: .kind, box: Box(x: 0, y: 0, width: 20, height: 30), old: "blank", new: "drawing", made: "", author: "")
    try store.correct([kind], on: page)
    #expect(try store.page(page)?.record.corrections.map(\.target) == [.kind])
    #expect(try store.files(of: page).map(\.isStale) == [true])
  }

  @Test func `a page without a text takes no correction`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin(), outcome: .blank(width: 9, height: 9))
    let page = try #require(try store.page(ScanPath("a.png"), 0)).id
    let correction = Correction(
      target: .line(0), box: Box(x: 0, y: 0, width: 1, height: 1), old: "", new: "글", made: "", author: "")
    #expect(throws: StoreError.self) { try store.correct([correction], on: page) }
    #expect(try store.corrections(of: page).isEmpty)
  }
}
