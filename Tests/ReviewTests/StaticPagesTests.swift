import Foundation
import Glibc
import TestSupport
import Testing

/// Pages as files, without a server: what is put right there is downloaded, and taken by the command line.
@Suite(.enabled(if: Browser.isThere)) struct StaticPagesTests {
  private let inField = "document.activeElement.matches('main input')"

  /// A browser that shows one document's file, with the cursor in its first doubtful thing.
  private func opened(_ desk: Desk, _ sample: String) throws -> Browser {
    let site = desk.scratch.path(of: "site")
    #expect(try desk.hanscan(["export", "--out", desk.out, "--to", site, "--format", "html"]).status == 0)
    let browser = try Browser()
    try browser.downloads(to: desk.scratch.path)
    try browser.open("file://\(site)/\(sample).html")
    try browser.wait(for: "document.querySelector('main input')")
    return browser
  }

  /// Downloads what was put right and applies it.
  private func apply(_ desk: Desk, _ browser: Browser, _ name: String) throws {
    try browser.run("document.querySelector('header .primary').click()")
    let file = desk.scratch.path(of: name)
    for _ in 0..<600 where access(file, R_OK) != 0 { usleep(50_000) }
    let applied = try desk.hanscan(["correct", "apply", file, "--out", desk.out])
    #expect(applied.status == 0, "\(applied.errorText)")
  }

  private func line(_ text: String) -> String {
    "[...document.querySelectorAll('.line input')].find((one) => one.value.startsWith('\(text)'))"
  }

  @Test func `pages as files need no server, and what is put right there is taken by the command line`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg", "letter-2-pages.tif"])
    let site = desk.scratch.path(of: "site")
    #expect(try desk.hanscan(["export", "--out", desk.out, "--to", site, "--format", "html"]).status == 0)
    let browser = try Browser()
    try browser.downloads(to: desk.scratch.path)
    try browser.open("file://\(site)/hanscan.receipts.html")
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
    try browser.wait(for: "document.querySelector('header .primary').textContent.includes('(1)')")
    try browser.run("document.querySelector('header .primary').click()")
    let file = desk.scratch.path(of: "parking-faded.jpg.corrections.json")
    for _ in 0..<600 where access(file, R_OK) != 0 { usleep(50_000) }
    let applied = try desk.hanscan(["correct", "apply", file, "--out", desk.out])
    #expect(applied.status == 0, "\(applied.errorText)")
    #expect(
      try desk.hanscan(["show", "parking-faded.jpg", "--fields", "--out", desk.out]).outputText.contains("Parking"))
    // The second page of a document.
    try browser.open("file://\(site)/letter-2-pages.tif.html#2")
    try browser.wait(for: "document.querySelector('h1')?.textContent.includes('2 of 2')")
  }

  @Test func `a total that is typed in its line is the total, and nothing is lost on the way to the list`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let browser = try opened(desk, "parking-faded.jpg")
    try browser.wait(for: inField)
    #expect(try browser.text("getSelection()") == "6,000")
    try browser.type("7,000")
    try browser.press(Browser.Key.enter)
    try browser.wait(for: "location.pathname.endsWith('hanscan.receipts.html') && document.querySelector('main')")
    try browser.wait(for: "document.querySelector('header .primary').textContent.includes('(2)')")
    try apply(desk, browser, "hanscan.corrections.json")
    let fields = try desk.hanscan(["show", "parking-faded.jpg", "--fields", "--out", desk.out]).outputText
    #expect(fields.contains("7000") && !fields.contains("6000"), "\(fields)")
    #expect(try desk.hanscan(["show", "parking-faded.jpg", "--out", desk.out]).outputText.contains("7,000원"))
    try browser.wait(for: "document.querySelector('header .primary').hidden")
  }

  @Test func `a line that is changed twice, or emptied, is put right as it was left`() throws {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let browser = try opened(desk, "parking-faded.jpg")
    for (old, new) in [("차량번호", ""), ("입차", "입차 1"), ("입차 1", "입차 2")] {
      try browser.run("const one = \(line(old)); one.focus(); one.select()")
      if new.isEmpty { try browser.press(Browser.Key.backspace) } else { try browser.type(new) }
      try browser.press(Browser.Key.down)
      try browser.wait(for: new.isEmpty ? "!\(line(old))" : "\(line(new))?.value === '\(new)'")
    }
    try browser.wait(for: "document.querySelector('header .primary').textContent.includes('(2)')")
    try apply(desk, browser, "parking-faded.jpg.corrections.json")
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
    try browser.wait(for: "document.querySelector('header .primary').textContent.includes('(1)')")
    try browser.press(Browser.Key.pageDown)
    try browser.wait(for: "document.querySelector('h1')?.textContent.includes('2 of 2')")
    try browser.press(Browser.Key.pageUp)
    try browser.wait(for: "document.querySelector('h1')?.textContent.includes('1 of 2')")
    #expect(try browser.text("\(first).value") == "Dear")
    try apply(desk, browser, "letter-2-pages.tif.corrections.json")
    #expect(try desk.hanscan(["show", "letter-2-pages.tif:1", "--out", desk.out]).outputText.hasPrefix("Dear\n"))
  }
}
