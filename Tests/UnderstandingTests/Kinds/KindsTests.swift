import PageModel
import Testing

@testable import Understanding

struct KindsTests {
  private func kinds(_ page: RecognisedPage) throws -> [PageKind] {
    let derived = DerivedStages().derive(PageRecord(outcome: .recognised(page)))
    return try #require(derived.value(of: KindsStage.self))
  }

  private static let photo = PictureFacts(
    ground: 120, groundShare: 0.18, colour: 0.5, dark: 0.3, tones: 4.6, smooth: 0.4)

  @Test func `what the words say of a page is its kind`() throws {
    #expect(try kinds(RecognisedPage(text: ReceiptTexts.cafe)).first?.label == .receipt)
    #expect(try kinds(RecognisedPage(text: ReceiptTexts.mart)).first?.label == .receipt)
    let certificate = """
      사 업 자 등 록 증
      (법인사업자)
      등록번호 : 123-45-67891
      법인명(단체명) : 달빛상사
      대 표 자 : 한가람
      개업연월일 : 2014 년 01 월 07 일 법인등록번호 : 110111-1234567
      사업장 소재지 : 서울 중구 은하수로 77
      사업의 종류 : 업태 도소매 종목 전자제품
      교부사유 : 신규
      중부세무서장
      """
    #expect(try kinds(RecognisedPage(text: certificate)).first?.label == .registration)
    let line = "The quick brown foxes of the northern woods jumped over every lazy dog that they had met"
    let prose = (1...40).map { _ in line }.joined(separator: "\n")
    #expect(try kinds(RecognisedPage(text: prose)).first?.label == .document)
  }

  @Test func `a page that a program wrote as text is no picture of a screen`() throws {
    let line = "File Edit View Tools Window Help"
    var page = RecognisedPage(text: (1...12).map { _ in line }.joined(separator: "\n"))
    page.picture = PictureFacts(ground: 255, groundShare: 0.97, colour: 0, dark: 0.02, tones: 1, smooth: 0.9)
    page.width = 1600
    page.height = 900
    #expect(try kinds(page).first?.label == .screenshot)
    page.preparation = Preparation()
    page.preparation?.source = .pdfText
    let text = try kinds(page)
    #expect(text.first?.label == .document && !text.contains { $0.label == .screenshot })
  }

  @Test func `the kind that a person said is the page's, on a blank one, too`() throws {
    for outcome in [PageOutcome.recognised(RecognisedPage(text: ReceiptTexts.cafe)), .blank(width: 80, height: 60)] {
      var page = PageRecord(outcome: outcome)
      page.corrections = ["photo", "moon", "drawing"].map { kind in
        Correction(
          target: .kind, box: Box(x: 0, y: 0, width: 80, height: 60), old: "receipt", new: kind, made: "", author: "")
      }
      func kinds() throws -> [PageKind] { try #require(DerivedStages().derive(page).value(of: KindsStage.self)) }
      #expect(try kinds().map(\.label) == [.drawing] && kinds().first?.corrected == true)
      // What a later version may know is nothing that is known here.
      page.corrections.removeLast()
      #expect(try kinds().first?.corrected == nil && kinds().first?.label != .photo)
    }
  }

  @Test func `a picture without text is a photograph by what was measured on it, and a blank page is blank`() throws {
    let photo = RecognisedPage(width: 800, height: 600, confidence: 0.1, lines: [], picture: Self.photo)
    #expect(try kinds(photo).first?.label == .photo)
    let blank = DerivedStages().derive(PageRecord(outcome: .blank(width: 800, height: 600)))
    #expect(blank.value(of: KindsStage.self)?.first?.label == .blank)
  }

  @Test func `slips, bills of companies and screens are told from receipts by their words`() throws {
    #expect(try kinds(RecognisedPage(text: ReceiptTexts.slip)).first?.label == .cardSlip)
    #expect(try kinds(RecognisedPage(text: ReceiptTexts.bilingual)).first?.label == .cardSlip)
    let invoice = """
      Paper Boat Ltd. INVOICE
      Invoice No. 2026-0412 Invoice Date 14.03.2026 Due Date 13.04.2026
      Bill To Blue Lantern GmbH 12 Harbour Street
      Description Qty Unit Price Amount
      Lamp oil, ten litres 4 12.50 50.00
      Wicks 100 0.20 20.00
      Subtotal 70.00
      VAT 20 % 14.00
      Balance Due 84.00
      Payment Terms: 30 days, bank transfer, IBAN
      """
    var page = RecognisedPage(text: invoice)
    (page.width, page.height) = (1240, 1754)
    #expect(try kinds(page).first?.label == .invoice)
  }

  @Test func `two labels at most, the better first, with confidences that are some`() throws {
    for text in ReceiptTexts.all + ["x", "1 2 3"] {
      let kinds = try kinds(RecognisedPage(text: text))
      #expect((1...2).contains(kinds.count))
      #expect(kinds.allSatisfy { (0...1).contains($0.confidence) })
      if kinds.count == 2, kinds[0].label != .unknown { #expect(kinds[0].confidence >= kinds[1].confidence) }
    }
  }

  /// Where a box of an upright page of this width lies when the page was put on its side.
  private static func onItsSide(_ box: Box, _ width: Int) -> Box {
    Box(x: box.y, y: width - box.x - box.width, width: box.height, height: box.width)
  }

  @Test func `a page on its side is of the same kind`() throws {
    var page = RecognisedPage(text: ReceiptTexts.cafe)
    let upright = try kinds(page)
    for line in page.lines.indices {
      page.lines[line].box = Self.onItsSide(page.lines[line].box, page.width)
      for word in page.lines[line].words.indices {
        page.lines[line].words[word].box = Self.onItsSide(page.lines[line].words[word].box, page.width)
      }
    }
    (page.width, page.height) = (page.height, page.width)
    page.preparation = Preparation(rotation: 90)
    #expect(try kinds(page) == upright)
  }
  @Test func `the weights of the kinds fit the features`() {
    let features = KindFeatures(RecognisedPage(text: ReceiptTexts.cafe), [])
    #expect(features.values.allSatisfy { (0...1).contains($0) })
    // Forms are told by their names, and blank pages by their ink.
    let others: [PageKind.Label] = [.taxInvoice, .statement, .quote, .bill, .blank]
    #expect(KindWeights.shares(of: features).count == PageKind.Label.allCases.count - others.count)
    #expect(KindWeights.table.allSatisfy { $0.weights.count == features.values.count })
  }
}
