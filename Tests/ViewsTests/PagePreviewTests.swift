import PageModel
import Testing
import Views

struct PagePreviewTests {
  @Test func `texts are escaped scalar by scalar`() throws {
    let box = Box(x: 0, y: 0, width: 9, height: 9)
    let word = Word(text: "<\u{301}script>\u{FFFE}&", box: box, confidence: 1)
    var page = RecognisedPage(
      width: 9, height: 9, confidence: 1, lines: [Line(box: box, confidence: 1, words: [word])])
    page.preparation = Preparation(rotation: 0, angle: 0)
    page.preparation?.source = .document
    let svg = String(decoding: try #require(PagePreview.svg(of: .recognised(page))), as: UTF8.self)
    #expect(svg.unicodeScalars.count { $0 == "<" } == 7 && !svg.unicodeScalars.contains("\u{FFFE}"))
    #expect(svg.contains("&lt;\u{301}script&gt;"))
  }
}
