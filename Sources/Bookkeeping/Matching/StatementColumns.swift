import Spreadsheets

/// Maps the columns of a table to fields: first by the caller's mapping, then by headings, then by content.
struct StatementColumns {
  private(set) var columns: [StatementColumn] = []
  private(set) var unclear: [StatementQuestion] = []
  private let table: StatementTable
  private let finder: StatementTableFinder

  /// A column holds a field if so many of its filled cells do; the remaining ones are sums and remarks.
  private static let neededShare = 0.8
  private static let sampleRows = 200

  init(_ table: StatementTable, finder: StatementTableFinder) {
    (self.table, self.finder) = (table, finder)
    for (field, heading) in finder.mapping.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let indices = table.headings.indices.filter { finder.isMapped(table.headings[$0], as: field) }
      if let index = indices.first, indices.count == 1 || holdSame(indices) {
        add(index, field, .mapping)
      } else {
        unclear.append(
          indices.isEmpty ? .noHeading(field, heading: heading) : .several(field, headings: [heading, heading]))
      }
    }
    findParties()
    for field in StatementField.allCases where !has(field) { find(field) }
    findByContent()
    // Either column of a bank list says that the amount is not in a column of its own.
    if has(.withdrawal) || has(.deposit) { columns.removeAll { $0.field == .amount && $0.source != .mapping } }
  }

  func has(_ field: StatementField) -> Bool { columns.contains { $0.field == field } }

  func index(of field: StatementField) -> Int? { columns.first { $0.field == field }?.index }

  /// The filled cells of a column, at most `sampleRows` of them.
  func cells(_ index: Int) -> [SheetCell] {
    var cells: [SheetCell] = []
    for row in table.rows where row.cells.indices.contains(index) && row.cells[index].text != nil {
      cells.append(row.cells[index])
      if cells.count == Self.sampleRows { break }
    }
    return cells
  }

  private mutating func add(_ index: Int, _ field: StatementField, _ source: StatementColumn.Source) {
    columns.append(
      StatementColumn(index: index, heading: table.headings[index], field: field, source: source))
  }

  private func isFree(_ index: Int) -> Bool { !columns.contains { $0.index == index } }

  /// Tax invoices name both parties with the same headings: a name belongs to the number before it.
  private mutating func findParties() {
    for (number, name) in [(StatementField.supplierNumber, StatementField.supplierName), (.buyerNumber, .buyerName)] {
      find(number)
      guard let start = index(of: number) else { continue }
      let following = table.headings.indices.filter { $0 > start && isFree($0) }
      let own = following.prefix { index in
        finder.table.rank(of: table.headings[index], as: .supplierNumber) == nil
          && finder.table.rank(of: table.headings[index], as: .buyerNumber) == nil
      }
      let names = own.filter {
        finder.table.rank(of: table.headings[$0], as: .shop) != nil
          || finder.table.rank(of: table.headings[$0], as: name) != nil
      }
      if let first = names.first { add(first, name, .alias) }
    }
  }

  private mutating func find(_ field: StatementField) {
    guard !unclear.contains(where: { $0.field == field }) else { return }
    let ranked = table.headings.indices.filter { isFree($0) && !table.headings[$0].isEmpty }
      .compactMap { index in finder.table.rank(of: table.headings[index], as: field).map { (index: index, rank: $0) } }
    guard let best = ranked.map(\.rank).min() else { return }
    let found = ranked.filter { $0.rank == best }.map(\.index)
    // A rank with several columns is settled if all but one are empty or wrong, or if all hold the same.
    let sound = found.filter { isSound($0, field) && !cells($0).isEmpty }
    if let index = sound.first, sound.count == 1 || holdSame(sound) {
      add(index, field, .alias)
    } else if sound.count > 1 {
      unclear.append(.several(field, headings: sound.map { table.headings[$0] }))
    } else if let wrong = found.first(where: { !cells($0).isEmpty }) {
      // A status column is known by its words alone, and a card column may hold names.
      if field != .cancelled, field != .card {
        unclear.append(.contentDiffers(field, heading: table.headings[wrong]))
      }
    } else if let empty = found.first {
      add(empty, field, .alias)
    }
  }

  private func holdSame(_ indices: [Int]) -> Bool {
    table.rows.allSatisfy { row in
      Set(indices.map { row.cells.indices.contains($0) ? row.cells[$0].text : nil }).count == 1
    }
  }

  /// Whether most filled cells of a column hold what the field needs.
  private func isSound(_ index: Int, _ field: StatementField) -> Bool {
    switch field {
    case .date, .postingDate: share(index) { WrittenDate($0) != nil } >= Self.neededShare
    case .time: share(index) { WrittenDate.minute(of: $0) != nil } >= Self.neededShare
    case .amount, .supply, .tax, .foreignAmount, .withdrawal, .deposit:
      share(index) { WrittenAmount($0) != nil || $0.text == "-" } >= Self.neededShare
    case .businessNumber, .supplierNumber, .buyerNumber:
      // Numbers of persons and of foreign shops have other lengths.
      share(index) { $0.text.flatMap(businessDigits) != nil } >= 0.3
    case .card: share(index) { $0.text.flatMap(cardDigits) != nil } >= 0.3
    default: true
    }
  }

  private func share(_ index: Int, _ holds: (SheetCell) -> Bool) -> Double {
    let cells = cells(index)
    return cells.isEmpty ? 1 : Double(cells.count(where: holds)) / Double(cells.count)
  }

  private mutating func findByContent() {
    let dates = freeColumns { cell in
      switch cell.value {
      case .date: true
      case .text: WrittenDate(cell) != nil
      default: WrittenDate(cell) != nil && cell.text?.utf8.count == 8
      }
    }
    settle(.date, dates)
    let numbers = freeColumns { $0.text.map { $0.contains("-") && businessDigits($0) != nil } ?? false }
    settle(.businessNumber, numbers)
    let cards = freeColumns { $0.text.map { $0.contains("*") && cardDigits($0) != nil } ?? false }
    settle(.card, cards)
    if !has(.withdrawal), !has(.deposit) {
      let amounts = freeColumns { WrittenAmount($0) != nil && isAmountLike($0) }.filter { index in
        // Numbers that count the rows are no amounts.
        let texts = cells(index).compactMap(\.text)
        guard let first = Int(texts[0]) else { return true }
        return !texts.indices.allSatisfy { Int(texts[$0]) == first + $0 }
      }
      settle(.amount, amounts)
    }
    let shops = freeColumns { WrittenAmount($0) == nil && $0.text?.contains(where: \.isLetter) == true }.filter {
      index in
      // A column that repeats a few words is a kind or a name of a card.
      let texts = cells(index).compactMap(\.text)
      return Set(texts).count * 3 > texts.count
    }
    settle(.shop, shops)
  }

  /// Numbers with leading zeros or of ten digits are no amounts.
  private func isAmountLike(_ cell: SheetCell) -> Bool {
    guard let text = cell.text else { return false }
    return !(text.hasPrefix("0") && text != "0") && text.count(where: \.isWholeNumber) < 10 && WrittenDate(cell) == nil
  }

  private func freeColumns(_ holds: (SheetCell) -> Bool) -> [Int] {
    table.headings.indices.filter { isFree($0) && !cells($0).isEmpty && share($0, holds) >= Self.neededShare }
  }

  /// Gives a field the only column that holds it; several are a question, for the date and the amount alone.
  private mutating func settle(_ field: StatementField, _ found: [Int]) {
    guard !has(field), !unclear.contains(where: { $0.field == field }) else { return }
    if let index = found.first, found.count == 1 {
      add(index, field, .content)
    } else if field == .date || field == .amount {
      unclear.append(found.isEmpty ? .missing(field) : .several(field, headings: found.map { table.headings[$0] }))
    }
  }

  /// Makes the other party of tax invoices the shop.
  mutating func setParty(isSales: Bool) {
    for index in columns.indices {
      switch columns[index].field {
      case .supplierNumber where !isSales, .buyerNumber where isSales: columns[index].field = .businessNumber
      case .supplierName where !isSales, .buyerName where isSales: columns[index].field = .shop
      default: break
      }
    }
  }
}

extension StatementQuestion {
  /// The field that the question is about.
  var field: StatementField? {
    switch self {
    case .missing(let field), .several(let field, _), .contentDiffers(let field, _), .noHeading(let field, _),
      .row(_, let field):
      field
    case .noYear, .dateOrder: .date
    case .noTable, .purchasesOrSales: nil
    }
  }
}
