/// The shop's address on Korean receipts.
enum Address {
  static func find(_ ledger: Ledger, lexicon: Lexicon, end: Int) -> Finding? {
    let labelled = labelled(ledger, lexicon)
    // A line of the heading that is one plainly stands before the label of another company's.
    let plain = plain(ledger, lexicon, before: labelled?.spots.first?.row ?? max(end, min(ledger.rows.count, 12)))
    return plain ?? labelled ?? self.plain(ledger, lexicon, before: ledger.rows.count)
  }

  private static func labelled(_ ledger: Ledger, _ lexicon: Lexicon) -> Finding? {
    for row in ledger.rows.indices {
      for hit in ledger.labels[row] where hit.role == .address {
        let scalars = ledger.rows[row].scalars
        let behind = scalars[hit.range.upperBound...].first { !$0.isSpace }
        guard let behind, !",/가는".unicodeScalars.contains(behind) else { continue }
        let range = cut(ledger, row, Behind.range(ledger, row, hit))
        guard scalars[range].count(where: \.isLetter) >= 4, !lexicon.hasNotice(scalars[range]) else { continue }
        return continued(ledger, lexicon, row, range, label: hit.label, reliability: 0.93)
      }
    }
    return nil
  }

  /// A line that begins like an address, or that has the parts of one.
  private static func plain(_ ledger: Ledger, _ lexicon: Lexicon, before end: Int) -> Finding? {
    for row in ledger.rows.indices.prefix(end) {
      let scalars = ledger.rows[row].scalars
      var start = 0
      while start < scalars.count, !scalars[start].isLetter, !scalars[start].isDigit { start += 1 }
      // A slogan or a name may stand before the region.
      if !beginsWithRegion(scalars[start...], lexicon),
        let place = scalars.indices.first(where: { place in
          place > start + 1 && scalars[place - 1].isSpace && !"시도군구".unicodeScalars.contains(scalars[place - 2])
            && beginsWithRegion(scalars[place...], lexicon)
            && looksLike(Array(scalars[place...]), lexicon)
        }), scalars.count - place > 8
      {
        start = place
      }
      let range = cut(ledger, row, start..<scalars.count)
      guard looksLike(Array(scalars[range]), lexicon), !lexicon.hasNotice(scalars[range]) else { continue }
      // `판매점:광화문점(서울시 ...)`: another label's row is no address.
      if let hit = ledger.labels[row].first, hit.range.lowerBound <= start, Behind.isLabel(hit, in: scalars) {
        continue
      }
      return continued(ledger, lexicon, row, range, label: nil, reliability: 0.88)
    }
    return nil
  }

  private static func beginsWithRegion(_ scalars: ArraySlice<Unicode.Scalar>, _ lexicon: Lexicon) -> Bool {
    let word = scalars.prefix { $0.isHangul }
    return word.count >= 2 && lexicon.has(.region, word)
  }

  /// Whether a line is an address: it begins with a region, or two of its words end like parts of one.
  static func looksLike(_ scalars: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
    let words = scalars.split { $0.isSpace || $0 == "," || $0 == "(" || $0 == ")" || $0 == "[" || $0 == "]" }
    guard words.count >= 2 else { return false }
    let letters = words[0].filter(\.isHangul)
    let isRegion = lexicon.has(.region, letters)
    var parts = 0
    for (place, word) in words.prefix(8).enumerated() {
      // `순환로 1004`: a road and a number are an address.
      if word.count >= 3, let last = word.last, "로길".unicodeScalars.contains(last), place + 1 < words.count,
        let number = words[place + 1].first, number.isDigit,
        words[place + 1].allSatisfy({ $0.isDigit || $0 == "-" }), words[place + 1].count <= 6
      {
        parts += 2
        continue
      }
      let name = word.prefix { $0.isHangul }
      let behind = word.dropFirst(name.count)
      guard name.count >= 2, let last = name.last else {
        // `12길`, `4로`: numbers of roads.
        let digits = word.prefix { $0.isDigit }
        let rest = word.dropFirst(digits.count)
        // `7번` alone is a seat or a table.
        if !digits.isEmpty, let sign = rest.first,
          "길로".unicodeScalars.contains(sign) || rest.starts(with: "번길".unicodeScalars)
            || rest.starts(with: "번지".unicodeScalars)
        {
          parts += 1
        }
        continue
      }
      if "시도구군동읍면리가".unicodeScalars.contains(last), behind.isEmpty { parts += 1 }
      if "로길".unicodeScalars.contains(last), word.count >= 2 { parts += 1 }
      if behind.first?.isDigit == true, "로동길".unicodeScalars.contains(last) { parts += 1 }
    }
    let hasNumber = scalars.contains(where: \.isDigit)
    return isRegion && parts >= 1 && (hasNumber || parts >= 2) || parts >= 3 && hasNumber
      || parts >= 2 && hasNumber && words.count <= 5 && letters.last != "가"
  }

  /// A range up to a telephone number, a web address or a name's label.
  private static func cut(_ ledger: Ledger, _ row: Int, _ range: Range<Int>) -> Range<Int> {
    let scalars = ledger.rows[row].scalars
    var end = range.upperBound
    for phone in PhoneField.numbers(in: scalars) where phone.lowerBound > range.lowerBound {
      let text = scalars[phone]
      if text.first == "0" || text.first == "(" || text.contains(")") { end = min(end, phone.lowerBound) }
    }
    for hit in ledger.labels[row] where hit.range.lowerBound > range.lowerBound {
      if [.phone, .fax, .representative].contains(hit.role),
        hit.role != .representative || Behind.isLabel(hit, in: scalars)
          || scalars[hit.range.upperBound...].first?.isSpace == true
      {
        end = min(end, hit.range.lowerBound)
      }
    }
    for place in range where scalars[place...].starts(with: "www.".unicodeScalars) { end = min(end, place) }
    let text = scalars[range.lowerBound..<max(range.lowerBound, end)]
    let opens = text.contains("(")
    while end > range.lowerBound,
      " [/:*]".unicodeScalars.contains(scalars[end - 1]) || scalars[end - 1] == "(" && !opens
    {
      end -= 1
    }
    return range.lowerBound..<max(range.lowerBound, end)
  }

  /// Takes the next row along where the address goes on in it.
  private static func continued(
    _ ledger: Ledger, _ lexicon: Lexicon, _ row: Int, _ range: Range<Int>, label: String?, reliability: Double
  ) -> Finding {
    let scalars = ledger.rows[row].scalars
    var finding = Finding(scalars[range].string, row: row, range: range, label: label, reliability: reliability)
    let next = row + 1
    guard range.upperBound >= scalars.count - 1, next < ledger.rows.count, goesOn(ledger, lexicon, scalars[range], next)
    else {
      return finding
    }
    // A comma at the end of the line belongs to it.
    let whole = range.lowerBound..<scalars.count
    finding = Finding(trimmed(scalars[whole]).string, row: row, range: whole, label: label, reliability: reliability)
    let more = ledger.rows[next].scalars
    finding.value += " " + more.string
    finding.spots.append(.init(row: next, range: more.indices))
    return finding
  }

  private static func goesOn(
    _ ledger: Ledger, _ lexicon: Lexicon, _ above: ArraySlice<Unicode.Scalar>, _ row: Int
  ) -> Bool {
    let scalars = ledger.rows[row].scalars
    guard ledger.labels[row].allSatisfy({ !Behind.isLabel($0, in: scalars) }),
      !ledger.figures[row].contains(where: \.isClearlyMoney), scalars.count <= 40,
      PhoneField.numbers(in: scalars).isEmpty, BusinessNumberField.numbers(in: scalars).isEmpty,
      DateScanner(scalars, style: ledger.style).dates().isEmpty, !lexicon.hasNotice(scalars),
      !"[*<".unicodeScalars.contains(scalars.first ?? "["), !scalars.contains(":")
    else { return false }
    let open = above.count { $0 == "(" } - above.count { $0 == ")" }
    if open > 0, scalars.contains(")") || scalars.count <= 15 { return true }
    if scalars.first == "(", scalars.contains(")") { return true }
    // `202호`, `2층`, `내`: the end of an address.
    let letters = scalars.filter { !$0.isSpace }
    guard letters.count <= 14, let last = letters.last(where: { $0 != ")" && $0 != "." }) else { return false }
    return "층호내동".unicodeScalars.contains(last) && !Merchant.endsLikeShop(letters, lexicon)
      && (letters.contains(where: \.isDigit) || letters.count <= 2)
  }
}
