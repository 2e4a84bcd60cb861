import Foundation
import TestSupport
import Testing

/// A page whose receipt goes with a line that was put right stays in the queue, and says why, until somebody accepts that.
@Suite struct LostReceiptReviewTests {
  private let desk: Desk

  init() throws {
    desk = try Desk(samples: ["parking-faded.jpg"])
  }

  /// Corrections of all lines, after which nothing on the page reads like a receipt.
  private func takeAway() throws -> ChildProgram.Outcome {
    let text = try desk.hanscan(["show", "parking-faded.jpg", "--out", desk.out]).outputText
    let count = text.split(separator: "\n").count
    let entries = (1...count).map {
      #"{"source": "parking-faded.jpg", "page": 1, "line": \#($0), "text": "메모"}"#
    }
    try desk.scratch.write(
      Array(#"{"version": 1, "corrections": [\#(entries.joined(separator: ", "))]}"#.utf8), to: "memo.json")
    return try desk.hanscan(["correct", "apply", desk.scratch.path(of: "memo.json"), "--out", desk.out])
  }

  private func doubts(_ review: Visitor) throws -> [String]? {
    let rows = try #require(try review.data("/?doubt=all")["rows"] as? [[String: Any]])
    return rows.first?["doubts"] as? [String]
  }

  @Test func `it is told on the command line and asked for in the queue, until it is accepted or taken back`() throws {
    let review = try Review(desk)
    try review.open()
    let before = try doubts(review)
    let made = try takeAway()
    #expect(made.status == 0, "\(made.errorText)")
    #expect(made.errorText.contains("is found no more since lines of the page were put right."), "\(made.errorText)")
    let shown = try desk.hanscan(["show", "parking-faded.jpg", "--fields", "--out", desk.out])
    #expect(shown.status == 65 && shown.errorText.contains("is found no more since"), "\(shown.errorText)")
    // Another program has changed the store.
    var now = try doubts(review)
    for _ in 0..<6000 where now?.contains("conflict") != true {
      usleep(50_000)
      now = try doubts(review)
    }
    #expect(now?.contains("conflict") == true, "\(String(describing: now))")
    #expect(try review.data("/?doubt=conflict")["count"] as? Int == 1)
    let page = try review.data(try #require(try review.pages().values.first))
    let lost = try #require((page["page"] as? [String: Any])?["lostReceipts"] as? [[String: Any]])
    #expect(lost.count == 1)
    let checked = try desk.hanscan(["correct", "parking-faded.jpg", "--checked", "--out", desk.out])
    #expect(checked.status == 0 && checked.outputText.contains("page: checked (conflict"), "\(checked.outputText)")
    let settled = try Review(desk)
    try settled.open()
    #expect(try doubts(settled)?.isEmpty == true)
    // Taken back, all of it.
    let list = try desk.hanscan(["correct", "list", "--json", "--out", desk.out]).outputText.split(separator: "\n")
    let numbers = (1...list.count).map(String.init)
    #expect(try desk.hanscan(["correct", "undo"] + numbers + ["--out", desk.out]).status == 0)
    let again = try Review(desk)
    try again.open()
    #expect(try doubts(again) == before)
  }

  @Test(.enabled(if: Browser.isThere), arguments: ["en", "ko"])
  func `the page says so in words, and Enter accepts it`(language: String) throws {
    #expect(try takeAway().status == 0)
    let review = try Review(desk)
    let browser = try Browser(language: language)
    browser.companions = [desk, review]
    try browser.open(review.address)
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=conflict")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('main .lost')")
    let sentence = try browser.text("document.querySelector('main .lost').textContent")
    #expect(sentence.contains(language == "en" ? "is found no more since" : "찾을 수 없습니다"), "\(sentence)")
    // Whatever else is asked for on the page comes first.
    for _ in 0..<600 where try browser.text("location.pathname") != "/" {
      try browser.press(Browser.Key.enter)
      usleep(200_000)
    }
    try browser.wait(for: "location.pathname === '/' && document.querySelector('.empty')")
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    #expect(list.contains("page: checked (conflict"), "\(list)")
  }

  @Test(.enabled(if: Browser.isThere)) func `in a file it is asked for as well, and accepted by the same key`() throws {
    #expect(try takeAway().status == 0)
    let browser = try desk.browse(file: "hanscan.receipts.html?doubt=conflict")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "document.querySelector('main .lost')")
    try browser.press(together: [Browser.Key.alt, "a"])
    try browser.wait(for: "location.pathname.endsWith('hanscan.receipts.html') && document.querySelector('main')")
    #expect(try browser.text("document.querySelector('main').textContent.includes('parking-faded.jpg')") == "false")
    #expect(try desk.apply(browser, "hanscan.corrections.json").contains("page: checked (conflict"))
    let review = try Review(desk)
    try review.open()
    #expect(try doubts(review)?.isEmpty == true)
  }
}
