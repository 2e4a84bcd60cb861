import PageModel
import Testing

@testable import Understanding

/// Lists of items in the forms that tills print them in.
struct ItemTests {
  private func items(_ text: String) throws -> [Item] { try #require(understood(text)).items }

  @Test func `a reduction below an item is in the sum, and no item`() throws {
    let text = """
      은하편의점 별빛로점
      2026-03-14 12:30
      바나나우유240 2 3,400
      초코쿠키 1 1,700
      할인 -500
      봉투 1 100
      총구매액 4,700
      과세물품가액 4,273
      부가세 427
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.name) == ["바나나우유240", "초코쿠키", "봉투"])
    #expect(receipt.items.map(\.amount) == ["3400", "1700", "100"])
    #expect(receipt.check("items-sum-to-total") == true)
  }

  @Test func `a name and an amount alone are an item where they make the sum`() throws {
    let text = """
      은하휴게소 꼬치매장
      POS: 03-0040
      [일시] 2026/03/14 16:11
      달빛소금꼬치 6,600
      6,600 1개
      제품합계 수량 1개=
      과세금액 6,000
      부가세 600
      합계 6,600
      """
    let items = try items(text)
    #expect(items.map(\.name) == ["달빛소금꼬치"])
    #expect(items.map(\.unitPrice) == ["6600"])
    #expect(items.map(\.quantity) == ["1"])
    #expect(items.map(\.amount) == ["6600"])
    let details = try #require(understood(text)).checks.map(\.detail)
    #expect(details.contains("The only item makes 6600, which the receipt sums up."), "\(details)")
    let other = text.replacing("합계 6,600", with: "합계 7,500").replacing("6,600 1개", with: "")
    #expect(try #require(understood(other)).check("items-sum-to-total") != true)
  }

  @Test func `a fee between the items and the total proves it, a reduction explains it`() throws {
    let text = """
      주문상세
      결제일시 2026.03.14 10:20
      무선마우스 1개
      25,900원
      키보드 커버 2개
      9,800원
      배송비
      3,000원
      총 결제금액
      38,700원
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.amount) == ["25900", "9800"])
    #expect(receipt.value(.total) == "38700")
    #expect(receipt.proof(.total) == .proven)
    #expect(try #require(understood(text.replacing("38,700", with: "38,100"))).proof(.total) != .proven)
    // A reduction may be in the amounts of the items, or not.
    let reduced = text.replacing("3,000원", with: "3,000원\n할인\n-1,000원").replacing("38,700", with: "37,700")
    let less = try #require(understood(reduced))
    #expect(less.items.map(\.amount) == ["25900", "9800"])
    #expect(less.proof(.total) == .read)
    #expect(try #require(understood(reduced.replacing("37,700", with: "38,700"))).proof(.total) != .proven)
  }

  @Test func `a hotel adds service and tax to what it lists`() throws {
    let text = """
      별빛호텔
      2026.03.14
      객실료 120,000
      조식 2 x 15,000 30,000
      봉사료 15,000
      부가세 16,500
      총액 181,500
      카드결제 181,500
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.name) == ["객실료", "조식"])
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `a fee on a printed sum is part of the total`() throws {
    let text = """
      별치킨 은하점
      주문일시: 2026-03-14 19:40
      메뉴 수량 금액
      후라이드치킨 1 18,000
      콜라 1.25L 1 4,500
      주문금액 22,500
      배달팁 3,000
      할인금액 -2,000
      총 결제금액 23,500
      """
    let receipt = try #require(understood(text))
    #expect(receipt.check("sum-and-reductions-make-total") == true)
    #expect(receipt.proof(.total) == .proven)
    #expect(receipt.proof(.discount) == .proven)
    #expect(try #require(understood(text.replacing("3,000", with: "8,000"))).proof(.total) != .proven)
  }

  @Test(arguments: [("1,599", "31.270", "50,000", "31.27"), ("1,650", "30.30", "50,000", "30.3")])
  func `what is measured in litres is a quantity with decimals`(
    price: String, quantity: String, amount: String, value: String
  ) throws {
    let text = """
      은하셀프주유소
      2026-03-14 14:21:09
      유종 단가 수량(L) 금액
      휘발유 \(price) \(quantity) \(amount)
      공급가액 45,455
      부가세 4,545
      합계 50,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.items.map(\.name) == ["휘발유"])
    #expect(receipt.items.map(\.quantity) == [value])
    #expect(receipt.items.map(\.amount) == ["50000"])
    #expect(receipt.check("price-times-quantity-is-amount") == true)
  }

  @Test func `an option with a price of its own keeps its name to itself`() throws {
    let text = """
      은하커피 별빛역점
      2026-03-14 08:12:44
      아메리카노 T
      4,500 1 4,500
      └ 샷추가
      600 1 600
      치즈케이크
      6,500 1 6,500
      합계 11,600
      """
    let items = try items(text)
    #expect(items.map(\.name) == ["아메리카노 T", "└ 샷추가", "치즈케이크"])
    #expect(items.map(\.amount) == ["4500", "600", "6500"])
  }

  @Test func `a sum whose label was not read is no item`() throws {
    let text = """
      은하협동조합
      2026-03-14 16:00
      순번 물품명 일반가 수량 할인금액 금액
      01 생강차
      8,000 1 2,000 6,000
      02 쿠키
      2,700 1 680 2,020
      반가맙계: 10,700
      조힙훠가하기: 8,020
      합계 8,020
      """
    let items = try items(text)
    #expect(items.map(\.name) == ["생강차", "쿠키"])
    #expect(items.map(\.amount) == ["6000", "2020"])
  }

  @Test func `a price less its discount is an amount, and an article's number no name`() throws {
    let text = """
      별백화점 은하점
      2026-03-14 16:44
      단품코드 정상가 할인 판매가
      201234 남성셔츠 89,000 26,700 62,300
      합 계 1점 62,300
      """
    let items = try items(text)
    #expect(items.map(\.name) == ["남성셔츠"])
    #expect(items.map(\.unitPrice) == ["89000"])
    #expect(items.map(\.amount) == ["62300"])
  }

  @Test func `a branch is no person, and an acquirer no part of the card's name`() throws {
    let text = """
      구름편의점 은하별점 123-45-67891
      2026-03-14 22:01:00
      합계 2,150
      카드사 은하카드 매입 별빛카드
      승인번호 12345678
      """
    let receipt = try #require(understood(text))
    #expect(receipt.value(.merchant) == "구름편의점 은하별점")
    #expect(receipt.fields[.representative] == nil)
    #expect(receipt.value(.cardName) == "은하카드")
  }

  @Test func `a code between name and numbers, a day or number before the name are no part of it`() throws {
    let codes = """
      은하문구
      2026-03-14 20:15:33
      수분크림 50ml
      8801234567893
      25,000 1 25,000
      마스크팩 10매
      8801234567893
      12,000 2 24,000
      합계 49,000
      """
    #expect(try items(codes).map(\.name) == ["수분크림 50ml", "마스크팩 10매"])
    let days = "상호 은하철물 성명 홍길동\n월일 품목 수량 단가 금액\n3/14 망치 1 15,000 15,000\n3/14 못 4 10,000 40,000\n합계 55,000"
    #expect(try items(days).map(\.name) == ["망치", "못"])
    let numbers = "은하유통\n2026-03-14\nNo 상품명 단가 수량 금액\n1 감자\n390 2 780\n2 콩나물\n1,500 1 1,500\n합계 2,280"
    #expect(try items(numbers).map(\.name) == ["감자", "콩나물"])
  }

  @Test func `the number before an English name is its quantity`() throws {
    let text = "STARDUST BISTRO\n14 Mar 2026 19:30\n2 Fish & Chips 25.00\n1 Ale 5.50\nTotal £30.50"
    let items = try items(text)
    #expect(items.map(\.name) == ["Fish & Chips", "Ale"])
    #expect(items.map(\.quantity) == ["2", "1"])
    #expect(items.map(\.amount) == ["25.00", "5.50"])
  }

  @Test func `a registration for tax is no tax, and a card's name with the sum says how it was paid`() throws {
    let english =
      "Stardust Bistro\n14 High Street, London\nVAT No 123 4567 89\nTel: 03-1234 5678\n14 Mar 2026 19:30\n"
      + "Total £30.50"
    let receipt = try #require(understood(english))
    #expect(receipt.fields[.tax] == nil)
    #expect(receipt.value(.phone) == "03-1234 5678")
    let card = try #require(understood("은하문구\n2026-03-14 20:15\n결제금액 44,000\n신한카드 44,000"))
    #expect(card.value(.payment) == "card")
  }
}
