import CTesseract
import PageModel

/// Collects lines of words of characters from the engine's result, in reading order.
struct ReadingCollector {
  let candidates: Int
  let firstBlock: Int
  /// The engine's models for a single language, which have its name.
  let languageModels: Set<String>

  /// Whether a backslash before an amount is the won sign.
  let readsKorean: Bool
  private typealias OpenLine = (box: Box?, baseline: Baseline?, words: [Piece])
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
      if iterator.isAtStart(of: RIL_BLOCK) {
        switch iterator.blockType {
        case PT_HORZ_LINE:
          close(&line)
          if let box = iterator.box(RIL_BLOCK) {
            lines.append(LineReading(kind: .rule, box: box, block: max(block, firstBlock)))
          }
          continue
        case PT_FLOWING_IMAGE, PT_HEADING_IMAGE, PT_PULLOUT_IMAGE, PT_VERT_LINE, PT_NOISE: continue
        default: block += 1
        }
      }
      if iterator.isAtStart(of: RIL_TEXTLINE) {
        close(&line)
        line = (iterator.box(RIL_TEXTLINE), iterator.baseline, [])
        blanks = BlankFinder(line: iterator.text(RIL_TEXTLINE) ?? "")
      }
      if let piece = piece(&iterator) {
        let opensWord = blanks.isBefore(piece.raw)
        if !opensWord, let last = line?.words.indices.last {
          line?.words[last].join(piece)
        } else {
          line?.words.append(piece)
        }
      }
    } while iterator.next(RIL_WORD)
    close(&line)
    return lines
  }

  private mutating func close(_ open: inout OpenLine?) {
    guard let line = open else { return }
    open = nil
    var words = line.words.map(finished)
    if readsKorean { WonSign.restore(in: &words) }
    for index in words.indices { words[index].rewrite(ZeroDigits.restored) }
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

  /// The piece at the iterator, which moves to the piece's last symbol; nil without text.
  private func piece(_ iterator: inout ResultIterator) -> Piece? {
    guard let raw = iterator.text(RIL_WORD), let box = iterator.box(RIL_WORD) else { return nil }
    let text = TextNormalisation.cleaned(raw)
    if text.isEmpty { return nil }
    var piece = Piece(
      raw: raw, text: text, box: box, confidence: iterator.confidence(RIL_WORD), language: iterator.language)
    repeat {
      if let character = character(iterator, in: box) { piece.characters.append(character) }
    } while !iterator.isAtLastSymbol && iterator.next(RIL_SYMBOL)
    return piece
  }

  private func character(_ iterator: borrowing ResultIterator, in word: Box) -> CharacterReading? {
    guard let text = iterator.text(RIL_SYMBOL).map(TextNormalisation.cleaned), !text.isEmpty else { return nil }
    // One more, because the chosen one is among them.
    let choices = candidates > 1 ? iterator.choices(atMost: candidates + 1) : []
    return CharacterReading(
      text: text, box: iterator.box(RIL_SYMBOL) ?? word, confidence: iterator.confidence(RIL_SYMBOL),
      alternatives: choices.filter { TextNormalisation.cleaned($0.text) != text })
  }
}

/// A word by the engine's division: for Hangul often a single syllable, because it assumes a script without blanks.
private struct Piece {
  var raw: String
  var text: String
  var box: Box
  var confidence: Double
  var language: String?
  var characters: [CharacterReading] = []

  /// Continues the word, with the confidence of its least confident piece, like the engine's own words.
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
/// The engine has them nowhere else, and only with `preserve_interword_spaces`; without it all words have one between
/// them.
private struct BlankFinder {
  private var rest: Substring.UnicodeScalarView

  init(line: String) {
    rest = line[...].unicodeScalars
  }

  /// Whether a blank comes before the next word; true if the line's text does not continue with it.
  mutating func isBefore(_ word: String) -> Bool {
    let start = rest.startIndex
    let trimmed = rest.drop { $0.properties.isWhitespace }
    guard trimmed.starts(with: word.unicodeScalars) else { return true }
    rest = trimmed.dropFirst(word.unicodeScalars.count)
    return trimmed.startIndex != start
  }
}
