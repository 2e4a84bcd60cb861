import PageModel
import Testing

@testable import Understanding

/// Labels, amounts and rows of items of a receipt, before its fields are chosen.
struct LedgerTests {
  private func ledger(_ text: String) -> Ledger {
    let page = RecognisedPage(text: text)
    return Ledger(Rows.make(page, Array(page.lines.indices)), lexicon: .standard)
  }

  @Test func `a total of something else than what is paid is no total`() {
    #expect(ledger("TOTAL 10.00").entries(.total).count == 1)
    for text in ["TOTAL 6% SUPPLIES (EXCL. GST) 10.00", "TOTAL EXEMPT 10.00", "TOTAL SAVED 3.00"] {
      #expect(ledger(text).entries(.total, .paid).isEmpty, "\(text)")
    }
  }

  @Test(arguments: [
    ("TOTAL (2 items) 12.00", "12.00"), ("TOTAL (2 items): 12.00", "12.00"), ("TOTAL EUR 12.00 (USD 14.00)", "12.00"),
    ("TOTAL (12.00)", "-12.00"), ("합계 12,000 (1,091)", "12000.00"), ("합계 (3) 12,000", "12000.00"),
  ])
  func `what stands in brackets beside a total is something else`(text: String, total: String) {
    #expect(ledger(text).entries(.total).map { $0.amount.text(places: 2) } == [total])
  }

  @Test(arguments: [
    ("별사탕 1,500 x3 4,500", ["1500", "3", "4500"]), ("솔바람생수500 2 1,900", ["2", "1900"]),
  ])
  func `a count behind an x is a column, digits that end a name are not`(row: String, columns: [String]) {
    #expect(ItemRows.tail(ledger(row), 0).map(\.digits) == columns)
  }

  @Test func `labels in a row of their own take the amounts of the row below, also if that is shorter`() {
    let below = ledger("과세금액 부가세 봉사료\n10,000 1,000 0\n합계\n11,000원")
    #expect(below.entries.map(\.role) == [.supply, .tax, .service, .total])
    #expect(below.entries.map { $0.amount.text(places: 0) } == ["10000", "1000", "0", "11000"])
    // Two amounts of three labels may be those of any.
    #expect(ledger("과세금액 부가세 봉사료\n10,000 1,000").entries.isEmpty)
    #expect(ledger("SERVICE CHARGE TAX\n1.50 2.50").entries(.tax).first?.amount.text(places: 2) == "2.50")
    #expect(ledger("SERVICE CHARGE TAX\n4 2.50").entries(.tax).count == 1)
  }

  @Test func `a row that counts what was bought and states its sum ends the list`() {
    #expect(ledger("총 3 개 17,000원").isSummary(0))
    #expect(!ledger("총알오징어 17,000원").isSummary(0))
  }

  @Test(arguments: [
    ("TOTAL 12.00\nVISA 4512", "card"), ("합계 12,000\n현금 12,000\n카드 4512", "cash"),
  ])
  func `a card's number without an amount tells the payment, unless an amount does`(text: String, payment: String) {
    let ledger = ledger(text)
    let number = Finding("4512", row: ledger.rows.count - 1, range: 0..<4, reliability: 0.9)
    let totals = Totals(ledger, itemSum: nil)
    let found = Payment.find(ledger, totals: totals, cardNumber: number, lexicon: .standard)
    #expect(found?.value == payment)
  }

  @Test func `a row whose numbers agree says more of an item than the tags`() throws {
    let ledger = ledger("Rotor, front 2 58.50 117.00")
    let name = Finding.Spot(row: 0, range: 0..<12)
    let item = TaggedItem(name: [name], numbers: [(.itemQuantity, 0, 0), (.itemAmount, 0, 1)], probability: 1)
    let line = item.line(ledger, count: 0)
    #expect(line.amount?.amount.text(places: 2) == "117.00")
    #expect(line.unitPrice?.amount.text(places: 2) == "58.50")
    #expect(line.quantity?.amount.text(places: 0) == "2")
  }

  @Test(arguments: [
    ("MILK 1G 007100000052 F", "MILK 1G"), ("SOAP 12Z 007100000052", "SOAP 12Z"), ("007100000052", "007100000052"),
    ("Room 20260314 night", "Room 20260314 night"),
  ])
  func `the number of an article behind a name is not part of it`(text: String, name: String) {
    #expect(ItemName.clean(Array(text.unicodeScalars)[...], count: 0, isNumbered: false) == name)
  }

  @Test(arguments: [("수량 금액 갸갸", true), ("수량 금액 갸갸갸갸", false)])
  func `a row has the headings of a list if most of its letters are theirs`(row: String, isHeading: Bool) {
    #expect((ItemRows.columns(ledger(row), 0, .standard) != nil) == isHeading)
  }

  @Test func `below headings amounts of less than a thousand are the columns from the first item on`() {
    let ledger = ledger(
      """
      은하상회
      2026-03-14 12:30
      품명 단가 수량 금액
      별사탕 500 1 500
      달사탕 300 2 600
      합계 1,100
      """)
    let items = ItemList(ledger, lexicon: .standard).items
    #expect(items.map(\.name) == ["별사탕", "달사탕"])
    #expect(items.map { $0.amount?.digits } == ["500", "600"])
  }

  @Test func `a number of the name is no column, and a quantity may have four digits`() {
    let ledger = ledger(
      """
      은하상회
      2026-03-14 12:30
      품명 수량 금액
      솔바람생수 500 2 1,900
      나사못 1000 20,000
      합계 21,900
      """)
    let items = ItemList(ledger, lexicon: .standard).items
    #expect(items.map(\.name) == ["솔바람생수 500", "나사못"])
    #expect(items.map { $0.quantity?.digits } == ["2", "1000"])
  }

  @Test(arguments: ["갸갸 : 7,700", "갸갸 7,500"])
  func `a sum whose label was not read ends the list`(row: String) {
    let ledger = ledger(
      """
      은하상회
      2026-03-14 12:30
      품명 단가 수량 금액
      별사탕 1,500 3 4,500
      달사탕 1,500 2 3,000
      \(row)
      """)
    #expect(ItemList(ledger, lexicon: .standard).items.map(\.name) == ["별사탕", "달사탕"])
  }
}
