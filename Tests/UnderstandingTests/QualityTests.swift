import PageModel
import Testing

@testable import Understanding

@Suite struct QualityTests {
  @Test(arguments: [(0.0, 0), (0.004, 0), (0.005, 1), (0.9149, 91), (0.996, 100), (1, 100), (7, 100), (-1, 0)])
  func `the score is the page's confidence in percent`(confidence: Double, score: Int) throws {
    #expect(try quality(.saying([("합계", 0.9)], confidence: confidence)).score == score)
  }

  @Test func `a page that was read well has no reason`() throws {
    let page = PageRecord.saying(
      [("합계 12,000", 0.98), ("감사합니다", 0.8)], height: 10, preparation: Preparation(rotation: 180, angle: -2.5))
    let quality = try quality(page)
    #expect(quality.reasons.isEmpty)
    #expect(quality.rotation == 180)
    #expect(quality.skew == -2.5)
    #expect(quality.textHeight == 10)
  }

  @Test func `doubtful lines are counted, and ruling lines and noise are no lines`() throws {
    var page = PageRecord.saying([("합계", 0.79), ("12,000", 0.5), ("감사합니다", 0.9)])
    guard case .recognised(var reading) = page.outcome else { return }
    reading.lines.append(Line(kind: .noise, box: reading.lines[0].box, confidence: 0.1, words: []))
    reading.lines.append(Line(kind: .rule, box: reading.lines[0].box, confidence: 0, words: []))
    page.outcome = .recognised(reading)
    let reasons = try quality(page).reasons
    #expect(reasons.map(\.code) == [.doubtfulLines])
    #expect(reasons.first?.detail.hasPrefix("2 of 3 lines") == true)
  }

  @Test func `ink that reads as nothing is a reason, and has no height`() throws {
    let quality = try quality(.saying([], confidence: 0))
    #expect(quality.reasons.map(\.code) == [.noText])
    #expect(quality.score == 0)
    #expect(quality.textHeight == nil)
    #expect(quality.skew == nil)
  }

  @Test func `the text height is that of most characters, symbols left out`() throws {
    var page = PageRecord.saying([("가나다라마", 0.9), ("바사아", 0.9), ("------------", 0.9)], height: 8)
    guard case .recognised(var reading) = page.outcome else { return }
    reading.lines[1].words[0].box.height = 30
    reading.lines[2].words[0].box.height = 2
    page.outcome = .recognised(reading)
    let quality = try quality(page)
    #expect(quality.textHeight == 8)
    #expect(quality.reasons.map(\.code) == [.smallPrint])
    #expect(quality.reasons.first?.detail.hasPrefix("the print is 8 pixels high") == true)
  }

  @Test func `on a page that lies on its side the height is the width of the boxes`() throws {
    let page = PageRecord.saying([("가나", 0.9)], height: 300, preparation: Preparation(rotation: 90))
    #expect(try quality(page).textHeight == 24)
  }

  private func quality(_ page: PageRecord) throws -> PageQuality { try #require(QualityStage.value(of: page)) }
}
