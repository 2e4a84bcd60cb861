import Imaging
import PageModel
import Testing

@testable import Recognition

@Suite struct ConfidenceTests {
  private func reading(_ text: String, _ confidence: Double = 0.99) -> LineReading {
    var x = 0
    let words = text.split(separator: " ").map { word -> WordReading in
      let characters = word.map { mark -> CharacterReading in
        x += 10
        return CharacterReading(text: String(mark), box: Box(x: x, y: 0, width: 9, height: 20), confidence: confidence)
      }
      let box = characters.map(\.box).reduce(characters[0].box) { $0.union($1) }
      return WordReading(word: Word(text: String(word), box: box, confidence: confidence), characters: characters)
    }
    return LineReading(box: Box(x: 0, y: 0, width: x, height: 20), words: words)
  }

  @Test func `characters are aligned by the fewest edits`() {
    func agreement(_ text: String, _ other: String) -> [Bool] {
      ConfidenceEstimate.agreement(of: text.map(String.init), with: other.map(String.init))
    }
    #expect(agreement("1,200", "1,200") == [true, true, true, true, true])
    #expect(agreement("1,200", "1200") == [true, false, true, true, true])
    #expect(agreement("성명", "섬명") == [false, true])
    #expect(agreement("abc", "") == [false, false, false])
    #expect(agreement("", "abc").isEmpty)
    #expect(agreement("ab", "xxabxx") == [true, true])
  }

  @Test func `what other readings doubt, and what the network doubts, counts less`() {
    let line = reading("합계금액 12,500원 감사합니다")
    let alone = ConfidenceEstimate(of: 0, among: [line], height: 24)
    let agreed = ConfidenceEstimate(of: 0, among: [line, line, line], height: 24)
    let doubted = ConfidenceEstimate(
      of: 0, among: [line, reading("합계금액 12,800원 감사합니다"), line], height: 24)
    #expect(agreed.shares.count == 16)
    #expect(alone.shares == agreed.shares)
    // Only the 5 that another reading has as 8.
    let place = 7
    for index in 0..<16 { #expect((doubted.shares[index] < agreed.shares[index]) == (index == place), "\(index)") }
    let faint = ConfidenceEstimate(of: 0, among: [reading("합계금액 12,500원 감사합니다", 0.95)], height: 24)
    #expect(faint.mean < alone.mean)
    #expect(ConfidenceEstimate(of: 0, among: [line], height: 8).mean < alone.mean)
    #expect(ConfidenceEstimate(of: 0, among: [reading("일")], height: 24).mean < alone.mean)
    for estimate in [alone, doubted, faint] { #expect(estimate.shares.allSatisfy { $0 > 0 && $0 < 1 }) }
    #expect(ConfidenceEstimate(of: 0, among: [reading("")], height: nil).mean == 0)
  }

  @Test func `a line's confidence is the mean over its characters, a word's over its own`() {
    var line = reading("합계 12,500")
    line.words[1].characters[0].confidence = 0.6
    let estimate = ConfidenceEstimate(of: 0, among: [line], height: 24)
    let result = line.line(estimate)
    #expect(result.text == "합계 12,500")
    let words = result.words.map(\.confidence)
    #expect(words[1] < words[0])
    #expect(abs(result.confidence - (words[0] * 2 + words[1] * 6) / 8) < 0.001)
  }

  @Test(arguments: ["hard/clean.png", "hard/desk.jpg", "hard/faded.jpg", "scans/parking-faded.jpg"])
  func `what is stated of a page is what is right on it, more or less`(name: String) throws {
    guard case .recognised(let page) = try sampleReading(name) else { return #expect(Bool(false)) }
    let stem = name.prefix { $0 != "." }
    let right = 1 - characterError(page.text, expected: try sampleText("\(stem).expected.txt"))
    #expect(abs(page.confidence - right) < 0.08, "\(page.confidence) stated, \(right) right")
  }

  @Test func `print too small to be read is not stated to be read`() throws {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let image = GrayImage(try samplePicture("hard/clean.png"))
    func confidence(_ image: GrayImage) throws -> Double {
      let picture = try #require(image.makePicture())
      guard case .recognised(let page) = try reader.read(picture) else { return 0 }
      return page.confidence
    }
    // Halved twice the letters are five pixels high; the white around makes a page of it.
    var small = GrayImage(width: 300, height: 420)
    let tiny = image.reduced(by: 4)
    for y in 0..<tiny.height {
      for x in 0..<tiny.width { small.pixels[(y + 40) * 300 + x + 40] = tiny.pixels[y * tiny.width + x] }
    }
    let (large, little) = (try confidence(image), try confidence(small))
    #expect(large > 0.93)
    #expect(little < 0.75, "\(little)")
  }

  @Test func `a word's box is drawn in to its ink, up to where the next word begins`() {
    var line = reading("합계 100")
    // The first word has the whole line, as the engine gives it where blobs and characters do not fit.
    line.words[0].word.box = Box(x: 0, y: 0, width: 200, height: 48)
    line.words[1].word.box = Box(x: 120, y: 0, width: 80, height: 48)
    var image = GrayImage(width: 200, height: 48)
    for y in 12..<30 {
      for x in Array(20..<60) + Array(140..<170) { image.pixels[y * 200 + x] = 0 }
    }
    let boxes = line.tightened(to: image).words.map(\.word.box)
    #expect(boxes == [Box(x: 20, y: 12, width: 40, height: 18), Box(x: 140, y: 12, width: 30, height: 18)])
    // Without ink there is nothing to go by.
    #expect(line.tightened(to: GrayImage(width: 200, height: 48)).words == line.words)
  }

  @Test(arguments: [96, 104, 112, 118, 126, 132])
  func `words part where the space is, even where the second is said to begin in a letter`(start: Int) {
    var line = reading("합계 100")
    line.words[0].word.box = Box(x: 20, y: 0, width: start - 20, height: 48)
    line.words[1].word.box = Box(x: start, y: 0, width: 190 - start, height: 48)
    var image = GrayImage(width: 200, height: 48)
    // Letters with narrow gaps between them, and a wide one between the words.
    let letters = [20..<58, 62..<100, 120..<136, 140..<156, 160..<176]
    for y in 12..<30 {
      for x in letters.flatMap(Array.init) { image.pixels[y * 200 + x] = 0 }
    }
    let boxes = line.tightened(to: image).words.map(\.word.box)
    #expect(boxes == [Box(x: 20, y: 12, width: 80, height: 18), Box(x: 120, y: 12, width: 56, height: 18)])
  }
}
