package import Bookkeeping
import PageModel
package import Understanding

/// A column of the book of receipts.
package struct BookColumn: Sendable {
  package let wording: Wording
  /// In characters.
  let width: Double
  /// A workbook prints the columns up to the scan's place; the others serve programs.
  let isPrinted: Bool
  /// The field that a person corrects by editing the column's cells in the workbook.
  package let field: FieldName?
  package let value: @Sendable (BookEntry, BookLanguage) -> TableValue

  private init(
    _ wording: Wording, _ width: Double, isPrinted: Bool = true, field: FieldName? = nil,
    _ value: @escaping @Sendable (BookEntry, BookLanguage) -> TableValue
  ) {
    (self.wording, self.width, self.isPrinted, self.field, self.value) = (wording, width, isPrinted, field, value)
  }

  private init(
    _ wording: Wording, _ width: Double, isPrinted: Bool = true, field: FieldName? = nil,
    text: @escaping @Sendable (BookEntry, BookLanguage) -> String?
  ) {
    self.init(wording, width, isPrinted: isPrinted, field: field) { .text(orNone: text($0, $1)) }
  }

  private init(_ field: FieldName, _ width: Double, isPrinted: Bool = true) {
    let name = BookNames.field(field)
    self.init(name, width, isPrinted: isPrinted, field: field, text: { entry, _ in entry.value(field) })
  }

  private init(_ field: FieldName, amount: any KeyPath<BookAmounts, Amount?> & Sendable) {
    self.init(BookNames.field(field), 10, field: field) { entry, _ in
      entry.amounts[keyPath: amount].map { .money(entry.text($0), currency: entry.currency) } ?? .none
    }
  }

  /// The columns of the book, in order; the last ones are not printed.
  package static let all: [BookColumn] = [
    BookColumn(
      check, 24, text: { entry, language in entry.reasons.map { $0.wording(language) }.joined(separator: "; ") }),
    BookColumn(BookNames.field(.date), 10, field: .date) { entry, _ in entry.day.map { .date($0) } ?? .none },
    BookColumn(.merchant, 18),
    BookColumn(.businessNumber, 13),
    BookColumn(Wording("과세유형", "Tax type"), 8, text: { $0.taxType?.wording($1) }),
    BookColumn(.supply, amount: \.supply),
    BookColumn(.tax, amount: \.tax),
    BookColumn(.taxFree, amount: \.exempt),
    BookColumn(.serviceCharge, amount: \.service),
    BookColumn(.total, amount: \.total),
    BookColumn(
      BookNames.field(.payment), 6, field: .payment, text: { $0.value(.payment).map(BookNames.payment)?($1) }),
    BookColumn(.cardName, 10),
    BookColumn(.approvalNumber, 11),
    BookColumn(Wording("품목 요약", "Items"), 18, text: { $0.itemSummary($1) }),
    BookColumn(BookNames.field(.account), 11, field: .account, text: { entry, _ in entry.bookedAccount }),
    BookColumn(.memo, 14),
    BookColumn(Wording("증빙", "Evidence"), 12) { entry, language in .text(entry.evidence.wording(language)) },
    BookColumn(file, 20) { entry, _ in .scan(entry.path, isMissing: entry.isMissing) },
    BookColumn(Wording("쪽", "Page"), 6, isPrinted: false) { entry, _ in
      entry.receipt.pages.map { .text($0.map(String.init).joined(separator: ", ")) }
        ?? .number(String(entry.key.page + 1))
    },
    BookColumn(Wording("영수증 번호", "Receipt"), 8, isPrinted: false) { entry, _ in
      .number(String(entry.key.receipt))
    },
    BookColumn(.currency, 8, isPrinted: false),
    BookColumn(BookNames.field(.time), 9, isPrinted: false, field: .time) { entry, _ in
      entry.value(.time).map { .time($0) } ?? .none
    },
    BookColumn(.cardNumber, 20, isPrinted: false),
    BookColumn(Wording("공제", "Deduction"), 20, isPrinted: false, text: { $0.deduction?.wording($1) }),
    BookColumn(Wording("대조 내역", "Matched line"), 20, isPrinted: false, text: { entry, _ in entry.matchedLine }),
    BookColumn(Wording("계정 제안 근거", "Account proposed by"), 20, isPrinted: false, text: { $0.proposal?.wording($1) }),
    BookColumn(
      Wording("합계 검산", "Proof of total"), 12, isPrinted: false,
      text: { entry, language in entry.receipt.fields[.total].map { proof($0.proof)(language) } }),
    BookColumn(Wording("표시", "Tag"), 14, isPrinted: false, text: { entry, _ in entry.tags.joined(separator: ", ") }),
    BookColumn(key, 20, isPrinted: false) { entry, _ in .text(entry.key.text) },
  ]

  static let file = Wording("파일", "File")
  package static let check = Wording("확인 필요", "To check")
  /// The heading of the column by which edited rows are recognised.
  package static let key = Wording("키", "Key")

  static func proof(_ proof: Proof) -> Wording {
    switch proof {
    case .proven: Wording("검산 일치", "proven")
    case .read: Wording("읽음", "read")
    case .document: Wording("전자문서", "document")
    case .computed: Wording("계산", "computed")
    case .conflict: Wording("검산 불일치", "conflict")
    }
  }

  func cell(_ entry: BookEntry, _ language: BookLanguage) -> TableValue {
    let isConflict = field.flatMap { entry.receipt.fields[$0]?.proof } == .conflict
    return isConflict ? .conflict(value(entry, language)) : value(entry, language)
  }
}
