/// The currency of a receipt's amounts, from symbols and codes beside them, then from words of the country.
enum Currency {
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
    let besideTotal = beside(ledger.rows[spot.row].scalars, spot.range)
    if let code = besideTotal, code != dollar { return finding(code, 0.97) }
    if ledger.style == .whole { return finding("KRW", 0.99) }
    var sign: String?
    var taxed: String?
    for (row, figures) in zip(ledger.rows, ledger.figures) {
      let letters = row.scalars.filter(\.isLetter).map(\.folded)
      if hasWord("RM", row.scalars) || malaysian.contains(where: { contains($0, in: letters) }) {
        return finding("MYR", 0.95)
      }
      // Several countries have that tax; Malaysian tills print a dollar sign, too.
      if contains(Array("gst".unicodeScalars), in: letters) { taxed = taxed ?? "MYR" }
      // Taxes that only Canada has.
      if ["HST", "PST", "QST"].contains(where: { hasWord($0, row.scalars) }) { taxed = "CAD" }
      if let country = dollarCountries.first(where: { contains($0.letters, in: letters) }) { taxed = country.currency }
      for figure in figures where sign == nil || sign == dollar {
        sign = beside(row.scalars, figure.range) ?? sign
      }
    }
    if let sign, sign != dollar { return finding(sign, 0.95) }
    if let taxed { return finding(taxed, 0.9) }
    return sign == nil ? nil : finding("USD", 0.8)
  }

  private static let malaysian = ["sdnbhd", "kualalumpur", "selangor", "johor"].map { Array($0.unicodeScalars) }
  private static let dollarCountries = [
    ("singapore", "SGD"), ("pteltd", "SGD"), ("australia", "AUD"), ("ptyltd", "AUD"), ("canada", "CAD"),
  ].map { (letters: Array($0.0.unicodeScalars), currency: $0.1) }

  /// Codes that stand as words of their own before or behind amounts.
  private static let codes: Set<String> = [
    "USD", "EUR", "GBP", "JPY", "CNY", "KRW", "MYR", "SGD", "AUD", "NZD", "CAD", "HKD", "TWD", "THB", "VND", "IDR",
    "PHP", "INR", "CHF",
  ]
  /// Decimals of an amount.
  static func places(_ code: String) -> Int { ["KRW", "JPY", "VND", "IDR"].contains(code) ? 0 : 2 }

  private static let symbols: [Unicode.Scalar: String] = ["€": "EUR", "£": "GBP", "$": dollar, "₩": "KRW"]
  /// A sign of many countries.
  private static let dollar = "$"
  /// What dollars are called by the letters before the sign.
  private static let dollars = [
    "s": "SGD", "sg": "SGD", "us": "USD", "a": "AUD", "au": "AUD", "nz": "NZD", "c": "CAD", "ca": "CAD", "hk": "HKD",
    "nt": "TWD",
  ]

  /// Whether a word stands in a row, apart from other letters.
  private static func hasWord(_ word: String, _ scalars: [Unicode.Scalar]) -> Bool {
    scalars.split { !$0.isLetter }.contains { $0.elementsEqual(word.unicodeScalars) }
  }

  /// The code of the currency whose name or sign stands beside a number, or a bare dollar sign; nil where none does.
  private static func beside(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> String? {
    var end = range.lowerBound
    while end > 0, " -:".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    if end > 0, let currency = symbols[scalars[end - 1]] {
      guard currency == dollar else { return currency }
      let letters = scalars[..<(end - 1)].reversed().prefix { $0.isLatin }.reversed()
      return dollars[letters.map(\.folded).string] ?? currency
    }
    let before = scalars[..<end].reversed().prefix { $0.isLetter }.reversed().string
    if codes.contains(before) { return before }
    if before == "RM" { return "MYR" }
    let behind = trimmed(scalars[range.upperBound...])
    if let sign = behind.first, sign == "€" || sign == "£" { return symbols[sign] }
    let word = behind.prefix { $0.isLetter }.string
    return codes.contains(word) ? word : nil
  }
}
