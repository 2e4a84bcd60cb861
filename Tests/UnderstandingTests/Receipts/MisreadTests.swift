import PageModel
import Testing

@testable import Understanding

/// What is understood through misreadings by what else the receipt says.
struct MisreadTests {
  private static let reduced = """
    [매장명] 달빛커피 숲속점
    [사업자] 123-45-67891
    [매출일] 2026-03-14 16:17:16
    합 계 금 액 11,900
    할 인 금 액 3,700
    부가세 과세물품가액 7,455
    부 가 세 745
    """

  @Test func `a sum less its discount is the total where supply and tax say so and nothing else was read`() throws {
    let receipt = try #require(understood(Self.reduced))
    #expect(receipt.value(.total) == "8200")
    #expect(receipt.proof(.total) == .computed)
    #expect(receipt.value(.discount) == "3700")
    #expect(receipt.value(.tax) == "745")
    // Printed, it is read and not reckoned.
    let whole = try #require(understood(Self.reduced + "\n받을 금액 8,200"))
    #expect(whole.value(.total) == "8200")
    #expect(whole.proof(.total) != .computed)
  }

  @Test func `a discount that supply and tax do not confirm changes no total`() throws {
    let receipt = try #require(understood(Self.reduced.replacing("7,455", with: "7,555")))
    #expect(receipt.value(.total) == "11900")
  }

  @Test func `a chain's name with one misread letter is written as it is, and the printed one kept`() throws {
    let text = ReceiptTexts.cafe.replacing("달빛커피 숲속점", with: "룻데마트 숲속점")
    let receipt = try #require(understood(text))
    #expect(receipt.value(.merchant) == "롯데마트 숲속점")
    #expect(receipt.fields[.merchant]?.text == "룻데마트 숲속점")
    // A short name that was surely read is another shop's.
    let lexicon = Lexicon.standard
    #expect(lexicon.brandMisread(as: Array("롯데마트".unicodeScalars), least: 5) == nil)
    #expect(lexicon.brandMisread(as: Array("달빛커피".unicodeScalars), least: 5) == nil)
  }

  @Test func `a card's name stands behind a label that nobody can read`() throws {
    let text = """
      늘봄국수
      사업자 : 123-45-67891
      2026-03-14 12:40
      합계 7,500
      카드번호 : 9440-03**-****-1234
      느 명 : 비씨카드
      승인번호 : 12345678
      """
    #expect(understood(text)?.value(.cardName) == "비씨카드")
  }

  @Test func `a chain's name with a misread letter is written as it is, beside its name in another script`() throws {
    let twice = "No Brand 노브래드 은하점 (043)555-0101\n123-45-67891 한가람\n2026-03-14 11:10\n합계 5,500"
    #expect(understood(twice)?.value(.merchant)?.hasSuffix("노브랜드 은하점") == true)
  }

  @Test func `a label whose value was not read is no part of the shop's name`() {
    let text = "은하s Bakery 대표\n070-5555-0101 105-82-13451\n2026-03-14 15:33\n합계 14,000"
    #expect(understood(text)?.value(.merchant) == "은하s Bakery")
    // The number behind it is another.
    #expect(understood(text)?.value(.phone) == "070-5555-0101")
  }
}
