package import Understanding

/// The fields of a downloaded list; the raw values are the names in `statements.txt` and in explicit mappings.
package enum StatementField: String, CaseIterable, Sendable {
  case date, time, amount, supply, tax, shop, businessNumber, approvalNumber, card, installment, installmentRound
  case currency, foreignAmount, postingDate, cancelled
  /// Bank lists have two columns in place of one amount.
  case withdrawal, deposit
  /// Tax invoices name both parties; one of them becomes `shop` and `businessNumber`.
  case supplierNumber, supplierName, buyerNumber, buyerName
}

/// The kinds of lists that are told apart by their headings.
package enum StatementKind: String, CaseIterable, Sendable {
  case taxInvoices, cashReceipts, taxOfficeCards, bank, expenseSheet, cardCompany, unknown
}

/// One column of a list and its field.
package struct StatementColumn: Hashable, Sendable {
  package enum Source: Hashable, Sendable { case alias, content, mapping }

  /// From 0.
  package var index: Int
  package var heading: String
  package var field: StatementField
  package var source: Source
}

/// One purchase, payment or cancellation of a list.
package struct StatementLine: Hashable, Sendable {
  /// The number of the row in its sheet.
  package var row: Int
  package var day: BookDay
  /// Minutes since midnight.
  package var minute: Int?
  /// In won; negative for a cancellation or a refund.
  package var amount: Amount
  package var supply: Amount?
  package var tax: Amount?
  package var shop: String?
  /// Ten digits.
  package var businessNumber: String?
  package var approvalNumber: String?
  /// The last digits of the card, at most four.
  package var cardDigits: String?
  package var installmentMonths: Int?
  package var installmentRound: Int?
  /// ISO 4217 if the list has it so.
  package var currency: String?
  package var foreignAmount: Amount?
  package var postingDay: BookDay?
  /// Numbers the lists that are matched together: each has its own habit of dates.
  package var list = 0
  /// True if a filter hid the row; hidden rows are read like others.
  package var isHidden = false

  package init(row: Int, day: BookDay, amount: Amount) {
    (self.row, self.day, self.amount) = (row, day, amount)
  }
}

/// One table of a sheet with its lines.
package struct Statement: Hashable, Sendable {
  package var kind: StatementKind
  package var sheet: String
  /// True for tax invoices that the company issued: the other party is the buyer.
  package var isSales: Bool
  package var columns: [StatementColumn]
  package var lines: [StatementLine]
  /// If a question about the date or the amount is open, there are no lines.
  package var unclear: [StatementQuestion]
}

/// A question about a list that a person has to answer.
package enum StatementQuestion: Hashable, Sendable {
  case noTable
  /// No column holds the field.
  case missing(StatementField)
  /// Several columns could hold the field.
  case several(StatementField, headings: [String])
  /// A heading promises a field, but most cells below it do not hold one.
  case contentDiffers(StatementField, heading: String)
  /// The mapping names a heading that the table does not have.
  case noHeading(StatementField, heading: String)
  case noYear(heading: String)
  /// Day, month and year could stand in more than one order.
  case dateOrder(heading: String)
  /// Neither the title nor the columns tell purchases from sales.
  case purchasesOrSales
  /// A row has some fields of a line, but no readable date or amount.
  case row(Int, StatementField)

  package func text(_ language: BookLanguage) -> String {
    let isKorean = language == .korean
    switch self {
    case .noTable: return isKorean ? "표를 찾지 못했습니다." : "No table was found."
    case .missing(let field):
      return isKorean
        ? "\(field.rawValue) 열을 찾지 못했습니다. 열을 지정하십시오."
        : "No column of \(field.rawValue) was found. Name the column."
    case .several(let field, let headings):
      let list = headings.map { "'\($0)'" }.joined(separator: ", ")
      return isKorean
        ? "\(field.rawValue) 열이 될 수 있는 열이 여럿입니다: \(list). 열을 지정하십시오."
        : "Several columns could be \(field.rawValue): \(list). Name the column."
    case .contentDiffers(let field, let heading):
      return isKorean
        ? "'\(heading)' 열의 내용이 \(field.rawValue) 형식이 아닙니다."
        : "Most cells of column '\(heading)' hold no \(field.rawValue)."
    case .noHeading(let field, let heading):
      return isKorean
        ? "\(field.rawValue) 열로 지정한 '\(heading)' 열이 없습니다."
        : "There is no column '\(heading)', which was named for \(field.rawValue)."
    case .noYear(let heading):
      return isKorean
        ? "'\(heading)' 열의 날짜에 연도가 없습니다. 연도를 지정하십시오."
        : "The dates of column '\(heading)' have no year. Name the year."
    case .dateOrder(let heading):
      return isKorean
        ? "'\(heading)' 열의 연월일 순서를 알 수 없습니다."
        : "The order of day, month and year in column '\(heading)' is not clear."
    case .purchasesOrSales:
      return isKorean ? "매입 목록인지 매출 목록인지 알 수 없습니다." : "The list could be of purchases or of sales."
    case .row(let number, let field):
      return isKorean
        ? "\(number)행의 \(field.rawValue) 값을 읽을 수 없습니다." : "Row \(number) has no readable \(field.rawValue)."
    }
  }
}
