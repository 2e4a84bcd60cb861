import PageModel
import Testing

@testable import Imaging
@testable import Recognition

/// Print that is there, and too faint or too blurred to be read, is measured.
@Suite struct UnclearPrintTests {
  private func read(_ image: GrayImage, without: Set<ReaderSettings.Step> = []) throws -> RecognisedPage {
    var settings = ReaderSettings()
    settings.without = without
    let reader = try PageReader(settings: settings, environment: [:])
    return page(try reader.read(#require(image.makePicture())))
  }

  private static let damagedReadings = SharedReadings()

  /// A damaged receipt with the usual settings, read once for all tests.
  private func read(damage index: Int) throws -> RecognisedPage {
    let outcome = try Self.damagedReadings.reading("\(index)") {
      let picture = try #require(try damaged(Self.damages[index].damage).makePicture())
      return try PageReader(settings: ReaderSettings(), environment: [:]).read(picture)
    }
    return page(outcome)
  }

  private func page(_ reading: PageOutcome) -> RecognisedPage {
    guard case .recognised(let page) = reading else {
      Issue.record("the page was found blank")
      return RecognisedPage(width: 0, height: 0, confidence: 0, lines: [])
    }
    return page
  }

  /// A receipt of which the lower half is as another picture has it.
  private func damaged(_ damage: (GrayImage) -> GrayImage) throws -> GrayImage {
    var image = try GrayImage(samplePicture("hard/clean.png"))
    let half = image.width * (image.height / 2)
    image.pixels = Array(image.pixels.prefix(half) + damage(image).pixels.dropFirst(half))
    return image
  }

  private static let damages: [(name: String, damage: @Sendable (GrayImage) -> GrayImage)] = [
    ("blurred", { (0..<4).reduce($0) { image, _ in image.blurred(radius: 4) } }),
    (
      "faded",
      { image in
        var faded = image
        faded.pixels = image.pixels.map { 235 + $0 / 30 }
        return faded
      }
    ),
  ]

  @Test(arguments: damages.indices)
  func `a receipt of which a half can't be read has unclear print there`(index: Int) throws {
    let (name, damage) = Self.damages[index]
    let image = try damaged(damage)
    let page = try read(damage: index)
    let whole = try sampleText("hard/clean.expected.txt").split(separator: "\n").count
    #expect(page.lines.count { $0.kind == .text } < whole * 3 / 4, "\(name): the damage does no harm")
    let signals = try #require(page.signals)
    #expect(try #require(signals.unclear) >= PageSignals.unclearFrom, "\(name)")
    #expect(signals.unreadBoxes.contains { $0.y > image.height / 2 }, "\(name)")
    #expect(try #require(try read(image, without: [.evenedLook]).signals).unclear == nil)
  }

  @Test func `unclear print is told whichever way a receipt lies, and a receipt that is read has none`() throws {
    let clean = try samplePicture("hard/clean.png")
    let damaged = try #require(try damaged(Self.damages[0].damage).makePicture())
    for degrees in [0, 90, 180, 270] {
      func turned(_ picture: Picture) throws -> GrayImage {
        GrayImage(try degrees == 0 ? picture : #require(picture.rotated(by: degrees)))
      }
      let whole = degrees == 0 ? page(try sampleReading("hard/clean.png")) : try read(turned(clean))
      #expect(try #require(whole.signals?.unclear) < 0.02, "\(degrees)")
      let signals = try #require(try degrees == 0 ? read(damage: 0).signals : read(turned(damaged)).signals)
      #expect(try #require(signals.unclear) >= PageSignals.unclearFrom, "\(degrees)")
      let (width, height) = (damaged.width, damaged.height)
      let isLower: (Box) -> Bool = { box in
        switch degrees {
        case 90: box.x < height / 2
        case 180: box.y < height / 2
        case 270: box.x + box.width > height / 2
        default: box.y + box.height > height / 2
        }
      }
      #expect(!signals.unreadBoxes.isEmpty && signals.unreadBoxes.allSatisfy(isLower), "\(degrees)")
      // As large as lines of print are, which are 552 pixels wide at most here.
      #expect(signals.unreadBoxes.allSatisfy { max($0.width, $0.height) <= width }, "\(degrees)")
    }
  }

  @Test func `boxes of unclear print are as high as its lines, however large the picture is`() throws {
    let small = try damaged(Self.damages[1].damage)
    func height(_ page: RecognisedPage) throws -> Double {
      let boxes = try #require(page.signals).unreadBoxes
      try #require(boxes.count > 5)
      return Double(boxes.map(\.height).sorted()[boxes.count / 2])
    }
    let ratio = try height(read(small.enlarged(by: 3))) / height(read(damage: 1))
    #expect(ratio > 2.5 && ratio < 3.5, "\(ratio)")
  }

  @Test func `half of a long strip is not overlooked`() throws {
    let receipt = try GrayImage(samplePicture("hard/clean.png"))
    let half = GrayImage.stacked(Array(repeating: receipt, count: 4))
    let faded = GrayImage.stacked(Array(repeating: Self.damages[1].damage(receipt), count: 4))
    let page = try read(GrayImage.stacked([half, faded]))
    #expect(try #require(page.signals?.unclear) > 0.2)
  }

  @Test func `a page that is given up is not looked at for it`() throws {
    let signals = try #require(page(sampleReading("hard/hebrew.png")).signals)
    #expect(signals.unread != nil && signals.unclear == nil)
  }
}

extension GrayImage {
  /// Pictures of one width, one below the other.
  fileprivate static func stacked(_ images: [GrayImage]) -> GrayImage {
    var result = GrayImage(width: images[0].width, height: images.reduce(0) { $0 + $1.height })
    result.pixels = images.flatMap(\.pixels)
    return result
  }

  fileprivate func enlarged(by factor: Int) -> GrayImage {
    var result = GrayImage(width: factor * width, height: factor * height)
    for y in 0..<result.height {
      for x in 0..<result.width { result.pixels[y * result.width + x] = pixels[y / factor * width + x / factor] }
    }
    return result
  }
}
