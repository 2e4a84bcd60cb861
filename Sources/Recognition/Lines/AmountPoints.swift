import PageModel

/// Commas of amounts that were read as points: `30.362` on a receipt with `334,000`.
enum AmountPoints {
  /// The fewest amounts of a receipt with commas, which must also be half as many as those with points.
  private static let leastGrouped = 2
  /// The network's confidence in a comma, as a share of that in the point it wrote.
  ///
  /// Two amounts misread so on 34 real receipts have 0.76 and 0.65.
  private static let leastShare = 0.5

  /// The numbers of words that may be amounts with a point for a comma, by the numbers of their lines.
  static func suspects(in lines: [[Word]]) -> [Int: [Int]] {
    guard lines.joined().contains(where: { $0.script == "Hangul" }) else { return [:] }
    var grouped = 0
    var pointed: [Int: [Int]] = [:]
    for (number, words) in lines.enumerated() {
      for (index, word) in words.enumerated() {
        switch separator(of: word.text) {
        case ",": grouped += 1
        case "." where !isUnit(words.dropFirst(index + 1).first?.text): pointed[number, default: []].append(index)
        default: break
        }
      }
    }
    let count = pointed.values.reduce(0) { $0 + $1.count }
    return grouped >= leastGrouped && 2 * grouped >= count ? pointed : [:]
  }

  /// The word with commas; nil unless the network considered a comma for each of its points.
  static func restored(_ word: String, in reading: LineReading) -> String? {
    guard let seen = reading.words.first(where: { $0.word.text == word }) else { return nil }
    for character in seen.characters where character.text == "." {
      let comma = character.alternatives.first { $0.text == "," }?.confidence ?? 0
      guard comma >= leastShare * character.confidence else { return nil }
    }
    return word.replacing(".", with: ",")
  }

  /// The thousands separator of an amount; nil for other words, amounts up to 999 and mixtures.
  private static func separator(of word: String) -> Character? {
    var rest = word.drop { "₩\\-+(".contains($0) }
    while let last = rest.last, "원)".contains(last) { rest.removeLast() }
    guard let first = rest.first, first != "0", let separator = rest.first(where: { !$0.isASCIIDigit }),
      separator == "," || separator == "."
    else { return nil }
    let parts = rest.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.count > 1, (1...3).contains(parts[0].count), parts.dropFirst().allSatisfy({ $0.count == 3 }),
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    return separator
  }

  private static func isUnit(_ word: String?) -> Bool {
    guard let word, let first = word.first else { return false }
    return "LlℓKkGg%리㎏".contains(first)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension LineReader {
  /// Restores the commas of a receipt's amounts; the reading with points stays among the line's readings.
  func restorePoints(in lines: inout [ReadLine]) throws(RecognitionError) {
    let words = lines.map { $0.line?.words ?? [] }
    for (number, suspects) in AmountPoints.suspects(in: words) {
      guard var line = lines[number].line, let chosen = lines[number].chosen,
        let reading = try readAgain(lines[number].attempts[chosen].crop)
      else { continue }
      let before = Candidate(text: line.text, confidence: line.confidence)
      for index in suspects {
        guard let text = AmountPoints.restored(line.words[index].text, in: reading) else { continue }
        line.words[index].text = text
      }
      guard line.text != before.text else { continue }
      let others = (line.readings.isEmpty ? [before] : line.readings).filter { $0.text != line.text }
      line.readings = [Candidate(text: line.text, confidence: line.confidence)] + others
      lines[number].line = line
    }
  }
}
