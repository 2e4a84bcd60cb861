import PageModel
import Testing

@testable import Recognition

@Suite struct `The text of a page's own` {
  private func layer(_ answer: String) -> TextLayer {
    TextLayer(answer, sheet: (100, 200), picture: (1000, 2000))
  }

  @Test func `is words with boxes in pixels of the picture`() {
    let answer = """
      <page width="100" height="200">
      <line xMin="1" yMin="1" xMax="2" yMax="2">
      <word xMin="10.04" yMin="20" xMax="30" yMax="25.5">A&amp;B&lt;&#39;</word>
      <word xMin="31" yMin="20" xMax="40" yMax="25">o\u{FB03}ce</word>
      </line>
      <line xMin="1" yMin="1" xMax="2" yMax="2"><word xMin="1" yMin="30" xMax="2" yMax="35">영수증</word></line>
      """
    let words = layer(answer).words
    #expect(words.map(\.text) == ["A&B<'", "office", "영수증"])
    #expect(words.map(\.line) == [0, 0, 1])
    #expect(words[0].box == Box(x: 100, y: 200, width: 200, height: 55))
  }

  @Test(arguments: [
    "", "<", "<word", "<word >", "<word xMin=\"1\">a</word>", "<word xMin=\"nan\" yMin=\"1\" xMax=\"2\" yMax=\"2\">a",
    "<word xMin=\"5\" yMin=\"5\" xMax=\"1\" yMax=\"1\">a</word>",
    "<word xMin=\"500\" yMin=\"5\" xMax=\"600\" yMax=\"9\">outside</word>",
    "<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\"> \u{7} </word>",
  ])
  func `may be none`(answer: String) {
    #expect(layer(answer).words.isEmpty)
  }

  @Test func `stays within the page, whatever numbers it has`() {
    let word = layer(
      "<word xMin=\"-1e300\" yMin=\"-5\" xMax=\"1e300\" yMax=\"inf\">a</word>"
        + "<word xMin=\"-1e300\" yMin=\"-5\" xMax=\"1e300\" yMax=\"7e99\">b</word>"
    ).words
    #expect(word.map(\.text) == ["b"])
    #expect(word[0].box == Box(x: 0, y: 0, width: 1000, height: 2000))
    #expect(TextLayer("<word ", sheet: (0, -1), picture: (5, 5)).words.isEmpty)
  }

  @Test func `has no words that are lower than anybody reads`() {
    func heights(_ tops: [Double]) -> [Int] {
      layer(tops.map { "<word xMin=\"1\" yMin=\"1\" xMax=\"9\" yMax=\"\(1 + $0)\">a</word>" }.joined()).words.map(
        \.box.height)
    }
    #expect(heights([10, 10, 0.5, 10]) == [100, 100, 100])
    #expect(heights([10, 10, 3]) == [100, 100, 30])
    // All of it in units that are no points.
    #expect(heights([0.5, 0.5, 0.4]) == [5, 5, 4])
  }

  @Test func `is doubted as a whole where a font's digits are others than it draws`() {
    func isSystematic(_ lines: [(told: String, seen: String)]) -> Bool {
      var digits = DigitComparison()
      for line in lines { _ = digits.compare(line.told.split(separator: " ").map(String.init), with: line.seen) }
      return digits.isSystematic
    }
    #expect(isSystematic([("TOTAL 31.36", "TOTAL20.25")]))
    #expect(isSystematic([("23 HARBOUR", "12HARBOUR"), ("PAY 42", "PAY31")]))
    #expect(isSystematic([("A 8.50", "A3.50"), ("B 18.00", "B13.00"), ("C 2.80", "C2.30"), ("D 5.00", "D5.00")]))
    // Accidents of reading: one digit, twice the same one of many, another text altogether.
    #expect(!isSystematic([("TOTAL 20.25", "TOTAL20.26"), ("CASH 20.25", "CASH20.25")]))
    #expect(!isSystematic([("A 1.11", "A7.11"), ("B 1.15", "B1.75"), ("C 11.17", "C11.17")]))
    #expect(!isSystematic([("12 34 56", "COFFEEANDTEA98")]))
    #expect(!isSystematic([("O0 l1", "0OI1")]))
  }

  @Test func `is legible where its characters are some that text has`() {
    func isLegible(_ text: String) -> Bool {
      layer("<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">\(text)</word>").isLegible
    }
    #expect(isLegible("합계") && isLegible("Total:"))
    #expect(!isLegible("\u{E000}\u{E001}a") && !isLegible("\u{FFFD}\u{FFFD}"))
  }
}
