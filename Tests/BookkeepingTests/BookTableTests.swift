import Support
import Testing
import Understanding

@testable import Bookkeeping

@Suite struct BookTableTests {
  private let table = BookTable(
    """
    # rates are won for one unit
    outside of any section
    [column amount]
    금액, 합계
    결제금액
    [rate]
    USD 900 1900
    CHF 3 3
    EUR 5 2
    JPY 7
    [threshold]
    minimum 3.5
    margin 1.25
    [words cancelled]
    y, 취소
    [words notCancelled]
    취소불가
    """)

  @Test func `headings of one line have one rank, and the next line has the next`() {
    #expect(["금액", "합계", "결제금액", "합계(원)"].map { table.rank(of: $0, as: .amount) } == [0, 0, 1, 0])
    #expect(table.rank(of: "금액", as: .tax) == nil)
  }

  @Test func `rates are ranges, and lines that are none are left out`() {
    #expect(table.rates == ["USD": 900...1900, "CHF": 3...3])
    #expect(table.minimum == 3.5 && table.margin == 1.25)
  }

  @Test func `a word in ASCII is the whole cell of a cancellation, and a Korean one is a part of it`() {
    #expect(["Y", "yes", "승인취소", "취소불가", "정상", ""].map(table.isCancelled) == [true, false, true, false, false, false])
  }

  @Test func `every field, evidence, tax type, deduction, sum and reason has words in both languages`() {
    let reasons: [CheckReason] = [
      .contradiction, .unclearTax, .sumsDiffer, .splitDiffers, .noEvidence, .incomeDeduction, .foreignCurrency,
      .missingFile, .vehicle, .possibleDouble(of: "a.jpg"), .doubt(.date, .conflict), .doubt(.date, .unsure),
      .doubt(.date, .missing),
    ]
    let (deductions, groups) = (Deduction.allCases, Book.Sum.Group.allCases)
    let fields = FieldName.allCases.map(BookNames.field) + ["card", "cash", "?"].map(BookNames.payment)
    let others = Evidence.allCases.map(\.wording) + TaxType.allCases.map(\.wording) + deductions.map(\.wording)
    for wording in fields + others + groups.map(\.wording) + reasons.map(\.wording) {
      #expect(wording.korean.contains { $0 >= "가" } && wording.english.allSatisfy(\.isASCII), "\(wording)")
      #expect(!wording.english.contains("{") && !wording.korean.contains("{"))
    }
    #expect(BookNames.payment("?") == Wording("기타", "other"))
    #expect(CheckReason.doubt(.date, .missing).wording == Wording("날짜 없음", "Date: not found"))
    #expect(TaxType.notDeductible.wording == Wording("54 불공", "54 not deductible"))
  }
}
