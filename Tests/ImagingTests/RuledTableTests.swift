import PageModel
import Support
import Testing

@testable import Imaging

@Suite struct RuledTableTests {
  /// A table of four rows and four columns, whose second row has two cells that are one, with text in every cell.
  ///
  /// Inside, rules have a gap of the given length at each `step` pixels.
  private static func drawn(
    rule: Int = 3, ink: UInt8 = 40, isDouble: Bool = false, gap: Int = 0, step: Int = 560
  ) -> DrawnPage {
    var page = DrawnPage(width: 700, height: 640)
    page.line("RECEIPT 2026-11-20", x: 60, y: 40)
    for row in 0...4 {
      let y = 120 + 80 * row
      page.fill(60, y, 560 + rule, rule, ink)
      if isDouble, row % 4 == 0 { page.fill(60, y + 5, 560 + rule, rule, ink) }
    }
    for column in 0...4 {
      let x = 60 + 140 * column
      for row in 0..<4 where !(row == 1 && column == 2) { page.fill(x, 120 + 80 * row, rule, 80, ink) }
    }
    for line in 1...3 {
      for place in stride(from: 60, to: 620, by: step) {
        page.fill(place, 120 + 80 * line, gap, rule, 255)
        page.fill(60 + 140 * line, place + 60, rule, gap, 255)
      }
    }
    for row in 0..<4 {
      for column in 0..<4 where !(row == 1 && column == 2) {
        page.line("\(row)\(column)ABC", x: 78 + 140 * column, y: 150 + 80 * row)
      }
    }
    return page
  }

  private static func check(_ page: PreparedPage, _ comment: Comment) throws {
    let grid = try #require(page.grids(scale: 1).first, comment)
    #expect(page.grids(scale: 1).count == 1, comment)
    #expect(grid.cells.count == 15, comment)
    let wide = grid.cells.filter { $0.columnSpan > 1 }
    #expect(wide.map(\.row) == [1] && wide.map(\.column) == [1] && wide.map(\.columnSpan) == [2], comment)
    #expect(grid.cells.allSatisfy { $0.rowSpan == 1 }, comment)
  }

  @Test func `cells and their spans are found on a level page`() throws {
    let page = Self.drawn()
    let found = try prepared(page.image)
    try Self.check(found, "level")
    let first = try #require(found.grids(scale: 1).first?.cells.first)
    #expect(abs(first.box.x - 60) < 5 && abs(first.box.y - 120) < 5, "\(first.box)")
    #expect(abs(first.box.width - 140) < 6 && abs(first.box.height - 80) < 6, "\(first.box)")
    #expect(first.holds(x: 100, y: 160) && !first.holds(x: 230, y: 160) && !first.holds(x: 100, y: 210))
  }

  @Test(arguments: [-3.0, 2, 4]) func `a table that is askew keeps its grid`(angle: Double) throws {
    let turned = AffineMap.shift(-350, -320).then(.rotation(degrees: angle)).then(.shift(350, 320))
    try Self.check(try prepared(Self.drawn().seen(width: 700, height: 640, by: turned, ground: 250)), "\(angle)")
  }

  @Test func `thin, faint and double rules make the same table`() throws {
    try Self.check(try prepared(Self.drawn(rule: 2, ink: 150).image), "faint")
    try Self.check(try prepared(Self.drawn(rule: 2, isDouble: true).image), "double")
  }

  @Test(arguments: [(2, 3, 5), (2, 4, 8), (3, 3, 7)])
  func `dotted and dashed rules make the same table`(rule: Int, gap: Int, step: Int) throws {
    try Self.check(try prepared(Self.drawn(rule: rule, gap: gap, step: step).image), "\(gap) of \(step)")
  }

  @Test func `strokes of digits in a row are no dashed rule`() throws {
    var page = Self.drawn()
    for y in [210, 255] { page.line("00000000000000", x: 214, y: y) }
    try Self.check(try prepared(page.image), "digits")
  }

  @Test func `thick rules make the same table`() throws {
    try Self.check(try prepared(Self.drawn(rule: 9).image), "9")
  }

  @Test func `two cells make a table below another one in its frame, and none by themselves`() throws {
    var page = DrawnPage(width: 700, height: 640)
    page.line("RECEIPT 2026-11-20", x: 60, y: 40)
    func fillStrip(_ page: inout DrawnPage) {
      for x in [60, 270, 620] { page.fill(x, 440, 3, 83, 40) }
      for y in [440, 520] { page.fill(60, y, 563, 3, 40) }
      page.line("TOTAL", x: 78, y: 470)
      page.line("12,000", x: 290, y: 470)
    }
    fillStrip(&page)
    #expect(try prepared(page.image).grids(scale: 1).isEmpty)
    page = Self.drawn()
    fillStrip(&page)
    #expect(try prepared(page.image).grids(scale: 1).map(\.cells.count) == [15, 2])
  }

  /// Draws a table with text in each cell of every row between its outer columns.
  private static func add(rule: Int = 2, rows: [Int], columns: [Int], to page: inout DrawnPage) {
    let (width, height) = (columns[columns.count - 1] - columns[0] + rule, rows[rows.count - 1] - rows[0] + rule)
    for y in rows { page.fill(columns[0], y, width, rule, 40) }
    for x in columns { page.fill(x, rows[0], rule, height, 40) }
    for y in rows.dropLast() { for x in columns.dropLast() { page.line("A20", x: x + 18, y: y + 20) } }
  }

  @Test(arguments: [UInt8(20), 60, 120])
  func `a heading of light text on a dark ground keeps the rules around it`(ground: UInt8) throws {
    var page = DrawnPage(width: 700, height: 520)
    page.line("RECEIPT 2026-11-20", x: 60, y: 40)
    Self.add(rows: [180, 240, 300, 360, 420], columns: [60, 200, 340, 480, 620], to: &page)
    page.fill(60, 120, 562, 60, ground)
    for x in [200, 340, 480] { page.fill(x, 120, 2, 60, 250) }
    // The third cell is empty.
    for x in [78, 218, 498] { page.line("A20", x: x, y: 140, ink: 250) }
    let grid = try #require(prepared(page.image).grids(scale: 1).first)
    #expect(grid.cells.count == 20 && grid.cells.allSatisfy { $0.rowSpan == 1 && $0.columnSpan == 1 })
    #expect(abs(grid.box.y - 120) < 6 && abs(grid.box.height - 302) < 12, "\(grid.box)")
  }

  @Test func `tables side by side are read one after the other, and lines below them last`() {
    var page = DrawnPage(width: 900, height: 560)
    page.line("RECEIPT 2026-11-20", x: 60, y: 40)
    Self.add(rows: [120, 180, 240, 300], columns: [60, 200, 340], to: &page)
    Self.add(rows: [130, 200, 270, 340, 410], columns: [420, 560, 700, 840], to: &page)
    page.line("TOTAL 208", x: 60, y: 340)
    page.line("THE END OR SO", x: 60, y: 480)
    let text = page.lines.map { (x: Double($0.x + $0.width / 2), y: Double($0.y + $0.height / 2)) }
    let ruling = Ruling(
      in: page.image, left: 0, top: 0, text: text, textHeight: 20, beyond: (false, false, false, false))
    #expect(ruling.tables.count == 2)
    // Rows of both tables are one line if they begin less than 15 pixels apart.
    let rows = page.lines.sorted { ($0.y, $0.x) < ($1.y, $1.x) }.chunked { $1.y - $0.y < 15 }.map(Self.line)
    #expect(rows.count == 9)
    let parts = ruling.parts(of: rows)
    let starts = parts.filter { !$0.continuesRow }.map { [Int($0.left), Int($0.top)] }
    #expect(
      starts == [
        [60, 40], [78, 140], [78, 200], [78, 260],
        [438, 140], [438, 220], [438, 290], [438, 360], [60, 340], [60, 480],
      ])
    let others = parts.filter(\.continuesRow).map { Int($0.left) }
    #expect(others == [218, 218, 218, 578, 718, 578, 718, 578, 718, 578, 718])
  }

  private static func line(_ boxes: ArraySlice<Box>) -> FoundLine {
    let stretches = boxes.map { (left: Double($0.x), right: Double($0.x + $0.width)) }.sorted { $0.left < $1.left }
    let (top, bottom) = (boxes.map(\.y).min() ?? 0, boxes.map { $0.y + $0.height }.max() ?? 0)
    let (left, right) = (stretches.first?.left ?? 0, stretches.last?.right ?? 0)
    return FoundLine(
      kind: .text, left: left, right: right, top: Double(top), bottom: Double(bottom), capTop: Double(top),
      baseline: Double(bottom), path: [0, 0], pathSpacing: max(1, right - left), stretches: stretches)
  }

  @Test func `a table that two blocks of text share is found whole`() throws {
    var page = DrawnPage(width: 1300, height: 640)
    for row in 0...6 { page.fill(60, 120 + 60 * row, 1183, 3, 40) }
    for x in [60, 400, 880, 1240] { page.fill(x, 120, 3, 363, 40) }
    for row in 0..<6 {
      page.line("TOTAL 2,208,000\(row)", x: 78, y: 140 + 60 * row)
      page.line("CHANCE 9,500,200\(row)", x: 900, y: 140 + 60 * row)
    }
    let found = try prepared(page.image)
    #expect(found.blocks.count == 2)
    #expect(found.grids(scale: 1).map(\.cells.count) == [18])
  }

  @Test func `a box with a frame is apart from rules that end beside it`() throws {
    var page = DrawnPage(width: 700, height: 480)
    for y in [120, 180, 240, 300] { page.fill(60, y, 240, 3, 40) }
    for y in [140, 200, 260] { page.line("TOTAL 208", x: 78, y: y) }
    Self.add(rows: [120, 180, 240, 300], columns: [330, 450, 640], to: &page)
    let grids = try prepared(page.image).grids(scale: 1)
    #expect(grids.map(\.cells.count) == [6])
    #expect(grids.allSatisfy { abs($0.box.x - 330) < 6 })
  }

  @Test func `a rule that ends at a narrow cell divides no table`() throws {
    var page = DrawnPage(width: 720, height: 480)
    for y in [120, 200, 280] { page.fill(y == 200 ? 96 : 60, y, y == 200 ? 567 : 603, 3, 40) }
    for x in [60, 96, 220, 660] { page.fill(x, 120, 3, 163, 40) }
    page.fill(400, 120, 3, 80, 40)
    page.fill(520, 200, 3, 80, 40)
    page.line("1", x: 72, y: 150)
    for (x, y) in [(110, 150), (240, 150), (420, 150), (110, 230), (240, 230), (540, 230)] {
      page.line("A20", x: x, y: y)
    }
    let grids = try prepared(page.image).grids(scale: 1)
    #expect(grids.map(\.cells.count) == [7])
    #expect(grids.first?.cells.first?.rowSpan == 2)
  }

  @Test func `the space between two tables is no row`() {
    var page = DrawnPage(width: 700, height: 480)
    Self.add(rule: 1, rows: [120, 180], columns: [60, 200, 340, 480, 620], to: &page)
    Self.add(rule: 1, rows: [189, 249, 309], columns: [60, 160, 400, 620], to: &page)
    let text = page.lines.map { (x: Double($0.x + $0.width / 2), y: Double($0.y + $0.height / 2)) }
    let tables = TableFinder(textHeight: 20).find(in: page.image, text: text).tables
    #expect(tables.map(\.grid.cells.count) == [4, 6])
  }

  @Test func `a line of text is cut where it runs into another cell`() throws {
    let found = try prepared(Self.drawn().image)
    let block = try #require(found.blocks.first)
    let row = try #require(block.textLines.first { $0.right - $0.left > 400 && $0.top > 180 })
    let parts = block.parts(of: [row])
    #expect(parts.count >= 3)
    #expect(parts.map(\.continuesRow) == [false] + Array(repeating: true, count: parts.count - 1))
    #expect(zip(parts, parts.dropFirst()).allSatisfy { $0.right <= $1.left + 1 })
  }

  @Test func `rules that hold no text are no table`() throws {
    var page = DrawnPage(width: 620, height: 1400)
    page.addReceipt(left: 50)
    for index in 0...10 {
      page.fill(50, 940 + 40 * index, 400, 2, 60)
      page.fill(50 + 40 * index, 940, 2, 402, 60)
    }
    #expect(try prepared(page.image).grids(scale: 1).isEmpty)
  }

  @Test func `a receipt with ruling lines and a frame has no table`() throws {
    var page = DrawnPage.receipt()
    for y in [190, 580] { page.fill(40, y, 520, 2, 40) }
    for x in [38, 560] { page.fill(x, 190, 2, 392, 40) }
    #expect(try prepared(page.image).grids(scale: 1).isEmpty)
  }

  @Test func `a thousand rules and noise give a bounded table or none`() {
    var mesh = DrawnPage(width: 2000, height: 2000)
    for index in 0..<500 {
      mesh.fill(0, 13 * index, 2000, 2, 40)
      mesh.fill(13 * index, 0, 2, 2000, 40)
    }
    var noise = DrawnPage(width: 1200, height: 1200)
    var state: UInt32 = 7
    for index in noise.image.pixels.indices {
      state = state &* 1_664_525 &+ 1_013_904_223
      noise.image.pixels[index] = UInt8(state >> 24)
    }
    var text: [Point] = []
    for index in 0..<100 {
      let (x, y) = (20 + 19 * index % 1100, 20 + 31 * index % 1100)
      text.append((x: Double(x), y: Double(y)))
    }
    for image in [mesh.image, noise.image] {
      let tables = TableFinder(textHeight: 20).find(in: image, text: text).tables
      #expect(tables.reduce(0) { $0 + $1.grid.cells.count } <= 25_000)
    }
  }
}
