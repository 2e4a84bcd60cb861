import PageModel
import Testing

@Suite struct `Boxes and numbers` {
  @Test func `the union of two boxes is the smallest that holds both`() {
    let union = Box(x: 10, y: 20, width: 5, height: 5).union(Box(x: 0, y: 22, width: 12, height: 30))
    #expect(union == Box(x: 0, y: 20, width: 15, height: 32))
  }

  @Test func `a box with extreme numbers from another process does not trap`() {
    let extreme = Box(x: .max, y: .min, width: .max, height: .min)
    let union = extreme.union(Box(x: .min, y: 0, width: 1, height: 1))
    #expect(union.width == .max)
    #expect(extreme.union(extreme).x == .max)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, .greatestFiniteMagnitude])
  func `a confidence that is not finite becomes zero, which JSON can hold`(value: Double) {
    #expect(Candidate(text: "a", confidence: value).confidence == 0)
  }

  @Test func `a confidence is rounded to four places`() {
    #expect(Candidate(text: "a", confidence: 0.123_456).confidence == 0.1235)
  }

  @Test func `the text of a page leaves out ruling lines and empty lines`() {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    let word = Word(text: "합계", box: box, confidence: 1)
    let lines = [
      Line(box: box, confidence: 1, words: [word, Word(text: "1,000", box: box, confidence: 1)]),
      Line(kind: .rule, box: box, confidence: 1, words: [word]),
      Line(box: box, confidence: 1, words: []),
      Line(box: box, confidence: 1, words: [word]),
    ]
    #expect(RecognisedPage(width: 1, height: 1, confidence: 1, lines: lines).text == "합계 1,000\n합계")
  }

  @Test func `a line stays stamped and handwritten after a correction to words at other places`() {
    let (covered, free) = (Box(x: 0, y: 0, width: 40, height: 20), Box(x: 60, y: 0, width: 40, height: 20))
    let read = Line(box: covered.union(free), confidence: 1, words: [Word(text: "합계", box: covered, confidence: 1)])
    var corrected = read
    corrected.asRead = [read]
    corrected.words = [Word(text: "함께", box: free, confidence: 1)]
    #expect(corrected.isStamped(by: [covered]) && corrected.isHandwritten([covered]))
    #expect(!corrected.isStamped(by: [free]) && !corrected.isHandwritten([free]))
    #expect(corrected.isCorrected && !read.isCorrected)
  }
}
