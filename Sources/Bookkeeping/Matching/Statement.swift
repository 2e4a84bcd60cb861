import Support
package import Understanding

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
package struct StatementLine: Hashable, Codable, Sendable {
  /// Numbers the lists that are matched together: each has its own habit of dates.
  package var list = 0
  /// The number of the row in its sheet.
  package var row: Int
  package var day: CalendarDate
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
  package var postingDay: CalendarDate?
}

/// One table of a sheet with its lines.
package struct Statement: Hashable, Sendable {
  package var sheet: String
  package var columns: [StatementColumn] = []
  /// None as long as a question about the date or the amount is open.
  package var lines: [StatementLine] = []
  package var unclear: [StatementQuestion] = []
}

/// A question about a list that a person has to answer; `book.txt` has its words.
package struct StatementQuestion: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// No table at all, or no column for a field.
    case noTable, missing
    /// Several columns could hold the field; most cells of a column do not hold it; a mapped heading does not exist.
    case several, contentDiffers, noHeading
    case noYear, purchasesOrSales
    /// A row has some fields of a line, but this one cannot be read.
    case row
  }

  package var kind: Kind
  package var field: StatementField?
  package var headings: [String] = []
  package var row: Int?

  package func text(_ language: BookLanguage) -> String {
    let (list, name) = (headings.map { "'\($0)'" }.joined(separator: ", "), field?.rawValue ?? "")
    return BookTable.wording("Kind", kind.rawValue)(language)
      .replacing("{field}", with: Message(stringLiteral: name).text(in: language)).replacing("{name}", with: name)
      .replacing("{columns}", with: list).replacing("{row}", with: row.map(String.init) ?? "")
  }
}
