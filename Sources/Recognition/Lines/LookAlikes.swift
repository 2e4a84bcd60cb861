import PageModel

/// Puts characters right that fonts draw alike, where the word around them tells which one it is.
enum LookAlikes {
  static func restore(in words: inout [WordReading]) {
    for index in words.indices {
      let reading = words[index]
      guard let text = restored(reading.word.text) else { continue }
      let (scalars, characters) = (Array(text.unicodeScalars), reading.characters.map(\.text))
      // What was read from no such characters can't be told in their places.
      guard characters.joined() == reading.word.text, characters.count == scalars.count else { continue }
      for (place, scalar) in scalars.enumerated() where characters[place] != String(scalar) {
        words[index].characters[place].text = String(scalar)
        words[index].characters[place].alternatives.removeAll { $0.text == String(scalar) }
      }
      words[index].word.text = text
      words[index].word.script = TextNormalisation.script(of: text)
      var known: Set<String> = []
      words[index].word.candidates = reading.word.candidates.map { candidate in
        Candidate(text: restored(candidate.text) ?? candidate.text, confidence: candidate.confidence)
      }.filter { known.insert($0.text).inserted }
    }
  }

  /// The word put right; nil where it stays as it is.
  static func restored(_ word: String) -> String? {
    let zeros = PrintedZeros.restored(word)
    return PrintedCapitals.restored(zeros ?? word) ?? zeros
  }
}

/// Writes a capital I where the network wrote a small L among capitals: `MSCl`, `BlIB`.
///
/// None of 15,712 words of the truths of 100 real pages is written so, and of what was read on these pages two words,
/// both of which this puts right.
enum PrintedCapitals {
  /// Chlorides, as medicines bear them.
  private static let formulas: Set<String> = ["HCl", "KCl"]

  /// The word with its capitals; nil where it stays as it is.
  static func restored(_ word: String) -> String? {
    guard word.utf8.contains(UInt8(ascii: "l")) else { return nil }
    let letters = word.unicodeScalars.filter(\.properties.isAlphabetic)
    guard !formulas.contains(String(String.UnicodeScalarView(letters))) else { return nil }
    let capitals = letters.count { ("A"..."Z").contains($0) }
    guard capitals >= 2, letters.count >= 3, letters.allSatisfy({ $0 == "l" || ("A"..."Z").contains($0) }) else {
      return nil
    }
    return word.replacing("l", with: "I")
  }
}
