package import PageModel
import Support

extension RecognisedPage {
  /// The page with its lines as people put them right, one correction after another.
  package func corrected(by corrections: [Correction]) -> RecognisedPage {
    guard !corrections.isEmpty else { return self }
    var page = self
    for correction in corrections {
      guard case .line = correction.target, let index = page.line(of: correction) else { continue }
      let parts = page.parts(of: correction, besides: index)
      page.lines[index].correct(to: correction.new)
      for part in parts { page.lines[part].correct(to: "") }
    }
    return page
  }

  /// The line that a correction belongs to, as an index of `lines`: by its place, and by what was read there.
  package func line(of correction: Correction) -> Int? {
    guard case .line = correction.target else { return nil }
    var best: (index: Int, score: Double)?
    for (index, line) in lines.enumerated() where line.kind == .text {
      let place = line.box.share(with: correction.box)
      guard place >= 0.25 else { continue }
      let text = max(likeness(line.text, correction.old), likeness(line.text, correction.new))
      guard place >= 0.5 || text >= 0.7 else { continue }
      if place + text > best?.score ?? 0 { best = (index, place + text) }
    }
    return best?.index
  }

  /// Further lines that a reader made of print which was one line when it was corrected: what a person said of it
  /// takes their place, too.
  fileprivate func parts(of correction: Correction, besides index: Int) -> [Int] {
    guard lines[index].box != correction.box else { return [] }
    let whole = correction.old.filter { !$0.isWhitespace }
    return lines.indices.filter { other in
      let line = lines[other]
      guard other != index, line.kind == .text, !line.isCorrected, !line.text.isEmpty else { return false }
      return line.box.isMostly(inside: correction.box) && whole.contains(line.text.filter { !$0.isWhitespace })
    }
  }
}

/// The share of a text that is in another one, too: 1 for equal ones, 0 for such that have nothing in common.
private func likeness(_ first: String, _ second: String) -> Double {
  let one = Array(first.unicodeScalars.prefix(500))
  let other = Array(second.unicodeScalars.prefix(500))
  let longest = max(one.count, other.count)
  return longest == 0 ? 1 : 1 - Double(editDistance(one, other)) / Double(longest)
}

extension Line {
  /// Gives the line another text; words that stay keep their boxes, others share the place of those that they replace.
  fileprivate mutating func correct(to text: String) {
    if asRead.isEmpty { asRead = [self] }
    let wanted = text.split(whereSeparator: \.isWhitespace).map(String.init)
    let old = words.filter { !$0.text.isEmpty }
    let first = zip(old, wanted).prefix { $0.text == $1 }.count
    let others = min(old.count, wanted.count) - first
    let last = zip(old.reversed(), wanted.reversed()).prefix(others).prefix { $0.text == $1 }.count
    let replaced = old[first..<old.count - last]
    let made = Array(wanted[first..<wanted.count - last])
    let boxes: [Box]
    if replaced.count == made.count {
      boxes = replaced.map(\.box)
    } else {
      let place =
        replaced.dropFirst().reduce(replaced.first?.box) { $0?.union($1.box) }
        ?? gap(before: old.dropFirst(first).first?.box, behind: old.prefix(first).last?.box)
      boxes = place.parts(by: made.map { $0.unicodeScalars.count + 1 })
    }
    let middle = zip(made, boxes).map { Word(text: $0, box: $1, confidence: 1) }
    words = Array(old.prefix(first) + middle + old.suffix(last))
    // A person has looked at all of the line: no other reading of it is worth anything.
    for index in words.indices { (words[index].confidence, words[index].candidates) = (1, []) }
    readings = []
    confidence = 1
  }

  /// The place between two words of the line.
  private func gap(before next: Box?, behind previous: Box?) -> Box {
    let left = min(max(previous?.right ?? Double(box.x), -1e9), 1e9)
    let right = min(max(next.map { Double($0.x) } ?? box.right, -1e9), 1e9)
    return Box(x: Int(left), y: box.y, width: Int(max(0, right - left)), height: box.height)
  }
}

extension Box {
  /// Boxes side by side, as wide as their weights; all of them together are this one.
  fileprivate func parts(by weights: [Int]) -> [Box] {
    let total = Double(weights.reduce(0, +))
    let left = Double(min(max(x, -1_000_000_000), 1_000_000_000))
    let width = Double(min(max(width, 0), 1_000_000_000))
    var sum = 0
    return weights.map { weight in
      let start = (left + width * Double(sum) / max(1, total)).rounded()
      sum += weight
      let end = (left + width * Double(sum) / max(1, total)).rounded()
      return Box(x: Int(start), y: y, width: Int(end - start), height: height)
    }
  }
}
