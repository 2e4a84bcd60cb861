import PageModel
import Support

/// Names that the lexicon knows, if a letter (jamo) of them was misread.
enum KnownNames {
  /// A brand of fewer letters is taken for a misread one only if the reader is not sure of the word.
  private static let longBrand = 8
  private static let sureFrom = 0.97

  /// A shop's name with the chains' names in it as they are written.
  static func withBrands(_ found: Finding, _ ledger: Ledger, _ lexicon: Lexicon) -> Finding {
    var found = found
    for spot in found.spots {
      let row = ledger.rows[spot.row]
      for part in row.parts(in: spot.range) {
        let word = Array(row.scalars[part.range.clamped(to: spot.range)])
        let least = part.word.confidence < sureFrom ? 5 : longBrand
        if let brand = lexicon.brandMisread(as: word, least: least) {
          found.value = found.value.replacing(word.string, with: brand, maxReplacements: 1)
        }
      }
    }
    return found
  }

  /// The one card or bank whose name a reading misses by a letter; the reading if there is none or several.
  static func card(_ text: String, _ lexicon: Lexicon) -> String {
    let key = Lexicon.nameKey(text.unicodeScalars).map { $0 == "1" ? "i" : $0 }
    let letters = Jamo.letters(key)
    // `KDB카드`: of so few letters each one tells another bank.
    guard letters.count >= longBrand else { return text }
    if let name = lexicon.cardNames[key] { return text.unicodeScalars.contains { $0.isDigit } ? name : text }
    let near = lexicon.cardNames.filter { editDistance(letters, Jamo.letters($0.key), limit: 1) != nil }
    return near.count == 1 ? near.first?.value ?? text : text
  }
}
