package import Spreadsheets
import Understanding

/// Reads the tables of downloaded lists as lines of purchases and payments.
package struct StatementReader {
  private let table: MatchingTable
  private let mapping: [StatementField: String]
  private let year: Int?

  /// - Parameter mapping: headings by field, which override the headings that are known.
  /// - Parameter year: the year of dates that have none; otherwise a title above the table must say it.
  package init(mapping: [StatementField: String] = [:], year: Int? = nil) {
    (table, self.mapping, self.year) = (.standard, mapping, year)
  }

  /// One statement for each table of a sheet; one without lines, and with a question, if the sheet has no table.
  package func statements(in sheet: Sheet) -> [Statement] {
    let finder = StatementTableFinder(table: table, mapping: mapping)
    let tables = finder.tables(in: sheet)
    guard !tables.isEmpty else {
      return [
        Statement(kind: .unknown, sheet: sheet.name, isSales: false, columns: [], lines: [], unclear: [.noTable])
      ]
    }
    return tables.map { statement(of: $0, sheet: sheet.name, finder: finder) }
  }

  private func statement(of found: StatementTable, sheet: String, finder: StatementTableFinder) -> Statement {
    var columns = StatementColumns(found, finder: finder)
    var unclear = columns.unclear
    var isSales = false
    if columns.has(.supplierNumber) || columns.has(.buyerNumber) {
      let answer = self.isSales(found, columns)
      if answer == nil { unclear.append(.purchasesOrSales) }
      isSales = answer ?? false
      columns.setParty(isSales: isSales)
    }
    var order = DateOrder.yearFirst
    if let date = columns.columns.first(where: { $0.field == .date }) {
      let written = columns.cells(date.index).compactMap { WrittenDate($0) }
      if let only = DateOrder.only(of: written) {
        order = only
      } else {
        unclear.append(.dateOrder(heading: date.heading))
      }
      let hasYear = year != nil || !StatementPeriod.years(in: found.titles).isEmpty
      if !hasYear, written.contains(where: \.lacksYear) { unclear.append(.noYear(heading: date.heading)) }
    }
    var statement = Statement(
      kind: kind(of: found.headings), sheet: sheet, isSales: isSales,
      columns: columns.columns.sorted { $0.index < $1.index }, lines: [], unclear: unclear)
    guard !unclear.contains(where: { [.date, .amount, .withdrawal, .deposit].contains($0.field) }) else {
      return statement
    }
    let period = StatementPeriod(titles: found.titles, year: year)
    let rows = RowReader(columns: columns, table: table, order: order, period: period)
    for row in found.rows {
      switch rows.line(row) {
      case .line(let line): statement.lines.append(line)
      case .unclear(let question): statement.unclear.append(question)
      case .none: break
      }
    }
    return statement
  }

  private func kind(of headings: [String]) -> StatementKind {
    let keys = Set(headings.map(\.headingKey) + headings.map(\.withoutParentheses.headingKey))
    let counts = StatementKind.allCases.map { kind in (kind, count: table.kinds[kind]?.intersection(keys).count ?? 0) }
    // Of equal counts the kind that `StatementKind` lists first is taken, which is the more special one.
    return counts.reduce((StatementKind.unknown, count: 0)) { $1.count > $0.count ? $1 : $0 }.0
  }

  /// Whether tax invoices are sales; nil if neither a title nor the numbers of the parties tell.
  private func isSales(_ found: StatementTable, _ columns: StatementColumns) -> Bool? {
    let (sales, purchases) = (
      found.titles.contains { table.has(.sales, in: $0) }, found.titles.contains { table.has(.purchases, in: $0) }
    )
    if sales != purchases { return sales }
    guard let supplier = columns.index(of: .supplierNumber) else { return true }
    guard let buyer = columns.index(of: .buyerNumber) else { return false }
    let suppliers = Set(columns.cells(supplier).compactMap(\.text))
    let buyers = Set(columns.cells(buyer).compactMap(\.text))
    return (suppliers.count == 1) == (buyers.count == 1) ? nil : suppliers.count == 1
  }
}

/// The order of the parts of short dates in a column.
enum DateOrder: CaseIterable {
  case yearFirst, monthFirst, dayFirst

  /// The order in which all dates of a column exist; the year comes first if it can.
  static func only(of dates: [WrittenDate]) -> DateOrder? {
    let orders = allCases.filter { order in dates.allSatisfy { $0.lacksYear || order.day($0) != nil } }
    return orders.contains(.yearFirst) || orders.count == 1 ? orders.first : nil
  }

  func day(_ date: WrittenDate) -> BookDay? {
    switch date {
    case .full(let day, _): return day
    case .monthDay: return nil
    case .short(let first, let second, let third, _):
      let (year, month, day) =
        switch self {
        case .yearFirst: (first, second, third)
        case .monthFirst: (third, first, second)
        case .dayFirst: (third, second, first)
        }
      return BookDay(year: year < 100 ? 2000 + year : year, month: month, day: day)
    }
  }
}

extension WrittenDate {
  var lacksYear: Bool { if case .monthDay = self { true } else { false } }

  var minute: Int? {
    switch self {
    case .full(_, let minute), .short(_, _, _, let minute), .monthDay(_, _, let minute): minute
    }
  }
}

/// The time that the titles above a table say it covers.
struct StatementPeriod {
  /// The years to try, and the days that the titles name.
  private let years: [Int]
  private let days: [BookDay]

  init(titles: [String], year: Int?) {
    years = year.map { [$0] } ?? Self.years(in: titles)
    days = titles.flatMap { title in
      title.split { !($0.isNumber || ".-/년월일".contains($0)) }.compactMap { part in
        if case .full(let day, _) = WrittenDate(text: String(part)) { day } else { nil }
      }
    }
  }

  static func years(in titles: [String]) -> [Int] {
    let runs = titles.flatMap { $0.split { !$0.isNumber } }
    let years = runs.filter { [4, 6, 8].contains($0.utf8.count) }.compactMap { Int($0.prefix(4)) }
    return Set(years.filter { (2000...2099).contains($0) }).sorted()
  }

  /// The day of a month and a day in the period: the latest year in which the period has it, otherwise the last year.
  func day(month: Int, day: Int) -> BookDay? {
    let found = years.compactMap { BookDay(year: $0, month: month, day: day) }
    guard let first = days.min(), let last = days.max(), first != last else { return found.last }
    return found.last { (first...last).contains($0) } ?? found.last
  }
}

/// Reads the rows of one table.
private struct RowReader {
  let columns: StatementColumns
  let table: MatchingTable
  let order: DateOrder
  let period: StatementPeriod

  enum Outcome { case line(StatementLine), unclear(StatementQuestion), none }

  func line(_ row: SheetRow) -> Outcome {
    let date = cell(.date, row).flatMap { WrittenDate($0) }
    let amount = amount(row)
    guard let date, let day = day(date) else {
      // Remarks have no date; a row that names a shop or a number beside its amount should have one.
      let isLine = amount != nil && (text(.approvalNumber, row) != nil || text(.shop, row) != nil)
      return isLine ? .unclear(.row(row.number, .date)) : .none
    }
    guard var amount else { return .unclear(.row(row.number, .amount)) }
    let isCancelled = text(.cancelled, row).map(table.isCancelled) ?? false
    func signed(_ amount: Amount) -> Amount { isCancelled && !amount.isNegative ? -amount : amount }
    amount = signed(amount)
    var line = StatementLine(row: row.number, day: day, amount: amount)
    line.minute = cell(.time, row).flatMap(WrittenDate.minute) ?? date.minute
    line.supply = cell(.supply, row).flatMap { WrittenAmount($0) }.map { signed($0.amount) }
    line.tax = cell(.tax, row).flatMap { WrittenAmount($0) }.map { signed($0.amount) }
    line.shop = text(.shop, row)
    line.businessNumber = text(.businessNumber, row).flatMap(businessDigits)
    line.approvalNumber = text(.approvalNumber, row).flatMap { $0.contains { $0.isNumber && $0 != "0" } ? $0 : nil }
    line.cardDigits = text(.card, row).flatMap(cardDigits)
    (line.installmentMonths, line.installmentRound) = text(.installment, row).map(installmentParts) ?? (nil, nil)
    if let round = text(.installmentRound, row) {
      let parts = round.split { !$0.isWholeNumber }.compactMap { Int($0) }
      line.installmentRound = parts.first.flatMap { $0 > 0 ? $0 : nil }
      line.installmentMonths = line.installmentMonths ?? (parts.count == 2 ? parts[1] : nil)
    }
    if let foreign = cell(.foreignAmount, row).flatMap({ WrittenAmount($0) }), foreign.amount.units != 0 {
      line.foreignAmount = signed(foreign.amount)
      line.currency = currency(text(.currency, row)) ?? foreign.currency
    }
    line.postingDay = cell(.postingDate, row).flatMap { WrittenDate($0) }.flatMap(self.day)
    line.isHidden = row.isHidden
    return .line(line)
  }

  private func cell(_ field: StatementField, _ row: SheetRow) -> SheetCell? {
    columns.index(of: field).flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
  }

  private func text(_ field: StatementField, _ row: SheetRow) -> String? { cell(field, row)?.text }

  /// The amount of a row: what left an account is positive, what came in is negative.
  private func amount(_ row: SheetRow) -> Amount? {
    if columns.has(.amount) { return cell(.amount, row).flatMap { WrittenAmount($0) }?.amount }
    func side(_ field: StatementField) -> Amount? {
      cell(field, row).flatMap { WrittenAmount($0) }.flatMap { $0.amount.units == 0 ? nil : $0.amount }
    }
    return side(.withdrawal) ?? side(.deposit).map { -$0 }
  }

  private func day(_ date: WrittenDate) -> BookDay? {
    if case .monthDay(let month, let day, _) = date { return period.day(month: month, day: day) }
    return order.day(date)
  }

  /// The three letters of a currency such as `USD` or `미국달러(USD)`.
  private func currency(_ text: String?) -> String? {
    let letters = text?.filter { $0.isASCII && $0.isLetter }.uppercased()
    return letters.flatMap { $0.utf8.count == 3 ? $0 : nil }
  }
}
