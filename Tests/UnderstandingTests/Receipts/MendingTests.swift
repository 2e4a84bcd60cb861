import PageModel
import TestSupport
import Testing

@testable import Understanding

struct MendingTests {
  private static let text = """
    늘봄국수
    사업자 : 123-45-67891
    2026-03-14 12:40
    과세금액 6,818
    부가세 982
    합계 7,500
    """

  @Test func `the only alternative that makes the sums hold is taken, and the printed reading kept`() throws {
    let receipt = try #require(understood(Self.text, candidates: ["982": ["682", "962"]]))
    let tax = try #require(receipt.fields[.tax])
    #expect(tax.value == "682")
    #expect(tax.mended == true)
    #expect(tax.printed == "982")
    // The check chose it; it can't prove it as well.
    #expect(tax.proof == .read)
    #expect(receipt.value(.total) == "7500")
    #expect(receipt.proof(.total) == .read)
    #expect(receipt.check("supply-plus-tax-is-total") == true)
  }

  @Test func `a reading that is shorter leaves what stands behind it in the row within the row`() throws {
    let text = Self.text.replacing("부가세 982", with: "부가세 6820 TEL 02-555-0101")
    let receipt = try #require(understood(text, candidates: ["6820": ["682"]]))
    #expect(receipt.value(.tax) == "682")
    #expect(receipt.fields[.tax]?.mended == true)
    #expect(receipt.value(.phone) == "02-555-0101")
  }

  @Test func `where two changes would do none is taken`() throws {
    let text = Self.text.replacing("982", with: "689")
    let receipt = try #require(understood(text, candidates: ["689": ["682"], "7,500": ["7,507"]]))
    #expect(receipt.value(.tax) == "689")
    #expect(receipt.value(.total) == "7500")
    #expect(receipt.fields[.tax]?.mended == nil)
    #expect(receipt.proof(.total) == .conflict)
  }

  @Test func `an alternative that breaks what holds is left alone`() throws {
    // The items make the printed total; another total would suit the misread tax alone.
    let text = """
      은하상회
      2026-03-14 12:30
      품명 단가 수량 금액
      별사탕 1,500 3 4,500
      달사탕 1,500 2 3,000
      과세금액 6,818
      부가세 689
      합계 7,500
      받은금액 10,000
      거스름돈 2,500
      """
    let receipt = try #require(understood(text, candidates: ["7,500": ["7,507"]]))
    #expect(receipt.value(.total) == "7500")
    #expect(receipt.fields[.total]?.mended == nil)
    #expect(receipt.proof(.tax) == .conflict)
    #expect(receipt.proof(.total) == .proven)
  }

  @Test func `an alternative that differs in more than a digit is no small change`() throws {
    let receipt = try #require(understood(Self.text.replacing("982", with: "945"), candidates: ["945": ["682"]]))
    #expect(receipt.value(.tax) == "945")
  }

  @Test func `readings of the whole line are alternatives too`() throws {
    var page = RecognisedPage(text: Self.text)
    page.lines[4].readings = [
      Candidate(text: "부가세 982", confidence: 0.9), Candidate(text: "부가세 682", confidence: 0.6),
    ]
    let receipt = try #require(ReceiptReader().receipts(on: page).first)
    #expect(receipt.value(.tax) == "682")
    #expect(receipt.fields[.tax]?.mended == true)
  }

  @Test func `a misread price of an item is mended by its quantity and amount`() throws {
    let text = ReceiptTexts.cafe.replacing("000068 3,700 2 7,400", with: "000068 9,700 2 7,400")
    let receipt = try #require(understood(text, candidates: ["9,700": ["3,700", "8,700"]]))
    #expect(receipt.items.map(\.unitPrice) == ["4500", "3700"])
    #expect(receipt.check("price-times-quantity-is-amount") == true)
  }

  @Test func `a business number is mended where one reading alone has a sound check digit`() throws {
    let text = ReceiptTexts.slip.replacing("123-45-67891", with: "123-45-67861")
    let one = try #require(understood(text, candidates: ["123-45-67861": ["123-45-67891", "123-45-67841"]]))
    #expect(one.value(.businessNumber) == "123-45-67891")
    #expect(one.fields[.businessNumber]?.mended == true)
    #expect(one.fields[.businessNumber]?.printed == "123-45-67861")
    let none = try #require(understood(text))
    #expect(none.value(.businessNumber) == "123-45-67861")
    #expect(none.proof(.businessNumber) == .conflict)
  }

  /// Each digit of ten receipts is misread once; the reader saw two other digits there, and twice in three times the
  /// right one.
  @Test func `what is mended is right, also where the right reading is not among those to choose from`() throws {
    var random = SeededRandom(seed: 8)
    var (mended, right) = (0, 0)
    for text in ReceiptTexts.all {
      let sound = try #require(understood(text))
      let words = text.split(whereSeparator: \.isWhitespace)
      for word in words where !words.contains(where: { $0 == word && $0.startIndex != word.startIndex }) {
        for place in word.indices where word[place].isASCII && word[place].isNumber {
          let digits = "0123456789".filter { $0 != word[place] }.shuffled(using: &random)
          func reading(_ digit: Character) -> String {
            String(word[..<place]) + String(digit) + String(word[word.index(after: place)...])
          }
          let read = reading(digits[0])
          let isRightKnown = Int.random(in: 0..<3, using: &random) > 0
          let others = [digits[1], digits[2]] + (isRightKnown ? [word[place]] : [])
          let changed = String(text[..<word.startIndex]) + read + String(text[word.endIndex...])
          guard let receipt = understood(changed, candidates: [read: others.shuffled(using: &random).map(reading)])
          else { continue }
          for (name, field) in receipt.fields where field.mended == true {
            mended += 1
            if field.value == sound.value(name) { right += 1 }
          }
        }
      }
    }
    #expect(mended > 50)
    #expect(right * 100 >= mended * 98)
  }
}
