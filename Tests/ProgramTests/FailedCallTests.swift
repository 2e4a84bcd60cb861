import Foundation
import Glibc
import TestSupport
import Testing

/// Calls of the system, and SQLite's allocations, that fail: one at a time, or one and all later ones of its name.
///
/// Whichever it is, the command ends with a documented exit status and says what was wrong, the store is sound, and the
/// same command leaves afterwards what it leaves where nothing fails. `make torture` lets each of them fail at each
/// place of the program.
@Suite struct FailedCallTests {
  /// A call that can fail, at one place of the program.
  private struct Site: Hashable {
    var call: String
    var place: String
  }

  private struct Failure: CustomStringConvertible {
    var number: Int
    var call: String
    /// The system's; 0 makes a read or a write short.
    var error: CInt
    var lasts: Bool

    var description: String { "call \(number), \(call), error \(error)\(lasts ? " from then on" : "")" }

    var faults: [String] {
      ["HANSCAN_FAIL_AT=\(number)", "HANSCAN_FAIL_WITH=\(error)"] + (lasts ? ["HANSCAN_FAIL_ON=1"] : [])
    }
  }

  /// The errors that a disk, a share or the limits of a process give a call.
  private static func errors(of call: String) -> [CInt] {
    switch call {
    case "read", "pread", "pread64": [EIO, EINTR, 0]
    case "write", "pwrite", "pwrite64": [ENOSPC, EIO, EINTR, 0]
    case "open", "open64", "openat", "opendir", "pipe2", "socketpair", "memfd_create": [EMFILE, EIO]
    case "fork": [EAGAIN]
    case "malloc", "realloc", "mmap64": [ENOMEM]
    default: [EIO]
    }
  }

  /// Exit statuses of commands that could not do all of their work.
  private static let documented: Set<CInt?> = [0, 1, 64, 65, 66, 69, 70, 73, 74, 75]

  /// So many failures of each command, spread over all; nil for all of them.
  private static let count: Int? = {
    let text = ProcessInfo.processInfo.environment["HANSCAN_FAILED_CALLS"]
    return text == "all" ? nil : text.flatMap { Int($0) } ?? 20
  }()

  /// The failures that a command can meet, each at the first call of its place.
  private func failures(_ desk: Desk, _ words: [String]) throws -> [Failure] {
    let log = desk.scratch.path(of: "calls")
    let outcome = try desk.hanscan(words, faults: ["HANSCAN_LOG_CALLS=\(log)"])
    try #require(Self.documented.contains(outcome.status), "\(outcome.errorText)")
    var seen: Set<Site> = []
    var found: [Failure] = []
    for line in String(decoding: try desk.scratch.read("calls"), as: UTF8.self).split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 3, let number = Int(words[0]), seen.insert(Site(call: words[1], place: words[2])).inserted
      else { continue }
      for error in Self.errors(of: words[1]) {
        found.append(Failure(number: number, call: words[1], error: error, lasts: false))
        guard error != EINTR, error != 0 else { continue }
        found.append(Failure(number: number, call: words[1], error: error, lasts: true))
      }
    }
    guard let count = Self.count, count < found.count else { return found }
    // Allocations are two thirds of the places, and all alike: half of the failures are the system's.
    let parts = [found.filter { !$0.call.hasSuffix("alloc") }, found.filter { $0.call.hasSuffix("alloc") }]
    let spread = parts.flatMap { part in (0..<count / 2).map { part[$0 * part.count / (count / 2)] } }
    // Handing a page to a worker is always among them: its failure is no fault of the page.
    return spread + found.filter { $0.call == "sendmsg" && $0.lasts }.prefix(1)
  }

  /// Lets the command fail in every way, from the same beginning each time.
  private func check(
    _ desk: Desk, from begin: String?, _ words: [String], leaving tree: () throws -> [String: [UInt8]]
  ) throws {
    func beginAgain() throws {
      try? FileManager.default.removeItem(atPath: desk.out)
      if let begin { try FileManager.default.copyItem(atPath: begin, toPath: desk.out) }
    }
    try beginAgain()
    let undisturbed = try desk.hanscan(words)
    let expected = try tree()
    try beginAgain()
    let failures = try failures(desk, words)
    #expect(failures.count > 15)
    for failure in failures {
      try beginAgain()
      let run = try desk.hanscan(words, faults: failure.faults)
      #expect(Self.documented.contains(run.status), "\(failure): \(run)")
      #expect(run.status == undisturbed.status || !run.errors.isEmpty, "\(failure): nothing is said")
      let next = try desk.hanscan(words)
      #expect(next.status == undisturbed.status, "\(failure): \(run.errorText) then \(next.errorText)")
      let left = try tree()
      let others = Set(left.keys).union(expected.keys).filter { left[$0] != expected[$0] }.sorted()
      #expect(others.isEmpty, "\(failure): \(run.errorText)")
      let sound = try desk.hanscan(["check", "--out", desk.out])
      #expect(sound.status == 0, "\(failure): \(sound.outputText)\(sound.errorText)")
    }
  }

  @Test func `whichever call of a run fails, the next run leaves all files`() throws {
    let desk = try Desk()
    for number in 1...2 { try desk.put(Drawing.number(number), "\(number).pnm") }
    try desk.put(Drawing.number(1), "copy.pnm")
    try desk.put(Drawing.blank(), "blank.pnm")
    try desk.put(Array("words".utf8), "notes.txt")
    let words = ["run", desk.inbox, "--out", desk.out, "--format", "text,json,csv", "--quiet"] + Desk.quick
    try check(desk, from: nil, words) { try desk.tree() }
  }

  @Test func `whichever call of a correction fails, it can be made again`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(12), "12.pnm")
    try desk.put(Drawing.number(34), "34.pnm")
    let words = ["run", desk.inbox, "--out", desk.out, "--format", "text,csv"] + Desk.quick
    #expect(try desk.hanscan(words).status == 0)
    let begin = desk.scratch.path(of: "begin")
    try FileManager.default.copyItem(atPath: desk.out, toPath: begin)
    let correction = ["correct", "12.pnm", "--line", "1", "--text", "Twelve", "--out", desk.out]
    try check(desk, from: begin, correction) { try desk.tree() }
  }

  @Test func `whichever call of a merge fails, the next one joins the shards`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.blank(number), "\(number).pnm") }
    let shards = desk.scratch.path(of: "shards")
    for part in 1...2 {
      let run = try desk.hanscan(["run", desk.inbox, "--out", shards, "--shard", "\(part)/2"] + Desk.quick)
      #expect(run.status == 0, "\(run.errorText)")
    }
    try check(desk, from: nil, ["merge", shards, "--out", desk.out]) {
      let place = desk.scratch.path(of: "export")
      try? FileManager.default.removeItem(atPath: place)
      #expect(try desk.hanscan(["export", "--out", desk.out, "--to", place, "--format", "json"]).status == 0)
      return try desk.tree(place)
    }
  }
}
