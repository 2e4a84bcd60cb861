import Imaging
import PageModel
@testable import Recognition
import Testing

/// An engine that sees the same word in every picture, or one of several after the other.
private final class WordRecognizer: TextRecognizer {
  private(set) var lines = 0
  private(set) var divided = 0
  private(set) var whole = 0
  /// How often each line was given.
  private(set) var crops: [GrayImage: Int] = [:]
  private let words: [String]
  private let confidence: Double

  init(_ words: [String] = ["word"], confidence: Double = 0.99) {
    self.words = words
    self.confidence = confidence
  }

  private func line(_ picture: Picture, block: Int = 0) -> LineReading {
    let box = Box(x: 0, y: 0, width: picture.width, height: picture.height)
    let text = words[lines % words.count]
    let characters = text.map { CharacterReading(text: String($0), box: box, confidence: confidence) }
    let word = Word(text: text, box: box, confidence: confidence, candidates: [], language: nil, script: "Latin")
    return LineReading(box: box, block: block, words: [WordReading(word: word, characters: characters)])
  }

  func expect(_ print: PrintKind) throws(RecognitionError) -> PrintKind { .receipt }

  func corrected(_ reading: LineReading) -> LineReading { reading }

  func readLineWithAlternatives(_ picture: Picture) throws(RecognitionError) -> LineReading? {
    try readLine(picture)
  }

  func readLine(_ picture: Picture) throws(RecognitionError) -> LineReading? {
    lines += 1
    crops[GrayImage(picture), default: 0] += 1
    return line(picture)
  }

  func readLines(_ picture: Picture, firstBlock: Int) throws(RecognitionError) -> [LineReading] {
    divided += 1
    return [line(picture, block: firstBlock)]
  }

  func recognise(_ picture: Picture) throws(RecognitionError) -> PageOutcome {
    whole += 1
    return .recognised(RecognisedPage(width: 1, height: 1, confidence: 0.5, lines: [line(picture).line]))
  }
}

@Suite struct TextRecognizerTests {
  private func read(
    _ name: String, words: [String] = ["word"], confidence: Double = 0.99,
    _ change: (inout ReaderSettings) -> Void = { _ in }
  ) throws -> (page: RecognisedPage?, engine: WordRecognizer) {
    var settings = ReaderSettings()
    change(&settings)
    let engine = WordRecognizer(words, confidence: confidence)
    let picture = try samplePicture(name)
    let reader = try PageReader(settings: settings, recognizer: engine, network: DetectionModel.own.load())
    guard case .recognised(let page) = try reader.read(picture) else {
      return (nil, engine)
    }
    return (page, engine)
  }

  @Test func `another engine is given each line that is found, and its words are the page`() throws {
    let (page, engine) = try read("scans/mart-ko.png")
    let lines = try #require(page).lines.filter { $0.kind == .text }
    #expect(lines.count > 10)
    #expect(lines.allSatisfy { $0.text == "word" })
    #expect(engine.lines >= lines.count)
    #expect(engine.divided == 0 && engine.whole == 0)
  }

  @Test(arguments: [0.99, 0.9])
  func `no line is read twice as it is, whether it tells which end is up, is doubtful, or neither`(
    confidence: Double
  ) throws {
    let (page, engine) = try read("scans/mart-ko.png", confidence: confidence)
    #expect(try #require(page).lines.count > 10)
    #expect(engine.crops.count > 10)
    #expect(engine.crops.values.allSatisfy { $0 == 1 }, "\(engine.lines) readings of \(engine.crops.count) crops")
  }

  @Test func `a short line that reads otherwise again is noise, and what was seen stays in its readings`() throws {
    let words = ["Rxa4ur", "Qu8bld", "zo%w2n", "HEm5sa", "v7tlok"]
    let garbled = try #require(try read("scans/mart-ko.png", words: words, confidence: 0.93).page)
    let noise = garbled.lines.filter { $0.kind == .noise }
    #expect(noise.count > 10 && garbled.text.isEmpty, "\(garbled.text)")
    #expect(noise.allSatisfy { $0.readings.count > 1 })
    // None of them is estimated to be as wrong as a speck.
    #expect(noise.allSatisfy { $0.readings[0].confidence > 0.012 }, "\(noise.map { $0.readings[0].confidence })")
    // The same doubt of a word that every reading gives is no reason, nor is it that of a long line.
    for words in [
      ["word"], ["5,000", "5.000", "5,000", "-5,000"],
      ["a long line of print", "a lung lime of print", "o long line of paint"],
    ] {
      let page = try #require(try read("scans/mart-ko.png", words: words, confidence: 0.93).page)
      #expect(page.lines.allSatisfy { $0.kind != .noise } && !page.text.isEmpty)
    }
  }

  @Test func `with a page segmentation mode the engine divides the prepared page itself`() throws {
    let (page, engine) = try read("scans/mart-ko.png") { $0.pageSegmentation = 6 }
    #expect(page?.text == "word")
    // A few lines are read to tell which way is up, and no others.
    #expect(engine.divided > 0 && engine.lines <= 8 * engine.divided && engine.whole == 0)
  }

  @Test func `a picture that is not prepared is given to the engine whole`() throws {
    let (page, engine) = try read("scans/mart-ko.png") { $0.preparation = .none }
    #expect(page?.text == "word")
    #expect(engine.whole == 1 && engine.lines == 0 && engine.divided == 0)
  }
}
