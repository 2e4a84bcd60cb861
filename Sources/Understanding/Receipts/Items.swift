/// One item with its numbers as they stand in the rows.
struct ItemLine: Sendable {
  var name: String
  var unitPrice: Figure?
  var quantity: Figure?
  var amount: Figure?
  /// Of the receipt's rows.
  var rows: [Int]
  /// A code of digits that stands with it.
  var code: String?
  /// Whether its amount has more in it than its price, as with options.
  var isExtended = false

  /// Whether price times quantity is the amount, of a measured quantity as near as it is printed; nil where one of
  /// them is missing.
  var agrees: Bool? {
    guard let unitPrice, let quantity, let amount, !isExtended else { return nil }
    return unitPrice.amount * quantity.amount == amount.amount
      || !quantity.amount.isWhole && ItemNumbers.makes(unitPrice, quantity, amount)
  }
}

/// A column of a list of items.
enum Column: String, CaseIterable, Sendable { case name, price, quantity, amount, discount }

/// The list of what was bought.
struct ItemList: Sendable {
  private(set) var items: [ItemLine] = []
  /// What was taken off single items, below 0, with its row.
  private(set) var reductions: [(figure: Figure, row: Int)] = []

  /// The list that makes a printed sum; if none does, the usual items.
  init(_ ledger: Ledger, lexicon: Lexicon, tagged: [TaggedItem]) {
    let sums = Self.printedSums(ledger).union(ledger.entries(.supply).map(\.amount)).subtracting([.zero])
    func isPrinted(_ list: ItemList) -> Bool { list.sum.map(sums.contains) ?? false }
    items = [ItemRows.labelled(ledger, lexicon)].compactMap { $0 }
    if isPrinted(self) { return }
    items = []
    let lists = Self.lists(of: tagged, ledger)
    self = lists.first(where: isPrinted) ?? lists.first { _ in true } ?? self
  }

  /// The sums that the items may make, with charges between them and the total.
  private static func printedSums(_ ledger: Ledger) -> Set<Amount> {
    var sums = Set(ledger.entries(.paid, .total, .subtotal, .price).map(\.amount))
    if ledger.style == .whole {
      let totals = ledger.entries(.paid, .total).prefix(8).map(\.amount)
      sums.formUnion(ledger.charges.flatMap { charge in totals.compactMap { $0 - charge.amount } })
    }
    return sums
  }

  /// The usual items, then with less probable ones and without more probable ones, by steps; made when they are asked for.
  private static func lists(of tagged: [TaggedItem], _ ledger: Ledger) -> some Sequence<ItemList> {
    let levels = [usual] + tagged.map(\.probability).sorted { abs($0 - usual) < abs($1 - usual) }.prefix(mostSteps)
    return levels.lazy.map { level in
      ItemList(ledger, tagged: tagged.filter { level < usual ? $0.probability >= level : $0.probability > level })
    }.filter { !$0.items.isEmpty }
  }

  /// Rows above this probability are items, unless the sum says otherwise.
  private static let usual = 0.4
  private static let mostSteps = 12

  private init(_ ledger: Ledger, tagged: [TaggedItem]) {
    for item in tagged {
      let line = item.line(ledger, count: items.count)
      guard line.name.unicodeScalars.contains(where: \.isLetter) else { continue }
      // A reduction of the item above.
      if let amount = line.amount, amount.amount.isNegative, line.agrees != true {
        reductions.append((amount, line.rows.last ?? 0))
      } else {
        items.append(line)
      }
    }
    let rows = Set(items.flatMap(\.rows) + reductions.map(\.row))
    if let first = rows.min(), let last = rows.max() {
      for row in (first + 1)..<max(first + 1, min(last + 3, ledger.rows.count)) where !rows.contains(row) {
        let isDiscount = ledger.labels[row].first?.role == .discount
        if row > last, ledger.isSummary(row), !isDiscount { break }
        guard let figure = ledger.figures[row].last, figure.amount.isNegative else { continue }
        // `할인 -500`: amounts below a thousand have no separator.
        let isSmall = ledger.style == .whole && figure.suffix == nil && figure.digits.utf8.count >= 2
        if figure.isClearlyMoney || isSmall { reductions.append((figure, row)) }
      }
    }
  }

  /// The sum of all items with what was taken off them; nil where an item has no amount.
  var sum: Amount? {
    sumOfItems.flatMap { Amount.sum([$0] + reductions.map(\.figure.amount)) }
  }

  /// The sum of the items alone.
  var sumOfItems: Amount? {
    guard !items.isEmpty, items.allSatisfy({ $0.amount != nil }) else { return nil }
    return Amount.sum(items.compactMap { $0.amount?.amount })
  }
}
