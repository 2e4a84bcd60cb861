import Foundation
import Glibc
import TestSupport
import Testing

/// What comes with the program: alerts, units of systemd, and an upgrade while it runs.
@Suite struct PackagingTests {
  private static let promtool = "/usr/bin/promtool"
  private static let analyze = "/usr/bin/systemd-analyze"

  private static func isThere(_ program: String) -> Bool { access(program, X_OK) == 0 }

  /// A path of the sources.
  private func source(_ path: String) -> String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return parts.joined(separator: "/") + "/" + path
  }

  @Test(.enabled(if: isThere(promtool), "promtool is not installed: .ci/setup monitoring"))
  func `every alert fires where it should, and what a run leaves is clean metrics`() throws {
    let folder = source("samples/monitoring")
    for words in [["check", "rules", "alerts.yml"], ["test", "rules", "alerts.test.yml"]] {
      let outcome = try ChildProgram.run(
        "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", folder, Self.promtool] + words)
      #expect(outcome.status == 0, "\(outcome.outputText)\(outcome.errorText)")
    }
    let rules = try String(contentsOfFile: folder + "/alerts.yml", encoding: .utf8)
    let tests = try String(contentsOfFile: folder + "/alerts.test.yml", encoding: .utf8)
    for match in rules.matches(of: /- alert: (\w+)/) {
      #expect(tests.contains("alertname: \(match.1)\n        exp_alerts:\n          - "), "nothing fires \(match.1)")
    }

    let desk = try Desk()
    try desk.put(Drawing.number(12), "a.pnm")
    try desk.run("--metrics", desk.scratch.path(of: "hanscan.prom"))
    try desk.put(Array("II*\u{0}".utf8) + [8, 0, 0, 0, 1], "broken.tif")
    try desk.run("--metrics", desk.scratch.path(of: "hanscan.prom"))
    let metrics = try desk.scratch.read("hanscan.prom")
    let check = try ChildProgram.run(Self.promtool, ["check", "metrics"], input: metrics)
    #expect(check.status == 0 && check.errorText.isEmpty, "\(check.outputText)\(check.errorText)")
    // Every name that an alert asks for is one that is left.
    for match in rules.matches(of: /hanscan_\w+(?=[{\s\[)])/) where !match.0.hasSuffix("failed_pages") {
      #expect(String(decoding: metrics, as: UTF8.self).contains("\n\(match.0)"), "\(match.0)")
    }
  }

  @Test(.enabled(if: isThere(analyze), "systemd-analyze is not installed: .ci/setup monitoring"))
  func `the units are sound, and what they start is confined`() throws {
    let scratch = try ScratchFolder()
    let names = try FileManager.default.contentsOfDirectory(atPath: source("Sources/Packaging"))
      .filter { $0.hasPrefix("hanscan") && $0.contains("@.") }
    #expect(names.count >= 4)
    var files: [String: String] = [:]
    for name in names {
      let text = try String(contentsOfFile: source("Sources/Packaging/\(name)"), encoding: .utf8)
      // The program is not installed where this is tried.
      files[name] = try scratch.write(text.replacing("/usr/bin/hanscan", with: "/bin/true"), to: name)
      files[name] = try scratch.write(
        text.replacing("/usr/bin/hanscan", with: "/bin/true"), to: name.replacing("@.", with: "@srv-scans."))
    }
    for (name, file) in files {
      let verified = try ChildProgram.run(Self.analyze, ["verify", "--man=no", file])
      #expect(verified.status == 0 && verified.errorText.isEmpty, "\(name): \(verified.errorText)")
      guard name.hasSuffix(".service") else { continue }
      let security = try ChildProgram.run(Self.analyze, ["security", "--offline=true", "--threshold=20", file])
      #expect(security.status == 0, "\(name): \(security.outputText.suffix(200))")
    }
  }

  @Test func `a program whose file is replaced while it runs goes on with workers of its own version`() throws {
    let desk = try Desk()
    let program = desk.scratch.path(of: "hanscan")
    try FileManager.default.copyItem(atPath: Desk.program, toPath: program)
    try desk.put(Drawing.number(1), "a.pnm")
    let running = try ChildProgram(
      program, ["run", desk.inbox, "--out", desk.out, "--watch", "--log", "json", "--renew-after", "1"] + Desk.quick)
    #expect(running.finishesBursts(of: 1))
    let newer = try desk.scratch.write("#!/bin/sh\nexit 1\n", to: "newer")
    chmod(newer, 0o755)
    try #require(rename(newer, program) == 0)
    for number in 2...5 {
      try desk.arrive(Drawing.number(number), "\(number).pnm")
      #expect(running.finishesBursts(of: number))
    }
    running.signalAlone(SIGTERM)
    let log = RunLog(running.finish())
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(log.read == 5)
    #expect(!log.events.contains { $0["event"] as? String == "retry" })
  }
}
