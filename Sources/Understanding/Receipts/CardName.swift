import Support

/// The name of the card or of its bank.
enum CardName {
  static func find(_ ledger: Ledger, lexicon: Lexicon, near cardRow: Int?) -> Finding? {
    labelled(.cardName, ledger, lexicon, reliability: 0.95) ?? unlabelled(ledger, lexicon, near: cardRow)
      ?? labelled(.acquirer, ledger, lexicon, reliability: 0.7)
  }

  /// The known name that a reading misses by one letter (jamo), where there is only one.
  private static func known(_ text: ArraySlice<Unicode.Scalar>, _ lexicon: Lexicon) -> String? {
    let key = text.filter { $0.isLetter || $0.isDigit }.map { $0 == "1" ? "i" : $0.folded }
    guard key.count >= 4 else { return nil }
    if let name = lexicon.cardNames[key] { return text.contains { $0.isDigit } ? name : nil }
    let letters = Jamo.letters(key)
    let near = lexicon.cardNames.filter {
      $0.key.count >= 4 && editDistance(letters, Jamo.letters($0.key), limit: 1) != nil
    }
    return near.count == 1 ? near.first?.value : nil
  }

  private static func labelled(
    _ role: LabelRole, _ ledger: Ledger, _ lexicon: Lexicon, reliability: Double
  ) -> Finding? {
    for row in ledger.rows.indices {
      for hit in ledger.labels[row] where hit.role == role {
        let scalars = ledger.rows[row].scalars
        let range = value(scalars, Behind.range(ledger, row, hit))
        // `결제카드 지참시`: a sentence.
        guard scalars[range].contains(where: { $0.isLetter }), !lexicon.hasNotice(scalars[range]) else { continue }
        return Finding(
          known(scalars[range], lexicon) ?? scalars[range].string, row: row, range: range, label: hit.label,
          reliability: reliability)
      }
    }
    return nil
  }

  /// The name without masks, instalments and codes behind it.
  private static func value(_ scalars: [Unicode.Scalar], _ range: Range<Int>) -> Range<Int> {
    var end = range.upperBound
    for place in range {
      if scalars[place].isMask || scalars[place] == "[" || scalars[place] == ":" { end = min(end, place) }
      if scalars[place] == "(", place > range.lowerBound {
        let inner = scalars[(place + 1)..<range.upperBound].prefix { $0 != ")" }
        let text = inner.string
        if text.hasPrefix("일시불") || text.contains("할부") || inner.contains(where: \.isDigit) || inner.isEmpty
          || text.hasPrefix("DDC") || text.hasPrefix("EDC")
        {
          end = min(end, place)
        }
      }
    }
    let kept = trimmed(scalars[range.lowerBound..<max(range.lowerBound, end)])
    var last = kept.endIndex
    while last > kept.startIndex, " -/|.,([<".unicodeScalars.contains(scalars[last - 1]) { last -= 1 }
    return kept.startIndex..<last
  }

  /// A row that opens with the name of a known card, has it in brackets, or behind a label that was misread.
  private static func unlabelled(_ ledger: Ledger, _ lexicon: Lexicon, near cardRow: Int?) -> Finding? {
    var best: (distance: Int, finding: Finding)?
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      let distance = abs(row - (cardRow ?? row))
      guard cardRow == nil || distance < 8, best.map({ distance < $0.distance }) ?? true else { continue }
      var starts = [0]
      if cardRow != nil, distance < 5, let colon = scalars.prefix(12).firstIndex(of: ":") { starts.append(colon + 1) }
      for var start in starts {
        let first = start
        while start < scalars.count, !scalars[start].isLetter { start += 1 }
        guard start <= first + 4 else { continue }
        let end = scalars[start...].firstIndex { !$0.isLetter && $0 != "_" } ?? scalars.count
        let letters = scalars[start..<end].filter(\.isLetter).map(\.folded)
        guard isCard(letters, lexicon) else { continue }
        best = (distance, Finding(scalars[start..<end].string, row: row, range: start..<end, reliability: 0.88))
        break
      }
    }
    return best?.finding
  }

  /// Whether letters name a card: one of the lexicon's, with or without the word for card behind it.
  private static func isCard(_ letters: [Unicode.Scalar], _ lexicon: Lexicon) -> Bool {
    let endings = ["", "카드", "체크카드", "체크", "신용카드", "기업카드", "법인카드", "개인"]
    for ending in endings.map({ Array($0.unicodeScalars) }) {
      guard letters.count > ending.count, letters.suffix(ending.count).elementsEqual(ending) else { continue }
      let stem = letters.dropLast(ending.count)
      // A bank alone is many other things, too.
      if lexicon.has(.cardBrand, stem), !ending.isEmpty || letters.count >= 4 { return true }
    }
    return false
  }
}
