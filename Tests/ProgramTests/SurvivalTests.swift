import Foundation
import Glibc
import TestSupport
import Testing

/// Runs that are killed, interrupted, or meet another run.
@Suite struct SurvivalTests {
  /// Twelve files of all states, some of several pages.
  private func fill(_ desk: Desk) throws {
    for number in 1...5 { try desk.put(Drawing.number(number * 123), "\(number).pnm") }
    try desk.put(Drawing.number(246), "copy.pnm")
    try desk.put(Drawing.tiff([Drawing.number(7), Drawing.blank(), Drawing.number(8)]), "sub/three.tif")
    try desk.put(Drawing.tiff([Drawing.number(7), Drawing.blank(), Drawing.number(8)]), "sub/three-again.tif")
    try desk.put(Drawing.blank(), "blank.pnm")
    try desk.put(Array(Drawing.number(9).prefix(700)), "cut.pnm")
    try desk.put([], "empty.png")
    try desk.put(Array("words".utf8), "notes.txt")
  }

  @Test func `a run that was killed twenty times leaves what an undisturbed run leaves`() throws {
    let desk = try Desk()
    try fill(desk)
    let quiet = desk.scratch.path(of: "quiet")
    let undisturbed = try desk.run(out: quiet)
    #expect(undisturbed.status == 65)
    let time = (undisturbed.summary["seconds"] as? Double ?? 1) * 1_000_000
    var kills = 0
    var random = SeededRandom(seed: 20)
    for _ in 0..<20 {
      let run = try desk.begin("--jobs", "2")
      usleep(UInt32.random(in: 0...UInt32(time), using: &random))
      run.signal(SIGKILL)
      let outcome = run.finish()
      if outcome.signal == SIGKILL { kills += 1 } else { #expect(outcome.status == 0 || outcome.status == 65) }
    }
    #expect(kills > 0)
    let last = try desk.run()
    #expect(last.status == 0 || last.status == 65, "\(last.outcome.errorText)")
    let expected = try desk.tree(quiet)
    let tree = try desk.tree()
    #expect(tree.keys.sorted() == expected.keys.sorted())
    for (name, bytes) in expected { #expect(tree[name] == bytes, "\(name)") }
    #expect(try desk.states() == desk.states(out: quiet))
    #expect(try desk.run().read == 0)
  }

  @Test func `the files are the same bytes whatever --jobs is`() throws {
    let desk = try Desk()
    try fill(desk)
    let alone = desk.scratch.path(of: "one")
    #expect(try desk.run("--jobs", "1", out: alone).status == 65)
    #expect(try desk.run("--jobs", "4").status == 65)
    #expect(try desk.tree() == desk.tree(alone))
    let one = try desk.hanscan(["export", "--stdout", "--format", "json", "--out", alone])
    let four = try desk.hanscan(["export", "--stdout", "--format", "json", "--out", desk.out])
    #expect(one.output == four.output)
    #expect(!one.output.isEmpty)
  }

  @Test func `a run that meets another one ends at once and names it; a dead one is in nobody's way`() throws {
    let desk = try Desk()
    try fill(desk)
    // The list never ends, so that the run doesn't.
    let holder = try ChildProgram(
      Desk.program, ["run", "--files-from", "-", "--base", desk.inbox, "--out", desk.out] + Desk.quick)
    let lock = desk.store + ".lock"
    for _ in 0..<12_000 where FileManager.default.contents(atPath: lock)?.isEmpty != false { usleep(50_000) }
    let second = try desk.run()
    #expect(second.status == 75)
    #expect(second.error?.contains("process \(holder.pid)") == true, "\(second.error ?? "")")
    let export = try desk.hanscan(["export", "--out", desk.out])
    #expect(export.status == 75)
    #expect(try desk.hanscan(["list", "--out", desk.out]).status == 0)
    holder.signal(SIGKILL)
    _ = holder.finish()
    #expect(try desk.run().status == 65)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal ends a run with its own status, and what was read is kept`(signal: CInt) throws {
    let desk = try Desk()
    try fill(desk)
    for number in 100...160 { try desk.put(Drawing.number(number), "more/\(number).pnm") }
    // The list doesn't end, and so the run doesn't before it is told to.
    let run = try ChildProgram(
      Desk.program,
      ["run", "--files-from", "-", "--base", desk.inbox, "--out", desk.out, "--log", "json", "--format", "text,json"]
        + Desk.quick)
    let names = try FileManager.default.subpathsOfDirectory(atPath: desk.inbox).sorted()
    run.send(names.flatMap { Array("\(desk.inbox)/\($0)\n".utf8) })
    #expect(run.finishes(pages: 3))
    run.signalAlone(signal)
    let log = RunLog(run.finish())
    #expect(log.status == 128 + signal)
    #expect(log.summary["signal"] as? Int == Int(signal))
    let pages = try desk.list()
    #expect(!pages.isEmpty)
    // Every page of the store has its files, and no file is there that the store doesn't know.
    let check = try desk.hanscan(["check", "--out", desk.out])
    #expect(check.status == 0, "\(check.outputText)\(check.errorText)")
    try desk.run()
    let quiet = desk.scratch.path(of: "quiet")
    try desk.run(out: quiet)
    #expect(try desk.tree() == desk.tree(quiet))
  }

  @Test func `two signals stop a run with the status of one of them, and nothing half read is kept`() throws {
    let desk = try Desk()
    // The list doesn't end, and so the run doesn't before it is told to.
    let run = try ChildProgram(
      Desk.program,
      ["run", "--files-from", "-", "--base", desk.inbox, "--out", desk.out, "--log", "json", "--format", "text,json"]
        + Desk.quick)
    try desk.put(Drawing.number(1), "1.pnm")
    run.send(Array("\(desk.inbox)/1.pnm\n".utf8))
    #expect(run.finishes(pages: 1))
    run.signalAlone(SIGTERM)
    run.signalAlone(SIGINT)
    let log = RunLog(run.finish())
    // Of signals that wait together the system hands out the one with the lower number first.
    let signal = try #require(log.summary["signal"] as? Int)
    #expect(signal == Int(SIGTERM) || signal == Int(SIGINT))
    #expect(log.status == 128 + CInt(signal))
    #expect(try desk.states() == ["1.pnm:1": "recognised"])
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }

  @Test func `a signal that comes while nobody reads standard output ends the run`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number), "\(number).pnm") }
    try desk.run()
    // More than a pipe holds, on a pipe that the test doesn't read.
    for number in 4...400 { try desk.put(Drawing.blank(number), "blank/\(number).pnm") }
    let shell = "exec $0 run $1 --stdout --format json --store $2 --settle 0 --level fast --lang eng >$3"
    let fifo = desk.scratch.path(of: "fifo")
    try #require(mkfifo(fifo, 0o600) == 0)
    let reader = open(fifo, O_RDWR)
    defer { close(reader) }
    let run = try ChildProgram("/bin/sh", ["-c", shell, Desk.program, desk.inbox, desk.store, fifo])
    // The pipe is full when what it holds grows no more.
    var held: CInt = -1
    for _ in 0..<600 {
      usleep(200_000)
      var now: CInt = 0
      _ = ioctl(reader, UInt(FIONREAD), &now)
      if now > 32_768, now == held { break }
      held = now
    }
    run.signalAlone(SIGTERM)
    #expect(run.finish().status == 143)
  }

  @Test func `a reader that goes away ends the run with 74, and what was read is kept`() throws {
    let desk = try Desk()
    for number in 1...400 { try desk.put(Drawing.blank(number), "\(number).pnm") }
    let script = """
      ("$0" run "$1" --stdout --format json --out "$2" --settle 0 --level fast --lang eng 2>"$3/err"; \
      echo $? >"$3/status") | head -c 100 >/dev/null
      """
    let outcome = try ChildProgram.run(
      "/bin/sh", ["-c", script, Desk.program, desk.inbox, desk.out, desk.scratch.path])
    #expect(outcome.status == 0)
    #expect(String(decoding: try desk.scratch.read("status"), as: UTF8.self) == "74\n")
    #expect(String(decoding: try desk.scratch.read("err"), as: UTF8.self).contains("standard output"))
    #expect(try !desk.list().isEmpty)
    #expect(try desk.run().status == 0)
  }
}
