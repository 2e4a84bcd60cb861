import Imaging
import PageModel
import TestSupport
import Testing

@testable import Recognition

/// What is read where a step is switched off.
@Suite struct StepTests {
  private func read(_ name: String, without steps: Set<ReaderSettings.Step>) throws -> RecognisedPage {
    guard !steps.isEmpty else { return page(try sampleReading(name)) }
    var settings = ReaderSettings()
    settings.without = steps
    return try read(samplePicture(name), settings)
  }

  private func read(_ picture: Picture, _ settings: ReaderSettings) throws -> RecognisedPage {
    page(try PageReader(settings: settings, environment: [:]).read(picture))
  }

  private func page(_ reading: PageOutcome) -> RecognisedPage {
    guard case .recognised(let page) = reading else {
      return RecognisedPage(width: 0, height: 0, confidence: 0, lines: [])
    }
    return page
  }

  @Test func `without rereading only a corrected line has a second reading, that of the network`() throws {
    // Print of half the height, in noise, is hard to read.
    var image = try GrayImage(samplePicture("hard/clean.png")).reduced(by: 2)
    var numbers = SeededRandom(seed: 1)
    for index in image.pixels.indices {
      let noise = Int.random(in: -110...110, using: &numbers)
      image.pixels[index] = UInt8(min(max(Int(image.pixels[index]) + noise, 0), 255))
    }
    let small = try #require(image.makePicture())
    var settings = ReaderSettings()
    settings.without = [.lineMerging]
    #expect(try read(small, settings).lines.contains { $0.readings.count > 1 })
    settings.without.formUnion([.rereading, .contestedInk, .noiseLines])
    let corrected = try read(small, settings).lines.filter { $0.readings.count > 1 }
    settings.without.insert(.letterCorrection)
    #expect(try read(small, settings).lines.allSatisfy { $0.readings.count < 2 })
    #expect(!corrected.isEmpty)
    for line in corrected {
      #expect(line.readings.count == 2 && line.readings[0].text == line.text)
      #expect(line.readings[1].text.count == line.text.count)
    }
  }

  @Test func `without columns the lines of both columns alternate`() throws {
    // The first words of two lines of the left column, and that of the line of the right one that lies between them.
    func order(_ steps: Set<ReaderSettings.Step>) throws -> [String] {
      let words = try read("hard/two-columns.tif", without: steps).lines.flatMap(\.words).map(\.text)
      return words.filter { ["광장에서", "bring", "채소와", "강변을", "crosses", "다리"].contains($0) }
    }
    #expect(try order([]) == ["광장에서", "채소와", "강변을", "다리", "bring", "crosses"])
    #expect(try order([.columns]) == ["광장에서", "bring", "채소와", "강변을", "crosses", "다리"])
  }

  @Test func `without orientation an upside-down page is not read`() throws {
    let expected = try sampleText("hard/rotated-180.expected.txt")
    func error(_ steps: Set<ReaderSettings.Step>) throws -> Double {
      characterError(try read("hard/rotated-180.png", without: steps).text, expected: expected)
    }
    #expect(try error([]) < 0.1)
    #expect(try error([.orientation]) > 0.5)
  }

  @Test func `a shaded page that is not prepared is read by local thresholds, unless the user says otherwise`() throws {
    let expected = try sampleText("hard/shaded.expected.txt")
    var settings = ReaderSettings()
    settings.preparation = .none
    let picture = try samplePicture("hard/shaded.jpg")
    #expect(characterError(try read(picture, settings).text, expected: expected) < 0.1)
    settings.variables = [.init(name: "thresholding_method", value: "0")]
    #expect(characterError(try read(picture, settings).text, expected: expected) > 0.2)
  }
}
