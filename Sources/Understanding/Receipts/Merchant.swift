import PageModel

/// The shop's name on Korean receipts: behind a label, or among the lines of the heading.
enum Merchant {
  static func find(_ ledger: Ledger, lexicon: Lexicon, business: Finding.Spot?, end: Int) -> Finding? {
    let found =
      labelled(ledger, lexicon) ?? bracketed(ledger, business) ?? behindPerson(ledger, lexicon)
      ?? heading(ledger, lexicon, business: business, end: end)
    return found.map { withKnownBrands($0, ledger, lexicon) }
  }

  /// A brand of fewer letters (jamo) is taken for a misread one only where the reader is not sure of the word.
  private static let longBrand = 8
  private static let sureFrom = 0.97
  /// Below it hardly a word is right.
  private static let hardlyRead = 0.2

  /// The name with the chains' names in it as they are written, where one letter (jamo) of them was misread.
  private static func withKnownBrands(_ found: Finding, _ ledger: Ledger, _ lexicon: Lexicon) -> Finding {
    guard found.spots.count == 1, let spot = found.spots.first, found.text == nil else { return found }
    let row = ledger.rows[spot.row]
    var found = found
    for part in row.parts(in: spot.range) {
      let word = Array(row.scalars[part.range.clamped(to: spot.range)])
      let least = part.word.confidence < sureFrom ? 5 : longBrand
      if let brand = lexicon.brandMisread(as: word, least: least) {
        found.value = found.value.replacing(word.string, with: brand, maxReplacements: 1)
      }
    }
    return found
  }

  private static func labelled(_ ledger: Ledger, _ lexicon: Lexicon) -> Finding? {
    for role in [LabelRole.merchant, .owner] {
      for row in ledger.rows.indices {
        for hit in ledger.labels[row] where hit.role == role {
          let scalars = ledger.rows[row].scalars
          // `가맹점명, 주소가 실제와 다른 경우`: a sentence; a label has a colon or a bracket behind it, or opens the row.
          let behind = scalars[hit.range.upperBound...].first { !$0.isSpace }
          if behind == "," || behind == "/" { continue }
          let range = withoutNumbers(ledger, row, beforePerson(ledger, row, Behind.range(ledger, row, hit), lexicon))
          let letters = scalars[range].filter(\.isLetter)
          guard letters.count >= 2, !lexicon.hasNotice(scalars[range]) else { continue }
          if role == .owner, Persons.isName(letters, lexicon) { continue }
          if hit.distance > 1, letters.count < 3 { continue }
          return Finding(scalars[range].string, row: row, range: range, label: hit.label, reliability: 0.95)
        }
      }
    }
    return nil
  }

  /// `상호 은하상회 성명 홍길동`: a range up to the label of a person whose name stands behind it.
  private static func beforePerson(
    _ ledger: Ledger, _ row: Int, _ range: Range<Int>, _ lexicon: Lexicon
  ) -> Range<Int> {
    let scalars = ledger.rows[row].scalars
    for hit in ledger.labels[row]
    where hit.role == .representative && hit.range.lowerBound > range.lowerBound
      && hit.range.upperBound < range.upperBound
    {
      let name = scalars[hit.range.upperBound..<range.upperBound].filter { !$0.isSpace }
      if Persons.isName(name, lexicon) { return range.lowerBound..<hit.range.lowerBound }
    }
    return range
  }

  /// The name before a business number in brackets: `상호(1234567890)`.
  private static func bracketed(_ ledger: Ledger, _ business: Finding.Spot?) -> Finding? {
    guard let business, business.range.lowerBound > 2 else { return nil }
    let scalars = ledger.rows[business.row].scalars
    guard scalars[business.range.lowerBound - 1] == "(",
      !ledger.labels[business.row].contains(where: { $0.role != .other })
    else { return nil }
    let name = trimmed(scalars[..<(business.range.lowerBound - 1)])
    guard name.count(where: \.isLetter) >= 2 else { return nil }
    return Finding(name.string, row: business.row, range: name.indices, reliability: 0.85)
  }

  private static func behindPerson(_ ledger: Ledger, _ lexicon: Lexicon) -> Finding? {
    for row in ledger.rows.indices {
      if let parts = Persons.named(ledger, row, lexicon) {
        return Finding(ledger.rows[row].scalars[parts.shop].string, row: row, range: parts.shop, reliability: 0.8)
      }
    }
    return nil
  }

  /// A range up to the numbers that stand behind the name.
  private static func withoutNumbers(_ ledger: Ledger, _ row: Int, _ range: Range<Int>) -> Range<Int> {
    let scalars = ledger.rows[row].scalars
    let numbers = BusinessNumberField.numbers(in: scalars).map(\.range) + PhoneField.numbers(in: scalars)
    var end = numbers.filter { $0.lowerBound >= range.lowerBound }.map(\.lowerBound).min() ?? range.upperBound
    end = min(end, range.upperBound)
    while end > range.lowerBound, " [(</-,:".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return range.lowerBound..<end
  }

  /// The most name-like line of the heading.
  private static func heading(
    _ ledger: Ledger, _ lexicon: Lexicon, business: Finding.Spot?, end: Int
  ) -> Finding? {
    var best: (score: Double, finding: Finding)?
    let last = min(ledger.rows.count, max(end, 12))
    for row in 0..<last {
      let scalars = ledger.rows[row].scalars
      guard !Address.looksLike(scalars, lexicon), !lexicon.hasNotice(scalars) else { continue }
      if DateScanner(scalars, style: ledger.style).dates().contains(where: { !$0.isCompact }) { continue }
      if ledger.entries.contains(where: { $0.row == row }) { continue }
      // `기본요금 1,600`: a row of the bill.
      if let last = ledger.figures[row].last, last.isClearlyMoney, last.range.upperBound == scalars.count { continue }
      let isBeforeList = row < end
      for run in Rest.runs(ledger, row) {
        let text = scalars[run]
        let letters = text.filter(\.isLetter).map(\.folded)
        guard letters.count >= 2, letters.count <= 30, !isTitle(letters, lexicon) else { continue }
        if ledger.labels[row].contains(where: { $0.range.overlaps(run) && Behind.isLabel($0, in: scalars) }) {
          continue
        }
        let isBusinessRow = business?.row == row
        if isBusinessRow, Persons.isName(letters, lexicon) { continue }
        var score = isBeforeList ? 1.0 : -1.5
        score -= 0.12 * Double(row)
        if lexicon.beginsWithBrand(Lexicon.nameKey(text)) { score += 1 }
        if endsLikeShop(letters, lexicon) { score += 1.2 }
        let company = ["주식회사", "(주)", "㈜", "유한회사"]
        if company.contains(where: { contains(Array($0.unicodeScalars), in: Array(text)) }) { score += 0.5 }
        if let business {
          if business.row == row { score += 0.6 }
          if business.row == row + 1 { score += 0.7 }
          if business.row == row + 2 { score += 0.2 }
        }
        if row == 0 { score += 0.4 }
        // Parts of a logo, edges of paper: what was hardly read is no name where there is another.
        if ledger.rows[row].confidence(of: run) < hardlyRead { score -= 1.5 }
        if text.contains("*") || text.contains("\"") { score -= 1 }
        if text.count > 25 { score -= 0.7 }
        if Persons.isName(letters, lexicon) { score -= 0.8 }
        if letters.allSatisfy(\.isLatin) { score -= 0.5 }
        // A slogan is a sentence: several words, the last of them a verb or with a particle.
        if let last = letters.last, "다요오에은를을".unicodeScalars.contains(last), letters.count > 4 { score -= 1 }
        guard best.map({ score > $0.score }) ?? true else { continue }
        let person = withoutPerson(ledger.rows[row], afterBrandTwice(ledger.rows[row], run, lexicon), lexicon)
        let name = withoutLabel(ledger, row, person)
        best = (
          score,
          Finding(scalars[name].string, row: row, range: name, reliability: score > 1.8 ? 0.88 : 0.75)
        )
      }
    }
    return best.flatMap { $0.score > -0.5 ? withBrandBeside($0.finding, ledger, lexicon) : nil }
  }

  /// `별빛점` with `GS THE FRESH` alone in the row above or below: the branch of a chain.
  private static func withBrandBeside(_ found: Finding, _ ledger: Ledger, _ lexicon: Lexicon) -> Finding {
    guard let spot = found.spots.first, found.value.hasSuffix("점"), !found.value.contains(" "),
      !lexicon.beginsWithBrand(Lexicon.nameKey(found.value.unicodeScalars))
    else { return found }
    for row in [spot.row - 1, spot.row + 1] where ledger.rows.indices.contains(row) {
      let scalars = ledger.rows[row].scalars
      guard lexicon.brands.contains(Lexicon.nameKey(scalars)) else { continue }
      var found = found
      found.value = trimmed(scalars[...]).string + " " + found.value
      found.spots.insert(Finding.Spot(row: row, range: scalars.indices), at: 0)
      return found
    }
    return found
  }

  /// `은하상회 대표`: the label of a person whose name was not read is no part of the name.
  private static func withoutLabel(_ ledger: Ledger, _ row: Int, _ run: Range<Int>) -> Range<Int> {
    let label = ledger.labels[row].last {
      $0.role == .representative && $0.range.upperBound == run.upperBound && $0.range.lowerBound > run.lowerBound
    }
    guard let label else { return run }
    return trimmed(ledger.rows[row].scalars[run.lowerBound..<label.range.lowerBound]).indices
  }

  /// `상호 홍길동외1 123-45-67890`: the person is no part of the name.
  private static func withoutPerson(_ row: PrintedRow, _ run: Range<Int>, _ lexicon: Lexicon) -> Range<Int> {
    guard let space = row.scalars[run].lastIndex(where: \.isSpace) else { return run }
    let word = row.scalars[(space + 1)..<run.upperBound].prefix { $0.isHangul }
    let isPerson = word.last == "외" && Persons.isName(word.dropLast(), lexicon)
    return isPerson ? run.lowerBound..<space : run
  }

  /// `No Brand 노브랜드 청주점`: of a chain's name in both scripts the second is kept.
  private static func afterBrandTwice(_ row: PrintedRow, _ run: Range<Int>, _ lexicon: Lexicon) -> Range<Int> {
    var start = run.lowerBound
    for place in run where place > run.lowerBound && row.scalars[place - 1].isSpace {
      let before = Lexicon.nameKey(row.scalars[start..<place])
      let behind = Lexicon.nameKey(row.scalars[place..<run.upperBound])
      guard before.allSatisfy({ !$0.isHangul }), behind.first?.isHangul == true else { continue }
      let word = Array(row.scalars[place..<run.upperBound].prefix { !$0.isSpace })
      let isBrand = lexicon.beginsWithBrand(behind) || lexicon.brandMisread(as: word, least: 5) != nil
      if lexicon.brands.contains(before), isBrand { start = place }
    }
    return start..<run.upperBound
  }

  static func isTitle(_ letters: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
    if lexicon.has(.title, letters) { return true }
    if ["영수증", "매출전표"].contains(where: { contains(Array($0.unicodeScalars), in: letters) }) { return true }
    for cut in 1..<max(letters.count, 2) where cut < letters.count {
      if lexicon.has(.title, letters.prefix(cut)), lexicon.has(.title, letters.dropFirst(cut)) { return true }
    }
    return false
  }

  static func endsLikeShop(_ letters: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
    (1...5).contains { $0 < letters.count && lexicon.has(.shopWord, letters.suffix($0)) }
  }
}
