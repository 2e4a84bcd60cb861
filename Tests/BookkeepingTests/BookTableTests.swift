import Testing

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
}
