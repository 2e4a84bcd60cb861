import PageModel
import Testing

@testable import Understanding

/// Descriptions of tokens, as the weights of the tagger were fitted to them.
struct TokenFeatureTests {
  private static let text =
    ReceiptTexts.cafe.replacing("[영수증] 20260314-01-0071", with: "[영수증] 4014-01-0071")
    + "\n카드번호 6250-03**-****-4903"

  @Test(arguments: [
    ("123-45-67891", FeatureKind.inBusinessNumber, 3), ("6250-03**-****-4903", .inCardNumber, 0),
    ("2026-03-14", .form, Token.Form.date.rawValue), ("4014-01-0071", .form, Token.Form.otherNumber.rawValue),
    ("3,700", .factor, 1), ("1", .factor, 2), ("7,400", .factor, 3),
  ])
  func `a token is described by its form, the numbers that it is in, and its part in a product`(
    text: String, kind: FeatureKind, detail: UInt32
  ) throws {
    let tokens = ReceiptReader().describedTokens(on: RecognisedPage(text: Self.text)).joined()
    let token = try #require(tokens.first { $0.text == text })
    #expect(token.features.contains(FeatureCode.of(kind, detail)))
  }

  @Test func `a page has the best candidate of each value that its tagger sees`() {
    let blocks = ReceiptReader().candidates(on: RecognisedPage(text: ReceiptTexts.cafe))
    #expect(blocks.count == 1)
    for candidates in blocks {
      #expect(!candidates.isEmpty && Set(candidates.map(\.value)).count == candidates.count)
    }
  }
}
