import Foundation
import Glibc
import TestSupport
import Testing

/// Debian's Chromium without a window, by the WebDriver protocol of its chromedriver.
final class Browser {
  /// Keys as WebDriver names them.
  enum Key {
    static let enter = "\u{E007}"
    static let escape = "\u{E00C}"
    static let tab = "\u{E004}"
    static let down = "\u{E015}"
    static let pageUp = "\u{E00E}"
    static let pageDown = "\u{E00F}"
    static let right = "\u{E014}"
    static let backspace = "\u{E003}"
    static let control = "\u{E009}"
    static let alt = "\u{E00A}"
    static let f2 = "\u{E032}"
    static let f3 = "\u{E033}"
    static let f4 = "\u{E034}"
  }

  /// Where it is not installed these tests are left out; CI installs it.
  static let isThere = access(BrowserProgram.path, X_OK) == 0 || getenv("CI") != nil

  private let program: BrowserProgram
  /// The sites that it has shown.
  private var origins: Set<String> = []
  /// What it needs for as long as it is there, such as the server.
  var companions: [AnyObject] = []
  /// Keys that were pressed so far.
  private(set) var presses = 0

  init(language: String = "en") throws { program = try BrowserProgram.take(language) }

  deinit { program.giveBack(after: origins) }

  func open(_ address: String) throws {
    let parts = address.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    origins.insert(parts[0] == "file:" ? "file://" : parts.prefix(3).joined(separator: "/"))
    try program.call("POST", "/url", ["url": address])
  }

  /// Shows the lines of a page, which are behind the card.
  func showLines() throws { try run("document.getElementById('tab-lines').click()") }

  /// What a function's body returns in the page.
  @discardableResult
  func run(_ script: String) throws -> Any? {
    try program.call("POST", "/execute/sync", ["script": script, "args": [Any]()])
  }

  func text(_ script: String) throws -> String { try run("return String(\(script))") as? String ?? "" }

  /// Waits until an expression is true.
  func wait(for condition: String, _ location: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<6000 {
      if try run("return Boolean(\(condition))") as? Bool == true { return }
      usleep(50_000)
    }
    let shown = "document.activeElement.outerHTML.slice(0, 300) + ' ' + document.body.innerText.slice(0, 600)"
    let page = try text("location.href + ' ' + \(shown)")
    Issue.record("it never came to be: \(condition), at \(page)", sourceLocation: location)
    throw Timeout()
  }

  private struct Timeout: Error {}

  func press(_ keys: String...) throws {
    presses += keys.count
    let actions = keys.flatMap { [["type": "keyDown", "value": $0], ["type": "keyUp", "value": $0]] }
    try program.call(
      "POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": actions]]])
  }

  /// Keys that are held while the last of them is pressed.
  func press(together keys: [String]) throws {
    presses += keys.count
    let down = keys.map { ["type": "keyDown", "value": $0] }
    let up = keys.reversed().map { ["type": "keyUp", "value": $0] }
    try program.call(
      "POST", "/actions", ["actions": [["type": "key", "id": "keys", "actions": down + up]]])
  }

  /// Lets every page from now on count the keys that it is told of, as `presses` of its session.
  func countKeys() throws {
    let script = """
      addEventListener('keydown', () =>
        sessionStorage.setItem('presses', 1 + Number(sessionStorage.getItem('presses'))), true);
      """
    try program.command("Page.addScriptToEvaluateOnNewDocument", ["source": script])
  }

  /// Presses the mouse at one point of the window, and lets it go at another.
  func drag(from: (x: Int, y: Int), to: (x: Int, y: Int)) throws {
    let actions: [[String: Any]] = [
      ["type": "pointerMove", "duration": 0, "x": from.x, "y": from.y], ["type": "pointerDown", "button": 0],
      ["type": "pointerMove", "duration": 20, "x": to.x, "y": to.y], ["type": "pointerUp", "button": 0],
    ]
    try program.call(
      "POST", "/actions", ["actions": [["type": "pointer", "id": "mouse", "actions": actions]]])
  }

  /// A picture of the window, as PNG.
  func picture() throws -> Data {
    let text = try program.call("GET", "/screenshot", nil) as? String
    return try #require(text.flatMap { Data(base64Encoded: $0) })
  }

  func type(_ text: String) throws {
    for character in text { try press(String(character)) }
  }

  /// Where downloaded files go.
  func downloads(to folder: String) throws {
    try program.command("Browser.setDownloadBehavior", ["behavior": "allow", "downloadPath": folder])
  }

  /// Shows pages as in the light or in the dark.
  func prefer(_ scheme: String) throws {
    let features = [["name": "prefers-color-scheme", "value": scheme]]
    try program.command("Emulation.setEmulatedMedia", ["features": features])
  }
}
