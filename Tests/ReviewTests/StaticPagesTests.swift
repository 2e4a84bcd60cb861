import Foundation
import PageModel
import TestSupport
import Testing

@testable import Understanding

/// Pages as files, without a server: what is put right there is downloaded, and taken by the command line.
@Suite(.enabled(if: Browser.isThere)) struct StaticPagesTests {
  private let inField = "document.activeElement.matches('main input')"

  /// A browser that shows one document's file.
  private func opened(_ desk: Desk, _ sample: String) throws -> Browser {
    let browser = try desk.browse(file: "\(sample).html")
    try browser.wait(for: "document.querySelector('main input')")
    return browser
  }

  private func line(_ text: String) -> String {
    "[...document.querySelectorAll('.line input')].find((one) => one.value.startsWith('\(text)'))"
  }

  @Test func `pages as files need no server, and what is put right there is taken by the command line`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg", "letter-2-pages.tif"])
    let browser = try desk.browse(file: "hanscan.receipts.html")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    #expect(try browser.text("document.activeElement.textContent") == "parking-faded.jpg")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.endsWith('parking-faded.jpg.html') && \(inField)")
    #expect(try browser.text("!document.querySelector('.viewer .problem')") == "true")
    // A field that is not doubtful, so that the page stays.
    try browser.run("document.querySelector('input[data-field=merchant]').focus()")
    try browser.run("document.activeElement.select()")
    try browser.type("Parking")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(1)')")
    try desk.apply(browser, "parking-faded.jpg.corrections.json")
    #expect(
      try desk.hanscan(["show", "parking-faded.jpg", "--fields", "--out", desk.out]).outputText.contains("Parking"))
    // The second page of a document.
    try browser.open("file://\(desk.scratch.path(of: "site"))/letter-2-pages.tif.html#2")
    try browser.wait(for: "document.querySelector('h1')?.textContent.includes('2 of 2')")
  }

  @Test func `a typed total is the total, and nothing is lost on the way to the list`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let browser = try opened(desk, "parking-faded.jpg")
    try browser.wait(for: inField)
    #expect(try browser.text("document.activeElement.dataset.field + ' ' + getSelection()") == "total 6,000")
    try browser.type("7,000")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.endsWith('hanscan.receipts.html') && document.querySelector('main')")
    try browser.wait(for: "document.querySelector('.drafts .primary').textContent.includes('(1)')")
    try desk.apply(browser, "hanscan.corrections.json")
    let fields = try desk.hanscan(["show", "parking-faded.jpg", "--fields", "--out", desk.out]).outputText
    #expect(fields.contains("7000") && !fields.contains("6000"), "\(fields)")
    #expect(try desk.hanscan(["show", "parking-faded.jpg", "--out", desk.out]).outputText.contains("6,000원"))
    try browser.wait(for: "document.querySelector('.drafts .primary').hidden")
  }

  @Test func `a file takes a value in its form alone, and asks about a total against its items`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg", "mart-ko.png"])
    let browser = try opened(desk, "parking-faded.jpg")
    func type(_ text: String, into field: String) throws {
      try browser.run("document.querySelector('input[data-field=\(field)]').focus(); document.activeElement.select()")
      try browser.type(text)
    }
    try type("garbage", into: "date")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('.alert').textContent.includes('a day such as 2026-03-14')")
    #expect(try browser.text("document.activeElement.value") == "garbage")
    try browser.press(Browser.Key.escape)
    try type("5만원", into: "tax")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('input[data-field=tax]').value === '50,000'")
    let applied = try desk.apply(browser, "parking-faded.jpg.corrections.json")
    #expect(applied.contains("-> 50000") && !applied.contains("garbage"), "\(applied)")
    try browser.open("file://\(desk.scratch.path(of: "site"))/mart-ko.png.html")
    try browser.wait(for: "document.querySelector('main input')")
    try type("9999", into: "total")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('dialog.ask[open] .numbers')?.textContent.includes('55,130')")
    #expect(try browser.text("document.querySelector('.downloads .primary').hidden") == "true")
  }

  /// Values as people type them, by their field: some have no form, and some may be meant in two ways.
  private static let typed: [(field: FieldName, texts: [String])] = [
    (
      .total,
      [
        "41,000", "₩41000", "41000원", "5만원", "3만 5천원", "1만5,000원", "3만5", "12,00", "51.000", "12.5", "1234.5678",
        "-3000",
        "₩-5000", "-₩5000", "0", "-0", "12.", ".5", "1,234,567.89", "007", "$12", " 5 ", "5\t0", "1e5", "1234567890123",
        "12345678901234", "만원", "1 000", "0.50", "10.00",
      ]
    ),
    (
      .date,
      [
        "2026-03-14", "2026.3.14", "2026. 3. 14.", "2026년 3월 14일", "26-03-14", "26.3.14", "25년 3월 14일", "3/14",
        "3월 14일",
        "14/03/2026", "03/14/2026", "03/04/2026", "05/05/2026", "20260314", "20260314123059", "14 Mar 2026",
        "2nd May 26",
        "14th of March 2026", "March 14, 2026", "Mar14 26", "2026-03-14 (토)", "2026-03-14 (월)", "2026년 3월 8일 (일)",
        "2026-03-08 일요일",
        "2026-03-14 Sat", "2026-03-14 Mon", "2026-03-14 12:30", "2026-02-30", "3/4/25", "14/03/25", "2050-01-01",
        "1989-01-01", "garbage", "14 Smarch 2026", "13/13/2026", "2026",
      ]
    ),
    (.time, ["18:05", "9:5", "9:05:07", "24:00", "18:60", "18", "1:2:3:4", "18:05 "]),
    (.businessNumber, ["123-45-67891", "1234567891", "123 45 67891", "123-45-67890", "111-11-11111", "x1234567891"]),
    (.currency, ["krw", "KRW", "₩", "kr"]), (.payment, ["card", "신용카드", "현금", "Cash", "기타", "visa"]),
    (.merchant, ["  종이배 ", "\u{202E}Paper", "a\tb", "", String(repeating: "x", count: 401)]),
  ]

  @Test func `a file takes the values that the program takes, in the same form`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let browser = try opened(desk, "parking-faded.jpg")
    func receipt(_ fields: [FieldName: String]) -> Receipt {
      let box = Box(x: 0, y: 0, width: 1, height: 1)
      let all = fields.mapValues { Field(value: $0, text: "", lines: [], box: box, confidence: 1, proof: .read) }
      return Receipt(box: box, lines: [], fields: all, items: [], checks: [])
    }
    let receipts: [[FieldName: String]] = [
      [:], [.currency: "USD", .date: "2025-01-02"], [.currency: "KWD"], [.currency: "KRW", .tax: "1.20"],
    ]
    for fields in receipts {
      let names = fields.map { "\($0.key.rawValue): { value: '\($0.value)' }" }.joined(separator: ", ")
      for (field, texts) in Self.typed {
        for text in texts {
          let typed = String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
          let formed = try browser.run("return HanScan.formed('\(field.rawValue)', \(typed), { \(names) })") as? String
          #expect(formed == field.value(of: text, in: receipt(fields)), "\(field) \(text) \(fields)")
        }
      }
    }
  }

  @Test func `a line that is changed twice, or emptied, is put right as it was left`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let browser = try opened(desk, "parking-faded.jpg")
    try browser.showLines()
    for (old, new) in [("차량번호", ""), ("입차", "입차 1"), ("입차 1", "입차 2")] {
      try browser.run("const one = \(line(old)); one.focus(); one.select()")
      if new.isEmpty { try browser.press(Browser.Key.backspace) } else { try browser.type(new) }
      try browser.press(Browser.Key.down)
      try browser.wait(for: new.isEmpty ? "!\(line(old))" : "\(line(new))?.value === '\(new)'")
    }
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(2)')")
    try desk.apply(browser, "parking-faded.jpg.corrections.json")
    let text = try desk.hanscan(["show", "parking-faded.jpg", "--out", desk.out]).outputText
    #expect(text.contains("입차 2\n") && !text.contains("차량번호"), "\(text)")
  }

  @Test func `what was put right on one page of a document is still there after another one`() throws {
    let desk = try Desk(samples: ["letter-2-pages.tif"])
    let browser = try opened(desk, "letter-2-pages.tif")
    let first = "document.querySelector('.line:not([hidden]) input')"
    try browser.run("\(first).focus(); \(first).select()")
    try browser.type("Dear")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(1)')")
    try browser.press(Browser.Key.pageDown)
    try browser.wait(for: "document.querySelector('h1')?.textContent.includes('2 of 2')")
    try browser.press(Browser.Key.pageUp)
    try browser.wait(for: "document.querySelector('h1')?.textContent.includes('1 of 2')")
    #expect(try browser.text("\(first).value") == "Dear")
    try desk.apply(browser, "letter-2-pages.tif.corrections.json")
    #expect(try desk.hanscan(["show", "letter-2-pages.tif:1", "--out", desk.out]).outputText.hasPrefix("Dear\n"))
  }

  @Test func `the list shows at once what was put right, after a reload and a download, too, until it is applied`()
    throws
  {
    let desk = try Desk(samples: ["parking-faded.jpg", "letter-2-pages.tif"])
    let browser = try opened(desk, "parking-faded.jpg")
    let list = "file://\(desk.scratch.path(of: "site"))/hanscan.receipts.html?doubt=all"
    let row =
      "[...document.querySelectorAll('tbody tr')].find((one) => one.textContent.includes('parking-faded.jpg')).textContent"
    try browser.run("document.querySelector('input[data-field=merchant]').focus(); document.activeElement.select()")
    try browser.type("Parking")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(1)')")
    try browser.run("document.querySelector('input[data-field=total]').focus(); document.activeElement.select()")
    try browser.type("7,000")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(2)')")
    for _ in 1...2 {
      try browser.open(list)
      try browser.wait(for: "\(row).includes('corrected here: 2')")
      #expect(try browser.text("['Parking', '7,000'].every((one) => \(row).includes(one))") == "true")
      #expect(try browser.text("\(row).includes('not proven')") == "false")
    }
    let said = try browser.text("document.querySelector('.drafts').textContent")
    #expect(said.contains("corrections: 2, on pages: 1, not downloaded yet: 2"))
    #expect(try browser.text("document.querySelector('.downloads .again').hidden") == "true")
    // The first file is lost; all of it can be had again, with what came later.
    try browser.run("document.querySelector('.downloads .primary').click()")
    try browser.wait(for: "document.querySelector('.downloads .primary').hidden")
    try browser.open(list)
    try browser.wait(for: "\(row).includes('downloaded: 2') && \(row).includes('7,000')")
    try browser.open("file://\(desk.scratch.path(of: "site"))/parking-faded.jpg.html")
    try browser.wait(for: "document.querySelector('input[data-field=total]')?.value === '7,000'")
    try browser.run("document.querySelector('input[data-field=total]').focus(); document.activeElement.select()")
    try browser.type("8,000")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(1)')")
    try browser.open(list)
    try browser.wait(for: "\(row).includes('8,000')")
    let applied = try desk.apply(browser, "hanscan.corrections.json", button: ".downloads .again")
    #expect(applied.contains("total: 6000 -> 8000") && applied.contains("Parking"), "\(applied)")
    // Pages that have it are other pages: nothing waits any more.
    try desk.exportFiles()
    try browser.open(list)
    try browser.wait(for: "\(row).includes('8,000')")
    #expect(try browser.text("document.querySelector('.drafts').hidden && !\(row).includes('downloaded')") == "true")
  }

  @Test func `a receipt that is none and the kind of a page are said in a file, too`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let browser = try opened(desk, "parking-faded.jpg")
    try browser.run("document.querySelector('.no-receipt').click()")
    try browser.wait(for: "document.querySelector('.removed') && !document.querySelector('section.receipt')")
    try browser.run("document.querySelector('.removed .undo').click()")
    try browser.wait(for: "document.querySelector('section.receipt') && !document.querySelector('.removed')")
    try browser.run("document.querySelector('.no-receipt').click()")
    try browser.wait(for: "document.querySelector('.removed')")
    let choice = "document.querySelector('.page-kind select')"
    try browser.run("\(choice).value = 'photo'; \(choice).dispatchEvent(new Event('change'))")
    try browser.wait(for: "document.querySelector('header .downloads .primary').textContent.includes('(2)')")
    let applied = try desk.apply(browser, "parking-faded.jpg.corrections.json")
    #expect(applied.contains("6000 is no receipt") && applied.contains("kind: receipt -> photo"), "\(applied)")
    #expect(try desk.hanscan(["receipts", "--out", desk.out]).outputText == "")
    let kinds = try desk.hanscan(["show", "parking-faded.jpg", "--kinds", "--out", desk.out]).outputText
    #expect(kinds == "photo (put right by a person)\n")
  }

  @Test func `the list in a file finds totals in any notation`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let list = "hanscan.receipts.html?q="
    let browser = try desk.browse(file: list)
    for (text, isFound) in [
      ("6,000", true), ("6.000", true), ("6 000", true), ("W6,000", true), ("₩6,000.00", true), ("6.000,00 원", true),
      ("60.00", false), ("6.00", false), ("16.000", false),
    ] {
      let query = try #require(text.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      try browser.open("file://\(desk.scratch.path(of: "site"))/\(list)\(query)")
      try browser.wait(for: "location.search === '?q=\(query)' && document.querySelector('main')")
      let main = try browser.text("document.querySelector('main').textContent")
      #expect(main.contains("parking-faded.jpg") == isFound, "\(text)")
    }
  }
}
