import Foundation
import Glibc
import TestSupport
import Testing

/// A store that the real program has filled, and reviews of it by the real program.
final class Desk {
  let scratch: ScratchFolder
  var inbox: String { scratch.path(of: "in") }
  var out: String { scratch.path(of: "out") }

  static let program = BuiltProgram.path("hanscan")

  /// - Parameters:
  ///   - samples: Names of the project's own scans.
  ///   - names: Names of further scans, with three digits on each.
  init(samples: [String] = [], names: [String] = []) throws {
    scratch = try ScratchFolder()
    mkdir(inbox, 0o755)
    for sample in samples {
      try scratch.write(
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.samples)/\(sample)"))), to: "in/\(sample)")
    }
    for name in names { try scratch.write(Self.picture, to: "in/\(name)") }
    let run = try hanscan(["run", inbox, "--out", out, "--settle", "0", "--format", "text"])
    try #require(run.status == 0, "\(run.errorText)")
  }

  @discardableResult
  func hanscan(_ arguments: [String], within seconds: Int = 120) throws -> ChildProgram.Outcome {
    try ChildProgram.run(Self.program, arguments, within: seconds)
  }

  /// Everything below the output directory, so that a change of any byte is seen.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: out) {
      // The two that SQLite keeps for readers change when one comes; the store itself does not.
      if name.hasSuffix("-shm") || name.hasSuffix("-wal") { continue }
      files[name] = FileManager.default.contents(atPath: "\(out)/\(name)") ?? Data()
    }
    return files
  }

  /// The cells of the workbook of receipts, as its XML has them.
  func workbook() throws -> String {
    let script =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); "
      + "print(*[z.read(n).decode() for n in z.namelist() if 'sheet' in n.lower() and n.endswith('.xml')])"
    let file = "\(out)/hanscan.receipts.xlsx"
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-c", script, file])
    try #require(outcome.status == 0, "\(outcome.errorText)")
    return outcome.outputText
  }

  /// Two black bars on white.
  private static let picture: [UInt8] = {
    var pixels = [UInt8](repeating: 255, count: 200 * 120)
    for row in 40..<80 { for column in 60..<70 { pixels[row * 200 + column] = 0 } }
    for row in 40..<80 { for column in 100..<110 { pixels[row * 200 + column] = 0 } }
    return Array("P5\n200 120\n255\n".utf8) + pixels
  }()

  private static let samples: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return parts.joined(separator: "/") + "/samples/scans"
  }()
}

/// `hanscan review` as a program of its own, and a browser's part of the talk with it.
final class Review {
  let program: ChildProgram
  /// What it printed.
  let address: String
  let port: Int
  private(set) var cookie = ""

  init(_ desk: Desk, _ options: String...) throws {
    program = try ChildProgram(Desk.program, ["review", "--out", desk.out] + options)
    address = try #require(program.line(), "it printed no address")
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

  /// Bytes of memory that it has taken at most.
  func peakMemory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(program.pid)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
    return try #require(Int(line.filter(\.isNumber))) << 10
  }
}
