/// The currency of a receipt's amounts, from symbols and codes beside them, then from words and numbers of a country.
package enum Currency {
  static func find(_ ledger: Ledger, totals: Totals) -> Finding? {
    let spot: (row: Int, range: Range<Int>)? =
      totals.total.map { ($0.row, $0.figure.range) }
      ?? ledger.figures.indices.lazy.compactMap { row in
        ledger.figures[row].first { $0.isClearlyMoney }.map { (row, $0.range) }
      }.first
    guard let spot else { return nil }
    func finding(_ value: String, _ reliability: Double) -> Finding {
      Finding(value, row: spot.row, range: spot.range, reliability: reliability)
    }
    if let code = beside(ledger.rows[spot.row].scalars, spot.range), code != dollar { return finding(code, 0.97) }
    if ledger.style == .whole { return finding("KRW", 0.99) }
    return elsewhere(ledger).map { finding($0, 0.95) }
  }

  /// The currency that any amount, or else the rest of the receipt, tells; nil if several are possible.
  static func elsewhere(_ ledger: Ledger) -> String? {
    if ledger.rows.contains(where: { hasWord("RM", $0.scalars) }) { return "MYR" }
    let found = zip(ledger.rows, ledger.figures).flatMap { row, figures in
      figures.compactMap { beside(row.scalars, $0.range) }
    }
    if let sign = found.first(where: { $0 != dollar }) { return sign }
    var countries: Set<String> = []
    for row in ledger.rows {
      let letters = row.letters
      countries.formUnion(names.filter { contains($0.1, in: letters) }.map(\.0))
      // `A.B.N.`
      let undotted = row.scalars.filter { $0 != "." }
      countries.formUnion(taxes.filter { hasWord($0.word, undotted) }.map(\.key))
      if hasCanadianCode(row.scalars) { countries.insert("CAD") }
    }
    let isOpen = ledger.rows.contains { hasWord("GST", $0.scalars) || hasWord("VAT", $0.scalars) }
    let isAmerican = ledger.rows.contains { hasAmericanCode($0.scalars) }
    let hasNumber = ledger.rows.contains { hasAmericanNumber($0.scalars) }
    // Canada has the same telephone numbers, and a GST.
    if isAmerican || hasNumber && !isOpen, !countries.contains("CAD") { countries.insert("USD") }
    if countries.isEmpty { return found.isEmpty || isOpen ? nil : "USD" }
    return countries.count == 1 ? countries.first : nil
  }

  private static let names = ReceiptWord.countryName.pairs.map { ($0.key, Array($0.word.unicodeScalars)) }
  private static let taxes = ReceiptWord.countryTax.pairs

  /// Whether a telephone number of North America is in a row: `(503) 555-0100`, `503.555.0100`.
  static func hasAmericanNumber(_ scalars: [Unicode.Scalar]) -> Bool {
    let runs = scalars.indices.split { !scalars[$0].isDigit }
    return runs.indices.dropLast(2).contains { index in
      let parts = runs[index..<(index + 3)]
      guard parts.map(\.count) == [3, 3, 4], let area = parts.first?.first, let local = parts.dropFirst().first?.first
      else { return false }
      return scalars[area] >= "2" && scalars[local] >= "2"
        && zip(parts, parts.dropFirst()).allSatisfy { one, next in
          let between = scalars[one.endIndex..<next.startIndex]
          return between.count <= 2 && between.allSatisfy { " ().-".unicodeScalars.contains($0) }
        }
    }
  }

  /// Decimals of an amount.
  package static func places(_ code: String) -> Int {
    if ["KWD", "BHD", "OMR", "JOD", "TND"].contains(code) { return 3 }
    return ["KRW", "JPY", "VND", "IDR"].contains(code) ? 0 : 2
  }

  private static let symbols = Dictionary(uniqueKeysWithValues: ReceiptWord.moneySign.pairs.map { ($0.key, $0.word) })
  /// Symbols of several countries.
  private static let (dollar, yen) = ("$", "¥")
  private static let dollars = Dictionary(uniqueKeysWithValues: ReceiptWord.dollar.pairs.map { ($0.key, $0.word) })

  /// Whether a word is in a row, apart from other letters.
  private static func hasWord(_ word: String, _ scalars: [Unicode.Scalar]) -> Bool {
    scalars.split { !$0.isLetter }.contains { $0.elementsEqual(word.unicodeScalars) }
  }

  /// The code of the currency whose name or sign is beside a number, or a bare dollar sign; nil if none does.
  static func beside(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> String? {
    var end = range.lowerBound
    while end > 0, " -:".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    let behind = trimmed(scalars[range.upperBound...])
    let word = behind.prefix { $0.isLetter }.string
    let trailing = behind.first.flatMap { "€£".unicodeScalars.contains($0) ? symbols[String($0)] : nil }
    let code = sign(scalars, before: end)?.code ?? trailing ?? (ReceiptWord.currency.contains(word) ? word : nil)
    // Yen have no decimals, yuan have.
    return code == yen ? scalars[range].contains(".") ? "CNY" : "JPY" : code
  }

  /// The sign or code that ends before a place, with the letters before a dollar sign: `S$`, `US$`.
  static func sign(_ scalars: [Unicode.Scalar], before end: Int) -> (code: String, length: Int)? {
    guard end > 0 else { return nil }
    if let code = symbols[String(scalars[end - 1])] {
      guard code == dollar else { return (code, 1) }
      let letters = scalars[..<(end - 1)].reversed().prefix { $0.isLatin }.reversed()
      let isOfSign = letters.count <= 2 && letters.allSatisfy { $0.properties.isUppercase }
      return (dollars[letters.map(\.folded).string] ?? code, 1 + (isOfSign ? letters.count : 0))
    }
    let word = scalars[..<end].reversed().prefix { $0.isLetter }.reversed().string
    if word.lowercased() == "rm" { return ("MYR", 2) }
    return ReceiptWord.currency.contains(word) ? (word, 3) : nil
  }

  // MARK: - Postal codes

  /// `OR 97204`, `TX 78701-1234`: a state of the United States and its code.
  private static func hasAmericanCode(_ scalars: [Unicode.Scalar]) -> Bool {
    let words = words(scalars)
    return zip(words, words.dropFirst()).contains { state, code in
      let digits = code.prefix { $0.isDigit }
      return digits.count == 5 && (digits.count == code.count || code.dropFirst(5).first == "-" && code.count == 10)
        && ReceiptWord.state.contains(state.string)
    }
  }

  /// `K1A 0B1`: letters and digits in two words, as Canada has them.
  private static func hasCanadianCode(_ scalars: [Unicode.Scalar]) -> Bool {
    let words = words(scalars)
    return zip(words, words.dropFirst()).contains { area, place in
      area.count == 3 && (Array(area) + place).map { $0.isDigit ? "9" : $0.isLatin ? "A" : "." }.joined() == "A9A9A9"
    }
  }

  private static func words(_ scalars: [Unicode.Scalar]) -> [ArraySlice<Unicode.Scalar>] {
    scalars.split { $0.isSpace || $0 == "," || $0 == "." }
  }
}
