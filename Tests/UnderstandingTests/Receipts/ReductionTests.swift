import Testing

@testable import Understanding

/// Between the first sum and what was paid: discounts, points, shares of others, and payments of several kinds.
struct ReductionTests {
  @Test func `several discounts and points lead from the sum to what was paid`() throws {
    let text = """
      해오름마트 강변점
      [판매] 2026-03-14 (토) 21:07 POS:03
      상품명 단가 수량 금액
      햇살우유 1L 2,980 2 5,960
      바람사과 5입 9,900 1 9,900
      무지개쌀 4kg 18,900 1 18,900
      합계 34,760
      할인합계 -2,960
      쿠폰할인 -1,000
      포인트사용 -800
      결제금액 30,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "30000")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.discount) == "3960")
    #expect(receipt.proof(.discount) == .proven)
    #expect(receipt.check("items-sum-to-total") == true)
    #expect(receipt.check("sum-and-reductions-make-total") == true)
    try expectSingleDigitsToBreakProofs(of: text)
  }

  @Test func `a delivery's fee, discount and points lead to what was paid`() throws {
    let text = """
      가게명 은빛칼국수 해변점
      2026년 3월 14일 (토) 오후 7:05
      해물칼국수 1개 11,000원
       - 면추가 2,000원
      김치만두 2개 13,000원
      주문금액 26,000원
      배달팁 3,000원
      할인금액 -3,000원
      포인트 사용 -1,000원
      결제금액 25,000원
      결제수단 토스페이
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "25000")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.items.map(\.name) == ["해물칼국수", "- 면추가", "김치만두"])
    #expect(receipt.value(.payment) == "other")
  }

  @Test func `what the health insurance bears leads to what the patient paid`() throws {
    let text = """
      새봄약국
      조제일자 2026-03-14
      약제비총액 15,230
      공단부담금 10,630
      본인부담금 4,600
      카드 4,600
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "4600")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.fields[.discount] == nil)
    #expect(
      receipt.checks.first { $0.name == "sum-and-reductions-make-total" }?.detail
        == "15230 with a share paid otherwise of 10630 is the total of 4600.")
  }

  @Test func `parking less the free time and what was paid before`() throws {
    let text = """
      은하주차장
      차량번호 12가3456
      입차시간 2026-03-14 10:00
      출차시간 2026-03-14 12:35
      기본요금 3,000
      추가요금 9,000
      주차요금 12,000
      무료할인 60분 -4,000
      사전정산 5,000
      결제금액 3,000
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "3000")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.discount) == "4000")
    #expect(receipt.value(.time) == "12:35")
    // A fee that is as much as what was left to pay is no list of items.
    #expect(receipt.items.isEmpty)
  }

  @Test func `a service and a tax on top of the sum make the total of a Korean restaurant`() throws {
    let text = """
      은하한식당
      2026-03-14 19:30
      갈비정식 35,000 2 70,000
      소주 5,000 3 15,000
      소계 85,000
      봉사료 8,500
      부가세 9,350
      합계 102,850
      """
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.value(.tax) == "9350")
    #expect(receipt.proof(.tax) == .proven)
  }

  @Test func `a discount below one item is the discount where no sum of discounts stands`() throws {
    let text = """
      구름편의점
      2026-03-14 17:59
      상품 단가 수량 금액
      별빛녹차500 1,900 1 1,900
       행사:가격행사 -1 -500
      결제금액 1,400
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.discount) == "500")
    #expect(receipt.value(.total) == "1400")
    #expect(receipt.items.map(\.amount) == ["1900"])
  }

  @Test(arguments: [
    ("모바일상품권 5,000\n현금 2,000\n거스름돈 500", "other"), ("현금 2,500\n신용카드 4,000", "card"),
    ("포인트결제 500\n상품권 5,000\n현금 1,000", "other"),
  ])
  func `payments of several kinds prove the total, and the largest names the payment`(
    payments: String, kind: String
  ) throws {
    let text = "구름편의점 해변점\n2026-03-14 17:59\n솔바람도시락 6,500\n합계 6,500\n\(payments)"
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "6500")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.check("payments-make-total") == true)
    #expect(receipt.check("received-minus-change-is-total") == nil)
    #expect(receipt.value(.payment) == kind)
    let misread = try #require(understood(text.replacing("6,500", with: "6,800")))
    #expect(misread.check("payments-make-total") == nil)
    #expect(misread.proof(.total) != .proven)
  }

  @Test func `a payment between a sum and what was paid is no step from the one to the other`() throws {
    let text = "은하문구\n2026-03-14 12:30\n공책 10,000 1 10,000\n합계 10,000\n포인트사용 2,000\n카드 8,000\n결제금액 8,000"
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "8000")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.check("sum-and-reductions-make-total") == true)
  }

  @Test(arguments: [
    ("합계 20,000\n한가위나눔 -1,500\n결제금액 18,500", "1500"),
    ("Subtotal 16.15\nMeal Deal 3 for 4.50 -1.60\nTOTAL TO PAY 14.55", "1.60"),
    ("합계 20,000\n쿠폰할인 -1,500\n한가위나눔 -500\n결제금액 18,000", "2000"),
  ])
  func `amounts below zero between a sum and what was paid are a discount, whatever their label`(
    sums: String, discount: String
  ) throws {
    let receipt = try #require(understood("은하문구\n2026-03-14 12:30\n\(sums)"))
    #expect(receipt.value(.discount) == discount)
    #expect(receipt.check("sum-and-reductions-make-total") == true)
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `an amount below zero that does not lead from the sum to the total is no discount`() throws {
    let receipt = try #require(understood("은하문구\n2026-03-14 12:30\n합계 20,000\n한가위나눔 -1,400\n결제금액 18,500"))
    #expect(receipt.fields[.discount] == nil)
    #expect(receipt.proof(.total) != .proven)
  }

  @Test func `the change proves a total in the same row`() throws {
    let text = "은하문구\n2026-03-14 12:30\n받을금액 12,000 받은금액 20,000 거스름돈 8,000"
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "12000")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.check("received-minus-change-is-total") == true)
  }

  @Test func `cash less change is no total where a voucher paid a part`() throws {
    let text = "은하문구\n123-45-67891\n2026-03-14 12:30\n현금 2,000\n거스름돈 500"
    #expect(try #require(understood(text)).value(.total) == "1500")
    let voucher = try #require(understood(text.replacing("현금", with: "모바일상품권 5,000\n현금")))
    #expect(voucher.fields[.total] == nil)
  }

  @Test func `two halves that were paid in two ways do not prove one of them`() throws {
    let receipt = try #require(understood("은하우체국\n2026-03-14 12:30\n모바일상품권 1,300\n카드결제 1,300"))
    #expect(receipt.proof(.total) != .proven)
    let sold = try #require(understood("은하우체국\n2026-03-14 12:30\n금액 2,600\n카드결제 2,600"))
    #expect(sold.proof(.total) == .proven)
  }

  @Test func `a total with its tax is not proven where another amount is said to be paid`() throws {
    let text = """
      해오름마트
      2026-03-14 21:07
      사과 11,000 1 11,000
      합계 11,000
      과세물품 10,000
      부가세 1,000
      결제금액 9,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.total) != .proven)
    #expect(try #require(receipt.fields[.total]).confidence < 0.8)
    #expect(try #require(understood(text.replacing("9,000", with: "11,000"))).proof(.total) == .proven)
  }

  @Test func `a refund is negative, and proven by its supply and tax`() throws {
    let text = """
      구름편의점 해변점
      [반품] 2026-03-15 (일) 10:01
      솔바람생수500 1,000 -2 -2,000
      도시락 5,500 -1 -5,500
      합계 -7,500
      과세물품가액 -6,818
      부가세 -682
      신용카드 -7,500
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "-7500")
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.items.map(\.amount) == ["-2000", "-5500"])
    #expect(receipt.value(.payment) == "card")
    // Twice the same negative amount alone proves nothing: sums of discounts are printed so, too.
    let bare = text.replacing("과세물품가액 -6,818\n", with: "").replacing("부가세 -682\n", with: "")
    #expect(try #require(understood(bare)).proof(.total) != .proven)
  }

  @Test func `an option in the amount leaves the price and the count what they are`() throws {
    let text = """
      구름차 숲속점
      2026-01-24 22:56 POS:51
      상품명 수량 발인 금액
      딸기 스무디 L
      5,700 1개 0 6,400
      합 계: 6,400
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.name) == ["딸기 스무디 L"])
    #expect(receipt.items.map(\.unitPrice) == ["5700"])
    #expect(receipt.items.map(\.quantity) == ["1"])
    #expect(receipt.items.map(\.amount) == ["6400"])
    #expect(receipt.check("price-times-quantity-is-amount") == nil)
  }

  @Test func `the nights on a hotel's bill are no dates of the sale and no names`() throws {
    let text = """
      은하호텔
      객실번호 1203
      체크인 2026-03-12
      체크아웃 2026-03-14
      2026-03-12 객실료 120,000
      2026-03-13 객실료 120,000
      2026-03-13 미니바 12,000
      2026-03-13 룸서비스 35,000
      봉사료 28,700
      부가세 31,570
      합계 347,270
      신용카드 347,270
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.date) == "2026-03-14")
    #expect(receipt.items.map(\.name) == ["객실료", "객실료", "미니바", "룸서비스"])
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `the period of a bill is no date, and its fees are no name of a shop`() throws {
    let text = """
      전기요금 청구서 영수증
      청구기간 2026.02.01 ~ 2026.02.28
      기본요금 1,600
      전력량요금 32,480
      부가가치세 3,408
      청구금액 38,740원
      납기일 2026.03.25
      """
    let receipt = try #require(understood(text))
    #expect(receipt.fields[.date] == nil)
    #expect(receipt.fields[.merchant] == nil)
    #expect(receipt.value(.total) == "38740")
    // A visit of one day is a date.
    let visit = "새봄내과의원\n진료기간 2026-03-05 ~ 2026-03-05\n납부할 금액 49,600\n카드 49,600"
    #expect(try #require(understood(visit)).value(.date) == "2026-03-05")
  }
}
