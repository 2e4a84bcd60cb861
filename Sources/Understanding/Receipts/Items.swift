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
  /// Whether its price less a discount beside it is its amount.
  var isReduced = false
  /// Whether its amount has more in it than its price, as with options.
  var isExtended = false

  /// Whether its price is above its amount, and no quantity or discount says why: two columns of amounts.
  var isOverpriced: Bool {
    guard quantity == nil, !isReduced, let unitPrice, let amount else { return false }
    return amount.amount.magnitude < unitPrice.amount.magnitude
  }

  /// Whether price times quantity is the amount, of a measured quantity as near as it is printed; nil where one of
  /// them is missing.
  var agrees: Bool? {
    guard let unitPrice, let quantity, let amount, !isExtended else { return nil }
    return unitPrice.amount * quantity.amount == amount.amount
      || !quantity.amount.isWhole && ItemNumbers.makes(unitPrice, quantity, amount)
  }

  /// `2 Fish & Chips 25.00`: the number before the name is the quantity, where none stands behind it and none disagrees.
  fileprivate mutating func takeQuantity(before figures: [Figure]) {
    guard quantity == nil, let first = figures.first, first.range.lowerBound == 0, first.digits.utf8.count <= 2,
      !first.isClearlyMoney, first.suffix.map({ $0.folded == "x" }) ?? true, first.amount.isWhole, !first.amount.isZero,
      unitPrice.map({ $0.amount * first.amount == amount?.amount }) ?? true
    else { return }
    var rest = trimmed(Array(name.unicodeScalars)[...].dropFirst(first.digits.utf8.count))
    // `1x Pad Thai`, `2 x Soup`
    if rest.first?.folded == "x", rest.dropFirst().first?.isSpace == true {
      rest = trimmed(rest.dropFirst())
    } else if first.suffix != nil {
      return
    }
    guard name.hasPrefix(first.digits), rest.contains(where: \.isLetter) else { return }
    (quantity, name) = (first, rest.string)
  }
}

/// A column of a list of items.
enum Column: String, CaseIterable, Sendable { case name, price, quantity, amount, discount }

/// The list of what was bought.
struct ItemList: Sendable {
  private(set) var items: [ItemLine] = []
  /// The reductions of single items, below 0, with their rows.
  private(set) var reductions: [(figure: Figure, row: Int)] = []
  /// The row of the list's headings, where it has any.
  private(set) var heading: Int?

  /// From left to right.
  private var columns: [Column] = []
  /// Numbers of the last item's row.
  private var lastCount = 0
  private let ledger: Ledger

  /// More items than that are no receipt's.
  private static let most = 10_000

  /// The list that makes a printed sum: the one that the tagger sees, then what the rows' forms tell.
  init(_ ledger: Ledger, lexicon: Lexicon, tagged: [TaggedItem]) {
    let sums = Self.printedSums(ledger).union(ledger.entries(.supply).map(\.amount)).subtracting([.zero])
    let lists = Self.lists(of: tagged, ledger)
    func isPrinted(_ list: ItemList) -> Bool { list.sum.map(sums.contains) ?? false }
    let seen = lists.first(where: isPrinted)
    // Rows tell the columns of Korean lists better; where they don't add up, or print cents, the tagger comes first.
    let rows = ItemList(ledger, lexicon: lexicon)
    let told = isPrinted(rows) ? rows : nil
    self = (ledger.style == .whole ? told ?? seen : seen ?? told) ?? lists.first { _ in true } ?? rows
  }

  /// The sums that the items may make, with charges between them and the total.
  private static func printedSums(_ ledger: Ledger) -> Set<Amount> {
    let totals = ledger.entries(.paid, .total).prefix(8).map(\.amount)
    let charges = ledger.style == .whole ? ledger.charges.map(\.amount) : ledger.entries(.tax).prefix(8).map(\.amount)
    return Set(ledger.entries(.paid, .total, .subtotal, .price).map(\.amount))
      .union(charges.flatMap { charge in totals.compactMap { $0 - charge } })
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
    self.ledger = ledger
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
        if row > last, ledger.isSummary(row), ledger.labels[row].first?.role != .discount { break }
        guard let figure = ledger.figures[row].last, figure.amount.isNegative, figure.isClearlyMoney else { continue }
        reductions.append((figure, row))
      }
    }
  }

  init(_ ledger: Ledger, lexicon: Lexicon) {
    self.ledger = ledger
    heading = ledger.rows.indices.first { ItemRows.columns(ledger, $0, lexicon) != nil }
    columns = heading.flatMap { ItemRows.columns(ledger, $0, lexicon) } ?? []
    let start = heading.map { $0 + 1 } ?? ItemRows.start(ledger)
    if let start { read(from: start, lexicon: lexicon) }
    if heading == nil { reckon(lexicon) }
    if items.isEmpty, let item = ItemRows.labelled(ledger, lexicon) { items = [item] }
  }

  /// Rows of a name and an amount alone are the list where they make one of the sums, and what was taken for it does not.
  private mutating func reckon(_ lexicon: Lexicon) {
    let sums = Self.printedSums(ledger)
    guard !sums.isEmpty, sum.map({ !sums.contains($0) }) ?? true else { return }
    for start in ItemRows.plainStarts(ledger) {
      var other = self
      (other.items, other.reductions, other.lastCount) = ([], [], 0)
      other.read(from: start, lexicon: lexicon)
      guard let sum = other.sum, !sum.isZero, sums.contains(sum), !other.items.contains(where: \.isOverpriced) else {
        continue
      }
      self = other
      return
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

  // MARK: - Reading it

  private mutating func read(from start: Int, lexicon: Lexicon) {
    var waiting: [(text: String, row: Int)] = []
    for row in ledger.rows.indices.dropFirst(start) {
      if items.count >= Self.most || isEnd(row) { break }
      let tail = numbers(row)
      let head = headText(row, before: tail.first)
      let isHeading = row == heading.map { $0 + 1 } && ItemRows.columns(ledger, row, lexicon) != nil
      if !tail.isEmpty {
        add(tail, head: head, row: row, &waiting)
      } else if !isHeading {
        name(head, row, &waiting)
      }
    }
    items.removeAll { !$0.name.unicodeScalars.contains(where: \.isLetter) && $0.code == nil }
  }

  private func isEnd(_ row: Int) -> Bool {
    if ledger.isSummary(row) {
      // `할인 -500` under an item belongs to it; only sums end the list.
      guard let hit = ledger.labels[row].first, hit.role == .discount, let last = ledger.figures[row].last else {
        return true
      }
      return !(last.amount.isNegative && row + 1 < ledger.rows.count)
    }
    let scalars = ledger.rows[row].scalars
    return isSum(row)
      || !items.isEmpty && scalars.count > 200 && scalars.allSatisfy { "-=*_ .".unicodeScalars.contains($0) }
  }

  /// A row of one amount below rows of several numbers, with a colon before it or as much as all items before it: a sum
  /// whose label was not read.
  private func isSum(_ row: Int) -> Bool {
    guard lastCount >= 2, !items.isEmpty else { return false }
    let tail = ItemRows.tail(ledger, row)
    guard tail.count == 1, let figure = tail.first, figure.isClearlyMoney, !figure.amount.isNegative else {
      return false
    }
    let before = ledger.rows[row].scalars[..<figure.range.lowerBound].last { !$0.isSpace }
    return before == ":" || items.count > 1 && figure.amount == sum
  }

  /// The numbers of a row that are columns of the list; none where the row is a name.
  private func numbers(_ row: Int) -> [Figure] {
    let tail = ItemRows.tail(ledger, row)
    if tail.contains(where: \.isClearlyMoney) { return tail }
    // `할인 -500` below an item.
    if ledger.style == .whole, !items.isEmpty, let off = tail.last, off.amount.isNegative, off.suffix == nil,
      off.digits.utf8.count >= 2
    {
      return tail
    }
    // Amounts below a thousand have no separator: rows like the one before.
    if let last = items.last, lastCount >= 2, tail.count >= lastCount, !last.name.isEmpty,
      tail.contains(where: { $0.suffix == "개" }) || tail.count >= 3
    {
      return tail
    }
    // `쇼핑백 1 100` below rows of count and amount.
    if lastCount == 2, tail.count == 2, let last = items.last, last.quantity != nil, last.unitPrice == nil,
      tail[0].digits.utf8.count <= 2, (2...3).contains(tail[1].digits.utf8.count), tail[1].digits.hasSuffix("0"),
      ledger.style == .whole, ledger.rows[row].scalars[..<tail[0].range.lowerBound].contains(where: \.isLetter)
    {
      return tail
    }
    let wanted = columns.filter { $0 != .name }.count
    return wanted >= 2 && tail.count >= wanted ? tail : []
  }

  /// The text before a row's numbers, without marks of numbering.
  private func headText(_ row: Int, before figure: Figure?) -> String {
    let scalars = ledger.rows[row].scalars
    var end = figure?.range.lowerBound ?? scalars.count
    while end > 0, " -₩\\$£€@▲△".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return ItemName.clean(scalars[..<end], count: items.count, isNumbered: heading != nil && ledger.style == .whole)
  }

  private mutating func name(_ text: String, _ row: Int, _ waiting: inout [(text: String, row: Int)]) {
    guard text.unicodeScalars.contains(where: \.isLetter) else { return }
    if let last = items.indices.last, items[last].name.isEmpty {
      items[last].name = text
      items[last].rows.append(row)
    } else {
      waiting.append((text, row))
    }
  }

  /// `별사탕 5,500` with `5,500 1개` below: the price and the count of the item above.
  ///
  /// - Returns: false where the row is an item of its own.
  private mutating func complete(with tail: [Figure], head: String, row: Int) -> Bool {
    guard head.isEmpty, let last = items.indices.last, items[last].rows.last == row - 1,
      items[last].unitPrice == nil, items[last].quantity == nil, let amount = items[last].amount?.amount
    else { return false }
    if tail.count == 1, tail[0].amount == amount {
      items[last].unitPrice = tail[0]
    } else if tail.count >= 2, tail[0].amount * tail[1].amount == amount, tail.count == 2 || tail.last?.amount == amount
    {
      (items[last].unitPrice, items[last].quantity) = (tail[0], tail[1])
    } else {
      return false
    }
    items[last].rows.append(row)
    return true
  }

  private mutating func add(_ tail: [Figure], head: String, row: Int, _ waiting: inout [(text: String, row: Int)]) {
    if waiting.isEmpty, complete(with: tail, head: head, row: row) { return }
    guard let last = tail.last else { return }
    let numbers =
      ItemNumbers.of(tail, hasDiscount: columns.contains(.discount), order: quantityFirst)
      ?? ItemNumbers(amount: last, used: 1)
    let tail = tail.suffix(numbers.used)
    var item = ItemLine(
      name: headText(row, before: tail.first), unitPrice: numbers.price, quantity: numbers.quantity,
      amount: numbers.amount, rows: [row])
    item.isReduced = numbers.used == 3 && numbers.quantity == nil
    item.isExtended = numbers.isExtended
    if ledger.style == .cents { item.takeQuantity(before: ledger.figures[row]) }
    if ItemName.isCode(item.name) {
      item.code = item.name
      item.name = ""
    }
    if let figure = item.amount, figure.amount.isNegative, item.agrees != true || item.unitPrice == nil,
      ledger.style == .whole
    {
      reductions.append((figure, row))
      waiting = []
      return
    }
    if item.name.isEmpty || !item.name.unicodeScalars.contains(where: \.isLetter), let last = waiting.last {
      // Of several lines above the nearest is the name.
      item.name = last.text
      item.rows = [last.row] + item.rows
    }
    waiting = []
    lastCount = tail.count
    items.append(item)
  }

  /// Whether the headings have the quantity before the price.
  private var quantityFirst: Bool {
    columns.contains(.price) && columns.first { $0 == .quantity || $0 == .price } == .quantity
  }
}
