import PageModel
import Recognition
import TestSupport
import Testing

@testable import Imaging

/// What is measured of a picture's print, on pages that are drawn with what is to be found.
@Suite struct PrintSignalTests {
  private func measure(_ image: GrayImage, _ lines: [Box]) throws -> PrintMeasure {
    let picture = try #require(image.makePicture())
    return PrintMeasure(of: picture, at: lines.map { ($0, true) })
  }

  private func marked(_ image: GrayImage) throws -> (print: MarkedPrint, picture: Picture) {
    let network = try DetectionNetwork(model: OwnModel.detection)
    let picture = try #require(image.makePicture())
    return (try PagePreparer().prepare(picture, network: network).marked, picture)
  }

  @Test func `an edge is a pixel wide, and wider the more a page is blurred`() throws {
    var drawn = DrawnPage(width: 900, height: 400, unit: 6)
    for row in 0..<4 { drawn.line("TOTAL 12,500 CASH", x: 60, y: 40 + 90 * row) }
    let sharp = try #require(try measure(drawn.image, drawn.lines).edgeWidth)
    let soft = try #require(try measure(drawn.image.blurred(radius: 1), drawn.lines).edgeWidth)
    let softer = try #require(try measure(drawn.image.blurred(radius: 2), drawn.lines).edgeWidth)
    #expect(sharp == 1)
    #expect(soft > 1.8 && softer > soft + 0.5, "\(soft) \(softer)")
  }

  @Test func `on a page that lies on its side edges are measured along its lines`() throws {
    let drawn = DrawnPage.receipt()
    let turned = try #require(drawn.image.makePicture()?.rotated(by: 90))
    let boxes = drawn.lines.map { box in
      Box(x: drawn.image.height - box.y - box.height, y: box.x, width: box.height, height: box.width)
    }
    let measure = PrintMeasure(of: turned, at: boxes.map { ($0, false) })
    #expect(measure.edgeWidth == 1)
  }

  @Test(arguments: [(UInt8(30), 0.88), (150, 0.4), (220, 0.12)])
  func `the contrast is that of the ink, whatever the light`(ink: UInt8, contrast: Double) throws {
    var drawn = DrawnPage(width: 620, height: 300)
    for row in 0..<5 { drawn.line("TOTAL 12,500 CASH", x: 50, y: 40 + 45 * row, ink: ink) }
    let measure = try measure(drawn.image, drawn.lines)
    #expect(abs(try #require(measure.contrast) - contrast) < 0.01)
    #expect(abs(try #require(measure.brightness) - 250.0 / 255) < 0.01)
    #expect(measure.shadow == 0)
    var dimmed = drawn
    dimmed.image.pixels = drawn.image.pixels.map { $0 / 2 }
    let dark = try self.measure(dimmed.image, dimmed.lines)
    #expect(abs(try #require(dark.contrast) - contrast) < 0.02)
    #expect(try #require(dark.brightness) < 0.5)
  }

  @Test func `a shadow is the darkest paper beside the brightest`() throws {
    var drawn = DrawnPage(width: 1800, height: 300)
    for column in 0..<6 { drawn.line("TOTAL 12,5", x: 20 + 290 * column, y: 40) }
    let shadow = try #require(try measure(drawn.image.shaded(to: 0.4), drawn.lines).shadow)
    #expect(shadow > 0.4 && shadow < 0.62)
  }

  @Test func `white on paper that is not is glare, and white paper is none`() throws {
    func glare(_ paper: UInt8, spot: Bool) throws -> Double {
      var drawn = DrawnPage(width: 620, height: 800, paper: paper)
      for row in 0..<20 { drawn.line("TOTAL 12,500 CASH 950,000 SO", x: 50, y: 40 + 36 * row) }
      if spot { drawn.fill(150, 250, 300, 200, 255) }
      let picture = try #require(drawn.image.makePicture())
      return try #require(try measure(drawn.image, drawn.lines).glare(on: picture, within: drawn.lines))
    }
    #expect(try glare(210, spot: false) == 0)
    #expect(try glare(250, spot: false) == 0)
    let spot = try glare(210, spot: true)
    #expect(spot > 0.05 && spot < 0.25, "\(spot)")
  }

  @Test func `nothing is measured where there is no print`() throws {
    let empty = try measure(GrayImage(width: 500, height: 500), [])
    #expect(empty.edgeWidth == nil && empty.contrast == nil && empty.brightness == nil)
    let outside = [Box(x: 9_000, y: -70, width: 400, height: 20), Box(x: 0, y: 0, width: 0, height: 0)]
    #expect(try measure(GrayImage(width: 500, height: 500), outside).edgeWidth == nil)
  }

  @Test func `print that no box covers is unread, and where it stands`() throws {
    let drawn = DrawnPage.receipt()
    let marked = try marked(drawn.image).print
    #expect(marked.unread(besides: drawn.lines).share < 0.02)
    #expect(marked.unread(besides: drawn.lines).boxes.isEmpty)
    let all = marked.unread(besides: [])
    #expect(all.share == 1)
    #expect(all.boxes.count >= drawn.lines.count)
    let missing = drawn.lines[7]
    let some = marked.unread(besides: drawn.lines.filter { $0 != missing })
    #expect(some.share > 0.02 && some.share < 0.15)
    for box in some.boxes {
      #expect(abs(box.y + box.height / 2 - missing.y - missing.height / 2) < missing.height)
      #expect(box.x >= missing.x - missing.height && box.x < missing.x + missing.width)
    }
    let height = try #require(marked.printHeight)
    #expect(abs(height - 21) < 5)
  }

  @Test func `boxes that no page has cover nothing and do no harm`() throws {
    let marked = try marked(DrawnPage.receipt().image).print
    let odd = [
      Box(x: .min / 4, y: .min / 4, width: 10, height: 10), Box(x: .max / 4, y: .max / 4, width: 10, height: 10),
      Box(x: 5, y: 5, width: -9, height: -9),
    ]
    #expect(marked.unread(besides: odd).share == 1)
  }

  @Test(arguments: PageSignals.Side.allCases)
  func `a page whose print goes on beyond a side is cut off there`(side: PageSignals.Side) throws {
    let drawn = DrawnPage.receipt()
    let (whole, picture) = try marked(drawn.image)
    #expect(CutOff(of: whole, on: picture, contrast: 0.8).sides.isEmpty)
    let (width, height) = (drawn.image.width, drawn.image.height)
    // Through letters: the columns and rows at which the lines are cut hold ink.
    let (left, top) = (side == .left ? 112 : 0, side == .top ? 118 : 0)
    let (right, bottom) = (side == .right ? width - 200 : width, side == .bottom ? 731 : height)
    let part = drawn.seen(width: right - left, height: bottom - top, by: .shift(Double(left), Double(top)))
    let cut = try marked(part)
    let found = CutOff(of: cut.print, on: cut.picture, contrast: 0.8)
    #expect(found.sides == [side])
    #expect(found.share > 0 && found.share <= 1)
  }
}
