import Foundation
import Imaging
import TestSupport
import Testing

/// The tables of a page in the review: the place of each cell, and corrections of its text.
@Suite(.enabled(if: Browser.isThere)) struct TableTests {
  private static let name = "prices.png"

  /// Five names with their prices from a scan of the samples, in a ruled table below a line.
  private static func scan() throws -> [UInt8] {
    let menu = GrayImage(try Picture.decode(try SampleScans.bytes("../hard/menu.png")))
    var page = GrayImage(width: 420, height: 540)
    func copy(row: Int, _ columns: Range<Int>, x: Int, y: Int) {
      for line in 0..<32 {
        for column in columns {
          page.pixels[(y + line) * page.width + x + column - columns.lowerBound] =
            menu.pixels[(24 + 34 * row + line) * menu.width + column]
        }
      }
    }
    func rule(_ columns: Range<Int>, _ lines: Range<Int>) {
      for line in lines {
        for column in columns { page.pixels[line * page.width + column] = 40 }
      }
    }
    copy(row: 15, 20..<180, x: 60, y: 40)
    for row in 0..<5 {
      copy(row: row, 20..<145, x: 72, y: 131 + 70 * row)
      copy(row: row, 405..<500, x: 232, y: 131 + 70 * row)
    }
    for row in 0...5 { rule(60..<353, 110 + 70 * row..<113 + 70 * row) }
    for x in [60, 220, 350] { rule(x..<x + 3, 110..<463) }
    return Array(try #require(page.makePicture()?.losslessFile()).file)
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    "document.querySelector('td[data-cell=\"0 \(row) \(column)\"]')"
  }

  private func shown(_ row: Int, _ column: Int) -> String {
    "\(cell(row, column)).querySelector('button')?.textContent"
  }

  private func tables(_ desk: Desk) throws -> String {
    let shown = try desk.hanscan(["show", Self.name, "--tables", "--out", desk.out])
    #expect(shown.status == 0, "\(shown.errorText)")
    return shown.outputText
  }

  private func text(_ desk: Desk) throws -> String {
    try desk.hanscan(["show", Self.name, "--out", desk.out]).outputText
  }

  /// Opens the tables, puts the cursor on a cell and types another text into it; returns the text before.
  private func correct(_ browser: Browser, _ row: Int, _ column: Int, to text: String) throws -> String {
    try browser.run("document.getElementById('tab-tables').click()")
    try browser.run("\(cell(row, column)).querySelector('button').focus()")
    let before = try browser.text(shown(row, column))
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.activeElement === \(cell(row, column)).querySelector('input')")
    try browser.type(text)
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "\(shown(row, column)) === '\(text)'")
    return before
  }

  @Test func `a corrected cell changes its line and the table, and both are as before when it is taken back`() throws {
    let desk = try Desk(files: [Self.name: try Self.scan()])
    let before = (tables: try tables(desk), text: try text(desk))
    let (_, browser) = try desk.browse(page: Self.name)
    #expect(try browser.text("document.querySelectorAll('table.cells tr').length") == "5")
    let old = try correct(browser, 1, 1, to: "10,700 원")
    #expect(!old.isEmpty && before.tables.contains(old), "\(before.tables)")
    #expect(try tables(desk) == before.tables.replacing(old, with: "10,700 원"))
    #expect(try text(desk) == before.text.replacing(old, with: "10,700 원"))
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.contains("10,700 원"))
    // The cursor is on the cell again, which the picture shows.
    try browser.wait(for: "document.activeElement === \(cell(1, 1)).querySelector('button')")
    let isMarked = """
      const { box } = JSON.parse(document.getElementById('data').textContent).page.tables[0].cells
        .find(({ row, column }) => row === 1 && column === 1);
      const mark = document.querySelector('rect.mark').getBBox();
      return mark.x < box.x + 20 && mark.x + mark.width > box.x + box.width - 20 && mark.width < box.width + 20
        && Math.abs(mark.y + mark.height / 2 - box.y - box.height / 2) < 20;
      """
    #expect(try browser.run(isMarked) as? Bool == true)
    // A text that is not saved is left.
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.activeElement === \(cell(1, 1)).querySelector('input')")
    try browser.type("1")
    try browser.press(Browser.Key.escape)
    try browser.wait(for: "\(shown(1, 1)) === '10,700 원'")
    try browser.press(together: [Browser.Key.control, "z"])
    try browser.wait(for: "\(shown(1, 1)) === '\(old)'")
    #expect(try browser.text("document.querySelector('[role=tab][aria-selected=true]').textContent") == "Tables")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
    #expect(try tables(desk) == before.tables && text(desk) == before.text)
  }

  @Test func `arrows go from cell to cell, and everything has a name and contrast`() throws {
    let desk = try Desk(files: [Self.name: try Self.scan()])
    let (_, browser) = try desk.browse(page: Self.name)
    try browser.run("document.getElementById('tab-tables').click(); document.activeElement.blur()")
    for (key, row, column) in [(Browser.Key.down, 0, 0), (Browser.Key.right, 0, 1), (Browser.Key.down, 1, 1)] {
      try browser.press(key)
      #expect(try browser.text("document.activeElement === \(cell(row, column)).querySelector('button')") == "true")
    }
    for scheme in ["light", "dark"] {
      try browser.prefer(scheme)
      #expect(try browser.run(BrowserTests.nameless) as? [String] == [])
      #expect(try browser.run(BrowserTests.faint) as? [String] == [], "\(scheme)")
    }
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.activeElement === \(cell(1, 1)).querySelector('input')")
    #expect(try browser.run(BrowserTests.nameless) as? [String] == [])
  }

  @Test func `a cell that is corrected in a file is corrected in the store when the file is applied`() throws {
    let desk = try Desk(files: [Self.name: try Self.scan()])
    let before = try tables(desk)
    let browser = try desk.browse(file: "\(Self.name).html")
    let old = try correct(browser, 0, 0, to: "삼선짬뽕 곱빼기")
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(1)')")
    try desk.apply(browser, "\(Self.name).corrections.json")
    #expect(try tables(desk) == before.replacing(old, with: "삼선짬뽕 곱빼기"))
  }

  @Test func `a page without a table has no tab for it`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let (_, browser) = try desk.browse(page: "parking-faded.jpg")
    let tabs = "[...document.querySelectorAll('[role=tab]')].map((one) => one.textContent).join(' ')"
    #expect(try browser.text(tabs) == "Receipt Lines")
    for name in ["Lines", "Receipt"] {
      try browser.press(together: [Browser.Key.alt, "l"])
      #expect(try browser.text("document.querySelector('[role=tab][aria-selected=true]').textContent") == name)
    }
  }
}
