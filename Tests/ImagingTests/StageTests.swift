import PageModel
import Testing

@testable import Imaging

/// Each stage of the preparation alone.
@Suite struct StageTests {
  private func overview(_ image: GrayImage, isUpright: Bool = false) -> PageOverview {
    PageOverview(Sheet(image, paper: nil, undoesPerspective: false), isUpright: isUpright)
  }

  /// The receipt on a dark desk, seen at an angle, and where its corners lie.
  private func desk() throws -> (picture: Picture, corners: [(x: Double, y: Double)]) {
    let corners = [(x: 190.0, y: 90.0), (x: 700.0, y: 120.0), (x: 790.0, y: 960.0), (x: 110.0, y: 930.0)]
    let unit = try #require(Projection.unitSquare(to: corners))
    let mapping = try #require(unit.inverse).then(.scaling(620, 900))
    let image = DrawnPage.receipt().seen(width: 900, height: 1050, by: mapping, ground: 70)
    return (try #require(image.makePicture()), corners)
  }

  private func distance(_ a: (x: Double, y: Double), _ b: (x: Double, y: Double)) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  @Test func `every name of a stage has one owner, and the reader owns the rest`() {
    let owned = PagePreparer.stages.map { $0.step }
    let ofReader: Set<ReaderSettings.Step> = [
      .detection, .rereading, .lineSplitting, .lineMerging, .noiseLines, .orientationRetry,
    ]
    #expect(Set(owned).count == owned.count)
    #expect(Set(owned).union(ofReader) == Set(ReaderSettings.Step.allCases))
    #expect(Set(owned).isDisjoint(with: ofReader))
  }

  @Test func `the level light does without paper, channels, receipts side by side and background`() {
    let light = StageSelection(of: PagePreparer.stages, level: .light, without: [.skew])
    let taken = PagePreparer.stages.filter { light.takes($0) }.map { $0.step }
    #expect(Set(taken) == [.perspective, .orientation, .contrast, .columnSpacing, .columns])
  }

  // MARK: paper

  @Test func `paper is found by its four corners`() throws {
    let (picture, corners) = try desk()
    let sheets = PaperFinder.sheets(on: picture)
    #expect(sheets.count == 1)
    let found = try #require(sheets.first?.corners)
    for (a, b) in zip(found, corners) { #expect(distance(a, b) < 12, "\(a) \(b)") }
  }

  @Test func `a scan without a border has no paper, and of two sheets the left one comes first`() throws {
    #expect(try PaperFinder.sheets(on: #require(DrawnPage.receipt().image.makePicture())).isEmpty)
    var pair = DrawnPage(width: 1000, height: 700, paper: 60)
    pair.fill(560, 60, 380, 560, 240)
    pair.fill(60, 80, 380, 560, 240)
    let sheets = PaperFinder.sheets(on: try #require(pair.image.makePicture()))
    let lefts = sheets.map { $0.outline.map(\.x).min() ?? 0 }
    #expect(lefts.count == 2)
    #expect(zip(lefts, [60, 560]).allSatisfy { abs($0 - $1) < 15 }, "\(lefts)")
  }

  // MARK: perspective

  @Test func `a perspective is undone from the corners, and a parallelogram has none`() throws {
    let (_, corners) = try desk()
    let flat = try #require(Perspective(corners))
    let ends = [(0.0, 0.0), (flat.width, 0), (flat.width, flat.height), (0, flat.height)]
    for (end, corner) in zip(ends, corners) {
      #expect(distance(flat.toPicture.apply(end.0, end.1), corner) < 0.001)
    }
    #expect(Perspective([(0, 0), (400, 20), (380, 620), (-20, 600)]) == nil)
    #expect(Perspective([(0, 0), (400, 0), (400, 600)]) == nil)
  }

  // MARK: channel

  /// Rows of bars on warm paper, some of them in another ink.
  private func bars(_ ink: @escaping (Int) -> (red: Int, green: Int, blue: Int)) -> Picture {
    drawnInColour(width: 300, height: 300) { x, y in
      y % 20 < 4 && x % 10 < 3 && x > 20 && x < 280 ? ink(y / 20) : (240, 225, 200)
    }
  }

  @Test func `red stamps are faded, red print is darkened, black print and gray pictures need nothing`() throws {
    let black = (red: 30, green: 28, blue: 26)
    let red = (red: 200, green: 40, blue: 50)
    #expect(ChannelChoice.mix(for: bars { _ in black }, paper: nil) == .luminance)
    #expect(ChannelChoice.mix(for: bars { $0 < 3 ? red : black }, paper: nil) == .mostlyRed)
    #expect(ChannelChoice.mix(for: bars { _ in red }, paper: nil) == .mostlyGreen)
    let gray = try #require(DrawnPage.receipt().image.makePicture())
    #expect(ChannelChoice.mix(for: gray, paper: nil) == .luminance)
  }

  // MARK: blocks

  @Test func `receipts side by side are parted, one alone is not`() {
    var pair = DrawnPage(width: 1300, height: 960)
    pair.addReceipt(left: 50)
    pair.addReceipt(left: 720, top: 68)
    let parts = PageSplitter(overview(pair.image)).parts
    #expect(parts.count == 2)
    #expect(parts.allSatisfy { $0.right < 720 || $0.left > 500 })
    #expect(PageSplitter(overview(DrawnPage.receipt().image)).parts.count < 2)
  }

  // MARK: orientation and skew

  @Test func `print on its side is told, unless its orientation is known`() {
    let page = DrawnPage.receipt()
    let onSide = Projection(a: 0, b: 1, c: 0, d: -1, e: 0, f: 900, g: 0, h: 0, i: 1)
    let sideways = page.seen(width: 900, height: 620, by: onSide)
    #expect(overview(page.image).orientation == 0)
    #expect(overview(sideways).orientation == 90)
    #expect(overview(sideways, isUpright: true).orientation == 0)
  }

  @Test func `commas at the top tell print that stands on its head`() {
    var page = DrawnPage(width: 620, height: 700)
    for row in 0..<14 { page.line("CASH  1,234,500  98,700", x: 60, y: 60 + row * 40) }
    let onHead = Projection(a: -1, b: 0, c: 620, d: 0, e: -1, f: 700, g: 0, h: 0, i: 1)
    let finder = LineFinder(textHeight: 21)
    #expect(!finder.find(in: page.image).isUpsideDown)
    #expect(finder.find(in: page.seen(width: 620, height: 700, by: onHead)).isUpsideDown)
  }

  @Test(arguments: [-31.0, -8, -2, 0, 0.5, 3, 12, 40])
  func `the skew of print is measured to a third of a degree`(degrees: Double) {
    let page = DrawnPage.receipt()
    let mapping = Projection.shift(-575, -575).then(.rotation(degrees: -degrees)).then(.shift(310, 450))
    let found = overview(page.seen(width: 1150, height: 1150, by: mapping, ground: 250))
    #expect(found.orientation == 0)
    #expect(abs(found.skew - degrees) < 0.34, "\(found.skew)")
  }

  @Test func `a residual skew is worth a second look from a slope of 0.015 on`() throws {
    #expect(Skew.residual(meanSlope: 0.015) == nil)
    #expect(Skew.residual(meanSlope: -0.01) == nil)
    let residual = try #require(Skew.residual(meanSlope: -0.05))
    #expect(abs(residual + 2.862) < 0.001)
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
    let even = Contrast(of: page.image, reach: 42).stretched(page.image)
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
    let found = Binarisation(page.image.shaded(to: 0.4).noisy(6), reach: 21)
    let isInk = found.even.pixels.map { $0 < Binarisation.threshold }
    let wrong = zip(clean, isInk).count { $0 != $1 }
    let ink = clean.count { $0 }
    #expect(wrong * 50 < ink, "\(wrong) of \(ink)")
    #expect(found.ink.components.reduce(0) { $0 + $1.area } == isInk.count { $0 })
    // Without that the darker half of the page is all ink.
    let raw = page.image.shaded(to: 0.4).pixels.map { $0 < Binarisation.threshold }
    #expect(zip(clean, raw).count { $0 != $1 } > ink)
  }

  // MARK: column spacing

  @Test func `a row that holds two lines of one column and one of the other is split into three`() throws {
    var page = DrawnPage(width: 900, height: 100)
    page.line("NO 208 THE STREET", x: 40, y: 12)
    page.line("NO 209 THE STREET", x: 40, y: 58)
    page.line("TAX BILL 20", x: 600, y: 35)
    let ink = InkComponents(of: page.image, darkerThan: 128)
    let pieces = ink.components.indices.map { index -> RowPiece in
      let piece = ink.components[index]
      return RowPiece(
        component: index, left: Double(piece.left), right: Double(piece.right), top: Double(piece.top),
        bottom: Double(piece.bottom))
    }
    let rows = RowInk(ink, isText: pieces.map { _ in true }, dewarp: nil)
    let stage = ColumnSpacing(rows, textHeight: 21)
    let cells = try #require(stage.cells(of: .init(top: 12, bottom: 79), pieces: pieces))
    #expect(cells.map(\.band.top) == [12, 35, 58])
    #expect(cells.map { $0.columns.first?.left ?? 0 > 500 } == [false, true, false])
    // A cut between the first two lines goes through the heading; below it, it goes through nothing.
    #expect(stage.severs(pieces, at: 45))
    #expect(!stage.severs(pieces.filter { $0.left < 500 }, at: 45))
    // A row as high as print is one line.
    #expect(stage.cells(of: .init(top: 12, bottom: 33), pieces: pieces.filter { $0.bottom < 40 }) == nil)
  }
}
