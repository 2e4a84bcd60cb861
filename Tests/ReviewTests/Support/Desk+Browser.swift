import Foundation
import Glibc
import TestSupport
import Testing

/// What tests of the pages begin with, and end with.
extension Desk {
  /// A review of the store in a browser, at the list of all pages.
  func browse() throws -> (review: Review, browser: Browser) {
    let review = try Review(self)
    let browser = try Browser()
    browser.companions = [self, review]
    try browser.open(review.address)
    try browser.open("http://127.0.0.1:\(review.port)/?doubt=all")
    try browser.wait(for: "document.activeElement.matches('td.document a')")
    return (review, browser)
  }

  /// The page of a scan in a review of the store, in a browser.
  func browse(page name: String) throws -> (review: Review, browser: Browser) {
    let (review, browser) = try browse()
    try browser.run(
      "[...document.querySelectorAll('td.document a')].find((one) => one.textContent.startsWith('\(name)')).click()")
    try browser.wait(for: "location.pathname.startsWith('/page/') && document.querySelector('main')")
    return (review, browser)
  }

  /// The pages as files, and a browser that shows one of them.
  func browse(file name: String) throws -> Browser {
    let site = try exportFiles()
    let browser = try Browser()
    try browser.downloads(to: scratch.path)
    try browser.open("file://\(site)/\(name)")
    try browser.wait(for: "document.querySelector('main')")
    return browser
  }

  /// Writes the pages as files, and returns their folder.
  @discardableResult
  func exportFiles() throws -> String {
    let site = scratch.path(of: "site")
    #expect(try hanscan(["export", "--out", out, "--to", site, "--format", "html"]).status == 0)
    return site
  }

  /// Downloads what was put right in files, and applies it; `button` is the one of what was not downloaded yet.
  @discardableResult
  func apply(_ browser: Browser, _ name: String, button: String = ".downloads .primary") throws -> String {
    let file = scratch.path(of: name)
    unlink(file)
    try browser.run("document.querySelector('\(button)').click()")
    func isComplete() -> Bool {
      FileManager.default.contents(atPath: file).flatMap { try? JSONSerialization.jsonObject(with: $0) } != nil
    }
    for _ in 0..<6000 where !isComplete() { usleep(50_000) }
    let applied = try hanscan(["correct", "apply", file, "--out", out])
    #expect(applied.status == 0, "\(applied.errorText)")
    return applied.outputText
  }
}
