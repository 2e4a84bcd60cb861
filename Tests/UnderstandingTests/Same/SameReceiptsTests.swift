import PageModel
import TestSupport
import Testing

@testable import Understanding

struct SameReceiptsTests {
  private func trace(_ text: String, confidence: Double = 0.99) throws -> ReceiptTrace {
    var record = PageRecord(outcome: .recognised(RecognisedPage(text: text, confidence: confidence)))
    record.derived = DerivedStages().derive(record)
    return try #require(ReceiptTrace(record))
  }

  @Test func `a receipt that was read again, with a misread digit and a missing row, is the same`() throws {
    let first = try trace(ReceiptTexts.cafe)
    let again = ReceiptTexts.cafe.replacing("000214 4,500 1 4,500", with: "000214 4,600 1 4,500")
      .replacing("[주 소] 서울 중구 은하수로 77 (달동,\n", with: "")
    let found = try #require(SameReceipts.find(first, try trace(again)))
    #expect(found.agreement.contains("date") && found.agreement.contains("time") && found.agreement.contains("total"))
    #expect(found.similarity > 0.8 && found.similarity < 1)
    #expect(found.isWhole && found.otherIsWhole)
    #expect(SameReceipts.find(first, first)?.similarity == 1)
  }

  @Test(arguments: [
    ("16:17:16", "18:17:16"), ("2026-03-14 16:17:16", "2026-03-21 18:40:02"), ("11,900", "12,900"),
  ])
  func `another time, day or total is another receipt, whatever else agrees`(old: String, new: String) throws {
    let other = ReceiptTexts.cafe.replacing(old, with: new)
    #expect(SameReceipts.find(try trace(ReceiptTexts.cafe), try trace(other)) == nil)
    let comparison = try #require(SameReceipts.compare(try trace(ReceiptTexts.cafe), try trace(other)))
    #expect(!comparison.differing.isEmpty)
    #expect(comparison.similarity > 0.7)
  }

  @Test func `a digit that was read with doubt does not make another receipt`() throws {
    let other = ReceiptTexts.cafe.replacing("16:17:16", with: "16:47:16")
    #expect(SameReceipts.find(try trace(ReceiptTexts.cafe), try trace(other)) == nil)
    #expect(SameReceipts.find(try trace(ReceiptTexts.cafe), try trace(other, confidence: 0.6)) != nil)
  }

  @Test func `less tolerance asks for more digits that agree`() throws {
    let torn =
      ReceiptTexts.cafe.split(separator: "\n").suffix(12).joined(separator: "\n")
      + "\n2026-03-14 16:17:16"
    let (whole, part) = (try trace(ReceiptTexts.cafe), try trace(torn))
    #expect(SameReceipts.compare(whole, part)?.isSame == true)
    #expect(SameReceipts.compare(whole, part, tolerance: 0)?.isSame == false)
  }

  @Test func `two readings of a receipt share keys, receipts of other texts do not`() throws {
    let first = try trace(ReceiptTexts.cafe)
    let again = try trace(ReceiptTexts.cafe.replacing("000214", with: "000814").replacing("16:17", with: "16:11"))
    #expect(!Set(first.keys).isDisjoint(with: again.keys))
    for text in ReceiptTexts.all where text != ReceiptTexts.cafe {
      #expect(SameReceipts.find(first, try trace(text)) == nil)
    }
  }

  @Test func `a trace comes back from its text, and what is no trace is none`() throws {
    for text in ReceiptTexts.all {
      let trace = try trace(text, confidence: 0.7)
      #expect(ReceiptTrace(text: trace.text) == trace)
    }
    for damage in ["", "7", "{\"r\":7}", "{\"r\":[{\"n\":\"x\"}]}"] { #expect(ReceiptTrace(text: damage) == nil) }
    let text = "{\"r\":[{\"n\":\"12 ab ? 99999999999999999999999999\",\"m\":{\"moon\":\"1\"}}]}"
    let odd = try #require(ReceiptTrace(text: text))
    #expect(SameReceipts.find(odd, odd) == nil)
  }

  @Test func `two receipts are the same from both sides, where their numbers can be aligned in two ways`() throws {
    func trace(_ marks: String, _ numbers: String) throws -> ReceiptTrace {
      let text = "{\"r\":[{\"m\":{\(marks),\"date\":\"20260314\",\"total\":\"5500\"},\"n\":\"\(numbers)\"}]}"
      return try #require(ReceiptTrace(text: text))
    }
    let one = try trace(
      "\"approval number\":\"12345678?\"", "1234567891 20260314 1230 1500 3000 250 2500 5000 500 5500 12345678?")
    let other = try trace(
      "\"approval number\":\"1234678\"", "1234567891 20260314 1230 1500 3801? 2500 2500 5000 500 5500 12345678?")
    for (left, right) in [(one, other), (other, one)] {
      let comparison = try #require(SameReceipts.compare(left, right))
      let back = try #require(SameReceipts.compare(right, left))
      #expect(comparison.isSame == back.isSame)
      #expect(comparison.numbers.left == back.numbers.right && comparison.numbers.right == back.numbers.left)
      #expect(comparison.numbers.near == back.numbers.near)
    }
  }

  @Test func `numbers of a word are taken with their separators, and one digit is none`() {
    #expect(ReceiptTrace.runs("4,500") == [[4, 5, 0, 0]])
    #expect(ReceiptTrace.runs("2026-03-14") == [[2, 0, 2, 6, 0, 3, 1, 4]])
    #expect(ReceiptTrace.runs("1x12.") == [[1, 2]])
    #expect(ReceiptTrace.runs("\u{0}\u{202E}5") == [])
  }

  @Test(
    arguments: [
      ([1, 2, 3, 4], [1, 2, 3, 5], true), ([1, 2, 3, 4], [1, 2, 3], false), ([1, 2, 3, 4, 5], [1, 2, 4, 5], true),
      ([1, 2, 3, 4], [1, 2, 3, 4], false), ([1, 2, 3, 4], [4, 3, 2, 1], false), ([1, 2, 3], [1, 2, 4], false),
    ] as [([UInt8], [UInt8], Bool)])
  func `numbers are near that differ in one digit`(one: [UInt8], other: [UInt8], isNear: Bool) {
    #expect(DigitAlignment.isNear(one, other) == isNear)
  }

  @Test func `an alignment keeps the order and counts what agrees`() {
    func numbers(_ values: [Int]) -> [ReceiptTrace.Number] {
      values.map { .init(digits: String($0).unicodeScalars.compactMap(\.digit), isDoubtful: false) }
    }
    #expect(DigitAlignment(numbers([12, 3456, 78]), numbers([12, 3456, 78])).similarity == 1)
    #expect(DigitAlignment(numbers([12]), numbers([34])).similarity == 0)
    #expect(DigitAlignment([], []).similarity == 0)
    // 12 and 78 in both, the others of four digits each on one side.
    #expect(DigitAlignment(numbers([12, 1111, 78]), numbers([12, 2222, 78])).similarity == 0.5)
    // A number that the other receipt has twice is beside the first of the two, whichever receipt is on the left.
    for (left, right) in [([12], [12, 12]), ([12, 12], [12])] {
      let row = DigitAlignment(numbers(left), numbers(right)).rows.first
      #expect(row?.left != nil && row?.right != nil)
    }
  }
}
