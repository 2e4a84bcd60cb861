import PageModel
import Testing

@testable import ResultStore

/// Amounts are found in whatever notation they are printed and asked for, and no others.
@Suite struct SearchAmountTests {
  /// Pages of one line each, by their names.
  private static let pages = [
    ("commas", "합계 51,000원"), ("plain", "합계 51000"), ("points", "Summe 51.000 EUR"),
    ("cents", "TOTAL 51,000.00"), ("european", "Total 51.000,00 €"), ("swiss", "Total CHF 51'000.00"),
    ("other", "합계 55,130"), ("small", "Tea 5.13"), ("cake", "Cake 12.50"), ("comma", "Kuchen 12,50"),
    ("more", "합계 51,000.50"), ("million", "합계 1,251,000"), ("phone", "02-513-1250"), ("date", "2026.03.14"),
    ("apart", "콜라 5 500"), ("pair", "51 개 000"), ("hundreds", "Summe 730.000 EUR"), ("section", "7-8.490"),
    ("open", "Nr. 64-"), ("minus", "Rabatt -2.750 EUR"),
  ]

  private let scratch: Scratch
  private let store: ResultStore

  init() throws {
    scratch = try Scratch()
    store = try scratch.store()
    let run = try store.begin()
    for (index, (name, text)) in Self.pages.enumerated() {
      let words = text.split(separator: " ").enumerated().map { place, word in
        Word(text: String(word), box: Box(x: 90 * place, y: 0, width: 80, height: 20), confidence: 0.9)
      }
      let line = Line(box: Box(x: 0, y: 0, width: 500, height: 20), confidence: 0.9, words: words)
      let page = RecognisedPage(width: 600, height: 800, confidence: 0.9, lines: [line])
      try store.add(name, content: index + 1, in: run, outcome: .recognised(page))
    }
  }

  private func found(_ text: String, near: Bool = false) throws -> Set<String> {
    let result = try store.search(try SearchQuery(text, near: near), limit: 100)
    #expect(result.hits.allSatisfy { !$0.lines.isEmpty && !$0.lines.contains { $0.ranges.isEmpty } })
    return Set(result.hits.map(\.page.path.description))
  }

  private static let all: Set<String> = ["commas", "plain", "points", "cents", "european", "swiss"]

  @Test(arguments: [
    ("51,000.00", true), ("51 000.00", true), ("51.000,00", true), ("\"51.000,00 €\"", true), ("KRW51,000.00", true),
    ("W51,000", false), ("₩51,000", false), ("₩ 51,000", false), ("51 000", false), ("\"51 000\"", false),
    ("51'000", false), ("51,000 원", false), ("W 51,000", false),
  ])
  func `an amount is found in every notation, whatever the one it is asked in`(text: String, hasCents: Bool) throws {
    var found = try found(text)
    // Its whole part stands on the page, too, as a number by itself; and both numbers stand on the other one.
    if !hasCents { found.remove("more") }
    if text.hasPrefix("51 000") { found.remove("pair") }
    #expect(found == Self.all)
    #expect(try self.found(text, near: true).isSuperset(of: Self.all))
  }

  @Test(arguments: [
    ("51000", ["commas", "plain", "points", "cents", "european", "swiss", "more"]), ("51.000", ["points", "all"]),
    ("55.130", ["other"]), ("55 130", ["other"]), ("55130.00", ["other"]), ("W55,130", ["other"]),
    ("513", ["phone"]), ("5.13", ["small"]), ("5,13", ["small"]), ("1250", ["phone"]), ("12.50", ["cake", "comma"]),
    ("12,5", ["cake", "comma"]), ("12.5", ["cake", "comma"]), ("$12.50", ["cake", "comma"]), ("125", []),
    ("1.251.000", ["million"]), ("1 251 000", ["million"]), ("251000", []), ("251 000", []), ("51,000.50", ["more"]),
    ("51.000,50", ["more"]), ("51,000.05", []), ("20260314", []), ("2.026", []), ("5500", []), ("5 500", ["apart"]),
    ("W1", []), ("021.250", []), ("513,125", []), ("0.13", []), ("51,00", ["pair"]), ("5 1000", []), ("51 001", []),
    ("730000", ["hundreds"]), ("8490", []), ("64-", ["open"]), ("64", ["open"]),
    ("2750", ["minus"]),
  ])
  func `nothing is found that is another amount`(text: String, expected: [String]) throws {
    let wanted = expected.contains("all") ? Self.all : Set(expected)
    #expect(try found(text) == wanted)
  }

  @Test func `the index says which pages print an amount, and the line shows where it stands`() throws {
    let query = try SearchQuery("51 000.00")
    let expression = try #require(query.expression)
    let rows = try store.connection.first("SELECT count(*) FROM search WHERE search MATCH ?", [expression]) {
      $0.int(0)
    }
    // Not more than the pages that print it, and the one with other cents.
    #expect(rows == Self.all.count + 1)
    let hits = try store.search(query, limit: 100).hits
    let european = try #require(hits.first { $0.page.path.description == "european" })
    #expect(european.lines.first?.ranges == [6..<15])
    #expect(try store.pagesUnlikeSearchIndex() == 0)
  }

  @Test func `two numbers side by side are still two words`() throws {
    // Both stand on this page, apart from each other.
    #expect(try found("51 000").contains("pair"))
    #expect(try found("콜라 500") == ["apart"])
    #expect(try found("합계 51 000").isSuperset(of: ["commas", "plain"]))
    #expect(try found("합계 51 000").isDisjoint(with: ["points", "pair", "million"]))
  }
}
