import PageModel
import Testing

@testable import Imaging

/// What ink mends of rows that the network marked badly, without a network.
@Suite struct RowRefinementTests {
  private let textHeight = 21.0

  private func rows(of image: GrayImage) -> PageRows {
    let ink = InkComponents(of: image, darkerThan: 128)
    return PageRows(ink, isText: ink.components.map { _ in true }, textHeight: textHeight)
  }

  /// A piece that the network marked as one from row `top` to row `bottom`.
  private func piece(_ left: Double, _ right: Double, top: Double, bottom: Double) -> LevelPiece {
    var piece = LevelPiece(left: left, right: right, height: bottom - top, middle: (top + bottom) / 2, slope: 0)
    piece.reach = ((bottom - top) / 2, (bottom - top) / 2)
    return piece
  }

  /// Four labels close above each other with an amount beside each.
  private func labels() -> DrawnPage {
    var page = DrawnPage(width: 620, height: 260, paper: 255)
    for row in 0..<4 {
      page.line("C A S H", x: 40, y: 40 + row * 26)
      page.line("1\(row)2,500", x: 420, y: 40 + row * 26)
    }
    return page
  }

  @Test func `labels that the network marked as one are parted into the rows of the page`() {
    let marked = piece(36, 170, top: 38, bottom: 142)
    let parts = rows(of: labels().image).parts(of: marked, number: 7, textHeight: textHeight)
    #expect(parts.count == 4)
    #expect(parts.allSatisfy { $0.whole == 7 })
    for (row, part) in parts.enumerated() { #expect(abs(part.centre.y - Double(50 + row * 26)) < 3, "\(part.centre)") }
  }

  @Test func `a line of double height stays one, and so does a row of its own`() {
    var page = DrawnPage(width: 620, height: 260, paper: 255)
    page.line("TOTAL 82,500", x: 40, y: 40, tall: true)
    page.line("CASH 950,000", x: 40, y: 120)
    let rows = rows(of: page.image)
    #expect(rows.parts(of: piece(36, 260, top: 36, bottom: 86), number: 0, textHeight: textHeight).count == 1)
    #expect(rows.parts(of: piece(36, 260, top: 116, bottom: 145), number: 1, textHeight: textHeight).count == 1)
  }

  @Test func `a digit that the network did not mark belongs to the row that it stands on`() throws {
    var page = DrawnPage(width: 620, height: 260, paper: 255)
    var pieces: [LevelPiece] = []
    for row in 0..<4 {
      page.line("ITEN 0\(row)2", x: 40, y: 40 + row * 45)
      pieces.append(piece(36, 184, top: 38, bottom: 63).moved(down: Double(row) * 45))
      if row == 2 {
        page.line("7", x: 400, y: 40 + row * 45)
      } else {
        page.line("12,500", x: 400, y: 40 + row * 45)
        pieces.append(piece(396, 510, top: 38, bottom: 63).moved(down: Double(row) * 45))
      }
    }
    let lines = RowAssembler(textHeight: textHeight).lines(of: pieces, in: page.image).lines
    #expect(lines.count == 4)
    let third = try #require(lines.dropFirst(2).first)
    #expect(abs(third.right - 415) < 4, "\(third.right)")
    #expect(third.stretches.count == lines[1].stretches.count)
  }

  @Test func `a dark edge beside the print is painted over and sets no measure`() {
    var page = DrawnPage(width: 620, height: 260, paper: 255)
    for row in 0..<4 { page.line("CASH 950,000", x: 60, y: 40 + row * 45, ink: 170) }
    page.fill(560, 0, 60, 260, 0)
    page.fill(0, 240, 620, 20, 0)
    let pieces = (0..<4).map { piece(56, 280, top: 38, bottom: 63).moved(down: Double($0) * 45) }
    let region = PrintRegion(pieces, height: page.image.height, textHeight: textHeight)
    var white = page.image
    region.whiten(&white)
    #expect(white.pixels[100 * 620 + 590] == 255)
    #expect(white.pixels[250 * 620 + 100] == 255)
    #expect(white.pixels.count { $0 == 170 } == page.image.pixels.count { $0 == 170 })
    let print = region.print(of: page.image)
    #expect(print.pixels.min() == 170)
    #expect(print.pixels.count { $0 == 170 } == page.image.pixels.count { $0 == 170 })
  }
}

extension LevelPiece {
  fileprivate func moved(down rows: Double) -> LevelPiece {
    var piece = self
    piece.path = path.map { $0 + rows }
    return piece
  }
}
