/// The payment of a receipt, and its currency.
enum Payment {
  static func find(_ ledger: Ledger, totals: Totals, cardNumber: Finding?, lexicon: Lexicon) -> Finding? {
    let total = totals.total?.amount
    let entries = ledger.entries(.card, .otherPayment, .cash).filter {
      !$0.amount.isZero && (!$0.amount.isNegative || $0.amount == total)
    }
    func finding(_ value: String, _ entry: Entry, _ reliability: Double) -> Finding {
      Finding(
        value, row: entry.row, range: entry.figure.range, label: entry.label,
        text: ledger.rows[entry.row].scalars.string, reliability: reliability)
    }
    // A payment of the whole sum says it best.
    if let total, let entry = entries.first(where: { $0.amount == total }) {
      return finding(value(entry.role), entry, 0.95)
    }
    if let largest = totals.split.max(by: { $0.amount.magnitude < $1.amount.magnitude }) {
      return finding(value(largest.role), largest, 0.85)
    }
    if let cardNumber, let number = cardNumber.spots.first {
      return Finding(
        "card", row: number.row, range: number.range, text: cardNumber.text ?? cardNumber.value, reliability: 0.95)
    }
    // `신한카드 44,000`: the sum behind the name of a card.
    for row in ledger.rows.indices
    where ledger.figures[row].last.map({ $0.amount == total && $0.isClearlyMoney }) ?? false {
      let letters = ledger.rows[row].scalars.filter { $0.isLetter && $0 != "원" }
      if letters.string.hasSuffix("카드") {
        return Finding("card", row: row, range: ledger.rows[row].scalars.indices, reliability: 0.9)
      }
    }
    for role in [LabelRole.otherPayment, .card, .cash] {
      if let entry = entries.first(where: { $0.role == role }) { return finding(value(role), entry, 0.85) }
    }
    // `Cash Tendered 20.00`
    if let entry = ledger.entries(.received).first(where: { ["cash", "현금"].contains(where: $0.label.contains) }) {
      return finding("cash", entry, 0.85)
    }
    // A title or a line says it without an amount.
    let titles: [(String, ReceiptWord)] = [("card", .paidByCard), ("cash", .paidInCash), ("other", .paidOtherwise)]
    for (value, title) in titles {
      for (index, row) in ledger.rows.enumerated()
      where !lexicon.hasNotice(row.scalars) && title.isFound(in: row.letters) {
        return Finding(value, row: index, range: row.scalars.indices, reliability: 0.85)
      }
    }
    return nil
  }

  private static func value(_ role: LabelRole) -> String {
    role == .card ? "card" : role == .cash ? "cash" : "other"
  }
}
