import PageModel

/// Takes the reader's second choice of a digit where the check digit of a business number asks for it.
struct NumberMending {
  private(set) var changes: [Mending.Change] = []

  private let page: RecognisedPage
  private let lexicon: Lexicon

  init(_ page: RecognisedPage, lexicon: Lexicon) {
    self.page = page
    self.lexicon = lexicon
  }

  /// The rows with a business number that its check digit agrees with, where one other reading alone gives that.
  mutating func mend(_ rows: [PrintedRow]) -> [PrintedRow] {
    var candidates: [(row: Int, part: Int, text: String, digits: String)] = []
    for row in rows.indices {
      for found in BusinessNumberField.numbers(in: rows[row].scalars)
      where found.isGrouped && !BusinessNumber.isSound(found.digits) {
        for part in rows[row].parts.indices where rows[row].parts[part].range.overlaps(found.range) {
          let word = rows[row].parts[part]
          for text in Alternatives.texts(of: word, on: page) where Mending.isSmall(text, word.word.text) {
            guard let other = rows[row].replacing(part, with: text) else { continue }
            let numbers = BusinessNumberField.numbers(in: other.scalars)
            if let sound = numbers.first(where: { $0.isGrouped && BusinessNumber.isSound($0.digits) }),
              !candidates.contains(where: { $0.digits == sound.digits })
            {
              candidates.append((row, part, text, sound.digits))
            }
          }
        }
      }
      if candidates.count > 1 { return rows }
    }
    guard candidates.count == 1, let only = candidates.first,
      let mended = rows[only.row].replacing(only.part, with: only.text)
    else { return rows }
    changes.append(
      Mending.Change(
        row: only.row, part: only.part, text: only.text, printed: rows[only.row].parts[only.part].word.text))
    var rows = rows
    rows[only.row] = mended
    return rows
  }
}
