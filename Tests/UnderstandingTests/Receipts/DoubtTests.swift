import PageModel
import TestSupport
import Testing

@testable import Understanding

/// What a person is asked to look at.
struct DoubtTests {
  private func doubts(_ text: String) throws -> [FieldName: FieldDoubt.Code] {
    let page = PageRecord(outcome: .recognised(RecognisedPage(text: text)))
    let receipt = try #require(ReceiptsStage.value(of: page)?.first)
    return Dictionary(uniqueKeysWithValues: (receipt.doubts ?? []).map { ($0.field, $0.code) })
  }

  @Test func `a receipt without a date is asked for one`() throws {
    let found = try doubts("달빛커피 숲속점\n은하수라떼 4,500 1 4,500\n합계 4,500\n받을금액 4,500")
    #expect(found[.date] == .missing)
    #expect(found[.total] == nil)
  }

  @Test func `a total that a pen wrote is asked for and not taken`() throws {
    var page = RecognisedPage(text: "달빛커피 숲속점\n사업자번호 123-45-67891\n2026-03-14 12:30\n합계 45,000")
    let record = PageRecord(outcome: .recognised(page))
    #expect(try #require(ReceiptsStage.value(of: record)?.first).fields[.total]?.value == "45000")
    page.signals = PageSignals()
    page.signals?.handwriting = [try #require(page.lines.last?.words.last).box]
    let receipt = try #require(ReceiptsStage.value(of: PageRecord(outcome: .recognised(page)))?.first)
    #expect(receipt.fields[.total] == nil)
    #expect(receipt.doubts?.first { $0.field == .total }?.code == .handwritten)
  }

  @Test func `a printed amount that no check proves is in doubt if a pen wrote the total`() throws {
    var page = RecognisedPage(
      text: "달빛커피 숲속점\n사업자번호 123-45-67891\n2026-03-14 12:30\n승인금액 50,000\n합계 57,500")
    page.signals = PageSignals()
    page.signals?.handwriting = [try #require(page.lines.last?.words.last).box]
    let receipt = try #require(ReceiptsStage.value(of: PageRecord(outcome: .recognised(page)))?.first)
    #expect(receipt.fields[.total]?.value != "57500")
    #expect(receipt.doubts?.first { $0.field == .total }?.code == .handwritten)
  }

  @Test func `a total that checks prove is not in doubt, whatever a pen wrote beside it`() throws {
    let receipt = try #require(understood(ReceiptTexts.cafe))
    #expect(receipt.fields[.total]?.proof == .proven)
    #expect(FieldDoubt.all(about: receipt, handwritten: [.total])?.contains { $0.field == .total } != true)
  }

  @Test func `handwriting counts between the sides of the receipt, and not beside it`() throws {
    var page = RecognisedPage(text: "달빛커피 숲속점\n2026-03-14 12:30\n은하수라떼 4,500 2 9,000\n합계 9,000")
    let place = try #require(page.lines.last).box
    page.signals = PageSignals()
    page.signals?.handwriting = [Box(x: 200, y: place.y, width: 60, height: 30)]
    #expect(page.fieldsBesideHandwriting(among: [0, 1, 2, 3], .standard) == [.total])
    page.signals?.handwriting = [Box(x: 700, y: place.y, width: 60, height: 30)]
    #expect(page.fieldsBesideHandwriting(among: [0, 1, 2, 3], .standard).isEmpty)
  }

  @Test func `a total that a check speaks against is in conflict`() throws {
    let text =
      "달빛커피 숲속점\n2026-03-14 12:30\n품명 단가 수량 금액\n은하수라떼 4,500 2 9,000\n별차 3,000 1 3,000\n합계 13,000"
    #expect(try doubts(text)[.total] == .conflict)
    #expect(try doubts(text.replacing("13,000", with: "12,000"))[.total] == nil)
  }
}
