import PageModel
import Testing

@testable import Understanding

/// Receipts that are not found any more since a person put lines of their page right.
struct LostReceiptTests {
  private static let slip = "견본 주차장\n결제금액 6,000원\n안전운전 하세요"

  private func page(_ text: String, _ corrections: [Correction] = []) -> PageRecord {
    let reading = RecognisedPage(text: text)
    var page = PageRecord(
      path: ScanPath("a.png"), index: 0, pageCount: 1, content: ContentDigest(hex: "ab"), reader: nil,
      outcome: .recognised(Self.corrected(reading, corrections)))
    page.corrections = corrections
    return page
  }

  /// The page as the store gives it: lines have the text that was said last, and remember what was read.
  private static func corrected(_ page: RecognisedPage, _ corrections: [Correction]) -> RecognisedPage {
    var page = page
    for correction in corrections {
      guard case .line(let index) = correction.target else { continue }
      var line = page.lines[index]
      if line.asRead.isEmpty { line.asRead = [line] }
      line.words = correction.new.split(separator: " ").map {
        Word(text: String($0), box: line.box, confidence: 1)
      }
      page.lines[index] = line
    }
    return page
  }

  private func line(_ number: Int, of text: String, _ new: String) -> Correction {
    let line = RecognisedPage(text: text).lines[number - 1]
    return Correction(target: .line(number - 1), box: line.box, old: line.text, new: new, made: "", author: "")
  }

  private func whole(_ target: Correction.Target, _ box: Box? = nil, _ new: String = "") -> Correction {
    Correction(
      target: target, box: box ?? Box(x: 0, y: 0, width: 0, height: 0), old: "", new: new, made: "", author: "")
  }

  private func lost(_ page: PageRecord) -> [LostReceipt] {
    var page = page
    page.derived = DerivedStages().derive(page)
    return page.derived.value(of: LostReceiptsStage.self) ?? []
  }

  @Test func `a receipt that a corrected line has taken away is told, until somebody accepts that or it comes back`()
    throws
  {
    #expect(ReceiptsStage.value(of: page(Self.slip))?.count == 1)
    #expect(lost(page(Self.slip)).isEmpty)
    let gone = line(2, of: Self.slip, "결제 안내")
    #expect(ReceiptsStage.value(of: page(Self.slip, [gone])) == nil)
    let told = lost(page(Self.slip, [gone]))
    #expect(told.map(\.lines) == [[0, 1, 2]])
    let detail = try #require(told.first?.detail)
    #expect(
      detail.hasPrefix("The receipt (") && detail.hasSuffix("6000) is found no more since line 2 was put right."),
      "\(detail)")
    // Whoever looks at the page then and finds it right has seen that; before, it was another page.
    #expect(lost(page(Self.slip, [gone, whole(.page)])).isEmpty)
    #expect(lost(page(Self.slip, [whole(.page), gone])) == told)
    // Put right once more, it is a receipt again.
    #expect(lost(page(Self.slip, [gone, line(2, of: Self.slip, "결제금액 7,000원")])).isEmpty)
    // What was said to be none is not missed, nor what a person says fields of.
    let box = try #require(ReceiptsStage.value(of: page(Self.slip))?.first?.box)
    #expect(lost(page(Self.slip, [whole(.receipt(0), box), gone])).isEmpty)
    #expect(lost(page(Self.slip, [whole(.field("total", receipt: 0), box, "6000"), gone])).isEmpty)
  }

  @Test func `lines that leave the receipt what it is say nothing, whatever they change of it`() {
    for number in 1...3 {
      let corrections = [line(number, of: Self.slip, number == 2 ? "결제금액 9,000원" : "다른 글")]
      #expect(lost(page(Self.slip, corrections)).isEmpty)
    }
    #expect(lost(page("간이 메모\n안녕하세요", [line(1, of: "간이 메모\n안녕하세요", "메모")])).isEmpty)
  }

  @Test func `what was said of a receipt that is gone is not said of the one beside it`() throws {
    // Two receipts side by side, each a block of its own.
    let left = RecognisedPage(text: "견본 주차장\n2026-03-14 10:20\n입차 09:00\n결제금액 6,000원")
    var right = RecognisedPage(text: "강변 분식\n2026-03-15 11:20\n김밥 4,000\n결제금액 4,000원")
    right.lines = right.lines.map { line in
      var line = line
      line.block = 1
      line.box.x += 2_000
      line.words = line.words.map { word in
        var word = word
        word.box.x += 2_000
        return word
      }
      return line
    }
    var reading = left
    reading.width = 4_000
    reading.lines += right.lines
    var record = PageRecord(
      path: ScanPath("a.png"), index: 0, pageCount: 1, content: ContentDigest(hex: "ab"), reader: nil,
      outcome: .recognised(reading))
    let read = try #require(ReceiptsStage.value(of: record))
    #expect(read.map { $0.fields[.total]?.value } == ["6000", "4000"])
    let place = try #require(read[0].fields[.total]?.box)
    let said = whole(.field("total", receipt: 0), place, "7000")
    let gone = [1, 3].map { index in
      Correction(
        target: .line(index), box: reading.lines[index].box, old: reading.lines[index].text, new: "메모", made: "",
        author: "")
    }
    record.corrections = [said] + gone
    record.outcome = .recognised(Self.corrected(reading, gone))
    let now = try #require(ReceiptsStage.value(of: record))
    #expect(!now.contains { $0.fields[.merchant]?.value == "강변 분식" && $0.fields[.total]?.value == "7000" }, "\(now)")
    let lost = lost(record)
    #expect(now.count == 2 || lost.count == 1, "\(now) \(lost)")
  }

  @Test func `an amount that a pen wrote made no receipt, so that none is lost when its line is put right`() throws {
    let gone = line(2, of: Self.slip, "결제 안내 말씀")
    #expect(lost(page(Self.slip, [gone])).count == 1)
    var reading = RecognisedPage(text: Self.slip)
    reading.signals = PageSignals()
    reading.signals?.handwriting = [try #require(reading.lines[1].words.last).box]
    var record = page(Self.slip, [gone])
    record.outcome = .recognised(reading)
    #expect(ReceiptsStage.value(of: record) == nil)
    record.outcome = .recognised(Self.corrected(reading, [gone]))
    #expect(lost(record).isEmpty)
  }

  @Test func `of several receipts the one that is gone is told, and lines that were emptied have no number`() throws {
    let text = ReceiptTexts.cafe
    let count = RecognisedPage(text: text).lines.count
    let all = (1...count).map { line($0, of: text, "") }
    let told = lost(page(text, all))
    #expect(told.count == 1)
    let detail = try #require(told.first?.detail)
    #expect(detail.hasSuffix(" is found no more since lines of the page were put right."), "\(detail)")
  }
}
