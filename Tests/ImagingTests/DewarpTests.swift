import Glibc
import PageModel
import Testing

@testable import Imaging

@Suite struct DewarpTests {
  /// How far the drawn sheet sags at a column, in pixels: an arch of 24, and a slope beside it.
  private func sag(_ x: Double) -> Double { 24 * sin(x / 1000 * .pi) + 0.02 * (x - 500) }

  /// A page of print whose rows follow `sag`.
  private func bentPage() -> (image: GrayImage, lines: [Box]) {
    var page = DrawnPage(width: 1000, height: 700, paper: 255)
    for row in 0..<14 { page.line("BARBECUE 208 THE CASH 1,234,500 BARBECUE 208 THE CASH", x: 25, y: 50 + row * 42) }
    var bent = GrayImage(width: 1000, height: 700)
    for y in 0..<700 {
      for x in 0..<1000 {
        let source = Double(y) - sag(Double(x) + 0.5)
        guard source >= 0, source < 699 else { continue }
        let (above, share) = (Int(source), source - source.rounded(.down))
        let (a, b) = (Double(page.image.pixels[above * 1000 + x]), Double(page.image.pixels[(above + 1) * 1000 + x]))
        bent.pixels[y * 1000 + x] = UInt8(a * (1 - share) + b * share)
      }
    }
    return (bent, page.lines)
  }

  @Test func `the rows of a bent page come out straight`() {
    let page = bentPage()
    let ink = InkComponents(of: page.image, darkerThan: 128)
    let rows = PageRows(ink, isText: ink.components.map { _ in true }, textHeight: 21)
    var flat = 0.0
    var straightened = 0.0
    for line in page.lines {
      let middle = Double(line.y) + Double(line.height) / 2
      let columns = stride(from: Double(line.x), through: Double(line.x + line.width), by: 10)
      let seen = columns.map { middle + sag($0) }
      let found = columns.map { rows.dewarp.row(x: $0, y: middle + sag($0)) }
      flat = max(flat, (seen.max() ?? 0) - (seen.min() ?? 0))
      straightened = max(straightened, (found.max() ?? 0) - (found.min() ?? 0))
    }
    #expect(flat > 30)
    // A seventh of the letters' height.
    #expect(straightened < 3, "\(straightened)")
    #expect(rows.bands.bands.count == page.lines.count)
  }

  @Test func `the crop of a bent line is straight`() throws {
    let page = bentPage()
    let block = try #require(try prepared(page.image).blocks.first)
    #expect(block.textLines.count == page.lines.count)
    for line in block.textLines {
      let crop = block.cropper.crop(line).image
      // The lowest ink of each tenth of the crop: its letters stand on one line. Bent, they would differ by 30 pixels.
      let feet = (0..<10).compactMap { part -> Int? in
        let columns = part * crop.width / 10..<(part + 1) * crop.width / 10
        return (0..<crop.height).last { y in columns.contains { crop.pixels[y * crop.width + $0] < 128 } }
      }
      #expect((feet.max() ?? 0) - (feet.min() ?? 48) <= 4, "\(feet)")
    }
  }

  @Test func `a flat page is left as it is`() {
    let dewarp = Dewarp(flatWidth: 300, height: 200, spacing: 20)
    for (x, y) in [(0.0, 0.0), (150, 100), (299, 199)] {
      #expect(dewarp.offset(x: x, row: y) == 0)
      #expect(dewarp.row(x: x, y: y) == y)
    }
  }

  @Test func `the row of a place is the one whose offset leads there`() {
    var dewarp = Dewarp(flatWidth: 1000, height: 700, spacing: 20)
    dewarp.set { x, row in sag(x) * (0.5 + row / 1400) }
    for x in stride(from: 5.0, to: 1000, by: 61) {
      for row in stride(from: 30.0, to: 670, by: 97) {
        #expect(abs(dewarp.row(x: x, y: row + dewarp.offset(x: x, row: row)) - row) < 0.02)
      }
    }
  }

  @Test func `a refinement is added where the first displacement leads`() {
    var first = Dewarp(flatWidth: 400, height: 400, spacing: 20)
    first.set { _, row in 0.1 * row }
    var second = Dewarp(flatWidth: 400, height: 400, spacing: 20)
    second.set { _, _ in 20 }
    // Row 100 was measured 20 rows lower, and what stands in row 120 lies 12 pixels below its number.
    #expect(abs(first.refined(by: second).offset(x: 200, row: 100) - 32) < 0.001)
  }

  @Test func `rows of dashes tell how rows run between a label and its amount`() {
    // A sheet whose right part is folded: the rows fall from there on.
    func fold(_ x: Double) -> Double { 0.1 * max(0, x - 400) }
    func mismatch(hasDashes: Bool) -> Double {
      var page = DrawnPage(width: 1000, height: 700, paper: 255)
      var pieces: [LevelPiece] = []
      var labels: [(left: Double, right: Double)] = []
      for row in 0..<7 {
        let y = 60 + Double(row) * 84
        for (x, text) in [(30, "TOTA"), (890, "500")] {
          let middle = y + fold(Double(x + 36))
          page.line(text, x: x, y: Int(middle) - 10)
          pieces.append(
            LevelPiece(left: Double(x), right: Double(x + 18 * text.count), height: 21, middle: middle, slope: 0))
        }
        labels.append((y + fold(66), y + fold(926)))
        for x in stride(from: 30, to: 960, by: 16) where hasDashes {
          page.fill(x, Int(y + 42 + fold(Double(x))), 10, 3, 30)
        }
      }
      let ink = InkComponents(of: page.image, darkerThan: 128)
      let slopes = LocalSlope(pieces)
      let zones = RowZones(pieces.compactMap { PrintRow([$0], slopes: slopes) }, width: 1000, height: 700)
      let dewarp = PageRows(of: pieces, ink: ink, zones: zones, textHeight: 21).dewarp
      return labels.map { abs(dewarp.row(x: 66, y: $0.left) - dewarp.row(x: 926, y: $0.right)) }.max() ?? .infinity
    }
    #expect(mismatch(hasDashes: true) < 7, "\(mismatch(hasDashes: true))")
    #expect(mismatch(hasDashes: false) > 21, "\(mismatch(hasDashes: false))")
  }

  @Test func `a page without print has no rows`() {
    let ink = InkComponents(of: GrayImage(width: 200, height: 150), darkerThan: 128)
    let rows = PageRows(ink, isText: [], textHeight: 20)
    #expect(rows.dewarp.offset(x: 100, row: 75) == 0)
    #expect(rows.bands.bands.isEmpty)
  }
}
