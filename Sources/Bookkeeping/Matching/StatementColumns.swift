import Spreadsheets

/// Maps the columns of a table to fields: first by the caller's mapping, then by headings, then by content.
struct StatementColumns {
  private(set) var columns: [StatementColumn] = []
  private(set) var unclear: [StatementQuestion] = []
  private let found: StatementTable
  private let table: BookTable

  /// A column holds a field if so many of its filled cells do; the remaining ones are remarks.
  private static let neededShare = 0.8
  /// Persons and foreign shops have no business number, and some cards are named.
  private static let neededShareOfNumbers = 0.3
  private static let sampleRows = 200

  init(_ found: StatementTable, finder: StatementTableFinder) {
    (self.found, table) = (found, finder.table)
    for (field, heading) in finder.mapping.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      let indices = found.headings.indices.filter { finder.isMapped(found.headings[$0], as: field) }
      if indices.count == 1 {
        add(indices[0], field, .mapping)
      } else {
        unclear.append(
          StatementQuestion(kind: indices.isEmpty ? .noHeading : .several, field: field, headings: [heading]))
      }
    }
    // Tax invoices name both parties with the same headings: a name belongs to the number before it.
    for field in [StatementField.supplierNumber, .buyerNumber] { find(field) }
    for (number, name) in [(StatementField.supplierNumber, StatementField.supplierName), (.buyerNumber, .buyerName)] {
      guard let start = index(of: number) else { continue }
      let own = found.headings.indices.dropFirst(start + 1).prefix(while: isFree)
      let first = own.first { index in [.shop, name].contains { table.rank(of: found.headings[index], as: $0) != nil } }
      if let first { add(first, name, .alias) }
    }
    for field in StatementField.allCases where !has(field) { find(field) }
    // The two columns of a bank list stand for the amount.
    if has(.withdrawal) || has(.deposit) { columns.removeAll { $0.field == .amount && $0.source != .mapping } }
    findByContent()
  }

  func has(_ field: StatementField) -> Bool { index(of: field) != nil }

  func index(of field: StatementField) -> Int? { columns.first { $0.field == field }?.index }

  /// The filled cells of a column, in the first rows.
  func cells(_ index: Int) -> [SheetCell] {
    found.rows.prefix(Self.sampleRows).compactMap { row in
      row.cells.indices.contains(index) && row.cells[index].trimmedText != nil ? row.cells[index] : nil
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

  private mutating func add(_ index: Int, _ field: StatementField, _ source: StatementColumn.Source) {
    columns.append(StatementColumn(index: index, heading: found.headings[index], field: field, source: source))
  }

  private func isFree(_ index: Int) -> Bool { !columns.contains { $0.index == index } }

  /// Finds the heading of the first rank; a rank with several is settled if all but one are empty or wrong, or the same.
  private mutating func find(_ field: StatementField) {
    let ranks = found.headings.map { table.rank(of: $0, as: field) }
    let free = ranks.indices.filter { ranks[$0] != nil && isFree($0) }
    guard !isAsked(field), let best = free.compactMap({ ranks[$0] }).min() else { return }
    let first = free.filter { ranks[$0] == best }
    let filled = first.filter { !cells($0).isEmpty }
    let sound = filled.filter { isSound($0, field) }
    if let index = sound.first, Set(sound.map { cells($0).map(\.trimmedText) }).count == 1 {
      add(index, field, .alias)
    } else if filled.isEmpty {
      add(first[0], field, .alias)
    } else if !sound.isEmpty {
      unclear.append(StatementQuestion(kind: .several, field: field, headings: sound.map { found.headings[$0] }))
    } else if field != .card {
      unclear.append(StatementQuestion(kind: .contentDiffers, field: field, headings: [found.headings[filled[0]]]))
    }
  }

  private func isAsked(_ field: StatementField) -> Bool { unclear.contains { $0.field == field } }

  /// Whether most filled cells of a column hold what the field needs.
  private func isSound(_ index: Int, _ field: StatementField) -> Bool {
    switch field {
    case .date, .postingDate: share(index) { WrittenDate($0) != nil } >= Self.neededShare
    case .time: share(index) { WrittenDate.minute(of: $0) != nil } >= Self.neededShare
    case .amount, .supply, .tax, .foreignAmount, .withdrawal, .deposit:
      share(index) { WrittenAmount($0) != nil || $0.trimmedText == "-" } >= Self.neededShare
    case .businessNumber, .supplierNumber, .buyerNumber:
      share(index) { $0.trimmedText.flatMap(businessDigits) != nil } >= Self.neededShareOfNumbers
    case .card: share(index) { $0.trimmedText.flatMap(cardDigits) != nil } >= Self.neededShareOfNumbers
    default: true
    }
  }

  private func share(_ index: Int, _ holds: (SheetCell) -> Bool) -> Double {
    let cells = cells(index)
    return cells.isEmpty ? 0 : Double(cells.count(where: holds)) / Double(cells.count)
  }

  private mutating func findByContent() {
    settle(.date, candidates { WrittenDate($0) != nil && !isAmountLike($0) })
    settle(
      .businessNumber, candidates { $0.trimmedText.map { $0.contains("-") && businessDigits($0) != nil } ?? false })
    settle(.card, candidates { $0.trimmedText.map { $0.contains("*") && cardDigits($0) != nil } ?? false })
    // Numbers that count the rows are no amounts.
    let amounts = candidates(isAmountLike).filter { index in
      let numbers = cells(index).map { $0.trimmedText.flatMap { Int($0) } ?? 0 }
      return numbers.indices.contains { numbers[$0] != numbers[0] + $0 } || numbers.count == 1
    }
    if !has(.withdrawal), !has(.deposit) { settle(.amount, amounts) }
    guard !has(.supplierName), !has(.buyerName) else { return }
    // A column that repeats a few words is a kind or a name of a card.
    let texts = candidates { WrittenAmount($0) == nil && $0.trimmedText?.contains(where: \.isLetter) == true }
    settle(.shop, texts.filter { Set(cells($0).map(\.trimmedText)).count * 3 > cells($0).count })
  }

  private func candidates(_ holds: (SheetCell) -> Bool) -> [Int] {
    found.headings.indices.filter { isFree($0) && share($0, holds) >= Self.neededShare }
  }

  /// Numbers with leading zeros or of eight digits and more, as dates and approval numbers are, are no amounts.
  private func isAmountLike(_ cell: SheetCell) -> Bool {
    guard let text = cell.trimmedText, WrittenAmount(cell) != nil else { return false }
    return !(text.hasPrefix("0") && text != "0") && (text.contains(",") || text.count(where: \.isWholeNumber) < 8)
  }

  /// Gives a field the only column that holds it; several are a question, for the date and the amount alone.
  private mutating func settle(_ field: StatementField, _ indices: [Int]) {
    guard !has(field), !isAsked(field) else { return }
    if indices.count == 1 {
      add(indices[0], field, .content)
    } else if field == .date || field == .amount {
      let headings = indices.map { found.headings[$0] }
      unclear.append(StatementQuestion(kind: indices.isEmpty ? .missing : .several, field: field, headings: headings))
    }
  }
}
