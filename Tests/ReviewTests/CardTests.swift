import Foundation
import TestSupport
import Testing

/// The card of a receipt takes values from keys, candidates and words of the picture, against checks, for a shop.
@Suite(.enabled(if: Browser.isThere)) struct CardTests {
  private func field(_ name: String) -> String { "document.querySelector('input[data-field=\(name)]')" }

  private func focus(_ browser: Browser, _ name: String) throws { try browser.run("\(field(name)).focus()") }

  @Test func `a value against a check is asked about once, stays listed, and is taken back later`() throws {
    let desk = try Desk(samples: ["mart-ko.png"])
    let (review, browser) = try desk.browse(page: "mart-ko.png")
    let before = try desk.hanscan(["show", "mart-ko.png", "--out", desk.out]).outputText
    try focus(browser, "total")
    // The value is replaced, however the cursor came to it.
    try browser.type("2000")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('dialog.ask[open] .numbers')")
    let numbers = try browser.text("document.querySelector('.numbers').textContent")
    #expect(numbers.contains("2,000") && numbers.contains("55,130"), "\(numbers)")
    // Nothing is kept before the answer, and the typed value can be mended.
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "!document.querySelector('dialog.ask') && \(field("total")).value === '2000'")
    #expect(try browser.text("\(field("total")).dataset.shown") == "55,130")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
    try focus(browser, "total")
    try browser.run("document.activeElement.select()")
    try browser.type("2000")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('dialog.ask[open]')")
    try browser.press(Browser.Key.tab, Browser.Key.enter)
    try browser.wait(for: "document.querySelector('.proof.accepted') || location.pathname === '/'")
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=accepted")
    try browser.wait(for: "document.querySelectorAll('td.document a').length === 1")
    try browser.open("http://127.0.0.1:\(review.port)/")
    try browser.wait(for: "document.querySelector('.empty')")
    #expect(try desk.hanscan(["receipts", "--unproven", "--out", desk.out]).outputText.contains("mart-ko.png"))
    #expect(try desk.hanscan(["show", "mart-ko.png", "--out", desk.out]).outputText == before)
    #expect(try desk.hanscan(["correct", "undo", "1", "--out", desk.out]).status == 0)
    #expect(try desk.hanscan(["receipts", "--unproven", "--out", desk.out]).outputText.isEmpty)
  }

  @Test func `words that are clicked or dragged over fill the field with the cursor, and Enter accepts them`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let (_, browser) = try desk.browse(page: "parking-faded.jpg")
    func place(_ text: String) throws -> (x: Int, y: Int) {
      let script = """
        const box = document.querySelector('svg.page rect.word[data-text="\(text)"]').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2].map(Math.round);
        """
      let found = try #require(try browser.run(script) as? [Int])
      return (found[0], found[1])
    }
    let words = try #require(
      try browser.run("return [...document.querySelectorAll('svg.page rect.word')].map((one) => one.dataset.text)")
        as? [String])
    let amount = try #require(words.first { $0.contains("6,000") })
    try focus(browser, "tax")
    try browser.drag(from: place(amount), to: place(amount))
    try browser.wait(for: "\(field("tax")).value === '6,000' && document.activeElement === \(field("tax"))")
    // A tax of the whole total would be asked about.
    try browser.press(Browser.Key.escape)
    try focus(browser, "merchant")
    try browser.drag(from: place(words[0]), to: place(words[1]))
    try browser.wait(for: "\(field("merchant")).value === '\(words[0]) \(words[1])'")
    // Nothing has accepted the shop.
    #expect(try !desk.hanscan(["correct", "list", "--out", desk.out]).outputText.contains("merchant"))
  }

  @Test func `a corrected shop is offered to the other receipts of its business number, and given to the chosen alone`()
    throws
  {
    let desk = try Desk(samples: ["mart-ko.png", "parking-faded.jpg"])
    let changed = try ChildProgram.run("/usr/bin/python3", ["-c", Self.sameNumber, "\(desk.out)/hanscan.sqlite"])
    try #require(changed.status == 0, "\(changed.errorText)")
    let (_, browser) = try desk.browse(page: "mart-ko.png")
    try focus(browser, "merchant")
    let other = try #require(
      try browser.run("return \(field("merchant")).closest('tr').querySelector('.candidate').dataset.value") as? String)
    #expect(try desk.hanscan(["receipts", "--out", desk.out]).outputText.contains("\(other)  parking-faded.jpg"))
    try browser.type("Shop")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('dialog.ask[open] .shop-row .strip')")
    #expect(try browser.text("document.querySelector('.shop-row').textContent").contains("parking-faded.jpg"))
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.split(separator: "\n").count == 1)
    try browser.run("document.querySelector('.shop-row input').click()")
    try browser.run("document.querySelector('dialog.ask .primary').click()")
    try browser.wait(for: "!document.querySelector('dialog.ask')")
    var list = ""
    for _ in 0..<1000 where list.split(separator: "\n").count < 2 {
      list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    }
    #expect(list.contains("parking-faded.jpg  merchant:") && list.hasSuffix("-> Shop\n"), "\(list)")
  }

  @Test func `a card line of the same shop and day stands beside a receipt with another amount`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let list = """
      이용일자,가맹점명,이용금액
      2025-03-18,견본공영주차장,9900
      2025-03-18,별빛식당,9900
      2025-03-25,견본공영주차장,4000
      """
    try desk.scratch.write(Array(list.utf8), to: "card.csv")
    #expect(try desk.hanscan(["match", desk.scratch.path(of: "card.csv"), "--out", desk.out]).status == 65)
    let (_, browser) = try desk.browse(page: "parking-faded.jpg")
    try browser.wait(for: "document.querySelector('.card-lines')")
    let lines = try browser.text("document.querySelector('.card-lines').textContent")
    #expect(lines.contains("9,900") && lines.contains("the amount differs"), "\(lines)")
    #expect(!lines.contains("별빛식당") && !lines.contains("4,000") && !lines.contains("matched"), "\(lines)")
  }

  @Test func `a possible double is compared, and only the answers of the comparison settle it`() throws {
    let desk = try Desk(samples: ["mart-ko.png", "parking-faded.jpg"])
    let changed = try ChildProgram.run("/usr/bin/python3", ["-c", Self.sameReceipt, "\(desk.out)/hanscan.sqlite"])
    try #require(changed.status == 0, "\(changed.errorText)")
    let (_, browser) = try desk.browse(page: "mart-ko.png")
    let answer = "document.querySelector('.doubles .same')"
    for _ in 1...2 {
      try browser.wait(for: "document.activeElement === \(answer)")
      try browser.press(together: [Browser.Key.alt, "a"])
    }
    let closing = "document.querySelector('.closing')"
    try browser.wait(
      for: "\(answer).getBoundingClientRect().bottom <= \(closing).getBoundingClientRect().top")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
    try browser.press(together: [Browser.Key.alt, "d"])
    try browser.wait(for: "!\(answer)")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.contains("page: checked (double)"))
  }

  /// Gives the car park's page the receipt of the mart.
  private static let sameReceipt = """
    import sqlite3, sys
    store = sqlite3.connect(sys.argv[1])
    rows = dict(store.execute("SELECT d.path, p.id FROM pages p JOIN documents d ON d.content = p.content"))
    pair = (rows[b"mart-ko.png"], rows[b"parking-faded.jpg"])
    for table, columns in [("derived", "value"), ("receipts", "date, total")]:
        rule = " AND stage = 'receipts'" if table == "derived" else ""
        store.execute(f"UPDATE {table} SET ({columns}) = (SELECT {columns} FROM {table} WHERE page = ?{rule}) WHERE page = ?{rule}", pair)
    store.commit()
    """

  /// Gives the receipt of the car park the number of the mart.
  private static let sameNumber = """
    import json, sqlite3, sys
    store = sqlite3.connect(sys.argv[1])
    rows = dict(store.execute("SELECT d.path, p.id FROM pages p JOIN documents d ON d.content = p.content"))
    value = lambda page: json.loads(store.execute("SELECT value FROM derived WHERE page = ? AND stage = 'receipts'", (page,)).fetchone()[0])
    mart, park = rows[b"mart-ko.png"], rows[b"parking-faded.jpg"]
    receipts = value(park)
    receipts[0]["fields"]["businessNumber"] = value(mart)[0]["fields"]["businessNumber"]
    store.execute("UPDATE derived SET value = ? WHERE page = ? AND stage = 'receipts'", (json.dumps(receipts), park))
    store.commit()
    """
}
