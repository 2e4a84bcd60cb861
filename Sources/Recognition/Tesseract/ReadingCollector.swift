import PageModel

/// Walks over the engine's result and writes down lines of words of characters, in reading order.
struct ReadingCollector {
  /// Candidates for a word, at most.
  let candidates: Int
  /// The number of the first block.
  let firstBlock: Int
  /// The engine's models that read one language, whose name they have.
  let languageModels: Set<String>

  /// Whether a backslash before an amount is the won sign.
  let readsKorean: Bool

  private var lines: [LineReading] = []
  private var block: Int
  private var blanks = BlankFinder(line: "")

  init(candidates: Int, firstBlock: Int = 0, languageModels: Set<String> = [], readsKorean: Bool = false) {
    self.candidates = candidates
    self.firstBlock = firstBlock
    self.languageModels = languageModels
    self.readsKorean = readsKorean
    block = firstBlock - 1
  }

  mutating func collect(_ iterator: inout ResultIterator) -> [LineReading] {
    var line: OpenLine?
    repeat {
      if iterator.isAtStart(of: .block) {
        switch iterator.blockKind {
        case .text: block += 1
        case .horizontalRule:
          close(&line)
          if let box = iterator.box(.block) {
            lines.append(LineReading(kind: .rule, box: box, block: max(block, firstBlock)))
          }
          continue
        case .other: continue
        }
      }
      if iterator.isAtStart(of: .line) {
        close(&line)
        line = OpenLine(box: iterator.box(.line), baseline: iterator.baseline(.line))
        blanks = BlankFinder(line: iterator.text(.line) ?? "")
      }
      if let piece = piece(&iterator) {
        let opensWord = blanks.isBefore(piece.raw)
        line?.add(piece, opensWord: opensWord)
      }
    } while iterator.next(.word)
    close(&line)
    return lines
  }

  private mutating func close(_ open: inout OpenLine?) {
    guard let line = open else { return }
    open = nil
    var words = line.words.map(finished)
    if readsKorean { WonSign.restore(in: &words) }
    guard let first = words.first else { return }
    let kind: Line.Kind = TextNormalisation.isRule(words.map(\.word.text)) ? .rule : .text
    lines.append(
      LineReading(
        kind: kind, box: line.box ?? first.word.box, baseline: line.baseline,
        block: max(block, firstBlock), words: words))
  }

  private func finished(_ piece: Piece) -> WordReading {
    let text = TextNormalisation.cleaned(piece.text)
    let word = Word(
      text: text, box: piece.box, confidence: piece.confidence,
      candidates: Candidates.of(text, confidence: piece.confidence, characters: piece.characters, atMost: candidates),
      language: piece.language.flatMap { languageModels.contains($0) ? $0 : nil },
      script: TextNormalisation.script(of: text))
    return WordReading(word: word, characters: piece.characters)
  }

  /// The piece at the iterator, which is left at its last symbol; nil where it has no text.
  private func piece(_ iterator: inout ResultIterator) -> Piece? {
    guard let raw = iterator.text(.word), let box = iterator.box(.word) else { return nil }
    let text = TextNormalisation.cleaned(raw)
    if text.isEmpty { return nil }
    var piece = Piece(
      raw: raw, text: text, box: box, confidence: iterator.confidence(.word), language: iterator.language)
    while true {
      if let character = character(iterator, in: box) { piece.characters.append(character) }
      if iterator.isLast(.symbol, of: .word) || !iterator.next(.symbol) { break }
    }
    return piece
  }

  private func character(_ iterator: borrowing ResultIterator, in word: Box) -> CharacterReading? {
    guard let text = iterator.text(.symbol).map(TextNormalisation.cleaned), !text.isEmpty else { return nil }
    var alternatives: [Candidate] = []
    if candidates > 1 {
      // One more, because the chosen one is among them.
      alternatives = iterator.choices(atMost: candidates + 1).filter { TextNormalisation.cleaned($0.text) != text }
    }
    return CharacterReading(
      text: text, box: iterator.box(.symbol) ?? word, confidence: iterator.confidence(.symbol),
      alternatives: alternatives)
  }
}

/// A line whose words are not all read.
private struct OpenLine {
  var box: Box?
  var baseline: Baseline?
  var words: [Piece] = []

  mutating func add(_ piece: Piece, opensWord: Bool) {
    if opensWord || words.isEmpty {
      words.append(piece)
    } else {
      words[words.count - 1].join(piece)
    }
  }
}

/// What the engine calls a word: for Hangul often a single syllable, because it takes the script for one without blanks.
private struct Piece {
  var raw: String
  var text: String
  var box: Box
  var confidence: Double
  var language: String?
  var characters: [CharacterReading] = []

  /// Continues the word; it is as sure as its least sure piece, as the engine's own words are.
  mutating func join(_ next: Piece) {
    text += next.text
    box = box.union(next.box)
    confidence = min(confidence, next.confidence)
    language = language == next.language ? language : nil
    characters += next.characters
  }
}

/// Finds the blanks that the network saw between the engine's words in the text of their line.
///
/// The engine tells them nowhere else, and in the line's text only with `preserve_interword_spaces` (without it there
/// is one between all words).
private struct BlankFinder {
  private var rest: Substring.UnicodeScalarView

  init(line: String) {
    rest = line[...].unicodeScalars
  }

  /// Whether a blank comes before this word, which is next; true where the line's text does not go on with it.
  mutating func isBefore(_ word: String) -> Bool {
    let start = rest.startIndex
    let trimmed = rest.drop { $0.properties.isWhitespace }
    guard trimmed.starts(with: word.unicodeScalars) else { return true }
    rest = trimmed.dropFirst(word.unicodeScalars.count)
    return trimmed.startIndex != start
  }
}
