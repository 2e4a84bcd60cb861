import PageModel
import Testing

@testable import Understanding

struct FieldCandidatesTests {
  /// The other values of a text's first receipt.
  private func candidates(_ text: String, names: [String] = []) throws -> FieldCandidates {
    let page = RecognisedPage(text: text)
    return FieldCandidates(try #require(ReceiptReader().receipts(on: page).first), on: page, names: names)
  }

  @Test func `a total that was misread has the sum of the items and that of supply and tax beside it`() throws {
    let found = try candidates(ReceiptTexts.cafe.replacing("합 계 금 액 11,900", with: "합 계 금 액 71,900"))
    #expect(found.sums.map(\.value) == ["11900", "11900"])
    #expect(found.sums.map(\.parts) == [["supply", "tax"], ["items"]])
    let right = try candidates(ReceiptTexts.cafe)
    #expect(right.values[.total]?.contains("11900") != true)
  }

  @Test func `amounts that are printed twice, and the largest one, may be the total`() throws {
    let found = try candidates(ReceiptTexts.cafe + "\n받은금액 20,000\n거스름돈 8,100")
    #expect(found.values[.total]?.contains("4500") == true && found.values[.total]?.contains("20000") == true)
  }

  @Test func `a total without cents gets the decimals of its receipt, and no sum that is not above zero`() throws {
    let found = try candidates(
      """
      SAMPLE STREET CAFE
      03/14/2025 09:15
      Flat white 4.00
      Cinnamon roll 3.00
      Subtotal 7.00
      Tax 1.00
      TOTAL 9.00
      """)
    #expect(found.values[.total]?.first == "8.00")
    #expect(found.values.values.allSatisfy { $0.count <= 3 && Set($0).count == $0.count })
  }

  @Test func `the names of the shop's other receipts come before its own rows, and the present name does not`() throws {
    let own = try candidates(ReceiptTexts.cafe).values[.merchant] ?? []
    #expect(!own.contains("달빛커피 숲속점"))
    let named = try candidates(ReceiptTexts.cafe, names: ["달빛커피 숲속점", "달빛커피 본점"])
    #expect(named.values[.merchant]?.first == "달빛커피 본점")
  }

  @Test func `days are offered in their form, but amounts, names and other rows are not taken for days`() throws {
    let text = ReceiptTexts.cafe.replacing("[영수증] 20260314-01-0028", with: "[영수증] 20260315-01-0028")
    let days = try candidates(text).values[.date] ?? []
    #expect(days == ["2026-03-15"])
  }
}
