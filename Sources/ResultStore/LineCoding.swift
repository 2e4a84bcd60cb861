import PageModel

/// Words and readings as the store keeps them: JSON arrays without names, a third of the size of objects.
///
/// A word is `[text, x, y, width, height, confidence, language, script, [candidate, ...]]`, a candidate and a reading
/// `[text, confidence]`. A word ends after the last value that it has; language and script may be null.
/// A baseline is `[x1, y1, x2, y2]`.
/// SQLite's JSON functions read them in place. Foundation's coder takes half a millisecond for the words of a page,
/// which is half of what fetching a page may take, so the few lines it needs are here.
enum LineCoding {
  static func encode(_ words: [Word]) -> String {
    var writer = ArrayWriter()
    writer.array(words) { word, writer in writer.write(word) }
    return writer.text
  }

  static func encode(_ readings: [Candidate]) -> String {
    var writer = ArrayWriter()
    writer.array(readings) { reading, writer in writer.write(reading) }
    return writer.text
  }

  static func encode(_ baseline: Baseline) -> String {
    var writer = ArrayWriter()
    writer.array([baseline.x1, baseline.y1, baseline.x2, baseline.y2]) { number, writer in writer.number(number) }
    return writer.text
  }

  static func baseline(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> Baseline {
    var reader = ArrayReader(bytes)
    var numbers: [Double] = []
    try reader.array { (reader) throws(ArrayReader.Fault) in numbers.append(try reader.fraction()) }
    try reader.end()
    guard numbers.count == 4 else { throw ArrayReader.Fault(offset: bytes.count) }
    return Baseline(x1: numbers[0], y1: numbers[1], x2: numbers[2], y2: numbers[3])
  }

  static func words(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> [Word] {
    var reader = ArrayReader(bytes)
    var words: [Word] = []
    try reader.array { (reader) throws(ArrayReader.Fault) in words.append(try reader.word()) }
    try reader.end()
    return words
  }

  static func readings(_ bytes: [UInt8]) throws(ArrayReader.Fault) -> [Candidate] {
    var reader = ArrayReader(bytes)
    let readings = try reader.candidates()
    try reader.end()
    return readings
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
  fileprivate mutating func candidates() throws(Fault) -> [Candidate] {
    var candidates: [Candidate] = []
    try array { (reader) throws(Fault) in
      try reader.open()
      let text = try reader.string()
      try reader.comma()
      candidates.append(Candidate(text: text, confidence: try reader.fraction()))
      try reader.close()
    }
    return candidates
  }

  fileprivate mutating func word() throws(Fault) -> Word {
    try open()
    let text = try string()
    var numbers: (Int, Int, Int, Int) = (0, 0, 0, 0)
    try comma()
    numbers.0 = try integer()
    try comma()
    numbers.1 = try integer()
    try comma()
    numbers.2 = try integer()
    try comma()
    numbers.3 = try integer()
    try comma()
    var word = Word(
      text: text, box: Box(x: numbers.0, y: numbers.1, width: numbers.2, height: numbers.3),
      confidence: try fraction())
    if commaFollows() { word.language = try stringOrNull() }
    if commaFollows() { word.script = try stringOrNull() }
    if commaFollows() { word.candidates = try candidates() }
    try close()
    return word
  }
}
