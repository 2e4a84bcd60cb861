import Testing

@testable import Understanding

/// Sales that are taken back, and those for which nothing was left to pay.
struct RefundTests {
  @Test(arguments: [
    "승인번호 87654321\n원승인번호 12345678", "원승인번호 12345678\n승인번호 87654321",
    "원거래 승인번호 12345678\n취소승인번호 87654321",
  ])
  func `a refund's approval number is its own, and the other sale's day proves nothing`(numbers: String) throws {
    let text = """
      달빛커피 숲속점
      사업자번호 123-45-67891
      [취소] 2026-03-15 10:01
      아메리카노 -4,500
      합계 -4,500
      신용카드 -4,500
      카드번호 9440-03**-****-1234
      \(numbers)
      원거래일 2026-03-14
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.approvalNumber) == "87654321")
    #expect(receipt.value(.date) == "2026-03-15")
    #expect(receipt.value(.total) == "-4500")
    // A day that was misread as that of the sale is not printed twice.
    let misread = try #require(understood(text.replacing("2026-03-15", with: "2026-03-14")))
    #expect(misread.check("date-printed-twice") == nil)
  }

  @Test func `a refund that prints no approval of its own has none`() throws {
    let text = "달빛커피\n[취소] 2026-03-15 10:01\n합계 -4,500\n카드번호 9440-03**-****-1234\n원승인번호 12345678"
    #expect(try #require(understood(text)).fields[.approvalNumber] == nil)
  }

  @Test func `an English refund tells its approval from that of the sale`() throws {
    let text = """
      MOONLIGHT BOOKS
      Refund 15/03/2026 10:01
      Atlas -16.67
      Total -16.67
      Original Auth Code 112233
      Auth Code 445566
      """
    #expect(try #require(understood(text)).value(.approvalNumber) == "445566")
  }

  @Test(arguments: [
    ("구름편의점\n2026-03-14 17:59\n생수 1,000\n도시락 5,500\n합계 6,500\n쿠폰할인 -6,500\n결제금액 0", "0"),
    ("MOONLIGHT BOOKS\n14/03/2026 10:20\nAtlas 16.67\nSubtotal 16.67\nVoucher -16.67\nTotal 0.00", "0.00"),
    ("MOONLIGHT BOOKS\n14/03/2026 10:20\nAtlas 16.67\nSubtotal 16.67\nVoucher 10.00\nTotal 6.67", "6.67"),
  ])
  func `a coupon that pays all leaves a total of nothing, which is proven`(text: String, total: String) throws {
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == total)
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.check("sum-and-reductions-make-total") == true)
  }

  @Test func `a sum before its coupon is not proven by what was misread of the change`() throws {
    let text = """
      MOONLIGHT BOOKS
      14/03/2026 10:20
      Atlas 4.90
      Total 4.90
      Coupon -1.00
      Grand Total 3.90
      Cash 10.00
      Change 6.10
      """
    try expectSingleDigitsToBreakProofs(of: text)
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "3.90")
    #expect(receipt.proof(.total) == .proven)
    #expect(try #require(understood(text.replacing("6.10", with: "5.10"))).proof(.total) != .proven)
  }

  @Test(arguments: [
    "Shirt (25.00)\nTax (2.00)\nTotal (27.00)", "Shirt -25.00\nTax -2.00\nTotal - 27.00", "Total –27.00",
    "Total 27.00-", "Shirt 25.00 CR\nTotal 27.00 CR", "Total ($27.00)", "Total -$27.00", "Total $-27.00",
    "Total Refund 27.00", "CREDIT NOTE\nShirt 25.00\nTax 2.00\nTotal 27.00", "14/03/2026 RETURN\nTotal 27.00",
  ])
  func `a refund has a negative total, however its amounts are printed`(sums: String) throws {
    let receipt = try #require(understood("MOONLIGHT BOOKS\n2026-03-14 10:20\n\(sums)"))
    #expect(receipt.value(.total) == "-27.00")
    #expect(receipt.refund == true)
  }

  @Test(arguments: [
    "[승인취소]\n취소금액 15,000원", "합계 -15,000", "합계 - 15,000", "합계 △15,000", "합계 △ 15,000", "환불금액 15,000",
    "반품합계 15,000", "거래유형: 신용취소\n공급가액 13,636\n부가세 1,364\n합계 15,000",
    "합계 (15,000)", "공급가액 (13,636)\n부가세 (1,364)\n합계 (15,000)", "합계 15,000-",
    "공급가액 13,636-\n부가세 1,364-\n합계 15,000-", "합계 15,000\n[결제취소]", "합계 15,000\n*** 취소 ***",
    "합계 15,000\n거래구분: 취소", "결제금액 15,000\n카드 15,000\n-- 환불 --",
  ])
  func `a Korean refund has a negative total, however its amounts are printed`(sums: String) throws {
    let receipt = try #require(understood("달빛서점\n2026-03-14 10:20\n\(sums)"))
    #expect(receipt.value(.total) == "-15000")
    #expect(receipt.value(.tax).map { $0 == "-1364" } ?? true)
    #expect(receipt.refund == true)
  }

  @Test(arguments: [
    "교환/환불 7일 이내", "반품시 영수증 지참", "취소 불가", "환불 0", "Return within 14 days", "No refund", "*** RETURNS ***",
    "[교환/환불]", "결제취소 >", "< 환불", "부가세 (1,364)", "일금 일만오천원정 (₩15,000)", "영수액 ₩15,000-",
    "총액 (15,000원)", "영수금액 일만오천원정 (15,000)", "영수금액 15,000-(카드)", "합계 15,000-----",
  ])
  func `words about refunds make none of a sale`(notice: String) throws {
    let receipt = try #require(understood("달빛서점\n2026-03-14 10:20\n합계 15,000\n\(notice)"))
    #expect(receipt.value(.total) == "15000")
    #expect(receipt.refund == nil)
  }

  private static let clinic = """
    해오름의원
    진료일자 2026-03-14
    진료비총액 35,230
    공단부담금 10,630
    급여 본인부담금 4,600
    비급여 본인부담금 20,000
    """

  @Test func `what a patient bears in two parts is their sum`() throws {
    let paid = Self.clinic + "\n납부할 금액 24,600\n카드 24,600"
    try expectSingleDigitsToBreakProofs(of: paid)
    let receipt = try #require(understood(paid))
    #expect(receipt.value(.total) == "24600")
    #expect(receipt.proof(.total) == .proven)
    // Without a label of what was paid.
    let card = try #require(understood(Self.clinic + "\n카드 24,600"))
    #expect(card.value(.total) == "24600")
    let bare = try #require(understood(Self.clinic))
    #expect(bare.value(.total) == "24600")
    #expect(bare.proof(.total) == .computed)
    // The sum with the same label.
    let sum = try #require(understood(Self.clinic + "\n본인부담금 24,600"))
    #expect(sum.value(.total) == "24600")
    #expect(sum.proof(.total) == .proven)
  }

  @Test func `a button below the sums makes no refund`() throws {
    let receipt = try #require(understood("달빛커피\n2026-03-14 10:01\n합계 4,500\n카드 4,500\n결제취소"))
    #expect(receipt.value(.total) == "4500")
    #expect(receipt.refund == nil)
  }
}
