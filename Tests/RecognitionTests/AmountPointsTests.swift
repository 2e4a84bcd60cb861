import Imaging
import PageModel
import Testing

@testable import Recognition

/// Points that were read for commas in amounts.
@Suite struct AmountPointsTests {
  private func words(_ line: String) -> [Word] {
    line.split(separator: " ").map { text in
      Word(
        text: String(text), box: Box(x: 0, y: 0, width: 1, height: 1), confidence: 1,
        script: TextNormalisation.script(of: String(text)))
    }
  }

  private func suspects(_ lines: [String]) -> [Int: [Int]] { AmountPoints.suspects(in: lines.map(words)) }

  @Test func `an amount with a point among amounts with commas is suspected, on a Korean receipt`() {
    #expect(suspects(["판매 금액 303.638", "합계 334,000", "승인 ₩334,000원"]) == [0: [2]])
    #expect(suspects(["sales 303.638", "total 334,000", "paid 334,000"]).isEmpty)
  }

  @Test func `points of most amounts, of quantities, dates and numbers are left alone`() {
    #expect(suspects(["판매 303.638", "합계 334,000"]).isEmpty)
    let lines = ["판매 303.638", "세 30.362", "수량 1.000", "2.000", "12.345", "합계 334,000", "승인 334,000"]
    #expect(suspects(lines).isEmpty)
    #expect(suspects(["휘발유 29.412 L", "0.345", "합계 50,000", "부가세 4,545"]).isEmpty)
    #expect(suspects(["2026.01.02", "1.5", "12.3456", "1,234.567", "합계 50,000", "부가세 4,545"]).isEmpty)
  }

  private func reading(_ text: String, comma: Double) -> LineReading {
    let box = Box(x: 0, y: 0, width: 1, height: 1)
    let characters = text.map { letter in
      CharacterReading(
        text: String(letter), box: box, confidence: 0.98,
        alternatives: letter == "." ? [Candidate(text: ",", confidence: comma)] : [])
    }
    return LineReading(
      box: box, words: [WordReading(word: Word(text: text, box: box, confidence: 0.98), characters: characters)])
  }

  @Test func `only what the network thought of is taken`() {
    #expect(AmountPoints.restored("1.234.567", in: reading("1.234.567", comma: 0.7)) == "1,234,567")
    #expect(AmountPoints.restored("1.234.567", in: reading("1.234.567", comma: 0.1)) == nil)
    #expect(AmountPoints.restored("303.638", in: reading("303.630", comma: 0.7)) == nil)
  }

  @Test func `the engine tells what else a character could be where it is asked to`() throws {
    let settings = ReaderSettings()
    let resolved = try ModelCatalogue(settings: settings, environment: [:]).resolve(settings)
    let recognizer = try TesseractRecognizer(settings: settings, resolved: resolved)
    let reader = try PageReader(settings: settings, recognizer: recognizer, network: DetectionModel.own.load())
    let block = try #require(try reader.prepare(samplePicture("hard/faded.jpg"))?.blocks.first)
    func alternatives(_ reading: LineReading?) -> Int {
      (reading?.words ?? []).flatMap(\.characters).reduce(0) { $0 + $1.alternatives.count }
    }
    var (with, without, texts) = (0, 0, 0)
    for line in block.textLines.prefix(8) {
      let picture = try #require(block.cropper.crop(line).image.makePicture())
      let full = try recognizer.readLineWithAlternatives(picture)
      let plain = try recognizer.readLine(picture)
      with += alternatives(full)
      without += alternatives(plain)
      if full?.text == plain?.text { texts += 1 }
    }
    #expect(with > 0)
    var own = settings
    own.variables = [.init(name: "lstm_choice_mode", value: "0")]
    let plain = try TesseractRecognizer(settings: own, resolved: resolved)
    let line = try #require(block.textLines.first.flatMap { block.cropper.crop($0).image.makePicture() })
    #expect(alternatives(try plain.readLineWithAlternatives(line)) == 0)
    #expect(without == 0)
    #expect(texts == min(8, block.textLines.count))
  }
}
