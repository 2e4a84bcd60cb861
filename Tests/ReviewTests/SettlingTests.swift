import TestSupport
import Testing

/// Pages that somebody has looked at leave the queue, whatever was doubtful about them; and receipts that were not found.
@Suite struct SettlingTests {
  private let desk: Desk

  init() throws {
    // Two bars that read as nothing, a file that is no picture, a receipt without a proof, a letter.
    desk = try Desk(samples: ["parking-faded.jpg", "letter-2-pages.tif"], names: ["bars.pnm"])
    try desk.scratch.write(Array("%PDF-1.4\n%%EOF".utf8), to: "in/broken.pdf")
    let read = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text,csv"])
    try #require(read.status == 65, "\(read.errorText)")
  }

  private func doubtful() throws -> [String: [String]] {
    let review = try Review(desk)
    try review.open()
    let rows = try #require(try review.data("/")["rows"] as? [[String: Any]])
    return Dictionary(
      rows.compactMap { row in
        guard let path = row["path"] as? String, let doubts = row["doubts"] as? [String] else { return nil }
        return ("\(path):\(row["page"] as? Int ?? 0)", doubts)
      }, uniquingKeysWith: { first, _ in first })
  }

  @Test func `a page that was looked at is asked for no more, until that is taken back or something else is doubtful`()
    throws
  {
    let before = try doubtful()
    #expect(before["broken.pdf:1"] == ["unread"])
    #expect(before["parking-faded.jpg:1"]?.contains("unproven") == true)
    for name in ["broken.pdf", "parking-faded.jpg"] {
      let checked = try desk.hanscan(["correct", name, "--checked", "--out", desk.out])
      #expect(checked.status == 0 && checked.outputText.contains("page: checked ("), "\(checked.errorText)")
    }
    let after = try doubtful()
    #expect(after["broken.pdf:1"] == nil && after["parking-faded.jpg:1"] == nil)
    #expect(after == before.filter { after[$0.key] != nil })
    let again = try desk.hanscan(["correct", "parking-faded.jpg", "--checked", "--out", desk.out])
    #expect(again.status == 0 && again.outputText.isEmpty)
    #expect(again.errorText.contains("parking-faded.jpg: nothing about the page is doubtful"), "\(again.errorText)")
    // It stays through a run.
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text"]).status == 0)
    #expect(try doubtful() == after)
    let list = try desk.hanscan(["correct", "list", "--json", "--out", desk.out]).outputText.split(separator: "\n")
    #expect(list.count == 2 && list.allSatisfy { $0.contains("\"checked\":true") && $0.contains("\"stands\":true") })
    #expect(try desk.hanscan(["correct", "undo", "1", "2", "--out", desk.out]).status == 0)
    #expect(try doubtful() == before)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `by a key everything on a page is found right, and by a click it is taken back`() throws {
    let (review, browser) = try desk.browse()
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=unproven")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.activeElement.matches('main input')")
    // From here the whole queue is worked through.
    try browser.open(try browser.text("location.origin + location.pathname"))
    try browser.wait(for: "document.activeElement.matches('main input')")
    let page = try browser.text("location.href")
    #expect(try browser.text("document.querySelector('.closing .doubt.unproven').textContent") == "total not proven")
    try browser.press(together: [Browser.Key.alt, "a"])
    try browser.wait(for: "location.href !== '\(page)' && document.querySelector('main')")
    let total = "document.querySelector('input[data-field=total]').closest('tr').querySelector('.proof').textContent"
    try browser.open(page)
    try browser.wait(for: "\(total) === 'checked'")
    #expect(try browser.text("document.querySelector('.closing .primary')") == "null")
    // Until nothing is left to look at.
    for _ in 0..<10 where try browser.text("location.pathname") != "/" {
      let here = try browser.text("location.href")
      try browser.press(together: [Browser.Key.alt, here == page ? "n" : "a"])
      try browser.wait(for: "location.href !== '\(here)' && document.querySelector('main')")
    }
    try browser.wait(for: "document.querySelector('.empty')")
    #expect(try doubtful().isEmpty)
    let broken = try #require(try pages()["broken.pdf"])
    try browser.open("http://127.0.0.1:\(review.port)\(broken)")
    try browser.wait(for: "document.querySelector('.closing button')")
    try browser.run("document.querySelector('.closing button').click()")
    try browser.wait(for: "document.querySelector('.closing .primary')")
    #expect(try browser.text("document.querySelector('.alert').textContent") == "")
    #expect(try doubtful() == ["broken.pdf:1": ["unread"]])
  }

  @Test func `a page leads on in the list that it was opened from, and back to it`() throws {
    let visitor = try Review(desk)
    try visitor.open()
    let pages = try visitor.pages()
    let (parking, broken) = (try #require(pages["parking-faded.jpg"]), try #require(pages["broken.pdf"]))
    func next(_ page: String, _ list: String) throws -> String? {
      (try visitor.data("\(page)?\(list)")["view"] as? [String: Any])?["next"] as? String
    }
    #expect(try next(parking, "doubt=unproven") == nil && next(parking, "doubt=unread") != nil)
    #expect(try next(broken, "doubt=unproven") == parking && next(broken, "month=1999-01") == nil)
    #expect(try next(broken, "q=nothing") == nil)
    let (review, browser) = try desk.browse()
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=unproven&kind=receipt")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname === '\(parking)' && document.activeElement.matches('main input')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname === '/' && document.querySelector('.empty')")
    #expect(try browser.text("location.search") == "?doubt=unproven&kind=receipt")
  }

  @Test func `a receipt that was not found is typed by hand, and is in the tables`() throws {
    let (review, browser) = try desk.browse(page: "letter-2-pages.tif")
    try browser.wait(for: "document.querySelector('.by-hand')")
    // A page without a receipt shows its lines first.
    try browser.press(together: [Browser.Key.alt, "l"])
    try browser.run("document.querySelector('.by-hand').focus()")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.activeElement.dataset.field === 'merchant'")
    try browser.type("Flower shop")
    try browser.press(Browser.Key.down)
    try browser.wait(
      for: "document.querySelector('input[data-field=merchant]').closest('tr').textContent.includes('checked')")
    #expect(try browser.text("document.activeElement.dataset.field") == "date")
    try browser.type("2026-03-14")
    try browser.press(Browser.Key.down)
    try browser.wait(
      for: "document.querySelector('input[data-field=date]').closest('tr').textContent.includes('checked')")
    try browser.type("41,000")
    try browser.press(Browser.Key.down)
    try browser.wait(
      for: "document.querySelector('input[data-field=total]').closest('tr').textContent.includes('checked')")
    review.program.signalAlone(2)
    #expect(review.program.finish().status == 0)
    let table = String(decoding: try desk.scratch.read("out/hanscan.receipts.csv"), as: UTF8.self)
    #expect(table.contains("Flower shop") && table.contains("41000") && table.contains("2026-03-14"), "\(table)")
    let found = try desk.hanscan(["search", "Flower", "--total", "41000", "--out", desk.out])
    #expect(found.outputText.contains("letter-2-pages.tif"))
    // Not one behind that: a number that was mistyped makes no receipt.
    let far = try desk.hanscan(
      ["correct", "letter-2-pages.tif", "--field", "total", "--value", "1", "--receipt", "3", "--out", desk.out])
    #expect(far.status == 64 && far.errorText.contains("the page has 1 receipt"))
  }

  @Test func `in a file a page is found right by the same key, and the command line takes that`() throws {
    let browser = try desk.browse(file: "parking-faded.jpg.html")
    try browser.wait(for: "document.activeElement.matches('main input')")
    try browser.press(together: [Browser.Key.alt, "a"])
    try browser.wait(for: "location.pathname.endsWith('hanscan.receipts.html') && document.querySelector('main')")
    #expect(try browser.text("document.querySelector('main').textContent.includes('parking-faded.jpg')") == "false")
    let applied = try desk.apply(browser, "hanscan.corrections.json")
    #expect(applied.contains("page: checked (unproven)") && applied.contains("total: 6000 (confirmed)"), "\(applied)")
    #expect(try doubtful()["parking-faded.jpg:1"] == nil)
  }

  @Test func `what was taken for a receipt goes by a click, and the kind of a page is chosen by keys`() throws {
    let (review, browser) = try desk.browse(page: "parking-faded.jpg")
    try browser.wait(for: "document.querySelector('.no-receipt')")
    try browser.run("document.querySelector('.no-receipt').focus()")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('.removed') && !document.querySelector('section.receipt')")
    #expect(try doubtful()["parking-faded.jpg:1"]?.contains("unproven") != true)
    #expect(try desk.hanscan(["search", "주차", "--total", "6000", "--out", desk.out]).outputText == "")
    try browser.press(together: [Browser.Key.alt, "k"])
    try browser.wait(for: "document.activeElement.matches('.page-kind select')")
    try browser.press("p")
    try browser.wait(for: "document.querySelector('.page-kind .proof.corrected')")
    #expect(try browser.text("document.activeElement.value") == "photo")
    // A receipt that is typed in now is another one, behind that.
    try browser.run("document.querySelector('.by-hand').click()")
    try browser.wait(for: "document.activeElement.dataset.field === 'merchant'")
    try browser.type("Flower shop")
    try browser.press(Browser.Key.down)
    try browser.wait(for: "document.querySelector('tr .proof.corrected')")
    #expect(try browser.text("document.querySelector('section.receipt h2').textContent") == "Receipt 2")
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    #expect(list.contains("6000 is no receipt") && list.contains("kind: receipt -> photo"), "\(list)")
    #expect(list.contains("merchant of receipt 2: none -> Flower shop") && !list.contains("it waits"), "\(list)")
    #expect(try desk.hanscan(["list", "--out", desk.out]).outputText.contains("photo (put right by a person)"))
    // As it is found when the page is opened again; and back.
    try browser.open(try browser.text("location.href"))
    try browser.wait(for: "document.querySelector('.removed .undo')")
    try browser.run("document.querySelector('.removed .undo').click()")
    try browser.wait(for: "document.querySelectorAll('section.receipt').length === 2")
    try browser.run("document.querySelector('.page-kind .undo').click()")
    try browser.wait(for: "document.querySelector('.page-kind select').value === 'receipt'")
    #expect(try doubtful()["parking-faded.jpg:1"]?.contains("unproven") == true)
    withExtendedLifetime(review) {}
  }

  private func pages() throws -> [String: String] {
    let visitor = try Review(desk)
    try visitor.open()
    return try visitor.pages()
  }
}
