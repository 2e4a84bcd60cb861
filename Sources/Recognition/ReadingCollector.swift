import PageModel

/// Walks over the engine's result and writes down lines of words of characters, in reading order.
struct ReadingCollector {
  /// Candidates for a word, at most.
  let candidates: Int
  /// The number of the first block.
  let firstBlock: Int
  /// From the picture's coordinates to those that the caller wants.
  let map: (Box) -> Box
  /// The name for each model of the engine.
  let languageNames: [String: String]

  private var lines: [LineReading] = []
  private var block: Int

  init(candidates: Int, firstBlock: Int = 0, languageNames: [String: String] = [:], map: @escaping (Box) -> Box) {
    self.candidates = candidates
    self.firstBlock = firstBlock
    self.languageNames = languageNames
    self.map = map
    block = firstBlock - 1
  }

  mutating func collect(_ iterator: inout ResultIterator) -> [LineReading] {
    var openLine: LineReading?
    repeat {
      if iterator.isAtStart(of: .block) {
        switch iterator.blockKind {
        case .text: block += 1
        case .horizontalRule:
          close(&openLine)
          if let box = iterator.box(.block) {
            lines.append(LineReading(kind: .rule, box: map(box), block: max(block, firstBlock)))
          }
          continue
        case .other: continue
        }
      }
      if iterator.isAtStart(of: .line) {
        close(&openLine)
        let box = iterator.box(.line) ?? Box(x: 0, y: 0, width: 0, height: 0)
        openLine = LineReading(box: map(box), baseline: iterator.baseline(.line).map(mapped), block: max(block, firstBlock))
      }
      if let word = word(&iterator) { openLine?.words.append(word) }
    } while iterator.next(.word)
    close(&openLine)
    return lines
  }

  private mutating func close(_ open: inout LineReading?) {
    guard var line = open else { return }
    open = nil
    if line.words.isEmpty { return }
    if PageText.isRule(line.words.map(\.word.text)) { line.kind = .rule }
    lines.append(line)
  }

  private func mapped(_ baseline: Baseline) -> Baseline {
    let start = map(Box(x: baseline.x1, y: baseline.y1, width: 0, height: 0))
    let end = map(Box(x: baseline.x2, y: baseline.y2, width: 0, height: 0))
    return Baseline(x1: start.x, y1: start.y, x2: end.x, y2: end.y)
  }

  /// The word at the iterator, which is left at the word's last symbol; nil where it has no text.
  private func word(_ iterator: inout ResultIterator) -> WordReading? {
    guard let text = iterator.text(.word).map(PageText.cleaned), !text.isEmpty, let box = iterator.box(.word) else {
      return nil
    }
    let confidence = iterator.confidence(.word)
    let language = iterator.language
    var characters: [CharacterReading] = []
    while true {
      if let character = character(iterator, in: box) { characters.append(character) }
      if iterator.isLast(.symbol, of: .word) || !iterator.next(.symbol) { break }
    }
    let word = Word(
      text: text, box: map(box), confidence: confidence,
      candidates: Candidates.of(text, confidence: confidence, characters: characters, atMost: candidates),
      language: language.map { languageNames[$0] ?? $0 }, script: PageText.script(of: text))
    return WordReading(word: word, characters: characters)
  }

  private func character(_ iterator: borrowing ResultIterator, in word: Box) -> CharacterReading? {
    guard let text = iterator.text(.symbol).map(PageText.cleaned), !text.isEmpty else { return nil }
    var alternatives: [Candidate] = []
    if candidates > 1 {
      // One more, because the chosen one is among them.
      alternatives = iterator.choices(atMost: candidates + 1).filter { PageText.cleaned($0.text) != text }
    }
    return CharacterReading(
      text: text, box: map(iterator.box(.symbol) ?? word), confidence: iterator.confidence(.symbol),
      alternatives: alternatives)
  }
}
