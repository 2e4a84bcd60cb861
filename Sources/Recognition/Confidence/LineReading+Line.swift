package import PageModel

extension LineReading {
  /// The line for a page's record, with confidences estimated from this reading alone.
  package var line: Line { line(ConfidenceEstimate(of: 0, among: [self], height: nil)) }

  /// The line for a page's record, with the estimated shares of right characters.
  func line(_ estimate: ConfidenceEstimate) -> Line {
    guard kind == .text else { return Line(kind: kind, box: box, block: block, confidence: 0, words: []) }
    let words = zip(words, estimate.means(of: words)).map { reading, share -> Word in
      var word = reading.word
      let factor = word.confidence > 0 ? share / word.confidence : 0
      word.candidates = word.candidates.map { Candidate(text: $0.text, confidence: min(1, $0.confidence * factor)) }
      word.confidence = share.rounded(toPlaces: 4)
      return word
    }
    return Line(
      kind: kind, box: box, baseline: baseline, block: block, confidence: estimate.mean, words: words)
  }
}
