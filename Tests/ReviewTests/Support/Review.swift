import Foundation
import Glibc
import TestSupport
import Testing

/// A browser's part of the talk with a review, by hand.
class Visitor {
  /// What the review printed.
  let address: String
  let port: Int
  private(set) var cookie = ""

  init(address: String) throws {
    self.address = address
    port = try #require(URL(string: address)?.port)
  }

  var token: String { String(address.split(separator: "=").last ?? "") }

  /// Takes the token for a cookie.
  func open() throws {
    let answer = try #require(try RawHTTP.request("GET", "/?token=\(token)", port: port))
    try #require(answer.status == 303)
    cookie = String(try #require(answer.headers["set-cookie"]).prefix { $0 != ";" })
  }

  /// What somebody with the cookie gets.
  func get(_ target: String, headers: [String] = []) throws -> RawHTTP.Answer {
    try #require(try RawHTTP.request("GET", target, port: port, headers: ["Cookie: \(cookie)"] + headers))
  }

  func post(_ target: String, _ body: String, headers: [String]) throws -> RawHTTP.Answer {
    try #require(
      try RawHTTP.request("POST", target, port: port, headers: ["Cookie: \(cookie)"] + headers, body: Array(body.utf8)))
  }

  /// The data that a page holds.
  func data(_ target: String) throws -> [String: Any] {
    let html = try get(target).text
    let start = try #require(html.range(of: "id=\"data\">"))
    let end = try #require(html.range(of: "</script>", range: start.upperBound..<html.endIndex))
    let object = try JSONSerialization.jsonObject(with: Data(html[start.upperBound..<end.lowerBound].utf8))
    return try #require(object as? [String: Any])
  }

  /// The address of each page, by the path of its scan.
  func pages() throws -> [String: String] {
    let rows = try #require(try data("/?doubt=all")["rows"] as? [[String: Any]])
    return Dictionary(
      rows.compactMap { row in
        guard let path = row["path"] as? String, let id = row["id"] as? Int else { return nil }
        return (path, "/page/\(id)")
      }, uniquingKeysWith: { first, _ in first })
  }
}

/// `hanscan review` as a program of its own.
final class Review: Visitor {
  let program: ChildProgram
  /// Its files are there for as long as it runs.
  private let desk: Desk

  init(_ desk: Desk, _ options: String...) throws {
    self.desk = desk
    program = try ChildProgram(Desk.program, ["review", "--out", desk.out] + options)
    try super.init(address: try #require(program.line(), "it printed no address"))
  }

  /// Bytes of memory that it has taken at most.
  func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) << 10
  }
}
