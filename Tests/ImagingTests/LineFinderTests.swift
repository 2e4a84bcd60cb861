import PageModel
import Testing

@testable import Imaging

@Suite struct LineFinderTests {
  private func prepared(_ page: DrawnPage) throws -> PreparedPage {
    let picture = try #require(page.image.makePicture())
    return PagePreparer().prepare(picture)
  }

  @Test func `ruling lines are rules and frames are no letters`() throws {
    var page = DrawnPage.receipt()
    page.fill(40, 190, 520, 2, 40)
    page.fill(40, 580, 520, 2, 40)
    page.fill(38, 190, 2, 392, 40)
    page.fill(560, 190, 2, 392, 40)
    let found = try prepared(page)
    let block = try #require(found.blocks.first)
    #expect(block.found.lines.filter { $0.kind == .rule }.count == 2)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count)
  }

  @Test func `a bar code is no line`() throws {
    var page = DrawnPage.receipt()
    page.fill(0, 740, 620, 160, 250)
    var x = 80
    for bar in 0..<40 {
      let width = 2 + bar * 7 % 4 * 2
      page.fill(x, 760, width, 80, 20)
      x += width + 3 + bar * 5 % 3 * 2
    }
    let found = try prepared(page)
    #expect(found.lineBoxes.allSatisfy { $0.y + $0.height < 790 })
    #expect(found.blocks.first?.found.graphics.isEmpty == false)
  }

  @Test func `white print in a black bar is a line, and its crop is black on white`() throws {
    var page = DrawnPage.receipt()
    page.fill(40, 145, 500, 45, 20)
    page.line("TOTAL 24,000", x: 100, y: 157, ink: 240, isListed: false)
    let found = try prepared(page)
    let block = try #require(found.blocks.first)
    let reversed = block.textLines.filter { $0.isReversed }
    let line = try #require(reversed.first)
    let box = block.original(line)
    #expect(abs(box.x - 100) < 6)
    #expect(abs(box.y - 157) < 6)
    let crop = block.cropper.crop(line).image
    #expect(crop.pixels.filter { $0 > 128 }.count > crop.pixels.count / 2)
  }

  @Test func `lines that bend over the page are followed`() throws {
    let page = DrawnPage.receipt()
    // A sheet that sags by half a line in the middle and leans at one side.
    var bent = page.image
    for y in 0..<bent.height {
      for x in 0..<bent.width {
        let u = Double(x) / Double(bent.width) * 2 - 1
        let source = y - Int((14 * (1 - u * u) + 8 * u).rounded())
        let inside = min(max(source, 0), bent.height - 1)
        bent.pixels[y * bent.width + x] = page.image.pixels[inside * bent.width + x]
      }
    }
    let picture = try #require(bent.makePicture())
    let found = PagePreparer().prepare(picture)
    let block = try #require(found.blocks.first)
    #expect(block.textLines.count == page.lines.count)
    // Straightened, a line's ink is as high as it was drawn: letters of 21 pixels.
    let heights = block.textLines.map { $0.textHeight / block.scale }.sorted()
    let median = heights[heights.count / 2]
    // The shear of the bend adds a little.
    #expect(median > 18 && median < 26)
  }

  @Test func `lines that nearly touch are parted`() throws {
    var page = DrawnPage(width: 620, height: 500)
    for row in 0..<12 { page.line("ITEN\(row % 10) \(row % 9 + 1)2,500 B\(row % 10)LO", x: 60, y: 40 + row * 23) }
    let found = try prepared(page)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count)
  }

  @Test func `a crop holds its own line alone and leads back to the page`() throws {
    let page = DrawnPage.receipt()
    let prepared = try prepared(page)
    let block = try #require(prepared.blocks.first)
    let line = try #require(block.textLines.first)
    let crop = block.cropper.crop(line)
    #expect(crop.image.height == 48)
    let back = block.original(Box(x: 0, y: 0, width: crop.image.width, height: 48), in: crop)
    let wanted = try #require(page.lines.first)
    #expect(back.x <= wanted.x && back.x + back.width >= wanted.x + wanted.width)
    let (middle, wantedMiddle) = (back.y + back.height / 2, wanted.y + wanted.height / 2)
    #expect(abs(middle - wantedMiddle) < 8)
    #expect(back.width < wanted.width + 60)
  }

  @Test func `a wide gap is shortened in the crop, and boxes behind it still lie right`() throws {
    var page = DrawnPage(width: 1000, height: 400)
    for row in 0..<6 { page.line("AB                                 CE", x: 50, y: 50 + row * 45) }
    let prepared = try prepared(page)
    let block = try #require(prepared.blocks.first)
    let line = try #require(block.textLines.first)
    let crop = block.cropper.crop(line)
    let full = block.cropper.crop(line, shape: .init(gap: 1000))
    #expect(crop.image.width * 2 < full.image.width)
    let last = block.original(Box(x: crop.image.width - 20, y: 10, width: 10, height: 20), in: crop)
    #expect(last.x > 650)
  }
}
