import PageModel
import Testing

@testable import Imaging

@Suite struct PagePreparerTests {
  @Test func `a line with wide gaps is one line, and one of double height too`() throws {
    let page = DrawnPage.receipt()
    let found = try prepared(page.image)
    let block = try #require(found.blocks.first)
    let byHeight = block.textLines.sorted { $0.textHeight < $1.textHeight }
    let tallest = try #require(byHeight.last)
    #expect(block.original(tallest).height >= 40)
    #expect(block.textLines.contains { $0.stretches.count >= 3 })
  }

  @Test func `shade and noise change nothing`() throws {
    let page = DrawnPage.receipt()
    let found = try prepared(page.image.shaded(to: 0.35).noisy(9)).lineBoxes
    #expect(matches(page.lines, found, tolerance: 5) >= page.lines.count - 1)
    #expect(found.count <= page.lines.count + 1)
  }

  @Test func `the lines of a sheet on a dark desk are found`() throws {
    let page = DrawnPage.receipt()
    let corners = [(x: 190.0, y: 90.0), (x: 700.0, y: 120.0), (x: 790.0, y: 960.0), (x: 110.0, y: 930.0)]
    let unit = try #require(Perspective(toUnitSquare: corners))
    let seen = page.seen(width: 900, height: 1050, ground: 70) { x, y in
      let place = unit.apply(x, y)
      return (620 * place.x, 900 * place.y)
    }
    let found = try prepared(seen.noisy(4))
    #expect(found.lineBoxes.count == page.lines.count)
  }

  @Test func `a blank page is blank in spite of noise, a shadow and a fold`() throws {
    var page = DrawnPage(width: 800, height: 1000)
    page.fill(0, 500, 800, 3, 215)
    #expect(try prepared(page.image.shaded(to: 0.5).noisy(8)).isBlank)
    #expect(try prepared(GrayImage(width: 300, height: 300)).isBlank)
    page.line("HELLO THERE", x: 200, y: 200)
    #expect(try !prepared(page.image.shaded(to: 0.5).noisy(8)).isBlank)
  }

  @Test func `print that is hardly darker than its paper is found, beside paper of one colour`() throws {
    var page = DrawnPage(width: 800, height: 2000, unit: 4, paper: 120)
    for row in 0..<6 { page.line("CHEESE 208,000", x: 100, y: 100 + 60 * row, ink: 106) }
    let found = try prepared(page.image).lineBoxes
    #expect(matches(page.lines, found, tolerance: 10) == 6)
  }

  @Test func `a stage that is left out is not taken`() throws {
    let page = DrawnPage.receipt()
    #expect(try !prepared(page.image, without: [.background]).preparation.steps.contains("background"))

    let skewing = AffineMap.shift(-575, -575).then(.rotation(degrees: -8)).then(.shift(310, 450))
    let skewed = page.seen(width: 1150, height: 1150, by: skewing, ground: 250)
    #expect(try prepared(skewed).preparation.angle > 7)
    #expect(try prepared(skewed, without: [.skew]).preparation.angle == 0)

    let onSide = AffineMap(a: 0, b: 1, c: 0, d: -1, e: 0, f: 900)
    let sideways = page.seen(width: 900, height: 620, by: onSide)
    #expect(try prepared(sideways, without: [.orientation]).preparation.rotation == 0)
  }
}
