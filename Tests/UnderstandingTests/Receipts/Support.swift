import PageModel

@testable import Understanding

extension PageRecord {
  /// A page of lines, each of words of the given height.
  static func saying(
    _ lines: [(text: String, confidence: Double)], height: Int = 20, confidence: Double = 0.9,
    preparation: Preparation? = nil
  ) -> PageRecord {
    let lines = lines.enumerated().map { index, line in
      let words = line.text.split(separator: " ").map { text in
        Word(
          text: String(text), box: Box(x: 0, y: index * 40, width: 12 * text.count, height: height),
          confidence: line.confidence)
      }
      return Line(
        box: Box(x: 0, y: index * 40, width: 400, height: 30), confidence: line.confidence, words: words)
    }
    return PageRecord(
      outcome: .recognised(
        RecognisedPage(width: 600, height: 800, confidence: confidence, lines: lines, preparation: preparation)))
  }

  init(outcome: PageOutcome) {
    self.init(path: ScanPath("a.png"), index: 0, pageCount: 1, content: nil, reader: nil, outcome: outcome)
  }
}
