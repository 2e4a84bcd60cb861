import PageModel
import Testing

@testable import Imaging
@testable import Recognition

/// Print that is there, and too faint or too blurred to be read, is measured.
@Suite struct UnclearPrintTests {
  private func read(_ image: GrayImage) throws -> RecognisedPage {
    let reader = try PageReader(settings: ReaderSettings(), environment: [:])
    let outcome = try reader.read(#require(image.makePicture()))
    guard case .recognised(let page) = outcome else {
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
    let page = try read(image)
    let whole = try sampleText("hard/clean.expected.txt").split(separator: "\n").count
    #expect(page.lines.count { $0.kind == .text } < whole * 3 / 4, "\(name): the damage does no harm")
    let signals = try #require(page.signals)
    #expect(try #require(signals.unclear) >= PageSignals.unclearFrom, "\(name)")
    #expect(signals.unreadBoxes.contains { $0.y > image.height / 2 }, "\(name)")
  }

  @Test func `a receipt that is read has no unclear print, whichever way it lies`() throws {
    let picture = try samplePicture("hard/clean.png")
    for degrees in [0, 90, 180, 270] {
      let turned = try degrees == 0 ? picture : #require(picture.rotated(by: degrees))
      let signals = try #require(try read(GrayImage(turned)).signals)
      #expect(try #require(signals.unclear) < 0.02, "\(degrees)")
    }
  }

  @Test func `a page that is given up is not looked at for it`() throws {
    let signals = try #require(try read(GrayImage(samplePicture("hard/hebrew.png"))).signals)
    #expect(signals.unread != nil && signals.unclear == nil)
  }
}
