package import PageModel

extension RecognisedPage {
  /// A page of lines; its confidence is the mean over the characters of its text lines.
  package init(of lines: [Line], width: Int, height: Int, preparation: Preparation? = nil) {
    var sum = 0.0
    var count = 0
    for line in lines where line.kind == .text {
      let characters = line.words.reduce(0) { $0 + $1.text.count }
      sum += line.confidence * Double(characters)
      count += characters
    }
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
  /// The same line in a picture of another size.
  func scaled(by scale: Double) -> Line {
    var line = self
    line.box = box.scaled(by: scale)
    line.baseline = baseline?.mapped { ($0 * scale, $1 * scale) }
    for word in line.words.indices { line.words[word].box = words[word].box.scaled(by: scale) }
    return line
  }
}
