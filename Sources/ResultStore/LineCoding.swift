import PageModel
import Support

/// Words and readings as the store keeps them: JSON arrays without names, a third of the size of objects.
///
/// A word is `[text, x, y, width, height, confidence, language, script, [candidate, ...]]`, a candidate and a reading
/// `[text, confidence]`. A word ends after the last value that it has; language and script may be null.
/// A baseline is `[x1, y1, x2, y2]`. Foundation's coder would take half of the time that fetching a page may take.
enum LineCoding {
  static func encode(_ words: [Word]) -> String { JSONValue.array(words.map(value)).lineText }
  static func encode(_ readings: [Candidate]) -> String { JSONValue.array(readings.map(value)).lineText }
  static func encode(_ baseline: Baseline) -> String {
    JSONValue.array([baseline.x1, baseline.y1, baseline.x2, baseline.y2].map(number)).lineText
  }

  private static func value(_ candidate: Candidate) -> JSONValue {
    .array([.string(candidate.text), number(candidate.confidence)])
  }

  private static func value(_ word: Word) -> JSONValue {
    let box = [word.box.x, word.box.y, word.box.width, word.box.height].map { JSONValue.integer($0) }
    let known = [
      word.language.map { .string($0) } ?? .null, word.script.map { .string($0) } ?? .null,
      JSONValue.array(word.candidates.map(value)),
    ]
    let count = !word.candidates.isEmpty ? 3 : word.script != nil ? 2 : word.language != nil ? 1 : 0
    return .array([.string(word.text)] + box + [number(word.confidence)] + known.prefix(count))
  }

  private static func number(_ number: Double) -> JSONValue { .number(number.isFinite ? number : 0) }

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
