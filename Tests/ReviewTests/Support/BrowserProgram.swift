import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// A Chromium that runs, and its chromedriver; tests that speak one language use it one after the other.
///
/// A start costs up to two seconds of processor time. Each test has a window of its own, and finds
/// no cookies or stored values.
final class BrowserProgram: Sendable {
  static let path = "/usr/bin/chromedriver"

  /// One test at a time has the browser: `take` takes it out of `idle`, and `giveBack` puts it there after the last call.
  private struct Kept: @unchecked Sendable {
    let driver: ChildProgram
    let profile: ScratchFolder
  }

  private let kept: Kept
  private let port: Int
  private let session: String
  private let language: String

  private static let idle = Mutex<[BrowserProgram]>([])
  /// Nothing releases what a static property holds, so the browsers are closed at the process's end.
  private static let closesAtExit: Void = { atexit { BrowserProgram.idle.withLock { $0 = [] } } }()

  /// One that no test uses, or a new one.
  static func take(_ language: String) throws -> BrowserProgram {
    _ = closesAtExit
    let free = idle.withLock { idle in
      idle.firstIndex { $0.language == language }.map { idle.remove(at: $0) }
    }
    return try free ?? BrowserProgram(language)
  }

  private init(_ language: String) throws {
    let profile = try ScratchFolder()
    let driver = try ChildProgram(Self.path, ["--port=0"], environment: ["HOME=\(profile.path)"])
    var found: Int?
    while found == nil, let line = driver.line() {
      guard line.contains("successfully on port") else { continue }
      found = Int(line.split(separator: " ").last?.filter(\.isNumber) ?? "")
    }
    let port = try #require(found, "chromedriver does not start")
    let arguments = [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1400,900",
      "--lang=\(language)", "--user-data-dir=\(profile.path(of: "profile"))",
      // Turns off services that a browser runs beside its pages.
      "--no-first-run", "--disable-extensions", "--disable-component-update", "--disable-background-networking",
      "--disable-sync", "--disable-default-apps",
    ]
    let options: [String: Any] = ["args": arguments, "prefs": ["intl.accept_languages": language]]
    let wanted: [String: Any] = ["alwaysMatch": ["browserName": "chrome", "goog:chromeOptions": options]]
    let answer = try Self.call(port, "POST", "/session", ["capabilities": wanted])
    session = try #require((answer as? [String: Any])?["sessionId"] as? String)
    (kept, self.port, self.language) = (Kept(driver: driver, profile: profile), port, language)
  }

  deinit {
    _ = try? call("DELETE", "", nil)
    kept.driver.signal(SIGKILL)
  }

  /// Ends a test's use; a browser that does not become as new is closed.
  func giveBack(after origins: Set<String>) {
    // A failed requirement is an issue of the test, even if its error is caught.
    withKnownIssue("the browser does not become as new", isIntermittent: true) {
      let last = try #require(try call("GET", "/window", nil) as? String)
      let next = try #require(try call("POST", "/window/new", ["type": "tab"]) as? [String: Any])
      try call("DELETE", "/window", nil)
      try #require(next["handle"] as? String != last)
      try call("POST", "/window", ["handle": next["handle"] ?? ""])
      // A window behind another one has no focus.
      try command("Page.bringToFront")
      try command("Network.clearBrowserCookies")
      for origin in origins {
        try command("Storage.clearDataForOrigin", ["origin": origin, "storageTypes": "all"])
      }
      Self.idle.withLock { $0.append(self) }
    }
  }

  /// Gives the browser a command of its session, and returns the answer.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
    try Self.call(port, method, "/session/\(session)\(path)", body)
  }

  /// A command of Chromium's own protocol.
  func command(_ name: String, _ parameters: [String: Any] = [:]) throws {
    try call("POST", "/goog/cdp/execute", ["cmd": name, "params": parameters])
  }

  private static func call(_ port: Int, _ method: String, _ path: String, _ body: [String: Any]?) throws -> Any? {
    let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) } ?? []
    let answer = try #require(
      try RawHTTP.request(method, path, port: port, headers: ["Content-Type: application/json"], body: bytes))
    let object = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
    try #require(answer.status == 200, "\(path): \(answer.text.prefix(400))")
    return object?["value"]
  }
}
