import Foundation
import Glibc
import TestSupport
import Testing

/// What keys, mouse and fields do on a page of the review, in Debian's Chromium.
@Suite(.enabled(if: Browser.isThere)) struct KeyboardTests {
  private let inField = "document.activeElement.matches('main input')"

  /// A page that is open in a browser, with the cursor in its first doubtful thing.
  private func opened(_ sample: String) throws -> (desk: Desk, browser: Browser) {
    let desk = try Desk(samples: [sample])
    return (desk, try desk.browse(page: sample).browser)
  }

  private func field(_ name: String) -> String { "document.querySelector('input[data-field=\(name)]')" }

  private func focus(_ browser: Browser, _ element: String) throws {
    try browser.run("\(element).focus(); \(element).select()")
  }

  @Test func `Tab goes through the doubtful words once, and then on to everything else`() throws {
    let (_, browser) = try opened("mart-ko.png")
    let first = "document.querySelector('.line:not([hidden]) input')"
    try browser.showLines()
    try focus(browser, first)
    var places: [String] = []
    for _ in 0..<200 {
      try browser.press(Browser.Key.tab)
      let place = try browser.text(
        "document.activeElement.dataset.line ?? document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName"
      )
      places.append(place)
      if Int(place) == nil { break }
    }
    #expect(Int(places.last ?? "") == nil, "\(places)")
  }

  @Test func `the cursor stays in the field that it has gone on to, with what is typed there meanwhile`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    try focus(browser, field("merchant"))
    try browser.type("Parking")
    try browser.press(Browser.Key.down)
    let next = try browser.text("document.activeElement.dataset.field")
    try browser.wait(for: "\(field("merchant")).closest('tr').textContent.includes('checked')")
    #expect(try browser.text("document.activeElement.dataset.field") == next)
    let page = try browser.text("location.href")
    try browser.press("q")
    #expect(try browser.text("location.href") == page)
    #expect(try browser.text("document.activeElement.value").contains("q"))
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.contains("-> Parking"))
  }

  @Test func `Enter leads back to a doubtful field that the cursor has only passed`() throws {
    let (_, browser) = try opened("parking-faded.jpg")
    try browser.wait(for: "document.activeElement.dataset.field === 'total'")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.activeElement.dataset.field === 'tax'")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.activeElement.dataset.field === 'total'")
  }

  @Test func `with Alt the letters of the help work in a field, too`() throws {
    let (_, browser) = try opened("parking-faded.jpg")
    try browser.wait(for: inField)
    let view = "document.querySelector('svg.page').getAttribute('viewBox')"
    let whole = try browser.text(view)
    try browser.press(together: [Browser.Key.alt, "+"])
    #expect(try browser.text(view) != whole)
    try browser.press(together: [Browser.Key.alt, "0"])
    #expect(try browser.text(view) == whole)
    try browser.press(together: [Browser.Key.alt, "q"])
    try browser.wait(for: "location.pathname === '/'")
  }

  @Test func `what was put right is taken back later, by key and by mouse, and accepted by mouse`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    try browser.wait(for: inField)
    let page = try browser.text("location.href")
    let proof = "\(field("total")).closest('tr').querySelector('.proof').textContent"
    try browser.run("\(field("total")).closest('tr').querySelector('.act.accept').click()")
    try browser.wait(for: "\(proof) === 'checked'")
    #expect(try browser.text("location.href") == page)
    // As it is found when the page is opened again.
    try browser.open(page)
    try browser.wait(for: "\(proof) === 'checked'")
    try browser.run("document.activeElement.blur()")
    try browser.press(together: [Browser.Key.control, "z"])
    try browser.wait(for: "\(proof) === 'read'")
    try browser.run("\(field("total")).closest('tr').querySelector('.act.accept').click()")
    try browser.wait(for: "\(proof) === 'checked'")
    try browser.run("\(field("total")).closest('tr').querySelector('.act.undo').click()")
    try browser.wait(for: "\(proof) === 'read'")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
  }

  @Test func `Ctrl and Z take back the last change of the window on its page, and nothing of others`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    let memo = ["correct", "parking-faded.jpg", "--field", "memo", "--value", "old memo", "--out", desk.out]
    try #require(try desk.hanscan(memo).status == 0)
    try browser.open(try browser.text("location.href"))
    try browser.wait(for: "document.activeElement.dataset.field === 'total'")
    try browser.press(together: [Browser.Key.control, "z"])
    try browser.type("7000")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname === '/' && document.querySelector('main')")
    let list = { try desk.hanscan(["correct", "list", "--out", desk.out]).outputText }
    #expect(try list().contains("old memo") && list().contains("-> 7000"))
    try browser.press(together: [Browser.Key.control, "z"])
    try browser.wait(for: "document.querySelector('.notice')?.textContent === 'Taken back: Total.'")
    #expect(try browser.text("document.activeElement.dataset.field + ' ' + \(field("total")).value") == "total 6,000")
    #expect(try list().contains("old memo") && !list().contains("7000"))
  }

  @Test func `a field that was not found can be given, and any other one added`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    try focus(browser, field("businessNumber"))
    try browser.type("1234567891")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "\(field("businessNumber")).value === '123-45-67891'")
    #expect(try browser.text("\(field("representative"))") == "null")
    try browser.run("document.querySelector('.adder summary').focus()")
    try browser.press(Browser.Key.enter, Browser.Key.tab, Browser.Key.enter)
    try browser.wait(for: "document.activeElement === \(field("representative"))")
    try browser.type("Kim")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "\(field("representative")).closest('tr').textContent.includes('checked')")
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    #expect(list.contains("businessNumber: none -> 123-45-67891") && list.contains("representative: none -> Kim"))
  }

  @Test func `what was bought is listed, and each name leads to its line`() throws {
    let (_, browser) = try opened("mart-ko.png")
    let cells = "[...document.querySelectorAll('.items tbody tr')].map((row) => row.textContent)"
    let rows = try browser.run("return \(cells)") as? [String] ?? []
    #expect(rows.count == 7 && rows[0].hasPrefix("우유 1L") && rows[0].hasSuffix("2,980"), "\(rows)")
    try browser.run("document.querySelectorAll('.items button')[1].click()")
    try browser.wait(for: "document.activeElement.value?.startsWith('두부')")
    // The item follows its line.
    try browser.run("document.activeElement.select()")
    try browser.type("두부 1,500 1 1,500")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "\(cells)[1].endsWith('1,500')")
    #expect(try browser.text("document.querySelector('.items').closest('details').open") == "true")
  }

  @Test func `a line that was emptied can be filled again`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    try browser.showLines()
    let number = try browser.text(
      "[...document.querySelectorAll('.line input')].find((one) => one.value.startsWith('차량번호')).dataset.line")
    let line = "document.querySelector('.line input[data-line=\"\(number)\"]')"
    try focus(browser, line)
    try browser.press(Browser.Key.backspace)
    try browser.press(Browser.Key.down)
    try browser.wait(for: "\(line).closest('li').textContent.includes('read as')")
    try focus(browser, line)
    try browser.type("00X 1234")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "\(line).closest('li').querySelector('.number').textContent === '3'")
    #expect(try browser.text("document.querySelector('.alert').textContent") == "")
    #expect(try desk.hanscan(["search", "00X", "--out", desk.out]).outputText.contains("«00X»"))
  }

  @Test func `lines have the numbers of the page's text`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    let numbers = try browser.text(
      "[...document.querySelectorAll('.line:not([hidden]) .number')].map((one) => one.textContent).join(' ')")
    let shown = try desk.hanscan(["show", "parking-faded.jpg", "--out", desk.out]).outputText
    let count = shown.split(separator: "\n").count
    #expect(numbers == (1...count).map(String.init).joined(separator: " "))
  }

  @Test func `a value that was not accepted keeps the page once, and is never saved by leaving`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    let page = try browser.text("location.href")
    try focus(browser, field("date"))
    try browser.type("2025-03-99")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('.alert').textContent.includes('2026-03-14')")
    for key in ["q", "q"] {
      #expect(try browser.text("location.href") == page)
      try browser.press(together: [Browser.Key.alt, key])
      try browser.wait(for: "location.pathname === '/' || document.querySelector('.alert').textContent.includes('Esc')")
    }
    try browser.wait(for: "location.pathname === '/'")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
  }

  @Test func `a field that somebody else has changed shows the present value, and the typed one stays`() throws {
    let (desk, browser) = try opened("parking-faded.jpg")
    try browser.wait(for: "document.activeElement.dataset.field === 'total'")
    try browser.type("7,000")
    let other = ["correct", "parking-faded.jpg", "--field", "total", "--value", "6500", "--out", desk.out]
    try #require(try desk.hanscan(other).status == 0)
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('.alert').textContent.startsWith('Somebody else')")
    let total = field("total")
    #expect(try browser.text("\(total).dataset.shown + ' ' + \(total).value") == "6,500 7,000")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname === '/'")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.contains("total: 6500 -> 7000"))
  }

  @Test func `why something fails is said in Korean where the surface is Korean`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg", "mart-ko.png", "hardware-tilted.png"])
    let review = try Review(desk)
    let browser = try Browser(language: "ko")
    try browser.open(review.address)
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
    try browser.wait(for: "document.querySelectorAll('td.document a').length === 3")
    let pages =
      try browser.run("return [...document.querySelectorAll('td.document a')].map((one) => one.href)") as? [String]
    for page in pages ?? [] {
      try browser.open(page)
      try browser.wait(for: "document.querySelector('main .receipt')")
      let english = try browser.text(
        "[...document.querySelectorAll('main [lang=en]')].map((one) => one.textContent).join(' | ')")
      #expect(english == "", "\(page)")
      #expect(try browser.run("return document.querySelectorAll('.checks li').length") as? Int ?? 0 > 0, "\(page)")
    }
    try focus(browser, field("date"))
    try browser.type("x")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('.alert').textContent.includes('같은 날짜')")
  }
}
