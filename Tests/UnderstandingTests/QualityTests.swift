import Foundation
import PageModel
import Testing

@testable import Understanding

@Suite struct QualityTests {
  @Test(arguments: [(0.0, 0), (0.004, 0), (0.005, 1), (0.9149, 91), (0.996, 100), (1, 100), (7, 100), (-1, 0)])
  func `the score of a page that was not measured is its confidence in percent`(confidence: Double, score: Int) throws {
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
    #expect(quality.unread == nil && quality.sharpness == nil && quality.measures == nil)
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
    #expect(quality.reasons.map(\.code) == [.textTooSmall])
    #expect(quality.reasons.first?.detail.hasPrefix("the print is 8 pixels high") == true)
  }

  @Test func `on a page that lies on its side the height is the width of the boxes`() throws {
    let page = PageRecord.saying([("가나", 0.9)], height: 300, preparation: Preparation(rotation: 90))
    #expect(try quality(page).textHeight == 24)
  }

  /// A page whose picture was measured, with nothing wrong but what `change` makes so.
  private func measured(_ confidence: Double = 0.98, _ change: (inout PageSignals) -> Void) -> PageRecord {
    var page = PageRecord.saying([("합계 12,000", 0.98), ("감사합니다", 0.98)], confidence: confidence)
    guard case .recognised(var reading) = page.outcome else { return page }
    var signals = PageSignals()
    (signals.unread, signals.edgeWidth, signals.printHeight, signals.contrast) = (0, 1.4, 20, 0.8)
    (signals.leastContrast, signals.brightness, signals.shadow, signals.glare) = (0.7, 0.95, 0, 0)
    (signals.noise, signals.cutOff) = (0.01, 0)
    change(&signals)
    reading.signals = signals
    page.outcome = .recognised(reading)
    return page
  }

  @Test func `all measures of a picture stand in the JSON by their names`() throws {
    var quality = try quality(measured { $0.unclear = 0.05 })
    quality.score = 90
    let measures =
      #"{"brightness":0.95,"cutOff":0,"edgeWidth":1.4,"glare":0,"leastContrast":0.7,"noise":0.01,"printHeight":20,"#
      + #""shadow":0,"unclear":0.05}"#
    #expect(
      DerivedValues.encoded(quality)
        == #"{"contrast":0.8,"measures":"# + measures
        + #","reasons":[],"score":90,"sharpness":1,"textHeight":20,"unread":0,"unreadBoxes":[]}"#)
    let found = try #require(quality.measures)
    let light = [found.leastContrast, found.noise, found.brightness, found.shadow, found.glare]
    #expect(light == [0.7, 0.01, 0.95, 0, 0])
    #expect([found.unclear, found.edgeWidth, found.printHeight, found.cutOff] == [0.05, 1.4, 20, 0])
  }

  @Test func `a measure that was not taken is left out, and one of a later version does no harm`() throws {
    let page = measured {
      $0 = PageSignals()
      $0.noise = 0.25
    }
    let json = try #require(DerivedValues.encoded(try quality(page)))
    #expect(json.contains(#""measures":{"noise":0.25}"#), "\(json)")
    let later = json.replacing(#"{"noise":0.25}"#, with: #"{"noise":0.25,"weight":3}"#)
    #expect(try JSONDecoder().decode(PageQuality.self, from: Data(later.utf8)) == quality(page))
  }

  static let troubles: [(code: PageQuality.Reason.Code, change: @Sendable (inout PageSignals) -> Void)] = [
    (.blurry, { $0.edgeWidth = 5 }), (.dark, { $0.brightness = 0.2 }), (.faint, { $0.contrast = 0.2 }),
    (.glare, { $0.glare = 0.2 }), (.documentCutoff, { $0.cutSides = [.left, .bottom] }),
    (.textMayBeMissing, { $0.unread = 0.4 }), (.textMayBeMissing, { $0.unclear = PageSignals.unclearFrom }),
  ]

  @Test(arguments: troubles.indices)
  func `what was measured is a reason where it is wrong, and not otherwise`(index: Int) throws {
    let (code, change) = Self.troubles[index]
    #expect(try quality(measured { _ in }).reasons.isEmpty)
    #expect(try quality(measured(0.98, change)).reasons.map(\.code).contains(code))
  }

  @Test func `the worse a page is measured to be, the lower its score`() throws {
    let good = try quality(measured { _ in })
    #expect(good.score >= 90)
    #expect(good.sharpness == 1)
    let changes: [(inout PageSignals) -> Void] = [
      { $0.unread = 0.5 }, { $0.unclear = 0.3 }, { $0.glare = 0.3 }, { $0.cutOff = 1 },
    ]
    #expect(try quality(measured { $0.unclear = 0.04 }).score == good.score)
    for change in changes { #expect(try quality(measured(0.98, change)).score < good.score) }
    #expect(try quality(measured(0.5) { _ in }).score < good.score - 20)
  }

  @Test func `reading that was given up is named by its cause: the script, or the picture`() throws {
    func codes(_ change: (inout PageSignals) -> Void) throws -> [PageQuality.Reason.Code] {
      var page = measured(0) {
        $0.isUnreadable = true; change(&$0)
      }
      guard case .recognised(var reading) = page.outcome else { return [] }
      reading.lines = []
      page.outcome = .recognised(reading)
      let quality = try quality(page)
      #expect(quality.score < 20)
      return quality.reasons.map(\.code)
    }
    #expect(try codes { _ in } == [.scriptNotRead, .textMayBeMissing, .noText])
    #expect(try codes { $0.edgeWidth = 9 } == [.textMayBeMissing, .noText, .blurry])
  }

  @Test func `a page that lies far askew is named, with its side`() throws {
    let page = PageRecord.saying([("합계", 0.98)], preparation: Preparation(angle: -4.25))
    #expect(try quality(page).reasons.first?.detail.contains("4.3 degrees anticlockwise") == true)
  }

  @Test func `numbers that no picture gives do no harm`() throws {
    for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300] {
      let page = measured(number) {
        ($0.unread, $0.edgeWidth, $0.printHeight, $0.contrast) = (number, number, number, number)
        $0.unclear = number
        ($0.leastContrast, $0.brightness, $0.glare, $0.noise, $0.cutOff) = (number, number, number, number, number)
      }
      #expect((0...100).contains(try quality(page).score))
    }
  }

  private func quality(_ page: PageRecord) throws -> PageQuality { try #require(QualityStage.value(of: page)) }
}
