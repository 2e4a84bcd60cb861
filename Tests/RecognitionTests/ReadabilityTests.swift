import Glibc
import Imaging
import PageModel
import Testing

@testable import Recognition

/// Pages that read as no text are given up, and every page is measured.
@Suite struct ReadabilityTests {
  private func read(_ name: String) throws -> RecognisedPage {
    guard case .recognised(let page) = try sampleReading(name) else {
      Issue.record("the page was found blank")
      return RecognisedPage(width: 0, height: 0, confidence: 0, lines: [])
    }
    return page
  }

  @Test func `a page in a script that no model knows ends without invented text`() throws {
    let page = try read("hard/hebrew.png")
    #expect(page.text.isEmpty)
    #expect(page.confidence == 0)
    #expect(page.signals?.isUnreadable == true)
    #expect(page.lines.contains { $0.kind == .noise && !$0.readings.isEmpty })
    #expect(page.lines.allSatisfy { $0.words.isEmpty })
    #expect(try #require(page.signals?.unread) > 0.9)
  }

  @Test func `a page is not given up for its first lines where words of receipts stand further down`() throws {
    let strange = try GrayImage(samplePicture("hard/hebrew.png"))
    let receipt = try GrayImage(samplePicture("hard/clean.png"))
    #expect(strange.width == receipt.width)
    var both = GrayImage(width: receipt.width, height: strange.height + receipt.height)
    both.pixels = strange.pixels + receipt.pixels
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    guard case .recognised(let page) = try reader.read(#require(both.makePicture())) else {
      Issue.record("the page was found blank")
      return
    }
    #expect(page.signals?.isUnreadable == false)
    let lost = try sampleText("hard/clean.expected.txt").split(separator: "\n").filter { !page.text.contains($0) }
    #expect(lost.count <= 3, "\(lost)")
  }

  @Test func `a page of a few hundred pixels is prepared as larger ones are`() throws {
    let small = try GrayImage(samplePicture("scans/cafe-en.png")).reduced(by: 2)
    #expect(max(small.width, small.height) < 400)
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    guard case .recognised(let page) = try reader.read(#require(small.makePicture())) else {
      Issue.record("the page was found blank")
      return
    }
    #expect(page.preparation != nil)
    #expect(page.text.contains("Order 0042 03/14/2025 09:15") && page.text.contains("TOTAL 20.25"))
  }

  @Test func `a page that is read is measured, and nothing of it is unread`() throws {
    let page = try read("hard/clean.png")
    let signals = try #require(page.signals)
    #expect(!signals.isUnreadable)
    #expect(try #require(signals.unread) < 0.05)
    #expect(signals.unreadBoxes.isEmpty)
    #expect(signals.cutSides.isEmpty)
    #expect(try #require(signals.edgeWidth) < 3)
    #expect(try #require(signals.contrast) > 0.7)
    #expect(abs(try #require(signals.printHeight) - 20) < 8)
    #expect(try #require(try read("hard/faded.jpg").signals?.contrast) < 0.5)
  }

  @Test func `the whole picture is measured, and one without print is blank only where it is empty paper`() throws {
    let facts = try #require(try read("hard/clean.png").picture)
    #expect(facts.ground > 200 && facts.groundShare > 0.5)
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    // Clouds of many tones, as photographs have.
    let clouds = try Self.gray(640, 480) { x, y in
      let value = sin(Double(x) / 61) * 60 + cos(Double(y) / 43) * 55 + sin(Double(x + 2 * y) / 97) * 12
      return UInt8(min(max(value + 128, 0), 255))
    }
    guard case .recognised(let page) = try reader.read(clouds) else {
      Issue.record("a picture of many tones was found blank")
      return
    }
    #expect(page.text.isEmpty && (page.width, page.height) == (640, 480))
    #expect(try #require(page.picture).tones > 3)
    let sheet = try Self.gray(640, 480) { x, _ in UInt8(235 - x / 40) }
    #expect(try reader.read(sheet) == .blank(width: 640, height: 480))
  }

  private static func gray(_ width: Int, _ height: Int, _ pixel: (Int, Int) -> UInt8) throws -> Picture {
    var bytes = Array("P5 \(width) \(height) 255\n".utf8)
    for y in 0..<height { for x in 0..<width { bytes.append(pixel(x, y)) } }
    return try Picture.decode(bytes)
  }

  @Test func `letters in no word that is read for sure make a page unreadable`() {
    var check = ReadabilityCheck()
    for _ in 0..<7 { check.note([("가나다라마바사", 0.6), ("12,000", 0.99)]) }
    #expect(!check.isUnreadable)
    check.note([("가나다라마바사", 0.6)])
    #expect(check.isUnreadable)
    // Words that are read for sure, though late.
    check.note([("합계", 0.97), ("부가세", 0.95)])
    #expect(!check.isUnreadable)
  }

  @Test func `a page with words of receipts is readable, however little of it is read for sure`() {
    for (words, isUnreadable) in [([], true), (["부가세"], true), (["부가세", "금액"], false)] {
      var check = ReadabilityCheck()
      for line in 0..<9 {
        check.note([("가나다라마바사", 0.4)] + (line < words.count ? [(words[line], 0.5)] : []))
      }
      // With one such word it is read on, and judged at its end.
      #expect(check.isUnreadable == words.isEmpty)
      check.finish()
      #expect(check.isUnreadable == isUnreadable)
    }
  }

  @Test(
    arguments: [
      (["부가세"], ["부가세"]), (["부", "가", "세", "1,000"], ["부가세"]), (["부가", "세"], []), (["(부가세)", "합"], ["부가세"]),
      (["Tax", "INVOICE#", "Total:"], ["invoice", "total"]), (["totals", "xtotal"], []), ([], []),
    ] as [([String], Set<String>)])
  func `words of receipts are known whole, and where their syllables are set wide`(line: [String], known: Set<String>) {
    #expect(KnownWords.words(in: line) == known)
  }

  @Test func `digits alone say nothing of a page, and few letters must read worse`() {
    var digits = ReadabilityCheck()
    for _ in 0..<50 { digits.note([("12,000", 0.3), ("-----", 0.1)]) }
    digits.finish()
    #expect(!digits.isUnreadable)
    for (confidence, isUnreadable) in [(0.6, false), (0.2, true)] {
      var few = ReadabilityCheck()
      for _ in 0..<3 { few.note([("가나다라", confidence)]) }
      #expect(!few.isUnreadable)
      few.finish()
      #expect(few.isUnreadable == isUnreadable)
    }
    var none = ReadabilityCheck()
    none.finish()
    #expect(!none.isUnreadable)
  }
}
