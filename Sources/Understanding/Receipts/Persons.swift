/// Names of persons in headings.
enum Persons {
  /// Whether letters look like a Korean person's name: a family name and one to three syllables.
  static func isName(_ letters: some Collection<Unicode.Scalar>, _ lexicon: Lexicon) -> Bool {
    guard (2...4).contains(letters.count), letters.allSatisfy(\.isHangul) else { return false }
    // `은하별점`: a branch.
    if letters.count == 4, lexicon.has(.shopWord, letters.suffix(1)) { return false }
    return lexicon.has(.surname, letters.prefix(1)) && letters.count <= 4
      || letters.count >= 3 && lexicon.has(.surname, letters.prefix(2))
  }

  /// The person who stands for the shop.
  static func representative(_ ledger: Ledger, lexicon: Lexicon, business: Finding.Spot?) -> Finding? {
    for row in ledger.rows.indices {
      for hit in ledger.labels[row] where hit.role == .representative || hit.role == .owner {
        let scalars = ledger.rows[row].scalars
        let range = name(scalars, Behind.range(ledger, row, hit))
        let letters = scalars[range].filter(\.isLetter)
        guard letters.count >= 2, letters.count <= 40 else { continue }
        if hit.role == .owner, !isName(letters, lexicon) { continue }
        if lexicon.hasNotice(scalars[range]) { continue }
        return Finding(scalars[range].string, row: row, range: range, label: hit.label, reliability: 0.95)
      }
    }
    // `홍길동(TEL:02-123-4567) 상호`
    for row in ledger.rows.indices {
      if let parts = named(ledger, row, lexicon) {
        return Finding(
          ledger.rows[row].scalars[parts.person].string, row: row, range: parts.person, reliability: 0.85)
      }
    }
    guard let business else { return nil }
    return beside(ledger, lexicon, business) ?? besidePhone(ledger, lexicon, business)
  }

  /// A name alone beside the telephone number, near the business number: `홍길동 TEL: 02-123-4567`.
  private static func besidePhone(_ ledger: Ledger, _ lexicon: Lexicon, _ business: Finding.Spot) -> Finding? {
    for row in max(0, business.row - 3)..<min(ledger.rows.count, business.row + 4) {
      guard ledger.labels[row].contains(where: { $0.role == .phone }) else { continue }
      let runs = Rest.runs(ledger, row)
      if runs.count == 1, isName(ledger.rows[row].scalars[runs[0]].filter(\.isLetter), lexicon) {
        return Finding(ledger.rows[row].scalars[runs[0]].string, row: row, range: runs[0], reliability: 0.75)
      }
    }
    return nil
  }

  /// A person beside the business number, without a label.
  private static func beside(_ ledger: Ledger, _ lexicon: Lexicon, _ business: Finding.Spot) -> Finding? {
    let scalars = ledger.rows[business.row].scalars
    let runs = Rest.runs(ledger, business.row)
    for run in runs.map({ behindColon(scalars, $0) }) {
      let letters = scalars[run].filter(\.isLetter)
      if isName(letters, lexicon) {
        return Finding(scalars[run].string, row: business.row, range: run, reliability: 0.85)
      }
      // `상호 홍길동외1`: the last word may be the person.
      if let space = scalars[run].lastIndex(where: \.isSpace) {
        let word = (space + 1)..<run.upperBound
        let kept = scalars[word].prefix { $0.isHangul }
        if isName(kept, lexicon) || kept.last == "외" && isName(kept.dropLast(), lexicon) {
          return Finding(scalars[word].string, row: business.row, range: word, reliability: 0.8)
        }
      }
    }
    return nil
  }

  /// A row that begins with a person's name and a telephone number in brackets, and ends with the shop's name.
  static func named(
    _ ledger: Ledger, _ row: Int, _ lexicon: Lexicon
  ) -> (person: Range<Int>, shop: Range<Int>)? {
    let scalars = ledger.rows[row].scalars
    guard let open = scalars.firstIndex(of: "("), open >= 2, ledger.labels[row].contains(where: { $0.role == .phone })
    else { return nil }
    let runs = Rest.runs(ledger, row)
    guard runs.count == 2, isName(scalars[..<open].filter(\.isLetter), lexicon), runs[0].upperBound <= open else {
      return nil
    }
    return (runs[0], runs[1])
  }

  /// `표:홍길동`: what was left of a label.
  private static func behindColon(_ scalars: [Unicode.Scalar], _ run: Range<Int>) -> Range<Int> {
    guard let colon = scalars[run].firstIndex(of: ":"), colon - run.lowerBound <= 3 else { return run }
    return trimmed(scalars[(colon + 1)..<run.upperBound]).indices
  }

  /// The range up to a telephone number, a long number or a bracket.
  private static func name(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    var place = range.lowerBound
    while place < end {
      let scalar = scalars[place]
      let isNumber = scalar.isDigit && scalars[place..<range.upperBound].prefix { $0.isDigit }.count > 1
      if isNumber || "([/|:".unicodeScalars.contains(scalar) { end = place }
      place += 1
    }
    while end > range.lowerBound, " -,.*".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }
}

/// What is left of a row when numbers and labels are taken away.
enum Rest {
  /// Ranges of text between the labels, telephone numbers and other numbers of a row.
  static func runs(_ ledger: Ledger, _ row: Int) -> [Range<Int>] {
    let scalars = ledger.rows[row].scalars
    var isTaken = [Bool](repeating: false, count: scalars.count)
    for range in PhoneField.numbers(in: scalars) + BusinessNumberField.numbers(in: scalars).map(\.range) {
      for place in range { isTaken[place] = true }
    }
    for hit in ledger.labels[row]
    where [.phone, .fax, .businessNumber, .representative, .owner].contains(hit.role)
      && (hit.role == .phone || Behind.isLabel(hit, in: scalars))
    {
      for place in hit.range { isTaken[place] = true }
    }
    var runs: [Range<Int>] = []
    var start = 0
    while start < scalars.count {
      if isTaken[start] {
        start += 1
        continue
      }
      let end = isTaken[start...].firstIndex(of: true) ?? scalars.count
      var (from, to) = (start, end)
      while from < to, " :)(]/-,.|☎".unicodeScalars.contains(scalars[from]), !opensName(scalars, from, to) { from += 1 }
      while to > from, " :([/-,.|☎".unicodeScalars.contains(scalars[to - 1]) { to -= 1 }
      // `T: 02-123-4567`
      if to - from > 3, scalars[to - 1] == "T", scalars[to - 2].isSpace { to -= 2 }
      if scalars[from..<to].contains(where: { $0.isLetter }) { runs.append(from..<to) }
      start = end
    }
    return runs
  }

  /// `(주)`, `(Hot)`: a bracket that closes again belongs to the name.
  private static func opensName(_ scalars: [Unicode.Scalar], _ place: Int, _ end: Int) -> Bool {
    scalars[place] == "(" && scalars[place..<end].contains(")")
  }
}
