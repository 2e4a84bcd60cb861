import PageModel
import Support

/// Words and readings as the store keeps them: JSON arrays without names, a third of the size of objects.
///
/// A word is `[text, x, y, width, height, confidence, language, script, [candidate, ...]]`, a candidate and a reading
/// `[text, confidence]`. A word ends after the last value that it has; language and script may be null.
/// A baseline is `[x1, y1, x2, y2]`. Foundation's coder would take half of the time that fetching a page may take.
enum LineCoding {
  /// The bytes are not what was asked for.
  struct Fault: Error {}

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

  static func baseline(_ bytes: [UInt8]) throws(Fault) -> Baseline {
    let numbers = try elements(JSONValue(parsing: bytes)).map(fraction)
    guard numbers.count == 4 else { throw Fault() }
    return Baseline(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  static func words(_ bytes: [UInt8]) throws(Fault) -> [Word] { try elements(JSONValue(parsing: bytes)).map(word) }

  static func readings(_ bytes: [UInt8]) throws(Fault) -> [Candidate] {
    try elements(JSONValue(parsing: bytes)).map(candidate)
  }

  private static func word(_ value: JSONValue) throws(Fault) -> Word {
    let parts = try elements(value)
    guard (6...9).contains(parts.count), case .string(let text) = parts[0], case .integer(let x) = parts[1],
      case .integer(let y) = parts[2], case .integer(let width) = parts[3], case .integer(let height) = parts[4]
    else { throw Fault() }
    return Word(
      text: text, box: Box(x: x, y: y, width: width, height: height), confidence: try fraction(parts[5]),
      candidates: parts.count > 8 ? try elements(parts[8]).map(candidate) : [],
      language: parts.count > 6 ? try textOrNull(parts[6]) : nil,
      script: parts.count > 7 ? try textOrNull(parts[7]) : nil)
  }

  private static func candidate(_ value: JSONValue) throws(Fault) -> Candidate {
    let parts = try elements(value)
    guard parts.count == 2, case .string(let text) = parts[0] else { throw Fault() }
    return Candidate(text: text, confidence: try fraction(parts[1]))
  }

  private static func elements(_ value: JSONValue?) throws(Fault) -> [JSONValue] {
    guard case .array(let elements)? = value else { throw Fault() }
    return elements
  }

  private static func fraction(_ value: JSONValue) throws(Fault) -> Double {
    switch value {
    case .integer(let integer): Double(integer)
    case .number(let number): number
    default: throw Fault()
    }
  }

  private static func textOrNull(_ value: JSONValue) throws(Fault) -> String? {
    switch value {
    case .string(let text): text
    case .null: nil
    default: throw Fault()
    }
  }
}
