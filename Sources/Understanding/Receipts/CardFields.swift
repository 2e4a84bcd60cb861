/// The facts of a card on a slip: its number, its name, the approval and the instalments.
struct CardFields: Sendable {
  private(set) var number: Finding?
  private(set) var name: Finding?
  private(set) var approval: Finding?
  private(set) var installment: Finding?

  init(_ ledger: Ledger, tagged: TaggedFields, lexicon: Lexicon) {
    number = Self.cardNumber(ledger)
    approval = tagged.finding(.approvalNumber, ledger)
    // A doubtful number is none on a receipt that says nothing of an approval.
    let isSaid = ledger.rows.contains { ReceiptWord.approved.isFound(in: $0.letters) }
    if !isSaid, approval.map({ $0.reliability < FieldDoubt.believed }) ?? false { approval = nil }
    name = tagged.finding(.cardName, ledger)
    if let text = name?.value { name?.value = KnownNames.card(text, lexicon) }
    installment = Self.instalments(ledger)
  }

  // MARK: - Card number

  private static func cardNumber(_ ledger: Ledger) -> Finding? {
    var best: (score: Double, finding: Finding)?
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      guard
        scalars.contains(where: \.isMask) || scalars.count(where: { $0.folded == "x" }) >= leastMasks
          || ledger.labels[row].contains(where: { $0.role == .cardNumber })
      else { continue }
      let lasts = ledger.labels[row].isEmpty ? [] : lastDigits(in: scalars)
      for range in masked(in: scalars) + lasts {
        let label = ledger.label(row, before: range.lowerBound)
        let digits = scalars[range].prefix { $0.isDigit }
        var score = label?.role == .cardNumber ? 2.0 : 0
        if range.count < 12, label?.role != .cardNumber, label?.role != .card { continue }
        if let label, [.other, .otherDate].contains(label.role) { score -= 2 }
        if digits.starts(with: ["0", "1", "0"]) { score -= 4 }
        if digits.first == "0" { score -= 0.5 }
        if isMembership(ledger, row) { score -= 1.5 }
        if let first = digits.first, "34569".unicodeScalars.contains(first) { score += 1 }
        guard score >= 0, best.map({ score > $0.score }) ?? true else { continue }
        best = (
          score,
          Finding(
            scalars[range].string, row: row, range: range, label: label?.role == .cardNumber ? label?.label : nil,
            reliability: label?.role == .cardNumber ? 0.95 : 0.9)
        )
      }
    }
    return best?.finding
  }

  /// Masks of a number that prints its last digits alone: three groups of four, or more.
  private static let leastMasks = 8

  /// Numbers of twelve to twenty digits and masks: at least three masks and four digits in front, or only masks in front
  /// and three to six digits behind them.
  static func masked(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    func isPart(_ scalar: Unicode.Scalar) -> Bool { scalar.isDigit || scalar.isMask || scalar.folded == "x" }
    return scan(scalars) { place in
      guard isPart(scalars[place]), place == 0 || !isPart(scalars[place - 1]) && scalars[place - 1] != "-" else {
        return nil
      }
      let (_, end) = groups(in: scalars, from: place, of: isPart) { sign, groups in
        let next = scalars[(sign + 1)...].prefix { isPart($0) }
        let isBetween = scalars[sign].isSpace && groups.last == 4 && next.count == 4
        return isBetween || scalars[sign] == "-" && !next.isEmpty ? sign + 1 : nil
      }
      let parts = scalars[place..<end].filter(isPart)
      let masks = parts.count { !$0.isDigit }
      let lead = parts.prefix { $0.isDigit }.count
      let isLast = masks >= leastMasks && (3...6).contains(parts.count - masks) && parts.last?.isDigit == true
      let isNumber = (12...20).contains(parts.count) && masks >= 3 && (lead >= 4 || isLast)
      return (end, isNumber ? place..<end : nil)
    }
  }

  /// `VISA ****4412`: four masks or more and the last four digits, in a row with a card's label; no longer number.
  private static func lastDigits(in scalars: [Unicode.Scalar]) -> [Range<Int>] {
    scalars.split { $0.isSpace || $0 == ":" || $0 == "(" || $0 == ")" }.filter { word in
      let masks = word.prefix { $0.isMask || $0.folded == "x" }.count
      return (4..<leastMasks).contains(masks) && word.count == masks + 4 && word.suffix(4).allSatisfy(\.isDigit)
    }.map(\.indices)
  }

  /// Whether the rows just above speak of a membership, of points or of an account.
  static func isMembership(_ ledger: Ledger, _ row: Int) -> Bool {
    for above in (max(0, row - 3)...row).reversed() {
      let text = ledger.rows[above].letters
      if ReceiptWord.cardPayment.isFound(in: text) { return false }
      if ReceiptWord.membership.isFound(in: text) { return true }
    }
    return false
  }

  // MARK: - Instalments

  private static func instalments(_ ledger: Ledger) -> Finding? {
    for (row, hit, range) in ledger.contents(after: .installment) {
      // `할부/일시불: 3개월`
      let rest = ledger.rows[row].scalars[range]
      let isBoth = rest.starts(with: "/일시불".unicodeScalars)
      let behind = rest.dropFirst(isBoth ? 4 : 0).drop { "[](): ".unicodeScalars.contains($0) }
      let value = trimmed(behind.prefix { !")],".unicodeScalars.contains($0) })
      let key = value.filter { !$0.isSpace }.string
      guard key == "일시불" || key.unicodeScalars.first?.isDigit == true && value.count <= 8 else { continue }
      return Finding(value.string, row: row, range: value.indices, label: hit.label, reliability: 0.96)
    }
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      // `비씨카드 … 승인 31000725 (3개월)`
      let isOfCard = ["카드", "승인", "할부"].contains { contains(Array($0.unicodeScalars), in: scalars) }
      let words = isOfCard ? scalars.split { " ()[]/,:".unicodeScalars.contains($0) } : []
      let months = words.first { $0.count <= 4 && $0.first?.isDigit == true && $0.drop { $0.isDigit }.string == "개월" }
      guard let range = months?.indices ?? scalars.firstRange(of: "일시불".unicodeScalars),
        !scalars[..<range.lowerBound].string.hasSuffix("할부/")
      else { continue }
      return Finding(scalars[range].string, row: row, range: range, reliability: 0.95)
    }
    return nil
  }
}
