import PageModel
import Support
import TestSupport
import Testing

@testable import ResultStore

@Suite struct SearchTests {
  /// Pages of drawn lines, with those lines.
  private static func drawn(pages: Int, seed: UInt64) -> [[String]] {
    var dice = SeededRandom(seed: seed)
    let words = [
      "합계", "금액", "부가세", "과세물품가액", "신용카드매출전표", "영수증", "카드번호", "승인번호", "스타벅스", "GS25편의점", "12,000원",
      "₩4,300", "2026-03-14", "123-45-67890", "TOTAL", "Café", "아메리카노(톨)", "1개", "서울시 강남구", "A-12", "合計", "コーヒー",
      "뷁뛟", "닭갈비", "E.D.I", "매입사:비씨", "\u{1112}\u{1161}\u{11AB}국",
    ]
    return (0..<pages).map { _ in
      (0..<dice.number(1...12)).map { _ in
        (0..<dice.number(1...5)).map { _ in
          dice.happens(3)
            ? String(
              String.UnicodeScalarView(
                (0..<dice.number(1...5)).compactMap { _ in Unicode.Scalar(UInt32(dice.number(0xAC00...0xD7A3))) }))
            : dice.pick(words)
        }.joined(separator: " ")
      }
    }
  }

  private static func page(_ lines: [String]) -> PageOutcome {
    .recognised(
      RecognisedPage(
        width: 600, height: 800, confidence: 0.9,
        lines: lines.enumerated().map { index, text in
          let words = text.split(separator: " ").enumerated().map { place, word in
            Word(
              text: String(word), box: Box(x: 10 + place * 90, y: 20 + index * 30, width: 80, height: 24),
              confidence: 0.9)
          }
          return Line(box: Box(x: 10, y: 20 + index * 30, width: 500, height: 24), confidence: 0.9, words: words)
        }))
  }

  private func filled(_ pages: [[String]]) throws -> (scratch: Scratch, store: ResultStore) {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    for (index, lines) in pages.enumerated() {
      try store.add("scan\(index + 1).png", content: index + 1, in: run, outcome: Self.page(lines))
    }
    return (scratch, store)
  }

  private func found(_ text: String, near: Bool = false, in store: ResultStore) throws -> [String] {
    let result = try store.search(try SearchQuery(text, near: near), limit: 1_000)
    #expect(result.isComplete && result.count == result.hits.count)
    return result.hits.map(\.page.path.description)
  }

  @Test func `the index follows the text of the last page that it covers`() throws {
    let (scratch, store) = try filled([["합계"], ["달빛 커피"]])
    defer { withExtendedLifetime(scratch) {} }
    let page = try #require(try store.page(ScanPath("scan2.png"), 0))
    try store.setFact("search", Array("\(SearchTerms.version):\(page.id.number)".utf8))
    let box = Box(x: 10, y: 20, width: 500, height: 24)
    let correction = Correction(target: .line(0), box: box, old: "달빛 커피", new: "별빛 커피", made: "", author: "")
    try store.correct([correction], on: page.id)
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    #expect(try found("별빛", in: store) == ["scan2.png"])
    #expect(try found("달빛", in: store).isEmpty)
  }

  @Test func `every part of two and more syllables of every line is found on its page`() throws {
    let pages = Self.drawn(pages: 30, seed: 1)
    let (scratch, store) = try filled(pages)
    _ = scratch
    func isHangul(_ scalar: Unicode.Scalar) -> Bool { (0xAC00...0xD7A3).contains(scalar.value) }
    var asked: Set<String> = []
    for (index, lines) in pages.enumerated() {
      for line in lines {
        let scalars = Array(line.unicodeScalars)
        for start in scalars.indices where isHangul(scalars[start]) {
          for length in [2, 3, 5] where start + length <= scalars.count {
            let part = scalars[start..<start + length]
            guard part.count(where: isHangul) >= 2, let last = part.last, isHangul(last) else { continue }
            var text = String.UnicodeScalarView()
            text.append(contentsOf: part)
            guard asked.insert("\(index) \(String(text))").inserted else { continue }
            let name = "scan\(index + 1).png"
            #expect(try found(String(text), in: store).contains(name), "\(String(text)) of \(line)")
            #expect(try found("\"\(String(text))\"", in: store).contains(name), "\"\(String(text))\" of \(line)")
          }
        }
      }
    }
    #expect(asked.count > 1_000)
  }

  @Test func `what stands on no page is not found, and what is found stands on its page`() throws {
    let pages = Self.drawn(pages: 30, seed: 2)
    let (scratch, store) = try filled(pages)
    _ = scratch
    let all = pages.flatMap { $0 }.joined(separator: "\n")
    var dice = SeededRandom(seed: 3)
    let syllables = all.unicodeScalars.filter { (0xAC00...0xD7A3).contains($0.value) }
    var absent = 0
    while absent < 1_000 {
      // Of syllables that stand there, so that the index has entries which begin so.
      let text = String(String.UnicodeScalarView((0..<dice.number(2...5)).map { _ in dice.pick(Array(syllables)) }))
      guard !all.contains(text) else { continue }
      absent += 1
      #expect(try found(text, in: store) == [], "\(text)")
    }
  }

  @Test(arguments: [
    ("12000", ["a"]), ("12,000", ["a"]), ("₩12,000", ["a"]), ("12000원", ["a"]), ("112000", ["b"]), ("2000", []),
    ("000", []), ("123-45-67890", ["a", "b"]), ("1234567890", ["a", "b"]), ("67890", ["a"]), ("45-67890", ["a"]),
    ("4567890", []), ("25", ["b"]), ("gs25", ["b"]), ("GS", ["b"]), ("S25", []), ("caf", ["a"]), ("CAFÉ", ["a"]),
    ("afe", []), ("12.50", ["b"]), ("1250", []), ("계", ["a", "b"]), ("합 계", ["a", "b"]), ("\"합 계\"", ["b"]),
    ("합계", ["a"]), ("ㅋㅋ", []), ("\"sub total\"", ["b"]), ("\"total sub\"", []), ("total sub", ["b"]),
    ("ＴＯＴＡＬ", ["b"]), ("\u{1112}\u{1161}\u{11B8}계", ["a"]), ("합계* OR (", []), ("2026-03-14", ["a"]),
  ])
  func `words, numbers in any notation and phrases are found as they stand`(
    _ text: String, _ expected: [String]
  ) throws {
    let (scratch, store) = try filled([
      ["합계 ₩12,000원", "사업자 123-45-67890", "Café 2026-03-14"],
      ["합 계 112,000", "1234567890", "GS25편의점 RM12.50", "SUB  TOTAL"],
    ])
    _ = scratch
    #expect(try found(text, in: store).sorted() == expected.map { $0 == "a" ? "scan1.png" : "scan2.png" })
  }

  @Test(arguments: [
    ("합계", "함계"), ("합계", "합게"), ("합계", "합 계"), ("스타벅스", "스타벅즈"), ("스타벅스", "스다벅스"), ("금액", "금핵"),
    ("41,000", "41,O00"), ("41000", "41,800"), ("coffee", "c0ffee"), ("total", "tota1"), ("부가세", "부기세"),
    ("123-45-67890", "123-45-61890"),
  ])
  func `near finds what one misread sign makes of a word, marked, behind what is right`(
    _ wanted: String, _ read: String
  ) throws {
    let (scratch, store) = try filled([["x \(read) y"], ["x \(wanted) y"], ["다른 글 999"]])
    _ = scratch
    #expect(try found(wanted, in: store) == ["scan2.png"])
    let result = try store.search(try SearchQuery(wanted, near: true), limit: 10)
    #expect(result.hits.map(\.page.path.description) == ["scan2.png", "scan1.png"])
    #expect(result.hits.map(\.isNear) == [false, true])
    #expect(result.hits.last?.lines.map(\.isNear) == [true])
  }

  @Test func `a hit tells its lines and where the words stand in them`() throws {
    let (scratch, store) = try filled([["영수증", "", "합계 12,000 Total", "현금 12,000"]])
    _ = scratch
    let hit = try #require(try store.search(try SearchQuery("12000 합계"), limit: 1).hits.first)
    #expect(hit.lines.map(\.number) == [2, 3])
    #expect(hit.lines.map(\.index) == [2, 3])
    #expect(hit.lines.map(\.ranges) == [[0..<2, 3..<9], [3..<9]])
    #expect(!hit.isNear)
  }

  @Test func `a page that is not wanted does not hide earlier ones`() throws {
    let (scratch, store) = try filled([["합계 1"], ["합계 2"], ["합계 3"]])
    _ = scratch
    let latest = try #require(try store.page(ScanPath("scan3.png"), 0)).id.number
    let result = try store.search(try SearchQuery("합계"), limit: 10, where: { $0 != latest })
    #expect(result.hits.map(\.page.path.description) == ["scan1.png", "scan2.png"] && result.isComplete)
  }

  @Test func `pages that say it best come first, then they come in natural order`() throws {
    let (scratch, store) = try filled([
      ["신용카드매출전표"], ["카드 전표"], ["전표", "카드"], ["카드", "x", "카드 전표"], ["카드 전표"],
    ])
    _ = scratch
    #expect(
      try found("카드 전표", in: store)
        == ["scan4.png", "scan1.png", "scan2.png", "scan5.png", "scan3.png"].sorted {
          let order = ["scan4.png": 0, "scan2.png": 1, "scan5.png": 2, "scan1.png": 3, "scan3.png": 3]
          return order[$0] ?? 9 < order[$1] ?? 9
        })
  }

  @Test func `nothing to search for is refused`() throws {
    for text in ["", "  ", "\"\"", "₩", "- ! ?"] {
      #expect(throws: TextFault.self) { try SearchQuery(text) }
    }
    #expect(throws: TextFault.self) { try SearchQuery(String(repeating: "가 ", count: 40)) }
    #expect(throws: TextFault.self) { try SearchQuery(String(repeating: "가", count: 300)) }
  }

  @Test func `the index follows pages that are read again, fail or are removed`() throws {
    let (scratch, store) = try filled([["합계 1"], ["합계 2"]])
    _ = scratch
    let run = try store.begin()
    try store.add("scan1.png", content: 1, in: run, outcome: Self.page(["금액 1"]))
    #expect(try found("합계", in: store) == ["scan2.png"])
    #expect(try found("금액", in: store) == ["scan1.png"])
    try store.add("scan2.png", content: 2, in: run, outcome: .blank(width: 1, height: 1))
    #expect(try found("합계", in: store) == [])
    let long = try store.add("scan3.png", content: 3, pages: 2, in: run, outcome: Self.page(["둘째 쪽"]))
    #expect(try found("둘째", in: store) == ["scan3.png", "scan3.png"])
    try store.record(
      DocumentEntry(path: ScanPath("scan3.png"), facts: .plain, digest: .number(3), kind: "png", pageCount: 1), in: run)
    #expect(try store.removePagesPastEnd(of: long) == 1)
    #expect(try found("둘째", in: store) == ["scan3.png"])
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `an index that an earlier version made is made anew, with what entries begin with`() throws {
    let (_, store) = try filled([["합계 금액"], ["소계"], ["총합"]])
    try store.connection.execute(
      """
      DROP TABLE search;
      CREATE VIRTUAL TABLE search USING fts5 (entries, content = '', detail = none, columnsize = 0);
      UPDATE facts SET value = CAST('1:whole' AS BLOB) WHERE name = 'search';
      """)
    #expect(try found("합", in: store) == ["scan1.png", "scan3.png"])
    #expect(try store.fillSearchIndex() == 3)
    #expect(try store.hasWholeSearchIndex)
    #expect(try found("합", in: store) == ["scan1.png", "scan3.png"])
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    let table = try store.connection.first("SELECT sql FROM sqlite_schema WHERE name = 'search'") {
      (row) throws(StoreError) in try row.text(0)
    }
    #expect(table?.contains("prefix = '1'") == true)
  }

  @Test func `a store without an index is searched all the same, and filled in steps`() throws {
    let pages = Self.drawn(pages: 1_200, seed: 4)
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    try store.connection.execute(
      "UPDATE facts SET value = CAST('\(SearchTerms.version):0' AS BLOB) WHERE name = 'search'")
    try store.transaction { () throws(StoreError) in
      do {
        for (index, lines) in pages.enumerated() {
          try store.add("scan\(index + 1).png", content: index + 1, in: run, outcome: Self.page(lines + ["찾을 말"]))
        }
      } catch {
        throw StoreError(.misuse, store.path, "\(error)")
      }
    }
    func all() throws -> Int { try store.search(try SearchQuery("찾을"), limit: 1).count }
    let most = min(pages.count, ResultStore.mostCompared)
    #expect(try all() == most)
    var asked = 0
    #expect(
      try store.fillSearchIndex {
        asked += 1
        return asked > 1
      } == 500)
    #expect(try !store.hasWholeSearchIndex)
    #expect(try all() == most)
    // What is recorded meanwhile is found once.
    try store.add("scan7.png", content: 7, in: run, outcome: Self.page(["유일한 말"]))
    try store.add("scan900.png", content: 900, in: run, outcome: Self.page(["유일한 말"]))
    #expect(try found("유일한", in: store) == ["scan7.png", "scan900.png"])
    #expect(try store.fillSearchIndex() == 700)
    #expect(try store.hasWholeSearchIndex)
    #expect(try found("유일한", in: store) == ["scan7.png", "scan900.png"])
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    #expect(try store.search(try SearchQuery("찾을"), limit: 1).isComplete == false)
  }

  @Test func `an index that does not agree with the pages is noticed and made anew`() throws {
    let (scratch, store) = try filled([["합계 1"], ["금액 2"]])
    _ = scratch
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    try store.connection.execute("UPDATE pages SET text = '다른 글' WHERE id = 1")
    #expect(try store.pagesUnlikeSearchIndex() == 1)
    #expect(try found("합계", in: store) == [])
    try store.rebuildSearchIndex()
    #expect(try store.pagesUnlikeSearchIndex() == 0)
    #expect(try store.search(try SearchQuery("다른"), limit: 1).count == 1)
    #expect(try store.problems().isEmpty)
  }
}
