import Foundation
import Glibc
import TestSupport
import Testing

/// What the journal, and the user's own command, are told of a run.
@Suite struct NotifyTests {
  /// Runs the program with standard error connected to a socket, as systemd does, and gives back its lines.
  private func journal(_ arguments: [String], _ stream: String = "own") throws -> [String] {
    let program = """
      import os, socket, subprocess, sys
      ours, theirs = socket.socketpair()
      facts = os.fstat(theirs.fileno())
      stream = f"{facts.st_dev}:{facts.st_ino}" if sys.argv[1] == "own" else sys.argv[1]
      child = subprocess.Popen(sys.argv[2:], stderr=theirs, env=dict(os.environ, JOURNAL_STREAM=stream))
      theirs.close()
      text = b""
      while piece := ours.recv(1 << 16):
          text += piece
      child.wait()
      sys.stdout.buffer.write(text)
      """
    let outcome = try ChildProgram.run(
      "/usr/bin/python3", ["-I", "-c", program, stream, Desk.program] + arguments)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return outcome.outputText.split(separator: "\n").map(String.init)
  }

  @Test func `the journal gets a line for each problem, with its priority, and nobody else does`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(7), "a.pnm")
    try desk.put(Array("II*\u{0}".utf8) + [8, 0, 0, 0, 1], "broken.tif")
    let run = ["run", desk.inbox, "--out", desk.out] + Desk.quick
    let lines = try journal(run)
    #expect(lines.allSatisfy { $0.wholeMatch(of: /<[3-6]>hanscan: .+/) != nil }, "\(lines)")
    #expect(lines.count { $0.hasPrefix("<3>") } == 1)
    #expect(lines.contains { $0.hasPrefix("<3>hanscan: broken.tif page 1: failed") })
    #expect(lines.contains { $0.hasPrefix("<6>hanscan: 2 pages") })

    let objects = try journal(run + ["--retry-failed", "--log", "json"])
    let failed = try #require(objects.first { $0.hasPrefix("<3>") })
    let object = try JSONSerialization.jsonObject(with: Data(failed.dropFirst(3).utf8)) as? [String: Any]
    #expect(object?["state"] as? String == "failed")
    #expect(objects.last?.hasPrefix("<6>{") == true)

    let refused = try journal(["run", desk.inbox, "--out", desk.out, "--jobs", "none"])
    #expect(refused.count == 2 && refused[0].hasPrefix("<3>hanscan run: --jobs"), "\(refused)")

    for stream in ["1:2", "none", "0:0", ""] {
      #expect(try journal(run, stream).allSatisfy { $0.hasPrefix("hanscan: ") })
    }
  }

  @Test func `a command is told how a run went, by its input and its environment`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(7), "a.pnm")
    try desk.put(Array("II*\u{0}".utf8) + [8, 0, 0, 0, 1], "broken $(touch pwned).tif")
    let told = desk.scratch.path(of: "told")
    let command =
      "{ cat; echo \"$HANSCAN_EVENT $HANSCAN_EXIT $HANSCAN_PAGES $HANSCAN_READ $HANSCAN_FAILED $HANSCAN_RECOGNISED\"; }"
      + " > '\(told)'"
    let log = try desk.run("--notify-command", command)
    #expect(log.status == 65)
    let text = String(decoding: try desk.scratch.read("told"), as: UTF8.self)
    #expect(text.contains("2 pages: 1 recognised, 1 failed"))
    #expect(text.contains("failed: broken $(touch pwned).tif page 1"))
    #expect(text.hasSuffix("run 65 2 \(log.read ?? -1) 1 1\n"), "\(text)")

    let missing = try desk.hanscan(
      ["run", desk.inbox + "/none", "--out", desk.out, "--notify-command", command])
    #expect(missing.status == 66)
    let reason = String(decoding: try desk.scratch.read("told"), as: UTF8.self)
    #expect(reason.contains("there is no \(desk.inbox)/none"))
    #expect(reason.hasSuffix("run 66 0 0 0 0\n"))
  }

  @Test func `a command that fails is a warning, and changes nothing`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(7), "a.pnm")
    for (command, complaint) in [
      ("echo no such; echo luck >&2; exit 3", "exited with 3: no such | luck"), ("kill -9 $$", "killed by signal 9"),
      ("exec </dev/null; yes | head -c 300000; exit 1", "exited with 1"),
    ] {
      let log = try desk.run("--notify-command", command)
      #expect(log.status == 0)
      let messages = log.events.compactMap { $0["message"] as? String }
      #expect(messages.contains { $0.contains(complaint) }, "\(messages)")
    }
  }

  @Test func `the version names the libraries as they are, and no commit that nobody knows`() throws {
    let outcome = try ChildProgram.run(Desk.program, ["--version"])
    let lines = outcome.outputText.split(separator: "\n").map(String.init)
    let first = /hanscan \d+\.\d+\.\d+( \(commit [0-9a-f]{12,40}(\+changes)?\))?/
    #expect(lines[0].wholeMatch(of: first) != nil, "\(lines)")
    for name in [
      "tesseract", "leptonica", "libheif", "zbar", "SQLite", "libxlsxwriter", "libmicrohttpd",
      "libarchive", "GMime",
    ] {
      let line = lines.first { $0.hasPrefix(name + " ") } ?? ""
      #expect(line.wholeMatch(of: /[A-Za-z]+ \d+\.\d+[-.0-9a-z]*/) != nil, "\(name)")
    }
    let sqlite = try ChildProgram.run("/usr/bin/sqlite3", ["--version"]).outputText.prefix { $0 != " " }
    #expect(lines.contains("SQLite \(sqlite)"))
  }
}
