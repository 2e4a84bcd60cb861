import Glibc
import Imaging
import PageModel
import Recognition
import TestSupport
import Testing

@Suite struct TesseractRecognizerTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(OwnModel.bytes, to: "hanscan.traineddata")
  }

  private func recognizer(_ change: (inout ReaderSettings) -> Void = { _ in }) throws -> TesseractRecognizer {
    var settings = ReaderSettings()
    settings.pageSegmentation = 6
    change(&settings)
    return try TesseractRecognizer(
      settings: settings,
      resolved: ModelCatalogue(directories: [folder.path, ModelFolders.debian]).resolve(settings))
  }

  private static let wholeReadings = SharedReadings()

  /// The reading of a sample by a recognizer of its own with the usual settings, made once for all tests.
  private func reading(_ name: String) throws -> PageOutcome {
    try Self.wholeReadings.reading(name) { try recognizer().recognise(samplePicture(name)) }
  }

  private func page(_ reading: PageOutcome) throws -> RecognisedPage {
    guard case .recognised(let page) = reading else { throw Blank() }
    return page
  }

  private struct Blank: Error {}

  @Test func `a Korean receipt is read in lines of words, with boxes and confidences`() throws {
    let picture = try samplePicture("scans/mart-ko.png")
    let page = try page(reading("scans/mart-ko.png"))
    #expect(characterError(page.text, expected: try sampleText("scans/mart-ko.expected.txt")) < 0.03)
    #expect(page.width == picture.width)
    #expect(page.confidence > 0.7 && page.confidence <= 1)
    for line in page.lines {
      for word in line.words {
        #expect((0...1).contains(word.confidence))
        #expect(word.box.x >= 0 && word.box.x + word.box.width <= picture.width)
        #expect(word.box.y >= 0 && word.box.y + word.box.height <= picture.height)
        #expect(word.text.split(whereSeparator: \.isWhitespace).count == 1)
        #expect(word.language == nil)
        #expect(word.candidates.map(\.text) == [word.text])
      }
    }
    #expect(page.lines.flatMap(\.words).contains { $0.script == "Hangul" })
  }

  @Test func `ruling lines stay out of the text and in their places`() throws {
    let page = try page(reading("scans/mart-ko.png"))
    let rules = page.lines.indices.filter { page.lines[$0].kind == .rule }
    #expect(rules.count == 5)
    #expect(rules.allSatisfy { page.lines[$0].text.isEmpty && page.lines[$0].box.width > page.width / 2 })
    let first = try #require(rules.first)
    #expect(page.lines[first - 1].text.hasPrefix("거래일시"))
    #expect(page.lines[first + 1].text.hasPrefix("상품명"))
    #expect(!page.text.contains("--"))
  }

  @Test func `a page of text has no ruling lines`() throws {
    let page = try page(reading("hard/menu.png"))
    #expect(page.lines.allSatisfy { $0.kind == .text })
  }

  @Test func `rare syllables of a menu are read`() throws {
    let text = try page(reading("hard/menu.png")).text
    #expect(characterError(text, expected: try sampleText("hard/menu.expected.txt")) < 0.03)
  }

  @Test func `English is read by Debian's model and by the program's own`() throws {
    let picture = try samplePicture("scans/cafe-en.png")
    let expected = try sampleText("scans/cafe-en.expected.txt")
    let whole = try page(recognizer().recognise(picture))
    let english = try page(recognizer { $0.languages = ["eng"] }.recognise(picture))
    #expect(characterError(whole.text, expected: expected) < 0.03)
    #expect(characterError(english.text, expected: expected) < 0.03)
    #expect(english.lines.flatMap(\.words).allSatisfy { $0.language == "eng" })
  }

  @Test func `an engine that could not start late fails for the same reason again`() throws {
    let reader = try recognizer { $0.pageSegmentation = nil }
    let picture = try samplePicture("scans/cafe-en.png")
    let path = folder.path(of: "hanscan.traineddata")
    // A file that is too large is not read, and after its end is cut off it would be.
    try #require(truncate(path, TrainedData.maximumSize + 1) == 0)
    let first = #expect(throws: RecognitionError.self) { try reader.readLines(picture) }
    try #require(truncate(path, OwnModel.bytes.count) == 0)
    let second = #expect(throws: RecognitionError.self) { try reader.readLines(picture) }
    #expect(first?.description == "The model hanscan cannot be read any more.")
    #expect(second?.description == first?.description)
  }

  @Test func `two of Debian's models are asked together, and each word tells which read it`() throws {
    let reader = try recognizer { $0.model = "kor+eng" }
    let page = try page(reader.recognise(samplePicture("scans/diner-mixed.png")))
    #expect(Set(page.lines.flatMap(\.words).compactMap(\.language)) == ["kor", "eng"])
  }

  @Test func `models of two folders are joined`() throws {
    let reader = try recognizer { $0.model = "hanscan+eng" }
    let page = try page(reader.recognise(samplePicture("scans/diner-mixed.png")))
    // The program's own model reads two languages, so a word that it has read names none.
    let words = page.lines.flatMap(\.words)
    #expect(words.contains { $0.language == nil && $0.script == "Hangul" })
    #expect(words.contains { $0.language == "eng" && $0.script == "Latin" })
  }

  @Test func `an engine reads the same picture the same way every time`() throws {
    let reader = try recognizer()
    let picture = try samplePicture("scans/mart-ko.png")
    let first = try reader.recognise(picture)
    _ = try reader.recognise(samplePicture("scans/cafe-en.png"))
    #expect(try reader.recognise(picture) == first)
    #expect(try reading("scans/mart-ko.png") == first)
  }

  @Test func `candidates begin with the chosen text and get less likely`() throws {
    let reader = try recognizer { $0.candidates = 4 }
    let words = try page(reader.recognise(samplePicture("scans/parking-faded.jpg"))).lines.flatMap(\.words)
    #expect(words.contains { $0.candidates.count > 1 })
    for word in words {
      #expect(word.candidates.first == Candidate(text: word.text, confidence: word.confidence))
      #expect(word.candidates.count <= 4)
      #expect(Set(word.candidates.map(\.text)).count == word.candidates.count)
      #expect(word.candidates.map(\.confidence) == word.candidates.map(\.confidence).sorted(by: >))
    }
  }

  @Test func `a line that is cut out reads as it does on the page`() throws {
    let reader = try recognizer()
    let picture = try samplePicture("scans/mart-ko.png")
    let page = GrayImage(picture)
    // The head of the receipt: rows of the table below have wide gaps.
    let lines = try reader.readLines(picture).filter { $0.kind == .text }.prefix(5)
    try #require(lines.count == 5)
    var texts: [String] = []
    for line in lines {
      let crop = try #require(page.cut(line.box, margin: 6).makePicture())
      let again = try #require(try reader.readLine(crop))
      #expect(again.words.allSatisfy { $0.characters.map(\.text).joined() == $0.word.text })
      #expect(again.box.x >= 0 && again.box.x + again.box.width <= crop.width)
      texts.append(again.text)
    }
    let expected = lines.map(\.text).joined(separator: "\n")
    #expect(characterError(texts.joined(separator: "\n"), expected: expected) < 0.05)
  }

  @Test func `what the engine sees in a line without ink has no baseline`() throws {
    let paper = try #require(GrayImage(width: 300, height: 40).makePicture())
    // In this mode the engine takes the whole picture for one line, whatever is in it.
    let line = try #require(try recognizer().readLine(paper))
    #expect(line.baseline == nil)
  }

  @Test func `boxes come in the coordinates that are asked for`() throws {
    let reader = try recognizer()
    let picture = try samplePicture("scans/cafe-en.png")
    let plain = try reader.readLines(picture)
    let mapped = try reader.readLines(picture, firstBlock: 3).map { line in
      line.mapped { Box(x: $0.x * 2 + 100, y: $0.y * 2, width: $0.width * 2, height: $0.height * 2) }
    }
    #expect(mapped.first?.box.x == plain.first.map { $0.box.x * 2 + 100 })
    #expect(
      mapped.first?.words.first?.characters.first?.box.height
        == plain.first?.words.first?.characters.first.map { $0.box.height * 2 })
    #expect(mapped.first?.block == 3)
    #expect(mapped.first?.baseline?.y1 == plain.first?.baseline.map { $0.y1 * 2 })
  }

  @Test func `a page without ink is blank`() throws {
    let picture = try samplePicture("scans/blank.jpg")
    #expect(try recognizer().recognise(picture) == .blank(width: picture.width, height: picture.height))
  }

  @Test func `lines lower than asked for are left out`() throws {
    let picture = try samplePicture("scans/cafe-en.png")
    let page = try page(recognizer { $0.minimumTextHeight = 0.9 }.recognise(picture))
    #expect(page.text.isEmpty)
  }

  private func noisyReceipt() throws -> Picture {
    var image = try GrayImage(samplePicture("scans/mart-ko.png")).reduced(by: 2)
    var numbers = SeededRandom(seed: 1)
    for index in image.pixels.indices {
      image.pixels[index] = UInt8(clamping: Int(image.pixels[index]) + Int.random(in: -60...60, using: &numbers))
    }
    return try #require(image.makePicture())
  }

  @Test func `the program's own model is told words of receipts, and the same under another name is not`() throws {
    try folder.write(OwnModel.bytes, to: "other.traineddata")
    let picture = try noisyReceipt()
    let spaces = [ReaderSettings.Variable(name: "preserve_interword_spaces", value: "1")]
    let told = try page(recognizer { $0.variables = spaces }.recognise(picture))
    let untold = try page(
      recognizer {
        $0.variables = spaces
        $0.model = "other"
      }.recognise(picture))
    #expect(!told.text.isEmpty && told.text != untold.text)
  }

  @Test func `words of the user's own are taken by the engine`() throws {
    // On a page that is hard to read, the engine prefers a word that it knows to what it sees; this model knows few.
    try folder.write(OwnModel.bytes, to: "other.traineddata")
    let picture = try noisyReceipt()
    let words = try sampleText("scans/mart-ko.expected.txt").split(whereSeparator: \.isWhitespace).map(String.init)
    let plain = try page(recognizer { $0.model = "other" }.recognise(picture))
    let helped = try page(
      recognizer {
        $0.model = "other"
        $0.customWords = words
      }.recognise(picture))
    #expect(!plain.text.isEmpty && helped != plain)
  }

  @Test(arguments: [
    ("no_such_variable", "1"), ("textord_heavy_nr", "maybe"), ("tessedit_pageseg_mode", "six"),
    ("lstm_rating_coefficient", "x"),
  ])
  func `a variable that does not exist, or a value not of its kind, is an error`(name: String, value: String) throws {
    let error = try #require(throws: RecognitionError.self) {
      try recognizer { $0.variables = [.init(name: name, value: value)] }
    }
    #expect(error.problem.code == .engine)
    #expect(error.description.contains("Tesseract") && error.description.contains(name))
  }

  @Test func `a variable of the user's has its effect`() throws {
    let reader = try recognizer { $0.variables = [.init(name: "tessedit_char_whitelist", value: "0123456789")] }
    let text = try page(reader.recognise(samplePicture("scans/cafe-en.png"))).text
    #expect(text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || $0.properties.isWhitespace })
    #expect(!text.isEmpty)
  }

  @Test(arguments: [0, 2, 14, -1, 99])
  func `a page segmentation mode that does not read is an error`(mode: Int) throws {
    let error = try #require(throws: RecognitionError.self) { try recognizer { $0.pageSegmentation = mode } }
    #expect(error.problem.code == .engine && error.description.hasPrefix("Page segmentation mode \(mode) "))
  }

  @Test func `a picture that is too small is an error`() throws {
    let reader = try recognizer()
    // A PGM of two pixels: black and white.
    let picture = try Picture.decode(Array("P5\n2 1\n255\n".utf8) + [0, 255])
    let error = try #require(throws: RecognitionError.self) { try reader.recognise(picture) }
    #expect(error.problem.code == .zeroSize)
  }
}

extension GrayImage {
  /// A part of the picture with so many white pixels around.
  fileprivate func cut(_ box: Box, margin: Int) -> GrayImage {
    var part = GrayImage(width: box.width + 2 * margin, height: box.height + 2 * margin)
    for row in 0..<box.height {
      for column in 0..<box.width {
        part.pixels[(row + margin) * part.width + column + margin] = pixels[(box.y + row) * width + box.x + column]
      }
    }
    return part
  }
}
