import Glibc
import PageModel
import Recognition
import Testing

@testable import Imaging

/// From pictures to lines, with the network that is installed.
@Suite struct DetectionLayoutTests {
  @Test func `every line of a level receipt is found where it stands`() throws {
    let drawn = DrawnPage.receipt()
    let page = try prepared(drawn.image)
    #expect(page.blocks.count == 1)
    #expect(page.lineBoxes.count == drawn.lines.count)
    #expect(matches(drawn.lines, page.lineBoxes, tolerance: 6) == drawn.lines.count)
  }

  @Test(arguments: [-17.0, -6.0, 4.0, 12.0])
  func `a skewed receipt is levelled and keeps its lines`(degrees: Double) throws {
    let drawn = DrawnPage.receipt()
    let turn = AffineMap.shift(-450, -550).then(.rotation(degrees: -degrees)).then(.shift(310, 450))
    let page = try prepared(drawn.seen(width: 900, height: 1100, by: turn, ground: 250))
    #expect(page.lineBoxes.count == drawn.lines.count)
    #expect(abs(page.preparation.angle - degrees) < 1)
  }

  @Test func `a receipt on its side is found as its lines run`() throws {
    let drawn = DrawnPage.receipt()
    let turned = try #require(drawn.image.makePicture()?.rotated(by: 90))
    let page = try prepared(GrayImage(turned))
    let block = try #require(page.blocks.first)
    #expect([90, 270].contains(block.rotation))
    #expect(page.lineBoxes.count == drawn.lines.count)
    #expect([90, 270].contains(try #require(block.turnedOver()).rotation))
  }

  @Test func `rows of a bent sheet stay whole`() throws {
    let drawn = DrawnPage.receipt()
    var bent = GrayImage(width: drawn.image.width, height: drawn.image.height, filledWith: 250)
    for x in 0..<bent.width {
      let shift = Int((9 * sin(Double(x) / Double(bent.width) * 2 * .pi)).rounded())
      for y in max(0, shift)..<min(bent.height, bent.height + shift) {
        bent.pixels[y * bent.width + x] = drawn.image.pixels[(y - shift) * bent.width + x]
      }
    }
    #expect(try prepared(bent).lineBoxes.count == drawn.lines.count)
  }

  @Test func `two receipts side by side are two blocks, the left one first`() throws {
    var drawn = DrawnPage(width: 1240, height: 900)
    drawn.addReceipt(left: 50)
    drawn.addReceipt(left: 700, top: 68)
    let page = try prepared(drawn.image)
    #expect(page.blocks.count == 2)
    let sides = page.blocks.map { block in block.textLines.map { block.original($0) } }
    #expect(sides.first?.allSatisfy { $0.x + $0.width < 640 } == true)
    #expect(sides.last?.allSatisfy { $0.x > 640 } == true)
    #expect(try prepared(drawn.image, without: [.blocks]).blocks.count == 1)
  }

  @Test func `the label and the amount of one receipt are one row`() throws {
    let drawn = DrawnPage.receipt()
    let widest = try prepared(drawn.image).lineBoxes.filter { $0.width > 380 }
    #expect(widest.count >= 9)
  }

  @Test func `a page without print has no blocks`() throws {
    var empty = DrawnPage(width: 600, height: 800)
    empty.fill(100, 100, 300, 400, 180)
    let page = try prepared(empty.image.noisy(4))
    #expect(page.isBlank)
    #expect(page.blocks.isEmpty)
  }

  @Test func `small print on a large page is looked at closer, in parts that join`() throws {
    var drawn = DrawnPage(width: 2600, height: 2600, unit: 2)
    for row in 0..<60 {
      drawn.line("ROW \(row)  TEN 12,500 CHEST 0238 LOANS 99,100", x: 200 + row * 10, y: 60 + row * 42)
    }
    let page = try prepared(drawn.image)
    #expect(page.lineBoxes.count == drawn.lines.count)
    #expect(matches(drawn.lines, page.lineBoxes, tolerance: 6) >= drawn.lines.count - 2)
  }

  /// Letters are seven units high.
  @Test(arguments: [(1, true), (3, false)])
  func `a small picture is magnified where its print is low, and only there`(unit: Int, isMagnified: Bool) throws {
    var drawn = DrawnPage(width: 300 + 100 * unit, height: 500, unit: unit)
    for row in 0..<12 { drawn.line("ROW \(row) TEN 12,500", x: 40, y: 40 + row * 36) }
    let picture = try #require(drawn.image.makePicture())
    let finder = try PrintFinder(network: DetectionNetwork(model: OwnModel.detection))
    #expect((try finder.find(on: picture).map.scaleX < 0.7) == isMagnified)
    let page = try prepared(drawn.image)
    #expect(matches(drawn.lines, page.lineBoxes, tolerance: 6) == drawn.lines.count)
  }

  @Test(arguments: [false, true]) func `every line of a receipt of a metre is found`(isOnItsSide: Bool) throws {
    var drawn = DrawnPage(width: 620, height: 12_000)
    for row in 0..<290 { drawn.line("ROW \(row)   TEN 12,500     99,100", x: 40, y: 60 + row * 40) }
    let picture = try #require(drawn.image.makePicture())
    let turned = isOnItsSide ? try #require(picture.rotated(by: 90)) : picture
    let page = try prepared(GrayImage(turned))
    #expect(page.lineBoxes.count == drawn.lines.count)
    if !isOnItsSide { #expect(matches(drawn.lines, page.lineBoxes, tolerance: 6) == drawn.lines.count) }
  }
}

/// Rows joined of pieces, without a network.
@Suite struct RowJoinerTests {
  private func rows(_ pieces: [LevelPiece]) -> [[Int]] { RowJoiner(pieces).rows }

  private func piece(_ left: Double, _ right: Double, y: Double, height: Double = 20, slope: Double = 0) -> LevelPiece {
    LevelPiece(left: left, right: right, height: height, middle: y, slope: slope)
  }

  @Test func `pieces of one height stand in one row however wide the gap`() {
    #expect(rows([piece(0, 100, y: 50), piece(500, 560, y: 53), piece(0, 90, y: 80)]) == [[0, 1], [2]])
  }

  @Test func `rows that fall follow their slope over a gap`() {
    let pieces = stride(from: 10.0, to: 190, by: 30).flatMap { y in
      [piece(0, 200, y: y, slope: 0.1), piece(500, 700, y: y + 50, slope: 0.1)]
    }
    #expect(rows(pieces) == (0..<6).map { [2 * $0, 2 * $0 + 1] })
  }

  @Test func `a high amount stands beside a low label`() {
    #expect(rows([piece(0, 80, y: 52, height: 16), piece(200, 400, y: 44, height: 50)]) == [[0, 1]])
  }

  @Test func `of two low labels beside a high amount one has it`() {
    let found = rows([
      piece(0, 80, y: 36, height: 16), piece(0, 80, y: 60, height: 16), piece(200, 400, y: 44, height: 50),
    ])
    #expect(found.count == 2)
  }

  @Test func `no pieces make no rows`() {
    #expect(rows([]).isEmpty)
  }
}
