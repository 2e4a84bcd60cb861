import PageModel
import Testing

@testable import Understanding

/// Receipts of shops whose receipts are not lists of items with a sum below.
struct ShopKindTests {
  @Test func `a filling station prints price, litres and amount in rows of their own`() throws {
    let text = """
      별빛석유(주) 은하주유소
      사업자번호 : 123-45-67891
      거래일시 : 2026/02/17 18:42:33
      주유기:04 유종: 휘발유
      단가 : 1,649 원/L
      수량 : 36.386 L
      금액 : 60,000 원
      공급가액 : 54,545
      부가세 : 5,455
      합 계 : 60,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.name) == ["휘발유"])
    #expect(receipt.items.map(\.unitPrice) == ["1649"])
    #expect(receipt.items.map(\.quantity) == ["36.386"])
    #expect(receipt.items.map(\.amount) == ["60000"])
    #expect(receipt.check("items-sum-to-total") == true)
    // Numbers that do not agree prove nothing.
    let other = try #require(understood(text.replacing("36.386", with: "31.386")))
    #expect(other.check("price-times-quantity-is-amount") != true)
  }

  @Test func `a fee less its reduction is what was paid for parking`() throws {
    let text = """
      은하공영주차장
      차량번호 12가3456
      입차 2026-03-11 10:02:11
      출차 2026-03-11 13:47:52
      주차요금 13,500
      감면(저공해) -6,750
      정산금액 6,750
      카드결제 6,750
      승인번호 58120034
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "6750")
    #expect(receipt.value(.discount) == "6750")
  }

  @Test func `an order that was brought names its shop, its coupon, its weekday and how it was paid`() throws {
    let text = """
      배달앱 주문내역서
      가게: 은빛칼국수 해변점
      주문일시: 2026. 3. 8. (일) 오후 12:33
      해물칼국수 2 22,000
      김치만두 1 6,500
      주문금액 28,500
      배달팁 3,000
      할인쿠폰 -2,000
      총 결제금액 29,500
      결제방법: 카카오페이
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.merchant) == "은빛칼국수 해변점")
    #expect(receipt.value(.total) == "29500")
    #expect(receipt.value(.discount) == "2000")
    #expect(receipt.value(.payment) == "other")
    #expect(receipt.check("weekday-of-date") == true)
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `two columns of amounts are no prices and amounts of items`() throws {
    let text = """
      진료비 계산서·영수증
      진료기간 2026-03-05 ~ 2026-03-05
      항목 급여 비급여
      진찰료 17,610 0
      검사료 42,300 30,000
      주사료 5,600 0
      합계 65,510 30,000
      진료비총액 95,510
      환자부담총액 49,600
      공단부담금 45,910
      납부할 금액 49,600
      카드 49,600
      상호 새봄내과의원
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.total) == "49600")
    #expect(receipt.proof(.total) != .conflict)
    #expect(receipt.items.map(\.amount) == ["17610", "42300", "5600"])
    #expect(receipt.items.allSatisfy { $0.unitPrice == nil })
  }

  @Test(arguments: ["************4412", "XXXX XXXX XXXX 9010", "****-****-****-5521"])
  func `a card of which the last digits alone are printed has a number`(number: String) throws {
    let text = "Moonlight Books\n14/02/2026 10:20\nTotal RM 13.80\nVisa \(number)\nAppr code 192837"
    #expect(try #require(understood(text)).value(.cardNumber) == number)
    // Marks around a heading are no card.
    let title = "****** Moonlight Books ******\n14/02/2026 10:20\n************** 2 **\nTotal RM 13.80"
    #expect(try #require(understood(title)).value(.cardNumber) == nil)
  }
}
