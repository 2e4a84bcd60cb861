import Foundation
import Glibc
import Support
import TestSupport
import Testing

/// A scratch folder with an inbox and a place for results, and the built program to run there.
final class Desk {
  let scratch: ScratchFolder
  var inbox: String { scratch.path(of: "in") }
  var out: String { scratch.path(of: "out") }
  var store: String { scratch.path(of: "out/hanscan.sqlite") }

  static let program = BuiltProgram.path("hanscan")
  /// What makes reading quick; the tests are about what becomes of pages, not about what stands on them.
  static let quick = ["--settle", "0", "--level", "fast", "--lang", "eng", "--prepare", "none"]

  init() throws {
    scratch = try ScratchFolder()
    mkdir(inbox, 0o755)
  }

  /// A desk whose inbox holds these files, read as a user reads them.
  ///
  /// One reading of the same ones is enough for all tests: each has a copy of it.
  convenience init(reading files: [String: [UInt8]], formats: String) throws {
    try self.init()
    let options = ["--settle", "0", "--format", formats]
    let known = files.sorted { $0.key < $1.key }.map { "\($0.key) \(SHA256.digest(of: $0.value).hex)" }
    try FolderTemplate.fill(scratch, as: "read \(known) \(formats)") { folder in
      mkdir("\(folder)/in", 0o755)
      for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/in/\(name)")) }
      let run = try hanscan(["run", "\(folder)/in", "--out", "\(folder)/out"] + options)
      try #require(run.status == 0, "\(run.errorText)")
    }
    // Its scans lie here now; nothing is read again.
    let moved = try hanscan(["run", inbox, "--out", out, "--base", inbox] + options)
    try #require(moved.status == 0 && moved.errorText.contains(": 0 read"), "\(moved.errorText)")
  }

  /// Puts a file into the inbox.
  func put(_ bytes: [UInt8], _ name: String) throws {
    try scratch.write(bytes, to: "in/" + name)
  }

  /// Moves a whole file into the inbox: a watch never sees a part of it, and is told of it once.
  func arrive(_ bytes: [UInt8], _ name: String) throws {
    let outside = try scratch.write(bytes, to: "outside/arriving")
    try #require(rename(outside, scratch.path(of: "in/" + name)) == 0)
  }

  /// Runs any command to its end.
  @discardableResult
  func hanscan(_ arguments: [String], input: [UInt8] = []) throws -> ChildProgram.Outcome {
    try ChildProgram.run(Self.program, arguments, input: input)
  }

  /// Reads the inbox.
  @discardableResult
  func run(_ more: String..., out: String? = nil) throws -> RunLog {
    let outcome = try hanscan(
      ["run", inbox, "--out", out ?? self.out, "--log", "json", "--format", "text,json"] + Self.quick + more)
    return RunLog(outcome)
  }

  /// A run that goes on beside the test.
  func begin(_ more: String...) throws -> ChildProgram {
    try ChildProgram(
      Self.program,
      ["run", inbox, "--out", out, "--log", "json", "--format", "text,json"] + Self.quick + more)
  }

  /// Every file below a folder by its path there, the store and its companions left out.
  func tree(_ folder: String? = nil) throws -> [String: [UInt8]] {
    let root = folder ?? out
    var files: [String: [UInt8]] = [:]
    let paths = FileManager.default.enumerator(atPath: root)
    while let path = paths?.nextObject() as? String {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), !isFolder.boolValue,
        !path.hasPrefix("hanscan.sqlite")
      else { continue }
      files[path] = Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
    }
    return files
  }

  /// The store's pages as `list --json` gives them.
  func list(_ more: String..., out: String? = nil) throws -> [[String: Any]] {
    let outcome = try hanscan(["list", "--json", "--out", out ?? self.out] + more)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Path and state of every page.
  func states(out: String? = nil) throws -> [String: String] {
    var states: [String: String] = [:]
    for page in try list(out: out) {
      states["\(page["path"] ?? "?"):\(page["page"] ?? "?")"] = page["state"] as? String
    }
    return states
  }

}

/// What a run told as JSON on standard error.
struct RunLog {
  let outcome: ChildProgram.Outcome
  let events: [[String: Any]]

  init(_ outcome: ChildProgram.Outcome) {
    self.outcome = outcome
    events = Self.events(outcome.errorText)
  }

  static func events(_ text: String) -> [[String: Any]] {
    text.split(separator: "\n").compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
  }

  var status: CInt? { outcome.status }
  /// Pages that a worker read.
  var read: Int? { summary["read"] as? Int }
  var unchanged: Int? { summary["unchanged"] as? Int }
  var summary: [String: Any] { events.last { $0["event"] as? String == "summary" } ?? [:] }
  var error: String? { events.last { $0["event"] as? String == "error" }?["message"] as? String }
  /// Whether a worker was asked for.
  var startedWorkers: Bool { events.contains { $0["event"] as? String == "reading" } }

  func count(_ state: String) -> Int? { (summary["pages"] as? [String: Any])?[state] as? Int }
}

extension ChildProgram {
  /// Whether a run comes to tell of so many finished pages: each is in the store by then, with its files.
  func finishes(pages count: Int) -> Bool {
    says { RunLog.events($0).count { $0["event"] as? String == "page" } >= count }
  }

  /// Whether the bursts of a watch come to so many pages in all.
  ///
  /// A page has its files before its burst ends; after the last burst the watch is at rest.
  func finishesBursts(of count: Int) -> Bool {
    says { text in
      let bursts = RunLog.events(text).filter { $0["event"] as? String == "burst" }
      let pages = bursts.flatMap { ($0["pages"] as? [String: Any] ?? [:]).values.compactMap { $0 as? Int } }
      return pages.reduce(0, +) >= count
    }
  }
}
