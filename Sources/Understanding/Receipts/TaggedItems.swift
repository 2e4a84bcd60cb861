import PageModel

/// An item as the tagger sees it: where its name and its numbers stand.
struct TaggedItem: Sendable {
  /// A number by its place among the figures of its row: a mended reading shifts what stands behind it.
  typealias Number = (value: TaggedValue, row: Int, figure: Int)

  /// A name that goes on in the next row has two.
  var name: [Finding.Spot]
  var numbers: [Number] = []
  /// The mean of its name's tokens.
  var probability: Double

  /// Rows that a number may stand below the name's last one.
  private static let reach = 2

  /// Tokens that are less probably part of an item are none.
  private static let least = 0.15

  /// The tag of a token in the best sequence; if that is none, the most probable one of an item.
  private static func tag(_ tagging: Tagging, _ place: Int) -> TaggerModel.Tag {
    guard tagging.tags[place] == .outside, tagging.probability(.outside, at: place) < 1 - least else {
      return tagging.tags[place]
    }
    let tags = TaggedValue.allCases.filter(\.isOfItem).flatMap { [TaggerModel.Tag.begins($0), .goesOn($0)] }
    let best = tags.max { tagging.probability($0, at: place) < tagging.probability($1, at: place) }
    return best.flatMap { tagging.probability($0, at: place) > least ? $0 : nil } ?? .outside
  }

  /// All that may be items of a receipt, in the order of their names.
  static func all(_ tagging: Tagging, _ ledger: Ledger) -> [TaggedItem] {
    let tags = tagging.tokens.indices.map { tag(tagging, $0) }
    var items: [TaggedItem] = []
    var early: [Number] = []
    /// The place behind the last name.
    var next = 0
    for (place, token) in tagging.tokens.enumerated() where place >= next {
      if token.row != early.last?.row { early = [] }
      guard let value = tags[place].value, value.isOfItem else { continue }
      if value == .itemName {
        let end =
          tagging.tokens.indices[(place + 1)...].first {
            tags[$0] != .goesOn(.itemName) || tagging.tokens[$0].row - tagging.tokens[$0 - 1].row > 1
          } ?? tagging.tokens.count
        let spots = Token.spots(of: tagging.tokens[place..<end])
        var item = TaggedItem(
          name: spots.filter { ledger.rows[$0.row].scalars[$0.range].contains(where: \.isLetter) },
          probability: (place..<end).map { tagging.probability(of: .itemName, at: $0) }.reduce(0, +)
            / Double(end - place))
        // `2 Coffee 9.00`: a number before the name is its own, where nothing before it took it.
        item.numbers = early
        early = []
        if let row = item.name.first?.row, !isSum(ledger, row) { items.append(item) }
        next = end
        continue
      }
      if let figure = ledger.figures[token.row].firstIndex(where: { $0.range.overlaps(token.range) }) {
        let number = (value: value, row: token.row, figure: figure)
        if let last = items.indices.last, let row = items[last].name.last?.row, token.row - row <= reach,
          !items[last].numbers.contains(where: { $0.value == value }),
          !nameFollows(tagging, tags, place) || items[last].name.last?.row == token.row
        {
          items[last].numbers.append(number)
        } else {
          early.append(number)
        }
      }
    }
    return items
  }

  /// Sums and payments are no items, even if they happen to make a printed sum; a name may look like a misread label.
  private static func isSum(_ ledger: Ledger, _ row: Int) -> Bool {
    guard ledger.isSummary(row), let label = ledger.labels[row].first else { return false }
    return label.distance == 0 && label.role != .discount && label.role != .service
  }

  /// Whether a name begins further right in the row.
  private static func nameFollows(_ tagging: Tagging, _ tags: [TaggerModel.Tag], _ place: Int) -> Bool {
    tagging.tokens.indices[(place + 1)...].prefix { tagging.tokens[$0].row == tagging.tokens[place].row }.contains {
      tags[$0] == .begins(.itemName)
    }
  }

  /// The item with the numbers as they stand in the rows now.
  ///
  /// - Parameter count: items before this one.
  func line(_ ledger: Ledger, count: Int) -> ItemLine {
    var line = ItemLine(name: "", rows: Set(name.map(\.row) + numbers.map { $0.row }).sorted())
    for number in numbers where ledger.figures[number.row].indices.contains(number.figure) {
      let figure = ledger.figures[number.row][number.figure]
      // `Cola500`: digits in the same word as the name belong to it.
      let isInName = name.contains { spot in
        spot.row == number.row
          && ledger.rows[spot.row].parts(in: spot.range).contains { $0.range.overlaps(figure.range) }
      }
      if isInName, !figure.isClearlyMoney { continue }
      switch number.value {
      case .itemPrice: line.unitPrice = figure
      case .itemQuantity: line.quantity = ItemNumbers.measured(figure) ?? figure
      default: line.amount = figure
      }
    }
    line.takeFromRow(ledger, numbers.last?.row, behind: name.last)
    if line.quantity?.amount.isZero == true, line.amount?.amount.isZero != true { line.quantity = nil }
    if line.amount == nil, line.quantity == nil { (line.amount, line.unitPrice) = (line.unitPrice, nil) }
    let used = [line.unitPrice, line.quantity, line.amount].compactMap { $0 }
    let words = name.map { spot in
      let own = used.filter { figure in
        figure.range.lowerBound > spot.range.lowerBound
          && ledger.figures[spot.row].contains { $0.range == figure.range && $0.digits == figure.digits }
      }
      return Self.words(spot, ledger.rows[spot.row], before: own.map(\.range.lowerBound).min())
    }
    line.name = ItemName.clean(
      Array(words.joined(separator: " ").unicodeScalars)[...], count: count, isNumbered: ledger.style == .whole)
    return line
  }

  /// The name in whole words, with those words behind it that are neither far nor numbers of the item.
  private static func words(_ spot: Finding.Spot, _ row: PrintedRow, before number: Int?) -> String {
    let touched = row.parts(in: spot.range).prefix { $0.range.upperBound <= number ?? row.scalars.count }
    guard var first = touched.first, var last = touched.last else { return "" }
    func isNear(_ one: PrintedRow.Part, _ other: PrintedRow.Part) -> Bool {
      Double(other.word.box.x) - Double(one.word.box.x) - Double(one.word.box.width)
        < 2 * max(1, Double(other.word.box.height))
    }
    for part in row.parts[..<touched.startIndex].reversed() {
      guard isNear(part, first), row.scalars[part.range].contains(where: \.isLetter),
        !row.scalars[part.range].contains(where: \.isDigit)
      else { break }
      first = part
    }
    for part in row.parts[touched.endIndex...] {
      guard part.range.upperBound <= number ?? row.scalars.count, isNear(last, part),
        part.range.count < 6 || row.scalars[part.range].contains(where: \.isLetter)
      else { break }
      last = part
    }
    return row.text(first.range.lowerBound..<last.range.upperBound)
  }
}

extension ItemLine {
  /// Takes price and quantity from the row of the amount where the tags say nothing that agrees and its numbers do.
  fileprivate mutating func takeFromRow(_ ledger: Ledger, _ row: Int?, behind name: Finding.Spot?) {
    guard agrees != true, let row else { return }
    let start = name?.row == row ? name?.range.upperBound ?? 0 : 0
    let all = ItemRows.tail(ledger, row).filter { $0.range.lowerBound >= start }
    if let found = ItemNumbers.of(all, hasDiscount: false, order: false), let price = found.price,
      let count = found.quantity, price.amount * count.amount == found.amount.amount
    {
      amount = found.amount
    }
    let end = amount?.range.upperBound ?? ledger.rows[row].scalars.count
    let tail = all.filter { $0.range.upperBound <= end }
    let taken = [unitPrice, quantity].compactMap { $0?.range }
    guard let last = amount ?? tail.last.flatMap({ taken.contains($0.range) ? nil : $0 }) else { return }
    amount = last
    guard let found = ItemNumbers.of(tail, hasDiscount: false, order: false), found.amount.range == last.range else {
      return
    }
    if found.price != nil || unitPrice.map({ price in tail.contains { $0.range == price.range } }) ?? false {
      unitPrice = found.price
    }
    quantity = found.quantity ?? quantity
  }
}
