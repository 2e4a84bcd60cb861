import Support
import Testing
import Understanding

@testable import Bookkeeping
@testable import Spreadsheets

struct StatementReaderTests {
  private func statement(_ text: String, mapping: [StatementField: String] = [:], year: Int? = nil) throws -> Statement
  {
    let statements = StatementReader(mapping: mapping, year: year).statements(in: ListSamples.sheet(text))
    try #require(statements.count == 1)
    return statements[0]
  }

  private func amounts(_ statement: Statement) -> [String] { statement.lines.map { $0.amount.text(places: 0) } }

  @Test func `every evidence has a weight and its words, every field that is looked for by heading has one`() {
    let table = BookTable.standard
    for evidence in MatchEvidence.allCases {
      #expect(table.wordings["MatchEvidence \(evidence)"] != nil && table.weight(evidence).isFinite, "\(evidence)")
    }
    for kind in StatementQuestion.Kind.allCases { #expect(table.wordings["Kind \(kind.rawValue)"] != nil, "\(kind)") }
    for field in StatementField.allCases { #expect(table.headings[field]?.isEmpty == false, "\(field)") }
    #expect(table.minimum > 0 && table.margin > 0 && table.rates["USD"] != nil)
  }

  @Test func `the tax office's list of cards is read, without its sum`() throws {
    let list = try statement(ListSamples.taxOfficeCards)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["4500", "-4500", "22500"])
    #expect(list.lines[0].supply?.text(places: 0) == "4091" && list.lines[0].tax?.text(places: 0) == "409")
    #expect(list.lines[0].businessNumber == "1234567890" && list.lines[0].cardDigits == "5678")
    #expect(list.lines[2].shop == "(주)한마음문구" && list.lines[2].day.iso == "2026-03-16" && list.lines[2].row == 5)
  }

  @Test func `the tax office's list of cash receipts is read with times and cancellations`() throws {
    let list = try statement(ListSamples.cashReceipts)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["11000", "-11000"])
    #expect(list.lines[0].minute == 18 * 60 + 5 && list.lines[0].approvalNumber == "142356789")
    #expect(list.lines[1].tax?.text(places: 0) == "-1000")
  }

  @Test func `tax invoices name the supplier in purchases and the buyer in sales`() throws {
    let list = try statement(ListSamples.taxInvoices)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["1100000", "-55000"])
    #expect(list.lines.map(\.shop) == ["한마음유통", "푸른인쇄"] && list.lines[0].businessNumber == "2223344444")
    let sales = try statement(ListSamples.taxInvoices.replacing("매입 전자", with: "매출 전자"))
    #expect(sales.lines[0].shop == "주식회사 우리" && sales.lines[0].businessNumber == "1112233333")
  }

  @Test func `invoices without tax are read`() throws {
    let list = try statement(ListSamples.invoices)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["300000"] && list.lines[0].tax == nil && list.lines[0].shop == "바다수산")
    #expect(list.columns.allSatisfy { $0.heading != "전자세금계산서종류" })
    let untitled = try statement(ListSamples.invoices.replacing("매입 ", with: ""))
    #expect(untitled.unclear.map(\.kind) == [.purchasesOrSales])
  }

  @Test func `a card company's list gets its year from the period, and minus from words and symbols`() throws {
    let list = try statement(ListSamples.cardCompany)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["12000", "-12000", "900000", "-5000"])
    #expect(list.lines[0].day.iso == "2026-03-14" && list.lines[0].minute == 1085)
    #expect(list.lines[0].cardDigits == "5678" && list.lines[0].approvalNumber == "00123456")
    #expect(list.lines[2].installmentMonths == 3 && list.lines[0].installmentMonths == nil)
    #expect(list.lines[2].postingDay?.iso == "2026-03-23")
    let yearless = ListSamples.cardCompany.replacing("2026.03.01 ~ 2026.03.31", with: "")
    let question = [StatementQuestion(kind: .noYear, field: .date, headings: ["이용일"])]
    #expect(try statement(yearless).unclear == question)
    #expect(try statement(yearless).lines.isEmpty)
    #expect(try statement(yearless, year: 2025).lines[0].day.iso == "2025-03-14")
  }

  @Test func `headings over two rows, serial numbers of Excel and a second table of foreign purchases are read`() throws
  {
    let lists = StatementReader().statements(in: ListSamples.sheet(ListSamples.cardCompanyWithForeign))
    try #require(lists.count == 2)
    #expect(lists[0].unclear.isEmpty && amounts(lists[0]) == ["30000", "5000"])
    #expect(lists[0].lines[0].day.iso == "2026-03-14" && lists[0].lines[0].minute == 720)
    #expect(lists[0].lines[0].shop == "고향마트" && lists[0].lines[0].businessNumber == "1234567890")
    #expect(lists[0].lines[0].installmentMonths == 3 && lists[0].lines[0].installmentRound == 1)
    #expect(lists[1].unclear.isEmpty && amounts(lists[1]) == ["168700"])
    #expect(lists[1].lines[0].currency == "USD" && lists[1].lines[0].foreignAmount?.text(places: 2) == "120.50")
  }

  @Test func `a bank's list has payments as positive and income as negative amounts`() throws {
    let list = try statement(ListSamples.bank)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["11000", "-50000"])
    #expect(list.lines[0].shop == "체크카드" || list.lines[0].shop == "푸른식당")
  }

  @Test func `an expense sheet is read`() throws {
    let list = try statement(ListSamples.expenseSheet)
    #expect(list.unclear.isEmpty)
    #expect(amounts(list) == ["4500"] && list.lines[0].minute == 1085 && list.lines[0].cardDigits == "5678")
    #expect(list.lines[0].installmentMonths == nil)
  }

  @Test func `an English list is read`() throws {
    let list = try statement(ListSamples.english)
    #expect(list.unclear.isEmpty)
    #expect(list.lines.map { $0.amount.text(places: 2) } == ["-12.50", "1012.50"])
    #expect(list.lines[0].day.iso == "2026-03-14" && list.lines[1].cardDigits == "1234")
    let other = ListSamples.english.replacing("2026-03-14", with: "14/03/2026").replacing(
      "2026-03-28", with: "28/03/2026")
    #expect(try statement(other).unclear.map(\.kind) == [.contentDiffers])
  }

  @Test func `two columns that could be the amount are a question until the caller names one`() throws {
    let text = """
      이용일자|가맹점명|이용금액|승인금액
      2026-03-14|별빛식당|12,000|10,000
      2026-03-15|별빛식당|8,000|8,000
      """
    let question = StatementQuestion(kind: .several, field: .amount, headings: ["이용금액", "승인금액"])
    #expect(try statement(text).unclear == [question])
    #expect(try statement(text).lines.isEmpty)
    let list = try statement(text, mapping: [.amount: "승인금액"])
    #expect(list.unclear.isEmpty && amounts(list) == ["10000", "8000"])
    #expect(list.columns.contains { $0.field == .amount && $0.source == .mapping })
    let wrong = try statement(text, mapping: [.amount: "금액"])
    #expect(wrong.unclear.map(\.kind) == [.noHeading])
    #expect(wrong.unclear[0].text(.english) == "There is no column '금액', which was named for amount.")
  }

  @Test func `columns with unknown headings are found by what they hold`() throws {
    let list = try statement(
      """
      내 카드 2026
      순번|언제|어디서|얼마|번호
      =1|2026.3.4|별빛식당|12,000|123-45-67890
      =2|2026.3.5|커피나라|4,500|123-45-67890
      =3|2026.3.9|나무문구|7,700|234-56-78901
      """)
    #expect(list.unclear.isEmpty && amounts(list) == ["12000", "4500", "7700"])
    #expect(list.columns.allSatisfy { $0.source == .content } && list.lines[0].shop == "별빛식당")
    #expect(list.lines[2].businessNumber == "2345678901")
  }

  @Test func `rows that cannot be read are named, and repeated headings are left out`() throws {
    let list = try statement(
      """
      이용일자|가맹점명|이용금액
      2026-03-14|별빛식당|12,000
      이용일자|가맹점명|이용금액
      ?|커피나라|4,500
      2026-03-15|나무문구|?
      2026-03-16|합계식당|9,000
      2026-03-17|커피나라|4,100
      2026-03-17|커피나라|4,100
      2026-03-18|커피나라|4,100
      """)
    #expect(amounts(list) == ["12000", "9000", "4100", "4100", "4100"])
    #expect(list.unclear.map(\.kind) == [.row, .row] && list.unclear.map(\.row) == [4, 5])
    #expect(list.unclear.map(\.field) == [.date, .amount])
    #expect(StatementReader().statements(in: ListSamples.sheet("메모\n없음"))[0].unclear.map(\.kind) == [.noTable])
  }

  @Test(arguments: [
    ("12,000원", "12000"), ("₩12,000", "12000"), ("(12,000)", "-12000"), ("-12,000", "-12000"), ("△12,000", "-12000"),
    ("12,000-", "-12000"), ("USD 12.50", "12.50"), ("1 200", "1200"),
  ])
  func `amounts are read as they are written`(written: String, amount: String) {
    #expect(WrittenAmount(text: written)?.amount.text(places: 2).replacing(".00", with: "") == amount)
  }

  @Test(arguments: ["카드", "", "12-34", "1.2.3", "--5"])
  func `what is no amount is none`(written: String) { #expect(WrittenAmount(text: written) == nil) }

  @Test(
    arguments: [
      ("2026.03.14", "2026-03-14", nil), ("2026-03-14 18:05", "2026-03-14", 1085), ("20260314", "2026-03-14", nil),
      ("2026년 3월 14일(토) 오후 6시 5분", "2026-03-14", 1085), ("20260314180533", "2026-03-14", 1085),
      ("26/03/14", "2026-03-14", nil), ("26. 03. 14 18:05", "2026-03-14", 1085),
    ] as [(String, String, Int?)])
  func `dates are read as they are written`(written: String, day: String, minute: Int?) {
    #expect(CalendarDate(iso: day).map { WrittenDate.full($0, minute: minute) } == WrittenDate(text: written))
  }

  @Test(arguments: ["03/14", "03/14 18:05", "3월 14일 18:05", "03.14(토) 18:05"])
  func `dates without a year get it from the period`(written: String) throws {
    let date = try #require(WrittenDate(text: written))
    #expect(date == .yearless(month: 3, day: 14, minute: date.minute) && (date.minute ?? 1085) == 1085)
    let period = StatementPeriod(titles: ["2025.12.15 ~ 2026.01.14"], year: nil)
    #expect(period.day(month: 12, day: 20)?.iso == "2025-12-20" && period.day(month: 1, day: 3)?.iso == "2026-01-03")
  }

  @Test(arguments: ["18:05", "3/12/26", "2026-13-01", "14-Mar-2026", "12,000", "2026", ""])
  func `what is no date, or one in another order, is none`(written: String) {
    #expect(WrittenDate(text: written) == nil)
  }

  @Test func `days are counted as the calendar does`() {
    #expect(CalendarDate(iso: "1970-01-01") == nil && CalendarDate(iso: "2026-02-29") == nil)
    #expect(CalendarDate(iso: "2000-03-01")?.number == 11_017 && CalendarDate(number: 11_017).iso == "2000-03-01")
    for number in 7_305..<47_482 { #expect(CalendarDate(iso: CalendarDate(number: number).iso)?.number == number) }
  }

  @Test(arguments: [
    ("1234-****-****-5678", "5678"), ("본인5678", "5678"), ("5678", "5678"), ("9410-12**-****-789*", nil), ("한빛카드", nil),
  ])
  func `the last digits of a card are read unless they are masked`(written: String, digits: String?) {
    #expect(cardDigits(written) == digits)
  }
}
