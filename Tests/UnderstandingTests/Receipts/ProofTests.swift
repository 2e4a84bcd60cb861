import PageModel
import TestSupport
import Testing

@testable import Understanding

struct ProofTests {
  @Test func `sums that agree prove the total and what it is made of`() throws {
    let receipt = try #require(understood(ReceiptTexts.cafe))
    for name in [FieldName.total, .supply, .tax, .businessNumber, .date] {
      #expect(receipt.proof(name) == .proven, "\(name)")
    }
    #expect(receipt.proof(.merchant) == .read)
    #expect(receipt.checks.allSatisfy { $0.holds })
    #expect(receipt.checks.allSatisfy { !$0.detail.isEmpty })
  }

  @Test(arguments: ReceiptTexts.all)
  func `no other digit anywhere leaves a wrong value proven`(text: String) throws {
    try expectSingleDigitsToBreakProofs(of: text)
  }

  @Test func `a tax that does not fit is a conflict, and the total too where nothing else holds`() throws {
    let text = """
      늘봄국수
      사업자 : 123-45-67891
      2026-03-14 12:40
      과세금액 6,818
      부가세 982
      합계 7,500
      """
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.total) == .conflict)
    #expect(receipt.proof(.tax) == .conflict)
    #expect(receipt.proof(.supply) == .conflict)
    #expect(receipt.check("supply-plus-tax-is-total") == false)
    #expect(try #require(receipt.fields[.total]).confidence < 0.8)
  }

  @Test(arguments: [true, false])
  func `a total that is printed twice is proven, unless a sum speaks against it`(agrees: Bool) throws {
    let text = """
      늘봄국수
      2026-03-14 12:40
      과세금액 \(agrees ? "6,818" : "26,818")
      부가세 \(agrees ? "682" : "2,682")
      합계 7,500
      카드결제 7,500
      """
    let receipt = try #require(understood(text))
    #expect(receipt.check("total-printed-twice") == true)
    #expect(receipt.value(.total) == "7500")
    #expect(receipt.proof(.total) == (agrees ? .proven : .conflict))
  }

  @Test func `items that make another sum speak against a total in won that is printed twice`() throws {
    let text = """
      늘봄국수
      2026-03-14 12:40
      잔치국수 6,000 1 6,000
      비빔국수 7,000 1 7,000
      합계 18,000
      카드결제 18,000
      """
    let receipt = try #require(understood(text))
    #expect(receipt.check("items-sum-to-total") == false)
    #expect(receipt.check("total-printed-twice") == true)
    #expect(receipt.proof(.total) == .conflict)
    let agreed = try #require(understood(text.replacing("18,000", with: "13,000")))
    #expect(agreed.proof(.total) == .proven)
  }

  @Test func `items that make another sum are a check that fails`() throws {
    let text = ReceiptTexts.delivery.replacing("21,900", with: "27,900").replacing(
      "총 결제금액 27,900", with: "총 결제금액 24,900"
    )
    .replacing("배달팁 3,000\n", with: "").replacing("주문금액 26,900", with: "주문금액 26,900")
    let receipt = try #require(understood(text))
    #expect(receipt.check("items-sum-to-total") == false)
  }

  @Test func `a business number with a wrong check digit is a conflict`() throws {
    let receipt = try #require(understood(ReceiptTexts.slip.replacing("123-45-67891", with: "123-45-67892")))
    #expect(receipt.value(.businessNumber) == "123-45-67892")
    #expect(receipt.proof(.businessNumber) == .conflict)
  }

  @Test func `two sound business numbers leave neither proven where both may be meant`() throws {
    let text = ReceiptTexts.slip.replacing("가맹점 : 늘봄국수", with: "가맹점 : 늘봄국수\n사업자번호 : 220-81-00001")
    #expect(BusinessNumber.isSound("2208100001"))
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.businessNumber) == .read)
  }

  @Test func `a weekday that is another day's is a conflict`() throws {
    let receipt = try #require(understood(ReceiptTexts.mart.replacing("(토)", with: "(일)")))
    #expect(receipt.check("weekday-of-date") == false)
    #expect(receipt.proof(.date) == .conflict)
  }

  @Test func `a weekday proves a date only where no other digit gives the same day`() throws {
    let unique = try #require(CalendarDate(year: 2026, month: 3, day: 14))
    #expect(unique.weekday == 6)
    #expect(unique.weekdayIsUnique == false)
    // The seventeenth and the tenth differ in one digit and by a week.
    let tenth = try #require(CalendarDate(year: 2025, month: 12, day: 10))
    #expect(tenth.weekdayIsUnique == false)
  }

  @Test func `a discount that nothing explains leaves the sum unproven`() throws {
    let text = """
      은하상회
      2026-03-14 12:30
      품명 단가 수량 금액
      별사탕 1,500 2 3,000
      달사탕 2,000 1 2,000
      합계 5,000
      할인 500
      """
    let receipt = try #require(understood(text))
    #expect(receipt.proof(.total) != .proven)
  }

  @Test func `check digits of business numbers and articles break with any other digit`() {
    for (number, isSound) in [
      ("1234567891", BusinessNumber.isSound), ("8801234567893", { ArticleNumber.isSound($0) == true }),
    ] as [(String, (String) -> Bool)] {
      #expect(isSound(number))
      let digits = Array(number)
      for place in digits.indices {
        for digit in "0123456789" where digit != digits[place] {
          var other = digits
          other[place] = digit
          #expect(!isSound(String(other)), "\(String(other))")
        }
      }
    }
    #expect(!BusinessNumber.isSound("0000000000"))
    #expect(!BusinessNumber.isSound("12345"))
  }

  @Test(arguments: ["카드 9,000", "생수 1,000 1 1,000\n우유 2,000 1 2,000"])
  func `one check that holds proves no total that another speaks against`(other: String) throws {
    let text = "달빛서점\n2026-03-14 10:20\n\(other)\n공급가액 10,000\n부가세 1,000\n합계 11,000"
    let receipt = try #require(understood(text))
    #expect(receipt.check("supply-plus-tax-is-total") == true)
    #expect(receipt.value(.total) == "11000")
    #expect(receipt.proof(.total) != .proven)
    #expect(try #require(understood(text.replacing(other + "\n", with: ""))).proof(.total) == .proven)
  }
}
