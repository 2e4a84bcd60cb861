/// The start of a list of items, and the numbers of its rows that are columns.
enum ItemRows {
  /// The columns that a row of headings names; nil for any other row.
  static func columns(_ ledger: Ledger, _ row: Int, _ lexicon: Lexicon) -> [Column]? {
    guard !ledger.figures[row].contains(where: \.isClearlyMoney) else { return nil }
    let letters = ledger.rows[row].letters
    guard letters.count >= 3, letters.count < 60 else { return nil }
    let found = scan(letters) { place in lexicon.heading(letters[place...]).map { (place + $0.length, $0) } }
    let matched = found.reduce(0) { $0 + $1.length }
    let kinds = Set(found.map(\.column))
    guard kinds.count >= 2, kinds.contains(.quantity) || kinds.contains(.amount), matched * 10 >= letters.count * 6
    else { return nil }
    return found.map(\.column)
  }

  /// Without headings the list begins with the first row that is surely an item: its numbers agree, or it counts things.
  static func start(_ ledger: Ledger) -> Int? {
    for (row, tail) in priced(ledger) where tail.count >= 2 {
      let counts = tail.dropLast().contains { $0.suffix == "개" || $0.prefix?.folded == "x" }
      let one = tail[tail.count - 2].amount
      let agrees = tail.count >= 3 && tail[tail.count - 3].amount * one == tail.last?.amount
      guard
        agrees || counts || one.isWhole && !tail[tail.count - 2].isShaped && tail[tail.count - 2].digits.utf8.count < 3
      else { continue }
      // A name may be in the row above.
      let hasName = ledger.rows[row].scalars[..<(tail.first?.range.lowerBound ?? 0)].contains { $0.isHangul }
      return hasName ? row : nameRow(ledger, above: row)
    }
    return nil
  }

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

  /// The row of the name of what a row has the numbers of: above it, or above the code that is between; the row
  /// itself if there is none.
  private static func nameRow(_ ledger: Ledger, above row: Int) -> Int {
    guard row > 0, ledger.labels[row - 1].isEmpty else { return row }
    let isCode = ItemName.isCode(ledger.rows[row - 1].scalars.filter { $0 != "*" }.string)
    return isCode && row > 1 && ledger.labels[row - 2].isEmpty ? row - 2 : row - 1
  }

  /// The rows above the first sum that end with an amount and have no label, with their numbers.
  private static func priced(_ ledger: Ledger) -> some Sequence<(row: Int, tail: [Figure])> {
    ledger.rows.indices.lazy.prefix { !ledger.isSummary($0) || ledger.figures[$0].isEmpty }
      .filter { ledger.labels[$0].isEmpty && ledger.figures[$0].last?.isClearlyMoney == true }
      .map { (row: $0, tail: tail(ledger, $0)) }
  }

  /// Rows above the first sum that end with an amount and may be the first of a list, from the top.
  static func plainStarts(_ ledger: Ledger) -> [Int] {
    let starts = priced(ledger).lazy.compactMap { row, tail -> Int? in
      guard let first = tail.first else { return nil }
      let hasName = ledger.rows[row].scalars[..<first.range.lowerBound].contains(where: \.isLetter)
      let start = hasName ? row : nameRow(ledger, above: row)
      return hasName || start < row ? start : nil
    }
    return Array(starts.prefix(mostStarts))
  }

  /// The heading of a receipt has few amounts.
  private static let mostStarts = 12
}
