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

  /// Whether price times quantity is the amount; nil where one of them is missing.
  var agrees: Bool? {
    guard let unitPrice, let quantity, let amount else { return nil }
    return unitPrice.amount * quantity.amount == amount.amount
  }
}

/// A column of a list of items.
enum Column: Sendable { case name, price, quantity, amount, discount }

/// The list of what was bought.
struct ItemList: Sendable {
  private(set) var items: [ItemLine] = []
  /// What was taken off single items, below 0.
  private(set) var reductions: [Amount] = []
  /// The row of the list's headings, where it has any.
  private(set) var heading: Int?
  /// The first row behind the headings, or the first that is surely an item.
  private(set) var start: Int?
  /// The first row that is no item any more.
  private(set) var end = 0

  /// From left to right.
  private var columns: [Column] = []
  /// Numbers of the last item's row.
  private var lastCount = 0
  private let ledger: Ledger

  /// More items than that are no receipt's.
  private static let most = 10_000

  init(_ ledger: Ledger, lexicon: Lexicon) {
    self.ledger = ledger
    if let found = ledger.rows.indices.lazy.compactMap({ row in
      Self.columns(ledger, row, lexicon).map { (row, $0) }
    }).first {
      heading = found.0
      columns = found.1
    }
    let start = heading.map { $0 + 1 } ?? Self.start(ledger)
    end = start ?? 0
    self.start = start
    if let start { read(from: start, lexicon: lexicon) }
  }

  /// The sum of all items with what was taken off them; nil where an item has no amount.
  var sum: Amount? {
    guard !items.isEmpty, items.allSatisfy({ $0.amount != nil }) else { return nil }
    return Amount.sum(items.compactMap { $0.amount?.amount } + reductions)
  }

  /// The sum of the items alone.
  var sumOfItems: Amount? {
    guard !items.isEmpty, items.allSatisfy({ $0.amount != nil }) else { return nil }
    return Amount.sum(items.compactMap { $0.amount?.amount })
  }

  // MARK: - Where the list is

  /// The columns that a row of headings names; nil for any other row.
  private static func columns(_ ledger: Ledger, _ row: Int, _ lexicon: Lexicon) -> [Column]? {
    guard !ledger.figures[row].contains(where: \.isClearlyMoney) else { return nil }
    let letters = ledger.rows[row].scalars.filter(\.isLetter).map(\.folded)
    guard letters.count >= 3, letters.count < 60 else { return nil }
    var columns: [Column] = []
    var place = 0
    var matched = 0
    while place < letters.count {
      guard let found = lexicon.heading(letters[place...]) else {
        place += 1
        continue
      }
      columns.append(found.column)
      matched += found.length
      place += found.length
    }
    let kinds = Set(columns)
    guard kinds.count >= 2, kinds.contains(.quantity) || kinds.contains(.amount), matched * 10 >= letters.count * 6
    else { return nil }
    return columns
  }

  /// Without headings the list begins with the first row that is surely an item: its numbers agree, or it counts things.
  private static func start(_ ledger: Ledger) -> Int? {
    for row in ledger.rows.indices {
      if ledger.isSummary(row) { return nil }
      guard ledger.labels[row].isEmpty, let last = ledger.figures[row].last, last.isClearlyMoney else { continue }
      let tail = Self.tail(ledger, row)
      guard tail.count >= 2 else { continue }
      let counts = tail.dropLast().contains { $0.suffix == "개" || $0.prefix?.folded == "x" }
      let one = tail[tail.count - 2].amount
      let agrees = tail.count >= 3 && tail[tail.count - 3].amount * one == last.amount
      guard
        agrees || counts || one.isWhole && !tail[tail.count - 2].isShaped && tail[tail.count - 2].digits.utf8.count < 3
      else { continue }
      // A name may stand in the row above.
      let hasName = ledger.rows[row].scalars[..<(tail.first?.range.lowerBound ?? 0)].contains { $0.isHangul }
      return !hasName && row > 0 && ledger.labels[row - 1].isEmpty ? row - 1 : row
    }
    return nil
  }

  /// The numbers at a row's end, as far as nothing but counters and tax codes stands between them.
  private static func tail(_ ledger: Ledger, _ row: Int) -> [Figure] {
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

  // MARK: - Reading it

  private mutating func read(from start: Int, lexicon: Lexicon) {
    var waiting: [(text: String, row: Int)] = []
    var row = start
    while row < ledger.rows.count, items.count < Self.most {
      if isEnd(row) { break }
      let tail = numbers(row)
      let head = headText(row, before: tail.first)
      if tail.isEmpty {
        if row == heading.map({ $0 + 1 }), Self.columns(ledger, row, lexicon) != nil {
          row += 1
          continue
        }
        name(head, row, &waiting)
      } else {
        add(tail, head: head, row: row, &waiting)
      }
      row += 1
    }
    end = row
    if end >= ledger.rows.count, heading == nil, items.count < 2 { items = [] }
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
    if scalars.allSatisfy({ "-=*_ .".unicodeScalars.contains($0) }) { return !items.isEmpty && scalars.count > 200 }
    return false
  }

  /// The numbers of a row that are columns of the list; none where the row is a name.
  private func numbers(_ row: Int) -> [Figure] {
    let tail = Self.tail(ledger, row)
    if tail.contains(where: \.isClearlyMoney) { return tail }
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
    if wanted >= 2, tail.count >= wanted { return tail }
    if !columns.isEmpty, !columns.contains(.amount), !columns.contains(.price), tail.count == 1 { return tail }
    return []
  }

  /// The text before a row's numbers, without marks of numbering.
  private func headText(_ row: Int, before figure: Figure?) -> String {
    let scalars = ledger.rows[row].scalars
    var end = figure?.range.lowerBound ?? scalars.count
    while end > 0, " -₩\\$@▲△".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    if end >= 2, scalars[end - 1] == "M", scalars[end - 2] == "R", end == 2 || scalars[end - 3].isSpace { end -= 2 }
    return ItemName.clean(scalars[..<end], count: items.count)
  }

  private mutating func name(_ text: String, _ row: Int, _ waiting: inout [(text: String, row: Int)]) {
    guard text.unicodeScalars.contains(where: \.isLetter) else { return }
    let isOption = ItemName.isOption(ledger.rows[row].scalars)
    if let last = items.indices.last, items[last].name.isEmpty {
      items[last].name = text
      items[last].rows.append(row)
    } else if !isOption {
      waiting.append((text, row))
    }
  }

  private mutating func add(_ tail: [Figure], head: String, row: Int, _ waiting: inout [(text: String, row: Int)]) {
    var item = ItemLine(name: head, rows: [row])
    var tail = tail
    if let numbers = ItemNumbers(tail, hasDiscount: columns.contains(.discount), order: quantityFirst) {
      (item.unitPrice, item.quantity, item.amount) = (numbers.price, numbers.quantity, numbers.amount)
      tail = Array(tail.suffix(numbers.used))
      if let first = tail.first { item.name = headText(row, before: first) }
    } else if !columns.contains(.amount), !columns.contains(.price), tail.count == 1, !tail[0].isClearlyMoney {
      item.quantity = tail[0]
    } else {
      item.amount = tail.last
    }
    if ItemName.isCode(item.name) {
      item.code = item.name
      item.name = ""
    }
    if let amount = item.amount?.amount, amount.isNegative, item.agrees != true || item.unitPrice == nil,
      style(.whole)
    {
      reductions.append(amount)
      waiting = []
      return
    }
    if item.name.isEmpty || !item.name.unicodeScalars.contains(where: \.isLetter), let last = waiting.last {
      // Of several lines above the nearest is the name; with headings all of them are.
      let names = heading != nil ? Array(waiting.suffix(2)) : [last]
      item.name = names.map(\.text).joined(separator: " ")
      item.rows = names.map(\.row) + item.rows
    }
    waiting = []
    lastCount = tail.count
    items.append(item)
  }

  private func style(_ style: MoneyStyle) -> Bool { ledger.style == style }

  /// Whether the headings have the quantity before the price.
  private var quantityFirst: Bool {
    guard let quantity = columns.firstIndex(of: .quantity), let price = columns.firstIndex(of: .price) else {
      return false
    }
    return quantity < price
  }
}
