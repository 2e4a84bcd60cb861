package import Spreadsheets
import Understanding

/// Reads the tables of downloaded lists as lines of purchases and payments.
package struct StatementReader {
  private let finder: StatementTableFinder
  private let year: Int?

  /// - Parameter mapping: headings by field, which override the headings that are known.
  /// - Parameter year: the year of dates that have none; otherwise a title above the table must say it.
  package init(mapping: [StatementField: String] = [:], year: Int? = nil) {
    (finder, self.year) = (StatementTableFinder(table: .standard, mapping: mapping), year)
  }

  /// One statement for each table of a sheet; one without lines, and with a question, if the sheet has no table.
  package func statements(in sheet: Sheet) -> [Statement] {
    let tables = finder.tables(in: sheet)
    guard tables.isEmpty else { return tables.map { statement(of: $0, sheet: sheet.name) } }
    return [Statement(sheet: sheet.name, unclear: [StatementQuestion(kind: .noTable)])]
  }

  private func statement(of found: StatementTable, sheet: String) -> Statement {
    var columns = StatementColumns(found, finder: finder)
    var statement = Statement(sheet: sheet)
    if columns.has(.supplierNumber) || columns.has(.buyerNumber) {
      let isSales = found.titles.contains { finder.table.has(.sales, in: $0) }
      if isSales == found.titles.contains(where: { finder.table.has(.purchases, in: $0) }) {
        statement.unclear.append(StatementQuestion(kind: .purchasesOrSales))
      }
      columns.setParty(isSales: isSales)
    }
    let period = StatementPeriod(titles: found.titles, year: year)
    if let date = columns.columns.first(where: { $0.field == .date }), period.years.isEmpty,
      columns.cells(date.index).contains(where: { if case .yearless = WrittenDate($0) { true } else { false } })
    {
      statement.unclear.append(StatementQuestion(kind: .noYear, field: .date, headings: [date.heading]))
    }
    statement.columns = columns.columns.sorted { $0.index < $1.index }
    statement.unclear += columns.unclear
    let needed: Set<StatementField?> = [.date, .amount, .withdrawal, .deposit]
    guard !statement.unclear.contains(where: { needed.contains($0.field) }) else { return statement }
    let reader = RowReader(columns: columns, table: finder.table, period: period)
    for row in found.rows {
      let (line, missing) = reader.line(row)
      if let line { statement.lines.append(line) }
      if let missing { statement.unclear.append(StatementQuestion(kind: .row, field: missing, row: row.number)) }
    }
    return statement
  }
}

/// The time that the titles above a table say it covers.
struct StatementPeriod {
  let years: [Int]
  private let days: [CalendarDate]

  init(titles: [String], year: Int?) {
    let parts = titles.flatMap { $0.split { !($0.isNumber || ".-/년월일".contains($0)) } }
    days = parts.compactMap { if case .full(let day, _) = WrittenDate(text: String($0)) { day } else { nil } }
    let named = parts.flatMap { $0.split { !$0.isNumber } }.filter { [4, 6, 8].contains($0.count) }
    let found = named.compactMap { Int($0.prefix(4)) }.filter { (2000...2099).contains($0) }
    years = year.map { [$0] } ?? Set(found).sorted()
  }

  /// The day of a month and a day: in the latest year in which the period has it, otherwise in the last year.
  func day(month: Int, day: Int) -> CalendarDate? {
    let found = years.compactMap { CalendarDate(year: $0, month: month, day: day) }
    guard let first = days.min(), let last = days.max() else { return found.last }
    return found.last { (first...last).contains($0) } ?? found.last
  }
}

/// Reads the rows of one table.
private struct RowReader {
  let columns: StatementColumns
  let table: BookTable
  let period: StatementPeriod

  /// The line, or the field that it lacks; nothing for a row that is no line, such as a remark.
  func line(_ row: SheetRow) -> (line: StatementLine?, missing: StatementField?) {
    let date = cell(.date, row).flatMap { WrittenDate($0) }
    let amount = amount(row)
    guard let date, let day = day(date) else {
      // A row that names a shop or a number beside its amount should have a date; others are remarks.
      let isLine = amount != nil && (text(.approvalNumber, row) != nil || text(.shop, row) != nil)
      return (nil, isLine ? .date : nil)
    }
    guard let amount else { return (nil, .amount) }
    let isCancelled = text(.cancelled, row).map(table.isCancelled) ?? false
    func signed(_ amount: Amount) -> Amount { isCancelled && !amount.isNegative ? -amount : amount }
    var line = StatementLine(row: row.number, day: day, amount: signed(amount))
    line.minute = cell(.time, row).flatMap(WrittenDate.minute) ?? date.minute
    line.supply = self.amount(.supply, row).map(signed)
    line.tax = self.amount(.tax, row).map(signed)
    line.shop = text(.shop, row)
    line.businessNumber = text(.businessNumber, row).flatMap(businessDigits)
    line.approvalNumber = text(.approvalNumber, row).flatMap { $0.contains { $0.isNumber && $0 != "0" } ? $0 : nil }
    line.cardDigits = text(.card, row).flatMap(cardDigits)
    (line.installmentMonths, line.installmentRound) = text(.installment, row).map(installmentParts) ?? (nil, nil)
    line.installmentRound =
      text(.installmentRound, row).flatMap { Int($0.prefix(while: \.isWholeNumber)) } ?? line.installmentRound
    if let foreign = cell(.foreignAmount, row).flatMap({ WrittenAmount($0) }), foreign.amount.units != 0 {
      let letters = text(.currency, row)?.filter { $0.isASCII && $0.isLetter }.uppercased()
      line.currency = letters.flatMap { $0.count == 3 ? $0 : nil } ?? foreign.currency
      line.foreignAmount = signed(foreign.amount)
    }
    line.postingDay = cell(.postingDate, row).flatMap { WrittenDate($0) }.flatMap(self.day)
    return (line, nil)
  }

  private func cell(_ field: StatementField, _ row: SheetRow) -> SheetCell? {
    columns.index(of: field).flatMap { row.cells.indices.contains($0) ? row.cells[$0] : nil }
  }

  private func text(_ field: StatementField, _ row: SheetRow) -> String? { cell(field, row)?.trimmedText }

  private func amount(_ field: StatementField, _ row: SheetRow) -> Amount? {
    cell(field, row).flatMap { WrittenAmount($0) }?.amount
  }

  /// The amount of a row: what left an account is positive, what came in is negative.
  private func amount(_ row: SheetRow) -> Amount? {
    if columns.has(.amount) { return amount(.amount, row) }
    let sides = [amount(.withdrawal, row), amount(.deposit, row).map { -$0 }]
    return sides.compactMap { $0 }.first { $0.units != 0 }
  }

  private func day(_ date: WrittenDate) -> CalendarDate? {
    switch date {
    case .full(let day, _): day
    case .yearless(let month, let day, _): period.day(month: month, day: day)
    }
  }
}
