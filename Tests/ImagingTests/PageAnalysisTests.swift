import PageModel
import Testing

@testable import Imaging

@Suite struct PageAnalysisTests {
  private func expectSame(_ a: PreparedPage, _ b: PreparedPage) {
    #expect(a.preparation == b.preparation)
    #expect(a.blocks.map(\.image.pixels) == b.blocks.map(\.image.pixels))
    #expect(a.lineBoxes == b.lineBoxes)
  }

  @Test(arguments: [180, 90, 270])
  func `a page prepared from what was kept is the same as one prepared afresh`(rotation: Int) throws {
    let picture = try #require(DrawnPage.receipt().image.makePicture())
    let preparer = PagePreparer()
    let kept = preparer.analysis(of: picture)
    _ = preparer.prepare(kept)
    let fresh = preparer.prepare(preparer.analysis(of: picture), rotation: rotation)
    #expect(fresh.preparation.rotation == 360 - rotation)
    expectSame(preparer.prepare(kept, rotation: rotation), fresh)
    // And once more, when the sheets were let go.
    expectSame(preparer.prepare(kept, rotation: rotation), fresh)
  }

  @Test func `sheets are kept for an upright page and let go before a copy is rotated`() throws {
    let picture = try #require(DrawnPage.receipt().image.makePicture())
    let preparer = PagePreparer()
    let analysis = preparer.analysis(of: picture)
    #expect(!analysis.holdsSheets)
    _ = preparer.prepare(analysis)
    #expect(analysis.holdsSheets)
    _ = preparer.prepare(analysis, rotation: 180)
    #expect(!analysis.holdsSheets)
  }

  @Test func `a rotation that brings a page upright again reads the picture as it is`() throws {
    let page = DrawnPage.receipt()
    let onSide = Projection(a: 0, b: 1, c: 0, d: -1, e: 0, f: 900, g: 0, h: 0, i: 1)
    let picture = try #require(page.seen(width: 900, height: 620, by: onSide).makePicture())
    let preparer = PagePreparer()
    let analysis = preparer.analysis(of: picture)
    let first = preparer.prepare(analysis)
    let orientation = try #require(first.blocks.first?.orientation)
    let asItIs = preparer.prepare(analysis, rotation: 360 - orientation)
    #expect(asItIs.preparation.rotation == 0)
  }
}
