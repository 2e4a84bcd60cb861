import Foundation
import Imaging
import TestSupport
import Testing

/// The tables of a page in the review: the place of each cell, and the line that it opens.
@Suite(.enabled(if: Browser.isThere)) struct TableTests {
  private static let name = "prices.png"

  /// Names with their prices from a scan of the samples, in a ruled table below a line.
  ///
  /// The first row is one cell, and the last price is missing.
  private static func scan() throws -> [UInt8] {
    let menu = GrayImage(try Picture.decode(try SampleScans.bytes("../hard/menu.png")))
    var page = GrayImage(width: 420, height: 610)
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
    copy(row: 14, 20..<145, x: 72, y: 131)
    for row in 0..<5 {
      copy(row: row, 20..<145, x: 72, y: 201 + 70 * row)
      if row < 4 { copy(row: row, 405..<500, x: 232, y: 201 + 70 * row) }
    }
    for row in 0...6 { rule(60..<353, 110 + 70 * row..<113 + 70 * row) }
    for x in [60, 350] { rule(x..<x + 3, 110..<533) }
    rule(220..<223, 180..<533)
    return Array(try #require(page.makePicture()?.losslessFile()).file)
  }

  private func cell(_ row: Int, _ column: Int) -> String {
    "document.querySelector('td[data-cell=\"0 \(row) \(column)\"]')"
  }

  private func button(_ row: Int, _ column: Int) -> String { "\(cell(row, column)).querySelector('button')" }

  private func isOn(_ row: Int, _ column: Int) -> String { "document.activeElement === \(button(row, column))" }

  private static let openTab = "document.querySelector('[role=tab][aria-selected=true]').textContent"
  private static let selected =
    "(({ value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd))(document.activeElement)"

  /// Whether the picture marks the place of a cell.
  private func isMarked(_ browser: Browser, _ row: Int, _ column: Int) throws -> Bool? {
    let script = """
      const { box } = JSON.parse(document.getElementById('data').textContent).page.tables[0].cells
        .find(({ row, column }) => row === \(row) && column === \(column));
      const mark = document.querySelector('rect.mark').getBBox();
      return mark.x < box.x + 20 && mark.x + mark.width > box.x + box.width - 20 && mark.width < box.width + 20
        && Math.abs(mark.y + mark.height / 2 - box.y - box.height / 2) < 20;
      """
    return try browser.run(script) as? Bool
  }

  /// The whole page, with its tables.
  private func markdown(_ desk: Desk) throws -> String {
    let shown = try desk.hanscan(["show", Self.name, "--format", "md", "--out", desk.out])
    #expect(shown.status == 0, "\(shown.errorText)")
    return shown.outputText
  }

  /// Clicks on a cell, types another text in its line, and goes back; returns the text before.
  private func correct(_ browser: Browser, _ row: Int, _ column: Int, to text: String) throws -> String {
    try browser.run("document.getElementById('tab-tables').click()")
    let before = try browser.text("\(button(row, column)).textContent")
    let script = """
      \(cell(row, column)).scrollIntoView({ block: 'center' });
      const box = \(cell(row, column)).getBoundingClientRect();
      return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
      """
    let place = try #require(try browser.run(script) as? [Int])
    try browser.drag(from: (place[0], place[1]), to: (place[0], place[1]))
    try browser.wait(for: "document.activeElement.matches('.line input')")
    #expect(try browser.text(Self.openTab) == "Lines")
    #expect(try browser.text(Self.selected) == before)
    try browser.type(text)
    try browser.press(together: [Browser.Key.alt, "l"])
    try browser.wait(for: "\(button(row, column)).textContent === '\(text)' && \(isOn(row, column))")
    return before
  }

  @Test func `a cell opens its line, and the table follows the corrected line and its undoing`() throws {
    let desk = try Desk(files: [Self.name: try Self.scan()])
    let before = try markdown(desk)
    let (_, browser) = try desk.browse(page: Self.name)
    let spans = """
      return [...document.querySelectorAll('table.cells tr')]
        .map(({ cells }) => [...cells].map((cell) => `${cell.rowSpan}x${cell.colSpan}`).join(' '));
      """
    #expect(try browser.run(spans) as? [String] == ["1x2"] + Array(repeating: "1x1 1x1", count: 5))
    let old = try correct(browser, 2, 1, to: "10,700 원")
    #expect(!old.isEmpty && before.contains(old), "\(before)")
    #expect(try markdown(desk) == before.replacing(old, with: "10,700 원"))
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.contains("10,700 원"))
    try browser.press(together: [Browser.Key.control, "z"])
    try browser.wait(for: "\(Self.openTab) === 'Lines' && \(button(2, 1)).textContent === '\(old)'")
    try browser.press(together: [Browser.Key.alt, "l"])
    #expect(try browser.text("\(Self.openTab) + ' ' + (\(isOn(2, 1)))") == "Tables true")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
    #expect(try markdown(desk) == before)
  }

  @Test func `arrows and the mouse show cells in the picture, and a cell without a line keeps the cursor`() throws {
    let desk = try Desk(files: [Self.name: try Self.scan()])
    let (_, browser) = try desk.browse(page: Self.name)
    try browser.run("document.getElementById('tab-tables').click(); document.activeElement.blur()")
    let (down, right) = (Browser.Key.down, Browser.Key.right)
    for (key, row, column) in [
      (down, 0, 0), (down, 1, 0), (right, 1, 1), (down, 2, 1), (right, 3, 0), (right, 3, 1), (down, 4, 1), (down, 5, 1),
    ] {
      try browser.press(key)
      #expect(try browser.text(isOn(row, column)) == "true", "\(row), \(column)")
      #expect(try isMarked(browser, row, column) == true, "\(row), \(column)")
    }
    let address = try browser.text("location.href")
    #expect(try browser.text("\(button(5, 1)).getAttribute('aria-disabled')") == "true")
    try browser.press(Browser.Key.enter)
    #expect(try browser.text("\(Self.openTab) + ' ' + (\(isOn(5, 1)))") == "Tables true")
    #expect(try browser.text("location.href") == address)
    // First the table moves under the mouse, and then the mouse itself moves.
    for (pixels, row, column) in [(0, 5, 1), (3, 0, 0)] {
      let event = "new PointerEvent('pointermove', { bubbles: true, movementX: \(pixels) })"
      try browser.run("\(button(0, 0)).dispatchEvent(\(event))")
      #expect(try isMarked(browser, row, column) == true, "\(pixels)")
    }
    for scheme in ["light", "dark"] {
      try browser.prefer(scheme)
      // Colours of buttons change over a tenth of a second.
      try browser.wait(for: "document.getAnimations().length === 0")
      #expect(try browser.run(BrowserTests.nameless) as? [String] == [])
      #expect(try browser.run(BrowserTests.faint) as? [String] == [], "\(scheme)")
    }
  }

  @Test func `a cell whose line is corrected in a file is corrected in the store when the file is applied`() throws {
    let desk = try Desk(files: [Self.name: try Self.scan()])
    let before = try markdown(desk)
    let browser = try desk.browse(file: "\(Self.name).html")
    let old = try correct(browser, 0, 0, to: "삼선짬뽕 곱빼기")
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(1)')")
    try desk.apply(browser, "\(Self.name).corrections.json")
    #expect(try markdown(desk) == before.replacing(old, with: "삼선짬뽕 곱빼기"))
    // A file can't tell which words of a corrected line belong to a cell that is a part of it.
    let texts = """
      const cells = ['1', '1 2', ''].map((text) => ({ text, lines: text ? [0] : [] }));
      const page = { lines: [{ text: '1 2', words: [] }], tables: [{ cells }] };
      const entry = { index: 0, target: {}, values: [{ change: { text: '1 3' } }] };
      return HanScan.corrected(page, [entry], () => []).tables[0].cells
        .map(({ text, isOutdated }) => `${text}${isOutdated ? ' outdated' : ''}`);
      """
    #expect(try browser.run(texts) as? [String] == ["1 outdated", "1 3", ""])
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
