import PageModel
import Testing

@testable import Understanding

struct TablesStageTests {
  /// Cells of 100 by 40 pixels from the upper left corner on.
  private static func grid(rows: Int, columns: Int) -> TableGrid {
    TableGrid(
      cells: (0..<rows).flatMap { row in
        (0..<columns).map { column in
          let (x, y) = (100 * column, 40 * row)
          return TableGrid.Cell(
            row: row, column: column, rowSpan: 1, columnSpan: 1,
            corners: [(x, y), (x + 100, y), (x + 100, y + 40), (x, y + 40)].map { TableGrid.Corner(x: $0.0, y: $0.1) })
        }
      })
  }

  private static func word(_ text: String, x: Int, y: Int, width: Int = 60) -> Word {
    Word(text: text, box: Box(x: x, y: y, width: width, height: 20), confidence: 0.9)
  }

  private static func line(_ words: [Word]) -> Line {
    Line(box: words.dropFirst().reduce(words[0].box) { $0.union($1.box) }, confidence: 0.9, words: words)
  }

  private static func page(_ lines: [[Word]], _ grids: [TableGrid]) -> RecognisedPage {
    var page = RecognisedPage(width: 900, height: 900, confidence: 0.9, lines: lines.map(line))
    page.signals = PageSignals()
    page.signals?.grids = grids
    return page
  }

  private static func tables(_ lines: [[Word]], _ grids: [TableGrid]) -> [PageTable]? {
    DerivedStages().derive(PageRecord(outcome: .recognised(page(lines, grids)))).value(of: TablesStage.self)
  }

  @Test func `each cell has the words whose middles it holds, lines joined by a space`() throws {
    let table = try #require(
      Self.tables(
        [
          [Self.word("품목", x: 20, y: 10), Self.word("금액", x: 120, y: 10)],
          [Self.word("연필", x: 20, y: 42), Self.word("1,200", x: 120, y: 50)], [Self.word("HB", x: 20, y: 58)],
        ], [Self.grid(rows: 2, columns: 2)])?.first)
    #expect(table.cells.map(\.text) == ["품목", "금액", "연필 HB", "1,200"])
    #expect(table.cells.map(\.lines) == [[0], [0], [1, 2], [1]])
    #expect(table.rows == 2 && table.columns == 2 && table.ruled)
    #expect(table.box == Box(x: 0, y: 0, width: 200, height: 80))
  }

  /// Three columns of a heading, a row with the given lines, and a last row.
  private static func stacked(_ rows: [[String]]) -> [[Word]] {
    [["품목", "수량", "금액"].enumerated().map { word($1, x: 20 + 100 * $0, y: 10) }]
      + rows.enumerated().map { index, texts in
        texts.enumerated().filter { !$0.element.isEmpty }.map {
          var word = word($0.element, x: 20 + 100 * $0.offset, y: 41 + 13 * index)
          word.box.height = 10
          return word
        }
      } + [[word("합계", x: 20, y: 90), word("9,300", x: 220, y: 90)]]
  }

  @Test func `lines of a list without rules between them are rows`() throws {
    let lines = Self.stacked([["연필", "2", "2,400"], ["지우개", "3", "1,500"], ["공책", "1", "5,400"]])
    let table = try #require(Self.tables(lines, [Self.grid(rows: 3, columns: 3)])?.first)
    #expect(
      table.cells.map(\.text) == [
        "품목", "수량", "금액", "연필", "2", "2,400", "지우개", "3", "1,500", "공책", "1", "5,400", "합계", "", "9,300",
      ])
    #expect(table.rows == 5 && table.cells.map(\.row) == [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4])
    #expect(table.cells[3].box.bottom == Double(table.cells[6].box.y) && table.cells[11].box.bottom == 80)
  }

  @Test func `a row of a list keeps the rest of its name, and may lack a number`() throws {
    let lines = Self.stacked([["연필", "2", "2,400"], ["(파랑)", "", ""], ["배송비", "-", "1,500"]])
    let table = try #require(Self.tables(lines, [Self.grid(rows: 3, columns: 3)])?.first)
    #expect(table.rows == 4)
    #expect(table.cells.map(\.text)[3..<9] == ["연필 (파랑)", "2", "2,400", "배송비", "-", "1,500"])
  }

  @Test func `a cell beside divided rows covers all of them`() throws {
    var grid = Self.grid(rows: 3, columns: 3)
    grid.cells.removeAll { $0.column == 0 && $0.row == 2 }
    let place = try #require(grid.cells.firstIndex { $0.column == 0 && $0.row == 1 })
    grid.cells[place].rowSpan = 2
    grid.cells[place].corners[2].y += 40
    grid.cells[place].corners[3].y += 40
    let lines = Self.stacked([["", "2", "2,400"], ["", "3", "1,500"]])
    let table = try #require(Self.tables(lines, [grid])?.first)
    #expect(table.rows == 4 && table.cells.map(\.rowSpan) == [1, 1, 1, 3, 1, 1, 1, 1, 1, 1])
  }

  @Test func `corners that no page has stop nothing`() {
    let far = Int(Int32.max)
    var grid = Self.grid(rows: 3, columns: 3)
    grid.cells[4].corners = [(-far, 0), (far, -far), (far, far), (1 - far, 0)].map { .init(x: $0.0, y: $0.1) }
    let lines = ["1", "2"].enumerated().map { index, text in
      [Self.word(text, x: far - 40, y: 50 + 13 * index), Self.word(text, x: 220, y: 50 + 13 * index)]
    }
    #expect(grid.dividingRows(by: Self.page(lines, [grid])).count >= grid.cells.count)
  }

  @Test(arguments: [
    [["연필", "", "2,400"], ["빨강", "", "02-12"]], [["연필", "수량", "금액"], ["품명", "(EA)", "(원)"]],
    [["주소", "가상로 1", "02-1234"], ["", "2층", "02-1235"]],
    [["가맹점", "2026.03.14", "50,000"], ["지점", "12:30:11", "4,545"]].map { [$0[1], "이름", $0[0]] },
  ])
  func `a row whose cells have lines of their own stays one`(_ texts: [[String]]) throws {
    var lines = Self.stacked(texts)
    if texts[0][1].isEmpty { lines[1].append(Self.word("1", x: 120, y: 50)) }
    let table = try #require(Self.tables(lines, [Self.grid(rows: 3, columns: 3)])?.first)
    #expect(table.rows == 3 && table.cells.count == 9)
  }

  @Test func `lists without rules are tables of a receipt that has ruled ones`() {
    let items = [("연필", "2,400"), ("공책", "1,500"), ("지우개", "500")].enumerated().map { index, texts in
      [Self.word(texts.0, x: 20, y: 200 + 40 * index), Self.word(texts.1, x: 320, y: 200 + 40 * index)]
    }
    let heads = [["품목", "금액"], ["합계", "4,400"]].enumerated().map { index, texts in
      texts.enumerated().map { Self.word($1, x: 20 + 100 * $0, y: 10 + 40 * index) }
    }
    #expect(TablesStage.tables(of: Self.page(items, []), withOpen: false).isEmpty)
    let tables = TablesStage.tables(of: Self.page(heads + items, [Self.grid(rows: 2, columns: 2)]), withOpen: false)
    #expect(tables.map(\.ruled) == [true, false] && tables.map(\.cells.count) == [4, 6])
  }

  @Test func `tables stand in the order of their lines, in one line in that of its words`() {
    func moved(_ x: Int, _ y: Int) -> TableGrid {
      var grid = Self.grid(rows: 2, columns: 2)
      for cell in grid.cells.indices {
        grid.cells[cell].corners = grid.cells[cell].corners.map { TableGrid.Corner(x: $0.x + x, y: $0.y + y) }
      }
      return grid
    }
    func words(_ name: String, _ x: Int, _ y: Int) -> [Word] {
      (0..<2).map { Self.word("\(name)\($0)", x: x + 20 + 100 * $0, y: y + 10) }
    }
    // The right one stands a little higher, as on a skewed page.
    let skewed = [moved(0, 9), moved(400, 0), moved(0, 200)]
    let lines = [0, 40].map { words("a", 0, $0 + 9) + words("b", 400, $0) } + [0, 40].map { words("c", 0, 200 + $0) }
    let found = TablesStage.tables(of: Self.page(lines, skewed), withOpen: true)
    #expect(found.map { $0.cells[0].text } == ["a0", "b0", "c0"])
    // The lines of a page that was scanned upside down.
    let turned = TablesStage.tables(of: Self.page(lines.reversed().map { $0.reversed() }, skewed), withOpen: true)
    #expect(turned.map { $0.cells[0].text.prefix(1) } == ["c", "b", "a"])
  }

  @Test func `a heading beside the texts of its list makes no column`() {
    let lines = [("품목", "금액"), ("연필", "2,400"), ("공책", "1,500"), ("지우개", "500")].enumerated().map { index, texts in
      [Self.word(texts.0, x: index == 0 ? 140 : 20, y: 40 * index), Self.word(texts.1, x: 320, y: 40 * index)]
    }
    let tables = TablesStage.tables(of: Self.page(lines, []), withOpen: true)
    #expect(tables.map(\.cells.count) == [8] && tables.first?.columns == 2)
  }

  @Test func `a cell is stamped if a seal stands in it or covers a good part of its word`() throws {
    let words = [[Self.word("대표", x: 20, y: 10), Self.word("홍길동", x: 120, y: 10)], [Self.word("a", x: 20, y: 50)]]
    let lines = words.map(Self.line)
    var page = RecognisedPage(width: 900, height: 900, confidence: 0.9, lines: lines)
    page.signals = PageSignals()
    page.signals?.grids = [Self.grid(rows: 2, columns: 2)]
    #expect(TablesStage.tables(of: page, withOpen: false).first?.cells.allSatisfy { $0.stamp == nil } == true)
    page.signals?.seals = [Box(x: 140, y: 0, width: 80, height: 90)]
    let cells = try #require(TablesStage.tables(of: page, withOpen: false).first).cells
    #expect(cells.map { $0.stamp == true } == [false, true, false, true])
    page.signals?.handwriting = [lines[1].words[0].box]
    let written = try #require(TablesStage.tables(of: page, withOpen: false).first).cells
    #expect(written.map { $0.handwritten == true } == [false, false, true, false])
  }

  @Test func `of skewed cells whose boxes overlap, the one with the nearest middle has the mark`() {
    let cells = (0..<3).map { PageTable.Cell(row: $0, column: 0, box: Box(x: 0, y: 40 * $0, width: 400, height: 70)) }
    var table = PageTable(ruled: true, cells: cells)
    table.mark([Box(x: 180, y: 65, width: 30, height: 20)], as: \.handwritten)
    #expect(table.cells.map { $0.handwritten == true } == [false, true, false])
  }

  @Test func `a word over several cells is divided by its letters`() throws {
    let digits = Self.word("2024", x: 10, y: 10, width: 380)
    let table = try #require(
      Self.tables([[digits], [Self.word("A", x: 20, y: 50)]], [Self.grid(rows: 2, columns: 4)])?.first)
    #expect(table.cells.map(\.text) == ["2", "0", "2", "4", "A", "", "", ""])
    #expect(table.cells.last?.confidence == 1)
  }

  @Test func `a bracket at the side of its cell stays with its word`() throws {
    let name = Self.word("미래통신(주)", x: 4, y: 10, width: 102)
    let others = (0..<3).map { [Self.word("a", x: 120, y: 10 + 40 * $0)] }
    let table = try #require(Self.tables([[name]] + others, [Self.grid(rows: 3, columns: 2)])?.first)
    #expect(table.cells[0].text == "미래통신(주)" && table.cells[1].text == "a")
  }

  @Test func `an amount that reaches over the edge of its table is kept whole`() throws {
    let amount = Self.word("12,000", x: -20, y: 10, width: 90)
    let others = (0..<3).map { [Self.word("a", x: 120 * ($0 % 2), y: 50 + 40 * ($0 / 2))] }
    let table = try #require(Self.tables([[amount]] + others, [Self.grid(rows: 3, columns: 2)])?.first)
    #expect(table.cells[0].text == "12,000")
  }

  @Test func `a grid with hardly any text is no table`() {
    #expect(Self.tables([[Self.word("지도", x: 20, y: 10)]], [Self.grid(rows: 9, columns: 9)]) == nil)
  }

  @Test func `an inner table takes its words from the one around it`() throws {
    var outer = Self.grid(rows: 2, columns: 2)
    outer.cells = outer.cells.map { cell in
      var cell = cell
      cell.corners = cell.corners.map { TableGrid.Corner(x: 4 * $0.x, y: 8 * $0.y) }
      return cell
    }
    let words = (0..<4).map { Self.word("c\($0)", x: 20 + 100 * ($0 % 2), y: 10 + 40 * ($0 / 2)) }
    let others = (0..<3).map { Self.word("o\($0)", x: 450, y: 100 + 200 * $0) }
    let lines = [Array(words[..<2]), Array(words[2...])] + others.map { [$0] }
    let tables = try #require(Self.tables(lines, [outer, Self.grid(rows: 2, columns: 2)]))
    #expect(tables.contains { $0.cells.map(\.text) == ["c0", "c1", "c2", "c3"] })
    #expect(!tables.contains { $0.cells.contains { $0.text.contains("c0 ") } })
  }

  @Test func `columns without rules are a table where numbers stand in them`() throws {
    let rows = (0..<5).map { row in
      [
        Self.word("계정", x: 20, y: 100 + 40 * row), Self.word("\(row)1,000", x: 300, y: 100 + 40 * row),
        Self.word("\(row)2,000", x: 500, y: 100 + 40 * row),
      ]
    }
    let table = try #require(Self.tables(rows, [])?.first)
    #expect(!table.ruled && table.rows == 5 && table.columns == 3)
    #expect(table.cells.count == 15 && table.cells[4].text == "11,000")
    let prose = (0..<5).map { row in
      (0..<2).map { Self.word("a long line of prose", x: 20 + 400 * $0, y: 100 + 40 * row, width: 300) }
    }
    #expect(Self.tables(prose, []) == nil)
  }

  @Test func `boxes of any size are survived`() {
    let far = TableGrid(
      cells: (0..<4).map { index in
        TableGrid.Cell(
          row: index, column: 0, rowSpan: 1, columnSpan: 1,
          corners: [
            .init(x: .min, y: .min), .init(x: .max, y: .min), .init(x: .max, y: .max), .init(x: .min, y: .max),
          ])
      })
    let words = [Word(text: "1", box: Box(x: .max, y: .max, width: .max, height: .max), confidence: 1)]
    _ = Self.tables([words, words, words, words], [far])
    let none = [TableGrid(cells: [])]
    #expect(Self.tables(Array(repeating: words + [Self.word("2", x: 0, y: 0)], count: 4), none) == nil)
    let backwards = (0..<4).map { [Self.word("1", x: 0, y: 40 * $0), Self.word("2", x: 300, y: 40 * $0, width: -50)] }
    _ = Self.tables(backwards, none)
  }
}
