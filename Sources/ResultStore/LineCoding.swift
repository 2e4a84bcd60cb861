import PageModel

/// Words and readings as the store keeps them: JSON arrays without names, a third of the size of objects.
///
/// A word is `[text, x, y, width, height, confidence, language, script, [candidate, ...]]`, a candidate and a reading
/// `[text, confidence]`. A word ends after the last value that it has; language and script may be null.
/// A baseline is `[x1, y1, x2, y2]`. Foundation's coder would take half of the time that fetching a page may take.
enum LineCoding {
  static func encode(_ words: [Word]) -> String { array(words.map(text)) }
  static func encode(_ readings: [Candidate]) -> String { array(readings.map(text)) }
  static func encode(_ baseline: Baseline) -> String {
    array([baseline.x1, baseline.y1, baseline.x2, baseline.y2].map(number))
  }

  private static func text(_ candidate: Candidate) -> String {
    array([string(candidate.text), number(candidate.confidence)])
  }

  private static func text(_ word: Word) -> String {
    let box = [word.box.x, word.box.y, word.box.width, word.box.height].map { String($0) }
    var parts = [string(word.text)] + box + [number(word.confidence)]
    let known = !word.candidates.isEmpty ? 3 : word.script != nil ? 2 : word.language != nil ? 1 : 0
    if known >= 1 { parts.append(string(word.language)) }
    if known >= 2 { parts.append(string(word.script)) }
    if known >= 3 { parts.append(array(word.candidates.map(text))) }
    return array(parts)
  }

  private static func array(_ parts: [String]) -> String { "[" + parts.joined(separator: ",") + "]" }
  private static func number(_ number: Double) -> String { (number.isFinite ? number : 0).description }

  private static func string(_ string: String?) -> String {
    guard let string else { return "null" }
    var text = "\"".unicodeScalars
    for scalar in string.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: text += ["\\", scalar]
      case ..<0x20: text += ((scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)).unicodeScalars
      default: text.append(scalar)
      }
    }
    return String(text) + "\""
  }

  static func baseline(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> Baseline {
    let numbers = try ArrayReader.all(bytes) { reader throws(ArrayReader.Fault) in try reader.fraction() }
    guard numbers.count == 4 else { throw ArrayReader.Fault() }
    return Baseline(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  static func words(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> [Word] {
    try ArrayReader.all(bytes) { reader throws(ArrayReader.Fault) in try reader.word() }
  }

  static func readings(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> [Candidate] {
    try ArrayReader.all(bytes) { reader throws(ArrayReader.Fault) in try reader.candidate() }
  }
}

extension ArrayReader {
  fileprivate mutating func candidate() throws(Fault) -> Candidate {
    try expect("[")
    let candidate = Candidate(text: try string(), confidence: try nextFraction())
    try expect("]")
    return candidate
  }

  fileprivate mutating func word() throws(Fault) -> Word {
    try expect("[")
    var word = Word(
      text: try string(),
      box: Box(x: try nextInteger(), y: try nextInteger(), width: try nextInteger(), height: try nextInteger()),
      confidence: try nextFraction())
    if skip(",") { word.language = try stringOrNull() }
    if skip(",") { word.script = try stringOrNull() }
    if skip(",") { word.candidates = try array { reader throws(Fault) in try reader.candidate() } }
    try expect("]")
    return word
  }
}
