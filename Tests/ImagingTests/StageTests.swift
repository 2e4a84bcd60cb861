import PageModel
import Testing

@testable import Imaging

/// Each step of the preparation alone.
@Suite struct StageTests {
  @Test func `the level light does without receipts side by side and background`() {
    #expect(PagePreparer(level: .light, without: [.skew]).omitted == [.skew, .blocks, .background])
    #expect(PagePreparer(level: .full, without: [.skew]).omitted == [.skew])
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
    let even = page.image.evened(by: page.image, reach: 21)
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
    let shaded = page.image.shaded(to: 0.4).noisy(6)
    let white = Background(of: shaded, reach: 21).divided(out: shaded)
    let isInk = white.evened(by: white, reach: 21).pixels.map { $0 < RowAssembler.threshold }
    let wrong = zip(clean, isInk).count { $0 != $1 }
    let ink = clean.count { $0 }
    #expect(wrong * 50 < ink, "\(wrong) of \(ink)")
    // Without that the darker half of the page is all ink.
    let raw = page.image.shaded(to: 0.4).pixels.map { $0 < RowAssembler.threshold }
    #expect(zip(clean, raw).count { $0 != $1 } > ink)
  }
}
