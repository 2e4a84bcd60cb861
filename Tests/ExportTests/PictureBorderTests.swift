import PageModel
import Testing

@testable import Export

@Suite struct PictureBorderTests {
  private let border = PictureBorder(of: RecognisedPage(width: 100, height: 50, confidence: 0, lines: []))

  @Test func `a baseline that leaves the picture is cut where it does, as steep as before`() {
    let cut = border.clip(Baseline(x1: -20, y1: 30, x2: 120, y2: 58))
    #expect(cut == Baseline(x1: 0, y1: 34, x2: 80, y2: 50))
    let back = border.clip(Baseline(x1: 120, y1: 58, x2: -20, y2: 30))
    #expect(back == Baseline(x1: 80, y1: 50, x2: 0, y2: 34))
    let upright = border.clip(Baseline(x1: 40, y1: 90, x2: 40, y2: -10))
    #expect(upright == Baseline(x1: 40, y1: 50, x2: 40, y2: 0))
  }

  @Test func `one that lies within stays as it is, and one beside the picture goes to its border`() {
    let within = Baseline(x1: 3.3, y1: 47.7, x2: 99.9, y2: 50)
    #expect(border.clip(within) == within)
    #expect(border.clip(Baseline(x1: 10, y1: 70, x2: 90, y2: 71)) == Baseline(x1: 10, y1: 50, x2: 90, y2: 50))
    #expect(border.clip(Baseline(x1: 300, y1: 400, x2: 310, y2: 400)) == Baseline(x1: 100, y1: 50, x2: 100, y2: 50))
    let none = PictureBorder(of: RecognisedPage(width: -1, height: 0, confidence: 0, lines: []))
    let far = Baseline(x1: 1, y1: .infinity, x2: -9e300, y2: 0)
    #expect(none.clip(far) == Baseline(x1: 0, y1: 0, x2: 0, y2: 0))
  }
}
