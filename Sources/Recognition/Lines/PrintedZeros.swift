/// Writes a zero where the network wrote the letter O among digits: `R000551481`, `109F`, `500MG`.
///
/// Tills' fonts draw the two alike, and the network's confidence tells them apart no better. How numbers are written
/// does: on 48 drawn receipts of as many fonts 62 words are right because of it and one of two letters that were wrong
/// is left, and none of 15,700 words of the truths of 100 real pages would be changed.
enum PrintedZeros {
  /// Letters that a word of two letters begins with whose second is O, and that stands before numbers: `DO00123`, `PO`.
  private static let openers = Set("CDFGHILMNPSTW".unicodeScalars)
  /// What may follow a number at once and is no word with it, as `OFF` and `OZ` would be.
  private static let units: Set<String> = [
    "M", "MM", "CM", "KM", "ML", "CC", "L", "LT", "MG", "G", "GR", "GM", "KG", "K", "V", "W", "MAH", "GB", "PC", "PCS",
    "X",
  ]

  /// The word with zeros; nil where it stays as it is.
  static func restored(_ word: String) -> String? {
    guard word.utf8.contains(UInt8(ascii: "O")), word.utf8.contains(where: { (0x30...0x39).contains($0) }) else {
      return nil
    }
    let read = Array(word.unicodeScalars)
    var written = read
    var start = 0
    while let begin = read[start...].firstIndex(where: isRound) {
      let end = read[begin...].firstIndex { !isRound($0) } ?? read.endIndex
      if let places = zeros(read, begin..<end) {
        for place in places { written[place] = "0" }
      }
      start = end
    }
    return written == read ? nil : String(String.UnicodeScalarView(written))
  }

  /// Where of a run of O and 0 zeros stand; nil where nothing tells.
  private static func zeros(_ word: [Unicode.Scalar], _ run: Range<Int>) -> Range<Int>? {
    let (before, after) = (word[..<run.lowerBound], word[run.upperBound...])
    guard let left = before.last else { return nil }
    let isBehindDigit =
      isDigit(left) || ".,".unicodeScalars.contains(left) && before.dropLast().last.map(isDigit) == true
    let first: Int
    if isBehindDigit {
      first = run.lowerBound
    } else {
      // `R000`, but `DO00` and `PROMO05`.
      let letters = before.reversed().prefix(while: isLetter).count
      guard letters > 0 else { return nil }
      first = letters == 1 && !openers.contains(left) ? run.lowerBound : run.lowerBound + 1
    }
    let isNumber: Bool
    switch after.first {
    case let right? where isDigit(right): isNumber = true
    case let right? where isLetter(right):
      let letters = String(String.UnicodeScalarView(after.prefix(while: isLetter)))
      isNumber = isBehindDigit && units.contains(letters.uppercased())
    // `500,` and `500원`, but `H2O` and `2O'CLOCK`.
    case let right: isNumber = isBehindDigit && right != "'" && !before.contains(where: isLetter)
    }
    let last = isNumber ? run.upperBound : word[run].lastIndex(of: "0").map { $0 + 1 } ?? run.lowerBound
    return first < last ? first..<last : nil
  }

  private static func isRound(_ scalar: Unicode.Scalar) -> Bool { scalar == "O" || scalar == "0" }
  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    ("A"..."Z").contains(scalar) || ("a"..."z").contains(scalar)
  }
}
