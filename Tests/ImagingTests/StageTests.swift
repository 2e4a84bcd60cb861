import PageModel
import Testing

@testable import Imaging

/// Each step of the preparation alone.
@Suite struct StageTests {
  @Test func `the level light does without channels, receipts side by side and background`() {
    let light = StageSelection(level: .light, without: [.skew])
    let full = StageSelection(level: .full, without: [.skew])
    let left = ReaderSettings.Step.allCases.filter { full.takes($0) && !light.takes($0) }
    #expect(Set(left) == [.channel, .blocks, .background])
    #expect(!full.takes(.skew) && !light.takes(.skew))
  }

  // MARK: channel

  /// Rows of bars on warm paper, some of them in another ink.
  private func bars(_ ink: @escaping (Int) -> (red: Int, green: Int, blue: Int)) -> Picture {
    drawnInColour(width: 300, height: 300) { x, y in
      y % 20 < 4 && x % 10 < 3 && x > 20 && x < 280 ? ink(y / 20) : (240, 225, 200)
    }
  }

  @Test func `red stamps are faded, red print is darkened, black print and gray pictures need nothing`() throws {
    let black = (red: 30, green: 28, blue: 26)
    let red = (red: 200, green: 40, blue: 50)
    #expect(ChannelChoice.mix(for: bars { _ in black }) == .luminance)
    #expect(ChannelChoice.mix(for: bars { $0 < 3 ? red : black }) == .mostlyRed)
    #expect(ChannelChoice.mix(for: bars { _ in red }) == .mostlyGreen)
    let gray = try #require(DrawnPage.receipt().image.makePicture())
    #expect(ChannelChoice.mix(for: gray) == .luminance)
  }

  // MARK: background, contrast, binarisation

  @Test func `shade is divided out of the paper`() {
    let shaded = DrawnPage.receipt().image.shaded(to: 0.3)
    let even = Background(of: shaded, reach: 21).divided(out: shaded)
    let edge = (0..<even.height).map { even.pixels[$0 * even.width + even.width - 20] }
    #expect((0..<shaded.height).allSatisfy { shaded.pixels[$0 * shaded.width + shaded.width - 20] < 90 })
    #expect(edge.allSatisfy { $0 > 240 }, "\(edge)")
  }

  @Test func `faint print beside black print becomes as dark`() {
    var page = DrawnPage(width: 620, height: 400, paper: 255)
    page.line("BARBECUE 208 THE END", x: 50, y: 40, ink: 20)
    page.line("BARBECUE 208 THE END", x: 50, y: 300, ink: 170)
    let even = Contrast(of: page.image, reach: 42).stretched(page.image)
    func darkest(_ rows: Range<Int>) -> UInt8 {
      even.pixels[rows.lowerBound * even.width..<rows.upperBound * even.width].min() ?? 255
    }
    #expect(darkest(30..<70) < 30)
    #expect(darkest(290..<330) < 60)
    #expect(even.pixels[200 * even.width + 300] == 255)
  }

  @Test func `the threshold parts shaded, noisy, faint ink from its paper as it does on a clean page`() {
    var page = DrawnPage(width: 620, height: 700)
    for row in 0..<14 { page.line("CASH  1,234,500  98,700", x: 60, y: 60 + row * 40, ink: row < 7 ? 30 : 120) }
    let clean = page.image.pixels.map { $0 < 200 }
    let found = Binarisation(page.image.shaded(to: 0.4).noisy(6), reach: 21)
    let isInk = found.even.pixels.map { $0 < Binarisation.threshold }
    let wrong = zip(clean, isInk).count { $0 != $1 }
    let ink = clean.count { $0 }
    #expect(wrong * 50 < ink, "\(wrong) of \(ink)")
    // Without that the darker half of the page is all ink.
    let raw = page.image.shaded(to: 0.4).pixels.map { $0 < Binarisation.threshold }
    #expect(zip(clean, raw).count { $0 != $1 } > ink)
  }
}
