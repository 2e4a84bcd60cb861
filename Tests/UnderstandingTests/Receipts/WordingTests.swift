import PageModel
import Testing

@testable import Understanding

/// Wordings of tills, slips and services beside the usual ones.
struct WordingTests {
  @Test func `a pharmacy, a clinic and an order name their shop by labels of their own`() throws {
    let pharmacy = "약제비 계산서·영수증\n약국명칭 해솔약국\n사업자등록번호 123-45-67891\n조제일자 2026-03-14\n총수납금액 3,700\n카드 3,700"
    #expect(try #require(understood(pharmacy)).value(.merchant) == "해솔약국")
    let clinic = """
      진료비 계산서·영수증
      환자성명 나그네
      진료비 총액 34,650
      납부할 금액 17,300
      합계 17,300
      요양기관명 달빛내과의원
      사업자등록번호 123-45-67891
      2026년 03월 14일
      """
    let receipt = try #require(understood(clinic))
    #expect(receipt.value(.merchant) == "달빛내과의원")
    #expect(receipt.value(.total) == "17300")
    let order = "주문매장: 은빛치킨 신촌점\n주문시간: 2026-03-14 오후 7:21\n합계 23,500\n배달주소: 서울 마포구 들빛길 3 202호"
    let delivered = try #require(understood(order))
    #expect(delivered.value(.merchant) == "은빛치킨 신촌점")
    // The customer's address is not the shop's.
    #expect(delivered.fields[.address] == nil)
  }

  @Test func `months in a row of the card are the instalments, others are not`() throws {
    let text = "달빛서점\n2026-03-14 15:22\n합계 36,000\n비씨카드 9410-02**-****-6138 승인 31000725 (3개월)"
    #expect(try #require(understood(text)).value(.installment) == "3개월")
    let other = text.replacing(" (3개월)", with: "\n무료 교환 3개월")
    #expect(try #require(understood(other)).fields[.installment] == nil)
  }

  @Test func `a person's label without a colon ends the name of the shop`() throws {
    let text = "영 수 증\n사업자등록번호 123-45-67891\n상호 은하철물 성명 한가람\n2026. 3. 14\n합계 ₩55,000"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.merchant) == "은하철물")
    #expect(receipt.value(.representative) == "한가람")
  }

  @Test func `a notice that speaks of the card is no card's name`() throws {
    let text = """
      해오름마트 강변점
      (결제카드 지참, 구입후 7일이내)
      2026-03-14 15:22
      합계 17,960
      신용카드 17,960
      0012 하나카드 530012******135*
      카드결제 (일시불/00012345) 17,960
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.cardName) != "지참, 구입후 7일이내")
  }

  @Test func `a slip of a sale that was taken back has the sum of both parts, below zero`() throws {
    let text = """
      신용승인취소
      가맹점명 : 은빛분식
      거래일시 : 2026/03/14 13:22:11
      원거래일 : 2026/03/13
      승인금액 : -9,091
      부가세 : -909
      합 계 : -10,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "-10000")
    #expect(receipt.value(.date) == "2026-03-14")
  }

  @Test func `of several discounts the sum of them is the receipt's`() throws {
    let text = """
      (주)하늘마트 강변점
      2026-03-14 20:10
      품명 단가 수량 금액
      국내산삼겹살 18,900 1 18,900
      할인 -1,890
      롤휴지 15,900 1 15,900
      에누리 -2,000
      에누리계 -3,890
      합계 30,910
      """
    #expect(try #require(understood(text)).value(.discount) == "3890")
  }

  @Test func `seats are no address, or a doubtful one`() throws {
    let text = "별빛시네마 은하점\n2026-03-14 19:50\n5관 F열 7번,8번\n결제금액 24,000"
    #expect(try #require(understood(text)).fields[.address].map { $0.confidence < 0.8 } ?? true)
  }

  @Test func `a bag for less than a thousand is an item as those above it are`() throws {
    let text = """
      구름편의점 해변점
      2026-03-14 07:58
      삼각김밥 참치마요 1 1,200
      바나나우유240ml 1 1,700
      봉투(소) 1 50
      총 구매액 2,950
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.amount) == ["1200", "1700", "50"])
    #expect(receipt.items.map(\.quantity) == ["1", "1", "1"])
    #expect(receipt.check("items-sum-to-total") == true)
  }

  @Test func `the heading's unreadable edge is no shop`() throws {
    var page = RecognisedPage(text: "[영수\n작은배s Bakery 대표\n2026-03-14 15:33\n합계 3,500")
    for word in page.lines[0].words.indices { page.lines[0].words[word].confidence = 0.04 }
    let receipt = try #require(ReceiptReader().receipts(on: page).first)
    #expect(receipt.value(.merchant)?.hasPrefix("작은배s Bakery") == true)
  }

  @Test func `a total after service and tax is the last one, though its rounding was misread`() throws {
    let text = """
      PAPER BOAT SDN BHD
      TAX INVOICE NO 42
      14/03/2018 17:41
      SUBTOTAL 79.60
      DISCOUNT -30.00
      TOTAL AMOUNT : 49.60
      SERV CHARGE 10% 4.90
      GST @ 6% 3.27
      ROUNDING ADJ : -0.0%
      TOTAL AMOUNT: 57.80
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "57.80")
    #expect(receipt.value(.tax) == "3.27")
  }

  @Test func `the sum of the items of one tax rate is not proven to be what was paid`() throws {
    let text = """
      BLUE LANTERN BAKERIES SDN BHD
      14/03/2018
      TOTAL 6% SUPPLIES (EXCL. GST): 15.00
      GST: 0.90
      TOTAL 6% SUPPLIES (INC. GST): 15.90
      TOTAL 0% SUPPLIES: 21.35
      XXTOL POYDBLX: 37.25
      """
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.total) != .proven)
    // The sums of two rates make the total, and neither is a tax.
    #expect(receipt.value(.tax) == "0.90")
    #expect(receipt.proof(.tax) != .proven)
  }

  @Test func `what is charged below a subtotal is the total`() throws {
    let text = "MAPLE BOOKS\n14 Mar 2026 19:30\nAtlas 18.70\nFood Total 18.70\n6ST 0.94\nPST 1.31\nAmount 20.95"
    #expect(try #require(understood(text)).value(.total) == "20.95")
  }

  @Test func `a count behind a word of its own is no total`() throws {
    let text = "BLUE LANTERN SDN BHD\n14/03/2018\nAMT PAID INCL GST : RM64.20\nPAID BY : CC RM64.20\nTOTAL EV :3.40"
    #expect(try #require(understood(text)).value(.total) == "64.20")
  }

  @Test func `cents that were not read follow from the change`() throws {
    let text = "BLUE LANTERN SDN BHD\n14/03/2018\nTOTAL SALES INCL GST RM27.\nTENDERED: RM50.00\nCHANGE: RM22.40"
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "27.60")
    #expect(receipt.proof(.total) == .computed)
    let other = try #require(understood(text.replacing("22.40", with: "20.40")))
    #expect(other.value(.total) == "27.00")
  }

  @Test func `cash that was tendered says that the receipt was paid in cash`() throws {
    let receipt = try #require(
      understood("BLUE LANTERN SDN BHD\n14/03/2018\nTOTAL 18.80\nCASH TENDERED 20.00\nCHANGE 1.20"))
    #expect(receipt.value(.payment) == "cash")
    #expect(try #require(receipt.fields[.payment]).confidence < 0.9)
  }

  @Test(arguments: [("02/an/2018", "2018-01-02"), ("27.03 2018", "2018-03-27"), ("5/N0V/2018", "2018-11-05")])
  func `a date with a letter or sign lost is read where it can be but one`(printed: String, date: String) throws {
    let text = "BLUE LANTERN SDN BHD\n\(printed) 10:49:25\nTOTAL 12.00"
    #expect(try #require(understood(text)).value(.date) == date)
    // A month that may be two is none.
    let unclear = try #require(understood(text.replacing(printed, with: "02/ju/2018")))
    #expect(unclear.fields[.date] == nil)
  }

  @Test func `an address begins with its number, though the line below it was misread`() throws {
    let text =
      "HERON DISTRIBUTION SDN BHD\n4243 XXMPLYKS SRI GAYA\nTSUBX POST ET\n40150 SELANGOR\n14/03/2018\nTOTAL 12.00"
    #expect(try #require(understood(text)).value(.address) == "4243 XXMPLYKS SRI GAYA TSUBX POST ET 40150 SELANGOR")
  }
}
