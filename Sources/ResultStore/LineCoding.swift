import PageModel

/// Words and readings as the store keeps them: JSON arrays without names, a third of the size of objects.
///
/// A word is `[text, x, y, width, height, confidence, language, script, [candidate, ...]]`, a candidate and a reading
/// `[text, confidence]`. A word ends after the last value that it has; language and script may be null.
/// A baseline is `[x1, y1, x2, y2]`.
/// SQLite's JSON functions read them in place. Foundation's coder takes half a millisecond for the words of a page,
/// which is half of what fetching a page may take, so the few lines it needs are here.
enum LineCoding {
  static func encode(_ words: [Word]) -> String { text(words) { word, writer in writer.write(word) } }

  static func encode(_ readings: [Candidate]) -> String { text(readings) { reading, writer in writer.write(reading) } }

  static func encode(_ baseline: Baseline) -> String {
    text([baseline.x1, baseline.y1, baseline.x2, baseline.y2]) { number, writer in writer.number(number) }
  }

  private static func text<Element>(
    _ elements: [Element], _ write: (Element, inout ArrayWriter) -> Void
  ) -> String {
    var writer = ArrayWriter()
    writer.array(elements, write)
    return writer.text
  }

  static func baseline(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> Baseline {
    let numbers = try array(bytes) { reader throws(ArrayReader.Fault) in try reader.fraction() }
    guard numbers.count == 4 else { throw ArrayReader.Fault(offset: bytes.count) }
    return Baseline(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  static func words(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> [Word] {
    try array(bytes) { reader throws(ArrayReader.Fault) in try reader.word() }
  }

  static func readings(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> [Candidate] {
    try array(bytes) { reader throws(ArrayReader.Fault) in try reader.candidate() }
  }

  private static func array<Element>(
    _ bytes: [UInt8], _ element: (inout ArrayReader) throws(ArrayReader.Fault) -> Element
  ) throws(ArrayReader.Fault) -> [Element] {
    var reader = ArrayReader(bytes)
    let elements = try reader.array(element)
    try reader.end()
    return elements
  }
}

extension ArrayWriter {
  fileprivate mutating func write(_ candidate: Candidate) {
    open()
    string(candidate.text)
    number(candidate.confidence)
    close()
  }

  fileprivate mutating func write(_ word: Word) {
    open()
    string(word.text)
    number(word.box.x)
    number(word.box.y)
    number(word.box.width)
    number(word.box.height)
    number(word.confidence)
    let known = !word.candidates.isEmpty ? 3 : word.script != nil ? 2 : word.language != nil ? 1 : 0
    if known >= 1 { string(word.language) }
    if known >= 2 { string(word.script) }
    if known >= 3 { array(word.candidates) { candidate, writer in writer.write(candidate) } }
    close()
  }
}

extension ArrayReader {
  fileprivate mutating func candidate() throws(Fault) -> Candidate {
    try open()
    let candidate = Candidate(text: try string(), confidence: try nextFraction())
    try close()
    return candidate
  }

  fileprivate mutating func word() throws(Fault) -> Word {
    try open()
    var word = Word(
      text: try string(),
      box: Box(x: try nextInteger(), y: try nextInteger(), width: try nextInteger(), height: try nextInteger()),
      confidence: try nextFraction())
    if commaFollows() { word.language = try stringOrNull() }
    if commaFollows() { word.script = try stringOrNull() }
    if commaFollows() { word.candidates = try array { reader throws(Fault) in try reader.candidate() } }
    try close()
    return word
  }
}
