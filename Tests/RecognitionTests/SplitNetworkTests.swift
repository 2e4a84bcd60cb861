import Foundation
import PageModel
import TestSupport
import Testing

@testable import Imaging
@testable import Recognition

/// The layers before the last one, computed outside of Tesseract.
@Suite struct SplitNetworkTests {
  private let model: ResolvedReader.Model
  private let lines: LineEngine
  private let whole: Engine

  init() throws {
    let resolved = try ModelCatalogue(settings: .init(), environment: [:]).resolve(.init())
    model = try #require(resolved.models.first)
    let variables = [ReaderSettings.Variable(name: "preserve_interword_spaces", value: "1")]
    lines = try #require(try LineEngine([model], variables: variables))
    whole = try Engine(
      [model], variables: variables + [.init(name: "tessedit_do_invert", value: "0")])
  }

  private func network() throws -> ArraySlice<UInt8> {
    try TrainedData(parsing: model.source.bytes()).required(.network)
  }

  /// The lines of a sample as they are cut out to be read.
  private func crops(_ name: String) throws -> [GrayImage] {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let blocks = try #require(try reader.prepare(samplePicture(name))).blocks
    return blocks.flatMap { block in block.textLines.map { block.cropper.crop($0).image } }
  }

  private func collected(_ iterator: inout ResultIterator) -> [LineReading] {
    var collector = ReadingCollector(candidates: 1, readsKorean: true)
    return collector.collect(&iterator)
  }

  private func readByParts(_ line: GrayImage) throws -> LineReading? {
    try lines.read(try #require(line.makePicture())) { collected(&$0) }
  }

  private func readByWhole(_ line: GrayImage) throws -> LineReading? {
    let read = try whole.reading(try #require(line.makePicture()), mode: .rawLine) { collected(&$0) }
    return LineReading(joining: read.lines)
  }

  /// What tells of any number that is not the same: texts and confidences, to the last bit.
  private func said(_ reading: LineReading?) -> [String] {
    (reading?.words ?? []).map { word in
      let characters = word.characters.map { "\($0.text) \($0.confidence)" }
      return "\(word.word.text) \(word.word.confidence): \(characters.joined(separator: ", "))"
    }
  }

  @Test(arguments: ["scans/mart-ko.png", "scans/cafe-en.png", "hard/menu.png", "hard/faded.jpg"])
  func `the engine reads the same whichever part computes the layers before the last one`(name: String) throws {
    let crops = try crops(name)
    #expect(crops.count > 5)
    for crop in crops {
      let (parts, whole) = (try readByParts(crop), try readByWhole(crop))
      #expect(said(parts) == said(whole))
      #expect(parts?.text == whole?.text)
    }
  }

  @Test func `a line of any width is read the same, also of a letter or of noise`() throws {
    let crop = try #require(try crops("scans/mart-ko.png").max { $0.width < $1.width })
    var numbers = SeededRandom(seed: 7)
    for width in [18, 19, 20, 24, 31, 48, 97, 301] {
      var part = GrayImage(width: width, height: crop.height)
      var noise = part
      for y in 0..<crop.height {
        for x in 0..<width {
          part.pixels[y * width + x] = crop.pixels[y * crop.width + x]
          noise.pixels[y * width + x] = .random(in: 0...255, using: &numbers) | 0x80
        }
      }
      #expect(said(try readByParts(part)) == said(try readByWhole(part)), "\(width)")
      #expect(said(try readByParts(noise)) == said(try readByWhole(noise)), "noise, \(width)")
    }
  }

  @Test func `boxes are in the line's pixels, from left to right`() throws {
    let crop = try #require(try crops("scans/cafe-en.png").max { $0.width < $1.width })
    let (parts, whole) = (try readByParts(crop), try readByWhole(crop))
    let boxes = try #require(parts).words.map(\.word.box)
    #expect(boxes.count > 1)
    #expect(zip(boxes, boxes.dropFirst()).allSatisfy { $0.x < $1.x })
    #expect(boxes.allSatisfy { $0.x >= 0 && $0.x + $0.width <= crop.width && $0.y == 0 && $0.height == crop.height })
    for (box, other) in zip(boxes, try #require(whole).words.map(\.word.box)) { #expect(abs(box.x - other.x) <= 12) }
  }

  @Test func `light print on dark is read as well`() throws {
    for crop in try crops("scans/cafe-en.png").prefix(4) {
      var dark = crop
      for index in dark.pixels.indices { dark.pixels[index] = 255 - dark.pixels[index] }
      #expect(try readByParts(dark)?.text == readByParts(crop)?.text)
    }
  }

  @Test func `each kind of processor computes the same numbers`() throws {
    let parts = try #require(try SplitNetwork(splitting: network()))
    // On a processor with fewer kinds the last ones are the same.
    let fast = try #require(LineFront(parts))
    let others = [try #require(LineFront(parts, kind: 1)), try #require(LineFront(parts, kind: 2))]
    var numbers = SeededRandom(seed: 3)
    for width in [3, 4, 5, 8, 17, 100, 1003] {
      var line = GrayImage(width: width, height: fast.height)
      for index in line.pixels.indices { line.pixels[index] = .random(in: 0...255, using: &numbers) }
      let (steps, activations) = try #require(fast.picture(of: line))
      #expect(steps.width == width / fast.columns)
      let probabilities = try #require(fast.probabilities(of: activations))
      for start in stride(from: 0, to: probabilities.count, by: fast.codes) {
        let sum = probabilities[start..<start + fast.codes].reduce(0, +)
        #expect(abs(sum - 1) < 1e-4)
      }
      for other in others {
        let (otherSteps, otherActivations) = try #require(other.picture(of: line))
        #expect(GrayImage(steps) == GrayImage(otherSteps))
        #expect(other.probabilities(of: otherActivations) == probabilities)
      }
    }
  }

  @Test func `the rest is a network whose facts are those of the whole, on pictures of its steps`() throws {
    let bytes = try network()
    let (facts, rest) = (
      try NetworkFacts(parsing: bytes),
      try NetworkFacts(parsing: try #require(try SplitNetwork(splitting: bytes)).rest[...])
    )
    #expect(rest.inputHeight == 577)
    #expect(rest.outputs == facts.outputs && rest.nullCode == facts.nullCode)
    #expect(rest.weightCount < facts.weightCount)
  }

  @Test(arguments: ["eng", "kor"])
  func `a network of another shape stays whole`(name: String) throws {
    let network = try TrainedData(parsing: installedModel(name)).required(.network)
    #expect(try SplitNetwork(splitting: network) == nil)
  }

  @Test func `a network with ReLU stays whole`() throws {
    let own = Array(try network())
    let place = try #require(Data(own).range(of: Data("Tanh".utf8)))
    let other = own[..<place.lowerBound] + Array("Relu".utf8) + own[place.upperBound...]
    #expect(try NetworkFacts(parsing: other).outputs == NetworkFacts(parsing: own[...]).outputs)
    #expect(try SplitNetwork(splitting: other) == nil)
  }

  @Test func `lines are read with a network that stays whole, too`() throws {
    var settings = ReaderSettings()
    settings.languages = ["eng"]
    let resolved = try ModelCatalogue(directories: [ModelFolders.debian]).resolve(settings)
    let recognizer = try TesseractRecognizer(settings: settings, resolved: resolved)
    let crop = try #require(try crops("scans/cafe-en.png").first)
    #expect(try recognizer.readLine(#require(crop.makePicture()))?.text == readByParts(crop)?.text)
  }

  @Test func `another version of Tesseract reads with the plain engine, and the same text`() throws {
    #expect(LineEngine.knownVersions.contains(TesseractLibrary.version))
    let settings = ReaderSettings()
    let resolved = try ModelCatalogue(settings: settings, environment: [:]).resolve(settings)
    func recognizer(of version: String) throws -> TesseractRecognizer {
      try TesseractRecognizer(settings: settings, resolved: resolved, engineVersion: version)
    }
    let (known, unknown) = (try recognizer(of: "5.3.0"), try recognizer(of: "5.5.0"))
    // Only the line engine has a second network.
    #expect(try known.expect(.document) == .document)
    #expect(try unknown.expect(.document) == .receipt)
    _ = try known.expect(.receipt)
    for crop in try crops("scans/cafe-en.png") {
      let line = try #require(crop.makePicture())
      #expect(said(try known.readLine(line)) == said(try unknown.readLine(line)))
    }
  }

  @Test func `a network that is cut or spoilt is refused or taken, and never traps`() throws {
    let bytes = Array(try network())
    var numbers = SeededRandom(seed: 11)
    for _ in 0..<60 {
      let end = Int.random(in: 0..<bytes.count, using: &numbers)
      #expect(throws: ModelError.self, "cut at \(end)") { try SplitNetwork(splitting: bytes[..<end]) }
    }
    for _ in 0..<60 {
      var spoilt = bytes
      let most = Bool.random(using: &numbers) ? 1200 : bytes.count
      for _ in 0..<3 { spoilt[Int.random(in: 0..<most, using: &numbers)] = .random(in: 0...255, using: &numbers) }
      guard let parts = try? SplitNetwork(splitting: spoilt[...]), let front = LineFront(parts) else { continue }
      _ = front.picture(of: GrayImage(width: 60, height: front.height, filledWith: 200))
    }
  }
}
