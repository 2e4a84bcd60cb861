import PageModel
import Testing

@testable import Imaging

@Suite struct PagePreparerTests {
  private func prepared(_ image: GrayImage) throws -> PreparedPage {
    PagePreparer().prepare(try #require(image.makePicture()))
  }

  private func boxAround(_ box: Box, by mapping: Projection) -> Box {
    let (left, top) = (Double(box.x), Double(box.y))
    let (right, bottom) = (left + Double(box.width), top + Double(box.height))
    let places = [(left, top), (right, top), (left, bottom), (right, bottom)].map { mapping.apply($0.0, $0.1) }
    let (xs, ys) = (places.map(\.x), places.map(\.y))
    let (x, y) = (xs.min() ?? 0, ys.min() ?? 0)
    return Box(x: Int(x), y: Int(y), width: Int((xs.max() ?? 0) - x), height: Int((ys.max() ?? 0) - y))
  }

  @Test func `every line of a clean receipt comes back once and in order`() throws {
    let page = DrawnPage.receipt()
    let found = try prepared(page.image).lineBoxes
    #expect(found.count == page.lines.count)
    #expect(matches(page.lines, found, tolerance: 4) == page.lines.count)
  }

  @Test func `a line with wide gaps is one line, and one of double height too`() throws {
    let page = DrawnPage.receipt()
    let found = try prepared(page.image)
    let block = try #require(found.blocks.first)
    let byHeight = block.textLines.sorted { $0.textHeight < $1.textHeight }
    let tallest = try #require(byHeight.last)
    #expect(block.original(tallest).height >= 40)
    #expect(block.textLines.contains { $0.stretches.count >= 3 })
  }

  @Test(arguments: [-31.0, -8, -2, 3, 12, 40])
  func `a skew is removed and boxes lie where the lines were drawn`(degrees: Double) throws {
    let page = DrawnPage.receipt()
    let side = 1150
    // From the skewed picture to the page: to the middle, rotated back, to the page's middle.
    let mapping = Projection.shift(-Double(side) / 2, -Double(side) / 2).then(.rotation(degrees: -degrees))
      .then(.shift(310, 450))
    let found = try prepared(page.seen(width: side, height: side, by: mapping, ground: 250))
    #expect(abs(found.preparation.angle - degrees) < 0.6)
    let back = try #require(mapping.inverse)
    let wanted = page.lines.map { boxAround($0, by: back) }
    #expect(matches(wanted, found.lineBoxes, tolerance: 9) >= page.lines.count - 1)
  }

  @Test func `a page that lies on its side is rotated`() throws {
    let page = DrawnPage.receipt()
    // A pixel (x, y) of the new picture is (y, 899 - x) of the page: rotated clockwise by 90 degrees.
    let mapping = Projection(a: 0, b: 1, c: 0, d: -1, e: 0, f: 900, g: 0, h: 0, i: 1)
    let found = try prepared(page.seen(width: 900, height: 620, by: mapping))
    #expect([90, 270].contains(found.preparation.rotation))
    #expect(found.lineBoxes.count == page.lines.count)
  }

  @Test func `a page upside down is rotated by its commas`() throws {
    var page = DrawnPage(width: 620, height: 700)
    for row in 0..<14 { page.line("CASH  1,234,500  98,700", x: 60, y: 60 + row * 40) }
    let mapping = Projection(a: -1, b: 0, c: 620, d: 0, e: -1, f: 700, g: 0, h: 0, i: 1)
    #expect(try prepared(page.image).preparation.rotation == 0)
    let found = try prepared(page.seen(width: 620, height: 700, by: mapping))
    #expect(found.preparation.rotation == 180)
    #expect(found.lineBoxes.count == page.lines.count)
    // The first line in reading order is the lowest of the picture.
    #expect(found.lineBoxes.first.map { $0.y > 500 } == true)
  }

  @Test func `shade and noise change nothing`() throws {
    let page = DrawnPage.receipt()
    let found = try prepared(page.image.shaded(to: 0.35).noisy(9)).lineBoxes
    #expect(matches(page.lines, found, tolerance: 5) >= page.lines.count - 1)
    #expect(found.count <= page.lines.count + 1)
  }

  @Test func `a sheet on a dark desk is found and its perspective undone`() throws {
    let page = DrawnPage.receipt()
    let corners = [(x: 190.0, y: 90.0), (x: 700.0, y: 120.0), (x: 790.0, y: 960.0), (x: 110.0, y: 930.0)]
    let unit = try #require(Projection.unitSquare(to: corners))
    let mapping = try #require(unit.inverse).then(.scaling(620, 900))
    let found = try prepared(page.seen(width: 900, height: 1050, by: mapping, ground: 70).noisy(4))
    #expect(found.preparation.steps.contains("paper"))
    #expect(found.preparation.steps.contains("perspective"))
    #expect(found.lineBoxes.count == page.lines.count)
  }

  @Test func `two receipts on one scan are two blocks, left before right`() throws {
    var page = DrawnPage(width: 1300, height: 960)
    page.addReceipt(left: 50)
    page.addReceipt(left: 720, top: 68)
    let found = try prepared(page.image)
    #expect(found.blocks.count == 2)
    #expect(matches(page.lines, found.lineBoxes, tolerance: 5) == page.lines.count)
    #expect(found.lineBoxes.prefix(page.lines.count / 2).allSatisfy { $0.x < 650 })
  }

  @Test func `a blank page is blank in spite of noise, a shadow and a fold`() throws {
    var page = DrawnPage(width: 800, height: 1000)
    page.fill(0, 500, 800, 3, 215)
    #expect(try prepared(page.image.shaded(to: 0.5).noisy(8)).isBlank)
    #expect(try prepared(GrayImage(width: 300, height: 300)).isBlank)
    page.line("HELLO THERE", x: 200, y: 200)
    #expect(try !prepared(page.image.shaded(to: 0.5).noisy(8)).isBlank)
  }

  @Test func `a stage that is left out is not taken`() throws {
    func prepared(_ image: GrayImage, without step: ReaderSettings.Step) throws -> PreparedPage {
      PagePreparer(without: [step]).prepare(try #require(image.makePicture()))
    }
    let page = DrawnPage.receipt()
    let corners = [(x: 190.0, y: 90.0), (x: 700.0, y: 120.0), (x: 790.0, y: 960.0), (x: 110.0, y: 930.0)]
    let unit = try #require(Projection.unitSquare(to: corners))
    let onDesk = try #require(unit.inverse).then(.scaling(620, 900))
    let desk = page.seen(width: 900, height: 1050, by: onDesk, ground: 70).noisy(4)
    #expect(try !prepared(desk, without: .paper).preparation.steps.contains("paper"))
    let flat = try prepared(desk, without: .perspective).preparation.steps
    #expect(flat.contains("paper") && !flat.contains("perspective"))
    #expect(try !prepared(desk, without: .background).preparation.steps.contains("background"))

    let skewing = Projection.shift(-575, -575).then(.rotation(degrees: -8)).then(.shift(310, 450))
    let skewed = page.seen(width: 1150, height: 1150, by: skewing, ground: 250)
    #expect(try self.prepared(skewed).preparation.angle > 7)
    #expect(try prepared(skewed, without: .skew).preparation.angle == 0)

    let onSide = Projection(a: 0, b: 1, c: 0, d: -1, e: 0, f: 900, g: 0, h: 0, i: 1)
    let sideways = page.seen(width: 900, height: 620, by: onSide)
    #expect(try prepared(sideways, without: .orientation).preparation.rotation == 0)

    var pair = DrawnPage(width: 1300, height: 960)
    pair.addReceipt(left: 50)
    pair.addReceipt(left: 720, top: 68)
    #expect(try prepared(pair.image, without: .blocks).blocks.count == 1)
  }

  @Test func `with the level none the picture stays as it is`() throws {
    let picture = try #require(DrawnPage.receipt().image.makePicture())
    let page = PagePreparer(level: .none).prepare(picture)
    #expect(page.blocks.isEmpty)
    #expect(!page.isBlank)
    #expect(page.preparation.steps.isEmpty)
  }
}
