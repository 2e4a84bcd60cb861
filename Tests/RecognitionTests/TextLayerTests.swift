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

  @Test func `is legible where its characters are some that text has`() {
    func isLegible(_ text: String) -> Bool {
      layer("<word xMin=\"1\" yMin=\"1\" xMax=\"2\" yMax=\"2\">\(text)</word>").isLegible
    }
    #expect(isLegible("합계") && isLegible("Total:"))
    #expect(!isLegible("\u{E000}\u{E001}a") && !isLegible("\u{FFFD}\u{FFFD}"))
  }
}
