import PageModel
import Support

/// Takes the reader's second choice of a number where arithmetic asks for it, and only one of them will do.
struct Mending {
  /// A number that was read again.
  struct Change: Hashable {
    var row: Int
    var part: Int
    var text: String
    /// The reading that it replaces.
    var printed: String
  }

  let page: RecognisedPage
  let lexicon: Lexicon

  /// Changes tried on a receipt: each means to reckon all sums again.
  private static let mostTried = 40

  /// The sums with what was mended, and where.
  ///
  /// A change is taken if it makes failing checks hold, breaks none that holds, and no other change does.
  func mend(_ ledger: Ledger, tagged: [TaggedItem]) -> (checks: MoneyChecks, changes: [Change]) {
    var checks = MoneyChecks(ledger, lexicon: lexicon, tagged: tagged)
    var changes: [Change] = []
    var tried = 0
    rounds: while checks.failures > 0, changes.count < 4 {
      var found: [(change: Change, checks: MoneyChecks)] = []
      var seen: Set<Change> = []
      for (row, figure) in checks.doubted {
        let read = checks.ledger.rows[row]
        let part = read.parts.firstIndex { figure.range.clamped(to: $0.range) == figure.range }
        let others = part.map { Change.all(of: $0, in: read, row, on: page) } ?? []
        for change in others where seen.insert(change).inserted {
          guard tried < Self.mostTried else { break rounds }
          tried += 1
          guard let mended = read.replacing(change.part, with: change.text) else { continue }
          let other = checks.ledger.replacing(row, with: mended, lexicon: lexicon)
          let result = MoneyChecks(other, lexicon: lexicon, tagged: tagged)
          if Self.isBetter(result, than: checks) { found.append((change, result)) }
        }
      }
      // Two readings of the same word with the same digits are one change.
      let distinct = Set(found.map { [String($0.change.row), String($0.change.part), Self.digits($0.change.text)] })
      guard distinct.count == 1, let best = found.first else { break }
      changes.append(best.change)
      checks = best.checks
    }
    return (checks, changes)
  }

  private static func isBetter(_ result: MoneyChecks, than checks: MoneyChecks) -> Bool {
    result.failures < checks.failures && result.successes > checks.successes
      && result.items.items.count == checks.items.items.count
      && !(checks.itemsHold == true && result.itemsHold != true)
      && !(checks.taxHolds == true && result.taxHolds != true)
      && !(checks.changeHolds == true && result.changeHolds != true)
      && !(checks.isPrintedTwice && !result.isPrintedTwice)
  }

  private static func digits(_ text: String) -> String { text.unicodeScalars.filter(\.isDigit).string }

  /// Whether two readings differ in one digit, or by one that was missed or seen twice.
  fileprivate static func isSmall(_ one: String, _ other: String) -> Bool {
    let (one, other) = (digits(one), digits(other))
    guard one != other, !one.isEmpty else { return false }
    return editDistance(one.unicodeScalars.map(\.value), other.unicodeScalars.map(\.value), limit: 1) == 1
  }

  /// The rows with a business number that its check digit agrees with, if one other reading alone gives that.
  static func mendNumber(in rows: [PrintedRow], on page: RecognisedPage) -> (rows: [PrintedRow], change: Change?) {
    var candidates: [(change: Change, mended: PrintedRow, digits: String)] = []
    for (index, row) in rows.enumerated() {
      for found in BusinessNumberField.numbers(in: row.scalars)
      where found.isGrouped && !BusinessNumber.isSound(found.digits) {
        for place in row.parts.indices where row.parts[place].range.overlaps(found.range) {
          for change in Change.all(of: place, in: row, index, on: page) {
            guard let mended = row.replacing(place, with: change.text) else { continue }
            let numbers = BusinessNumberField.numbers(in: mended.scalars)
            if let sound = numbers.first(where: { $0.isGrouped && BusinessNumber.isSound($0.digits) }),
              !candidates.contains(where: { $0.digits == sound.digits })
            {
              candidates.append((change, mended, sound.digits))
            }
          }
        }
      }
      if candidates.count > 1 { return (rows, nil) }
    }
    guard let only = candidates.first else { return (rows, nil) }
    var rows = rows
    rows[only.change.row] = only.mended
    return (rows, only.change)
  }
}

extension Mending.Change {
  /// The reader's other readings of a word that differ from it in one digit: its own candidates, then the word at its
  /// place in other readings of its line.
  static func all(of place: Int, in row: PrintedRow, _ index: Int, on page: RecognisedPage) -> [Mending.Change] {
    let part = row.parts[place]
    let printed = part.word.text
    var texts = part.word.candidates.prefix(10).map(\.text)
    if page.lines.indices.contains(part.line) {
      let line = page.lines[part.line]
      for reading in line.readings.prefix(10) {
        let words = reading.text.split(separator: " ").map(String.init)
        // Counted from the end: amounts are there.
        let place = words.count - line.words.count + part.place
        if words.indices.contains(place) { texts.append(words[place]) }
      }
    }
    return texts.filter { $0.utf8.count <= 80 && Mending.isSmall($0, printed) }.distinct
      .map { Mending.Change(row: index, part: place, text: $0, printed: printed) }
  }
}
