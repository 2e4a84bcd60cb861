package import PageModel

extension RecognisedPage {
  /// A page of lines; its confidence is the mean over the characters of its text lines.
  package init(of lines: [Line], width: Int, height: Int, preparation: Preparation? = nil) {
    let texts = lines.filter { $0.kind == .text }
    let counts = texts.map { $0.words.reduce(0) { $0 + $1.text.count } }
    let count = counts.reduce(0, +)
    let sum = zip(texts, counts).reduce(0) { $0 + $1.0.confidence * Double($1.1) }
    self.init(
      width: width, height: height, confidence: count == 0 ? 0 : sum / Double(count), lines: lines,
      preparation: preparation)
  }
}

extension Box {
  func scaled(by scale: Double) -> Box {
    let left = Int((Double(x) * scale).rounded())
    let top = Int((Double(y) * scale).rounded())
    let right = Int((Double(x + width) * scale).rounded())
    let bottom = Int((Double(y + height) * scale).rounded())
    return Box(x: left, y: top, width: right - left, height: bottom - top)
  }
}

extension Line {
  func scaled(by scale: Double) -> Line {
    var line = self
    line.box = box.scaled(by: scale)
    line.baseline = baseline?.mapped { ($0 * scale, $1 * scale) }
    for word in line.words.indices { line.words[word].box = words[word].box.scaled(by: scale) }
    return line
  }

  /// The same line marked as no text; its readings keep its content.
  var asNoise: Line {
    guard kind == .text else { return self }
    var line = self
    line.kind = .noise
    line.readings = readings.isEmpty ? [Candidate(text: text, confidence: confidence)] : readings
    line.words = []
    line.baseline = nil
    return line
  }

  /// Joins this line and the one to its right in the same row.
  func continued(by next: Line) -> Line {
    let (own, other) = (words.reduce(0) { $0 + $1.text.count }, next.words.reduce(0) { $0 + $1.text.count })
    var line = Line(
      box: box.union(next.box), block: block,
      confidence: (confidence * Double(own) + next.confidence * Double(other)) / Double(max(1, own + other)),
      words: words + next.words)
    if let baseline, let end = next.baseline {
      line.baseline = Baseline(x1: baseline.x1, y1: baseline.y1, x2: end.x2, y2: end.y2)
    }
    func candidates(_ line: Line) -> [Candidate] {
      line.readings.isEmpty ? [Candidate(text: line.text, confidence: line.confidence)] : line.readings
    }
    guard !readings.isEmpty || !next.readings.isEmpty else { return line }
    let (left, right) = (candidates(self), candidates(next))
    let others =
      left.dropFirst().map { ("\($0.text) \(right[0].text)", min($0.confidence, right[0].confidence)) }
      + right.dropFirst().map { ("\(left[0].text) \($0.text)", min(left[0].confidence, $0.confidence)) }
    line.readings =
      [Candidate(text: line.text, confidence: line.confidence)]
      + others.map { Candidate(text: $0.0, confidence: $0.1) }.sorted { $0.confidence > $1.confidence }
    return line
  }
}
