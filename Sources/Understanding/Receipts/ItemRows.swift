/// The numbers of a row that are columns of a list, and the item whose numbers have rows of their own.
enum ItemRows {
  /// `단가 : 1,649`, `수량 : 36.386`, `금액 : 60,000`: the one item whose numbers are in rows of their own, if they agree.
  static func labelled(_ ledger: Ledger, _ lexicon: Lexicon) -> ItemLine? {
    var rows: [Column: [Int]] = [:]
    for row in ledger.rows.indices {
      let scalars = ledger.rows[row].scalars
      // `주유기:04 유종: 휘발유`: the word before the last colon, or before the number.
      let end = scalars.lastIndex(of: ":") ?? ledger.figures[row].first?.range.lowerBound ?? scalars.count
      let start = scalars[..<end].lastIndex { $0.isDigit || $0 == ":" }.map { $0 + 1 } ?? 0
      let letters = scalars[start..<end].filter(\.isLetter).map(\.folded)
      guard let found = lexicon.heading(letters[...]), found.length == letters.count else { continue }
      rows[found.column, default: []].append(row)
    }
    for priceRow in rows[.price] ?? [] {
      func near(_ column: Column) -> [Int] { (rows[column] ?? []).filter { abs($0 - priceRow) <= 4 } }
      guard let price = ledger.figures[priceRow].last, let nameRow = near(.name).last(where: { $0 <= priceRow }),
        let colon = ledger.rows[nameRow].scalars.lastIndex(of: ":")
      else { continue }
      let name = trimmed(ledger.rows[nameRow].scalars[(colon + 1)...])
      guard name.contains(where: \.isLetter) else { continue }
      for quantityRow in near(.quantity) {
        guard let counted = ledger.figures[quantityRow].last else { continue }
        for amountRow in near(.amount) {
          guard let amount = ledger.figures[amountRow].last, !amount.amount.isZero else { continue }
          let quantity =
            price.amount * counted.amount == amount.amount
            ? counted : ItemNumbers.measured(counted).flatMap { ItemNumbers.makes(price, $0, amount) ? $0 : nil }
          guard let quantity else { continue }
          return ItemLine(
            name: name.string, unitPrice: price, quantity: quantity, amount: amount,
            rows: Set([nameRow, priceRow, quantityRow, amountRow]).sorted())
        }
      }
    }
    return nil
  }

  /// The numbers at a row's end, as far as nothing but counters and tax codes is between them.
  static func tail(_ ledger: Ledger, _ row: Int) -> [Figure] {
    let scalars = ledger.rows[row].scalars
    var tail: [Figure] = []
    var end = scalars.count
    for figure in ledger.figures[row].reversed() {
      let between = scalars[figure.range.upperBound..<max(end, figure.range.upperBound)]
      let letters = between.filter(\.isLetter)
      let isClose = letters.isEmpty || letters.count <= 3 && (tail.isEmpty || letters.count <= 2)
      let isApart =
        figure.range.lowerBound == 0
        || !(scalars[figure.range.lowerBound - 1].isLetter && scalars[figure.range.lowerBound - 1].folded != "x")
      // `(500원)` belongs to a name.
      guard isClose, isApart, !figure.isPercent, between.count <= 8, figure.prefix != "(" else { break }
      if figure.digits.utf8.count > 9, !figure.isShaped { break }
      tail.insert(figure, at: 0)
      end = figure.range.lowerBound
      while end > 0, "-₩\\$RMW@xX*".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    }
    return tail
  }
}
