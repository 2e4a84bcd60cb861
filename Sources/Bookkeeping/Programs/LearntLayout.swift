package import Spreadsheets

/// A layout that was learnt from a file which an office uploads already.
package struct LearntLayout: Sendable {
  package let layout: ProgramLayout
  /// Headings that no value of the book was found for: their columns stay empty.
  package let unmatched: [String]

  /// Names of columns beside those of the layouts that come with HanScan.
  private static let aliases: [(heading: String, value: ProgramValue.Name)] = [
    ("거래일자", .date), ("승인일자", .date8), ("이용일자", .date), ("일자", .date), ("가맹점명", .shop), ("가맹점", .shop),
    ("상호", .shop), ("사업자등록번호", .businessNumber), ("사업자번호", .businessNumber), ("승인번호", .approval),
    ("공급가액", .net), ("세액", .tax), ("부가세", .tax), ("봉사료", .service), ("합계", .total), ("합계금액", .total),
    ("금액", .total), ("이용금액", .total), ("계정과목", .account), ("계정코드", .accountCode), ("적요", .remark),
    ("내용", .remark), ("품목", .items), ("통화", .currency), ("카드번호", .cardNumber), ("카드사", .card),
  ]

  /// Nil if no row of a sheet looks like headings.
  package init?(_ file: Spreadsheet, name: String) {
    var known: [String: ProgramValue] = [:]
    for column in ProgramLayout.all.flatMap(\.columns) {
      if let value = column.value { known[Self.folded(column.heading)] = known[Self.folded(column.heading)] ?? value }
    }
    for alias in Self.aliases { known[Self.folded(alias.heading)] = .named(alias.value) }
    var best: (sheet: Sheet, row: SheetRow, count: Int)?
    for sheet in file.sheets where !sheet.isHidden {
      for row in sheet.rows.prefix(Self.titleRows) {
        let count = row.cells.count { known[Self.folded($0.text)] != nil }
        if count > best?.count ?? 2 { best = (sheet, row, count) }
      }
    }
    guard let best else { return nil }
    let headings = best.row.cells.map { $0.text }
    let columns = headings.map {
      ProgramLayout.Column(heading: $0, value: known[Self.folded($0)], longest: nil)
    }
    unmatched = headings.filter { !$0.isEmpty && known[Self.folded($0)] == nil }
    let isJournal = columns.contains { $0.value == .named(.debit) } && columns.contains { $0.value == .named(.credit) }
    layout = ProgramLayout(name: name, sheet: best.sheet.name, columns: columns, isJournal: isJournal)
  }

  /// Rows in which headings are looked for: titles stand above them.
  private static let titleRows = 20

  /// Letters and digits alone, without what stands in brackets.
  private static func folded(_ heading: String) -> String {
    String(heading.prefix { $0 != "(" }.lowercased().filter { $0.isLetter || $0.isNumber })
  }
}
