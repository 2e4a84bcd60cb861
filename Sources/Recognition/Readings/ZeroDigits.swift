/// Writes a zero for a letter O that stands among digits, such as the second character of `RO00184`.
///
/// Tills draw the two alike, so the network's confidence cannot tell them apart, but the characters beside them can.
enum ZeroDigits {
  /// First letters of the short words that end in O and stand before numbers, such as `NO1383` and `PO2201`.
  private static let openers = Set("CDFGHILMNPSTW")

  /// The word with its zeros; nil if it stays the same.
  static func restored(_ word: String) -> String? {
    guard word.utf8.contains(UInt8(ascii: "O")), word.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
      return nil
    }
    var characters = Array(word)
    var start = 0
    while let begin = characters[start...].firstIndex(where: isRound) {
      let end = characters[begin...].firstIndex { !isRound($0) } ?? characters.endIndex
      if let zeros = zeros(of: begin..<end, in: characters) {
        for index in zeros { characters[index] = "0" }
      }
      start = end
    }
    let text = String(characters)
    return text == word ? nil : text
  }

  /// The part of a run of O and 0 that is zeros; nil if the characters beside it do not tell.
  private static func zeros(of run: Range<Int>, in word: [Character]) -> Range<Int>? {
    let (before, after) = (word[..<run.lowerBound], word[run.upperBound...].first)
    let followsDigit = before.suffix(2).last { $0 != "." && $0 != "," }.map(isDigit) ?? false
    let letters = Array(before.reversed().prefix(while: isLetter))
    guard followsDigit || !letters.isEmpty else { return nil }
    // The first O after letters may belong to them: `NO0048`, `PROMO05`.
    let isAllDigits = followsDigit || letters.count == 1 && !openers.contains(letters[0])
    let first = run.lowerBound + (isAllDigits ? 0 : 1)
    let isNumber: Bool
    if let after, isDigit(after) {
      isNumber = true
    } else {
      // `500,` and `500원`, but `H2O` and `2O'CLOCK`.
      isNumber = followsDigit && !before.contains(where: isLetter) && after.map { isLetter($0) || $0 == "'" } != true
    }
    let last = isNumber ? run.upperBound : word[run].lastIndex(of: "0").map { $0 + 1 } ?? run.lowerBound
    return first < last ? first..<last : nil
  }

  private static func isRound(_ character: Character) -> Bool { character == "O" || character == "0" }
  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
  private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
}
