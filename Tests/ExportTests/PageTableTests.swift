import PageModel
import PictureFormats
import Testing
import Understanding

@testable import Export

/// Pages with tables, as the formats of pages write them.
@Suite struct PageTableTests {
  private func markdown(_ page: PageRecord, original: PageRecord? = nil) throws -> String {
    String(decoding: try #require(MarkdownExporter().file(page, original: original)), as: UTF8.self)
  }

  @Test func `in Markdown a table stands at its first line, and only words beside it are repeated`() throws {
    #expect(
      try markdown(TablePages.plain()) == """
        \\# 1월

        | 품목 | 금액 |
        | --- | --- |
        | a\\|b | 2,345,670 |

        옆

        끝

        """)
    #expect(try markdown(Pages.blank) == "")
    let stream = [try TablePages.plain(), Pages.failed, Pages.recognised].enumerated().flatMap {
      MarkdownExporter().streamed($1, original: nil, position: $0)
    }
    #expect(String(decoding: stream, as: UTF8.self).hasSuffix("끝\n\n---\n\n\n---\n\n합계 12,000\n\n12,000\n"))
  }

  @Test func `a table with spans is HTML in Markdown, whatever its cells hold`() throws {
    let text = try markdown(TablePages.spanned())
    #expect(!text.contains("\n\n") && text.hasPrefix("<table>\n"))
    let cells = try FoundElements(Array(text.utf8)).elements.filter { $0.name == "td" }
    #expect(cells.map(\.text) == [TablePages.hostileLine, "-3.50", "007", "2,345,670"])
    #expect(cells.map { $0.attributes["rowspan"] } == ["2", nil, nil, nil])
    #expect(cells.map { $0.attributes["colspan"] } == [nil, nil, nil, "2"])
  }

  @Test func `a page for a browser has its tables as markup for those without scripts, whatever a cell holds`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let pieces = try writer.file(for: [Array("a.html".utf8)])
    let pages = [try TablePages.plain(), Pages.blank, try TablePages.spanned()]
    try HTMLExporter().write(Document(pages, .png, []), to: pieces)
    _ = try pieces.finish()
    try writer.sync()
    let text = String(decoding: try scratch.bytes("out/a.html"), as: UTF8.self)
    let markup = try #require(text.matches(of: /<noscript>\n((?s).*?)<\/noscript>/).first?.1)
    let elements = try FoundElements(Array("<body>\(markup)</body>".utf8)).elements
    #expect(elements.filter { $0.name == "table" }.count == 2)
    let cells = elements.filter { $0.name == "td" }
    #expect(cells.map(\.text) == ["품목", "금액", "a|b", "2,345,670", TablePages.hostileLine, "-3.50", "007", "2,345,670"])
    #expect(cells.map { $0.attributes["rowspan"] } == [nil, nil, nil, nil, "2", nil, nil, nil])
  }

  @Test func `a table that the stage finds in a grid is written, and every word is there once`() throws {
    let cells = (0..<4).map { place in
      let (x, y) = (100 + 200 * (place % 2), 100 + 40 * (place / 2))
      let corners = [(x, y), (x + 200, y), (x + 200, y + 40), (x, y + 40)]
      return TableGrid.Cell(
        row: place / 2, column: place % 2, rowSpan: 1, columnSpan: 1,
        corners: corners.map { TableGrid.Corner(x: $0.0, y: $0.1) })
    }
    var page = try TablePages.plain()
    guard case .recognised(var reading) = page.outcome else { return }
    reading.signals = PageSignals()
    reading.signals?.grids = [TableGrid(cells: cells)]
    page.outcome = .recognised(reading)
    page.derived = DerivedStages().derive(page)
    #expect(try markdown(page) == markdown(TablePages.plain()))
  }

  @Test(arguments: [
    ("plain, R&D 2*3 <3 [x] 1~2 a_b_c", "plain, R&D 2*3 <3 [x] 1~2 a_b_c"), ("*a* * *", "\\*a\\* * *"),
    ("`a`", "\\`a\\`"), ("_a_", "\\_a\\_"), ("1~2, 3~4", "1\\~2, 3\\~4"), ("[a](b)", "\\[a](b)"),
    ("[a]: b", "\\[a]: b"), ("<b>", "\\<b>"), ("&lt; &#60;", "\\&lt; \\&#60;"), ("\\* a\\b", "\\\\* a\\b"),
    ("# a", "\\# a"), ("#a", "#a"), ("> a", "\\> a"), ("- a", "\\- a"), ("-3", "-3"), ("--", "--"),
    ("- - -", "\\- - -"), ("---", "\\---"), ("12. a", "12\\. a"), ("3) a", "3\\) a"), ("3.5", "3.5"), ("+", "\\+"),
    ("1", "1"), ("12.", "12\\."), (" \n a\u{2028}b ", "a b"), ("<\u{301}a", "<\u{301}a"), ("\u{0}", "\u{FFFD}"),
  ])
  func `Markdown is escaped only where it would be more than text`(text: String, escaped: String) {
    #expect(Array(MarkdownText.paragraph(text).unicodeScalars) == Array(escaped.unicodeScalars))
  }

  @Test func `a bar in a cell is escaped, with any mark above it`() {
    #expect(MarkdownText.cell("a|\u{301}b").unicodeScalars.elementsEqual("a\\|\u{301}b".unicodeScalars))
    #expect(MarkdownText.cell("# \\|") == "# \\\\\\|")
  }

  @Test func `a duplicate has the tables of its original`() throws {
    let original = try TablePages.spanned()
    var duplicate = Pages.duplicate
    duplicate.path = original.path
    for format in [MarkdownExporter(), LayoutExporter.hocr, LayoutExporter.page] as [any PageExporter] {
      #expect(format.holdsDerivedValues)
      #expect(format.file(duplicate, original: original) == format.file(original))
      var bare = original
      bare.derived = DerivedValues()
      #expect(format.file(bare) != format.file(original))
    }
  }

  @Test func `a table whose cells don't fit leaves its lines as they are`() throws {
    let cell = TablePages.cell(0, 0, "품목", 1)
    var overflowing = PageTable(ruled: true, cells: [cell])
    overflowing.cells[0].rowSpan = .max
    var huge = PageTable(ruled: true, cells: [cell])
    (huge.rows, huge.columns) = (.max, .max)
    var outside = PageTable(ruled: true, cells: [cell])
    outside.cells[0].row = -1
    let overlapping = PageTable(ruled: true, cells: [cell, TablePages.cell(0, 0, "금액", 1)])
    let crossing = PageTable(
      ruled: true, cells: [TablePages.cell(0, 0, "품목", 1, columns: 2), TablePages.cell(0, 1, "금액", 1)])
    var empty = PageTable(ruled: true, cells: [])
    empty.rows = -1
    for table in [overflowing, huge, outside, overlapping, crossing, empty] {
      guard case .recognised(let reading) = try TablePages.plain().outcome else { return }
      let page = try TablePages.page(reading.lines, [table])
      #expect(try markdown(page).contains("품목 금액\n"))
      #expect(try !hocr(page).contains { $0.attributes["class"] == "ocr_table" })
      #expect(page.tables.isEmpty)
    }
    let far = try TablePages.page(
      [TablePages.line(20, ("a", 20))], [PageTable(ruled: true, cells: [TablePages.cell(0, 0, "b", 9)])])
    #expect(try markdown(far) == "a\n\n| b |\n| --- |\n")
  }

  private func hocr(_ page: PageRecord) throws -> [FoundElements.Element] {
    try FoundElements(try #require(LayoutExporter.hocr.file(page))).elements
  }

  @Test func `in hOCR a table within the page holds its lines`() throws {
    var table = TablePages.spanning
    table.box = Box(x: 100, y: 100, width: 9_000, height: 120)
    let elements = try hocr(try TablePages.page([TablePages.line(110, ("=a", 110))], [table]))
    let classes = elements.compactMap { $0.attributes["class"] }
    #expect(classes == ["ocr_page", "ocr_table", "ocr_carea", "ocr_par", "ocr_line", "ocrx_word"])
    let area = try #require(elements.first { $0.attributes["class"] == "ocr_table" })
    #expect(area.attributes["title"] == "bbox 100 100 600 220" && area.attributes["id"] == "table_1_1")
    #expect(elements.contains { $0.attributes["content"]?.contains("ocr_table") == true })
  }

  /// The texts of the elements of a class in order, each with the table that it is in.
  private func parts(
    _ elements: [FoundElements.Element], of name: String = "ocr_line"
  ) -> [(table: String?, text: String)] {
    func around(_ place: Int) -> [Int] { [place] + (elements[place].parent.map(around) ?? []) }
    func all(_ name: String) -> [Int] { elements.indices.filter { elements[$0].attributes["class"] == name } }
    return all(name).map { part in
      let table = around(part).first { elements[$0].attributes["class"] == "ocr_table" }
      let words = all("ocrx_word").filter { around($0).contains(part) }.map { elements[$0].text }
      return (table.flatMap { elements[$0].attributes["id"] }, words.joined(separator: " "))
    }
  }

  @Test func `in hOCR each line is once, in the table that has it or between the tables`() throws {
    let elements = try hocr(try TablePages.plain())
    let found = parts(elements)
    #expect(found.map(\.text) == ["# 1월", "품목 금액", "a|b 2,345,670", "옆", "끝"])
    #expect(found.map(\.table) == [nil, "table_1_1", "table_1_1", nil, nil])
    #expect(parts(elements, of: "ocr_carea").map(\.text) == ["# 1월", "품목 금액 a|b 2,345,670", "옆 끝"])
    let names = elements.compactMap { $0.attributes["id"] }
    #expect(Set(names).count == names.count)
    // As hocr-check has it: every line, paragraph and area is in a page, and no two lines cover each other.
    for name in ["ocr_table", "ocr_carea", "ocr_par", "ocr_line"] {
      for element in elements where element.attributes["class"] == name {
        var parent = element.parent
        while let place = parent, elements[place].attributes["class"] != "ocr_page" { parent = elements[place].parent }
        #expect(parent != nil, "\(name)")
      }
    }
    let places = elements.filter { $0.attributes["class"] == "ocr_line" }.compactMap { $0.attributes["title"] }
    #expect(places[2...3] == ["bbox 110 150 400 170", "bbox 20 150 30 170"])
  }

  @Test func `in hOCR a line through two tables is divided, and the tables come one after the other`() throws {
    let cells = [TablePages.cell(0, 0, "공급자", 0), TablePages.cell(1, 0, "견본", 1)]
    let others = [TablePages.cell(0, 1, "구매자", 0), TablePages.cell(1, 1, "보기", 1)]
    let page = try TablePages.page(
      [TablePages.line(110, ("공급자", 110), ("구매자", 310)), TablePages.line(150, ("견본", 110), ("보기", 310))],
      [PageTable(ruled: true, cells: cells), PageTable(ruled: true, cells: others)])
    let found = parts(try hocr(page))
    #expect(found.map(\.text) == ["공급자", "견본", "구매자", "보기"])
    #expect(found.map(\.table) == ["table_1_1", "table_1_1", "table_1_2", "table_1_2"])
  }

  @Test func `a table is comma-separated values in its own rows and columns, by its number`() throws {
    func text(_ number: Int, _ page: PageRecord) -> String {
      String(decoding: CSVExporter.rows(ofTable: number, on: page), as: UTF8.self)
    }
    #expect(try text(1, TablePages.plain()) == "품목,금액\r\na|b,\"2,345,670\"\r\n")
    let spanned = try TablePages.spanned()
    #expect(text(1, spanned).hasSuffix(",-3.50\r\n,007\r\n\"2,345,670\",\r\n"), "\(text(1, spanned))")
    #expect(text(1, spanned).contains("'=a|<script>"))
    #expect(text(2, spanned).isEmpty && text(1, Pages.blank).isEmpty)
  }

  @Test func `PAGE XML has a region for a table, with a region for each cell`() throws {
    let elements = try FoundElements(try #require(LayoutExporter.page.file(try TablePages.spanned()))).elements
    let table = try #require(elements.firstIndex { $0.name == "TableRegion" })
    #expect(elements[table].attributes == ["id": "table_1", "rows": "3", "columns": "2", "lineSeparators": "true"])
    let cells = elements.indices.filter { elements[$0].parent == table && elements[$0].name == "TextRegion" }
    #expect(cells.count == 4)
    for cell in cells {
      let children = elements.filter { $0.parent == cell }.map(\.name)
      #expect(children == ["Coords", "Roles", "TextEquiv"])
    }
    let roles = elements.filter { $0.name == "TableCellRole" }.map(\.attributes)
    #expect(roles.first == ["rowIndex": "0", "columnIndex": "0", "rowSpan": "2", "colSpan": "1"])
    #expect(roles.last == ["rowIndex": "2", "columnIndex": "0", "rowSpan": "1", "colSpan": "2"])
    let texts = elements.filter { text in
      text.name == "Unicode" && text.parent.flatMap { elements[$0].parent }.map(cells.contains) == true
    }
    #expect(texts.map(\.text) == [TablePages.hostileLine, "-3.50", "007", "2,345,670"])
    let corners = elements.filter { $0.name == "Coords" && $0.parent == cells[3] }.map { $0.attributes["points"] }
    #expect(corners == ["100,180 500,180 500,220 100,220"])
  }
}
