import Foundation
import PageModel
import Testing

@testable import Understanding

/// Descriptions of tokens, as the weights of the tagger were fitted to them.
struct TokenFeatureTests {
  private static let text =
    ReceiptTexts.cafe.replacing("[영수증] 20260314-01-0028", with: "[영수증] 4014-01-0028")
    + "\n카드번호 6200-11**-****-2468"

  @Test(arguments: [
    ("123-45-67891", FeatureKind.inBusinessNumber, 3), ("6200-11**-****-2468", .inCardNumber, 0),
    ("2026-03-14", .form, Token.Form.date.rawValue), ("4014-01-0028", .form, Token.Form.otherNumber.rawValue),
    ("3,700", .factor, 1), ("1", .factor, 2), ("7,400", .factor, 3),
  ])
  func `a token is described by its form, the numbers that it is in, and its part in a product`(
    text: String, kind: FeatureKind, detail: UInt32
  ) throws {
    let tokens = ReceiptReader().describedTokens(on: RecognisedPage(text: Self.text)).joined()
    let token = try #require(tokens.first { $0.text == text })
    #expect(token.features.contains(FeatureCode.of(kind, detail)))
  }

  /// The tokens of receipts, each after a digest of its features: the first line is larger, amounts stand at the right edge.
  private static var listing: [String] {
    let taxed = "은하문구\n123-45-67891\n품명 단가 수량 금액 세액\n공책 1,500 2 3,000 300\n자 500 1 500 50\n합계 3,850"
    return (ReceiptTexts.all + [taxed]).flatMap { text in
      var page = RecognisedPage(text: text)
      for word in page.lines[0].words.indices { page.lines[0].words[word].box.height = 38 }
      for line in page.lines.indices {
        guard let last = page.lines[line].words.indices.last, last > 0 else { continue }
        let word = page.lines[line].words[last]
        if word.text.last?.isNumber == true { page.lines[line].words[last].box.x = 860 - word.box.width }
      }
      return ReceiptReader().describedTokens(on: page).joined().map { token in
        let digest = token.features.sorted().reduce(14_695_981_039_346_656_037 as UInt64) {
          ($0 ^ UInt64($1)) &* 1_099_511_628_211
        }
        return "\(String(digest, radix: 16)) \(token.text)"
      }
    }
  }

  @Test func `the features of tokens are those that the weights of the tagger were fitted with`() throws {
    let file = URL(filePath: #filePath).appending(path: "../../../Features/tokens.txt").standardized
    guard ProcessInfo.processInfo.environment["HANSCAN_WRITE_FIXTURES"] == nil else {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try (Self.listing.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(file.path) is written; run the test without HANSCAN_WRITE_FIXTURES")
      return
    }
    let known = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let changed = Self.listing.difference(from: known)
    #expect(
      changed.isEmpty,
      """
      \(changed.insertions.count) of \(known.count) tokens have other features. If they have to, run 'make understanding',
      which fits the weights to them, and then this test with HANSCAN_WRITE_FIXTURES=1.
      """)
  }

  @Test func `a page has the best candidate of each value that its tagger sees`() {
    let blocks = ReceiptReader().candidates(on: RecognisedPage(text: ReceiptTexts.cafe))
    #expect(blocks.count == 1)
    for candidates in blocks {
      #expect(!candidates.isEmpty && Set(candidates.map(\.value)).count == candidates.count)
    }
  }
}
