import Foundation
import Glibc
import TestSupport
import Testing

/// A run that goes on and reads what arrives.
@Suite struct WatchTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  /// Whether something comes true while the program works.
  private func becomes(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<12_000 {
      if try condition() { return true }
      usleep(50_000)
    }
    return false
  }

  /// Whether the program comes to be told of what arrives.
  private func isWatching(_ program: ChildProgram) -> Bool {
    program.says { RunLog.events($0).contains { $0["event"] as? String == "watching" } }
  }

  private func isRead(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: desk.out + "/\(name).p0001.txt")
  }

  private func stop(_ program: ChildProgram, by signal: CInt = SIGTERM) -> RunLog {
    program.signalAlone(signal)
    return RunLog(program.finish())
  }

  /// How often each page was read by a worker.
  private func readings(_ log: RunLog) -> [String: Int] {
    var counts: [String: Int] = [:]
    for event in log.events where event["event"] as? String == "page" && event["read"] as? Bool == true {
      counts[event["path"] as? String ?? "?", default: 0] += 1
    }
    return counts
  }

  private func move(_ from: String, _ to: String) throws {
    try #require(rename(desk.scratch.path(of: from), desk.scratch.path(of: to)) == 0)
  }

  @Test func `what is there and what arrives in bursts is read once each, and SIGTERM is a clean end`() throws {
    try desk.put(Drawing.number(1), "first.pnm")
    let bursts = desk.scratch.path(of: "bursts")
    let program = try desk.begin(
      "--watch", "--notify-command", "cat >/dev/null; echo $HANSCAN_EVENT $HANSCAN_EXIT $HANSCAN_READ >> '\(bursts)'")
    #expect(program.finishesBursts(of: 1) && isRead("first.pnm"))
    var expected = ["first.pnm": 1]
    for burst in 1...3 {
      for item in 1...5 {
        let name = "burst\(burst)/\(item).pnm"
        try desk.scratch.write(Drawing.number(burst * 100 + item), to: "outside/\(burst)/\(item).pnm")
        expected[name] = 1
      }
      try move("outside/\(burst)", "in/burst\(burst)")
      #expect(program.finishesBursts(of: 1 + 5 * burst))
      #expect((1...5).allSatisfy { isRead("burst\(burst)/\($0).pnm") })
    }
    let log = stop(program)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(readings(log) == expected)
    #expect(log.summary["signal"] is NSNull)
    #expect(log.read == 16)
    let told = String(decoding: try desk.scratch.read("bursts"), as: UTF8.self).split(separator: "\n")
    #expect(told.last == "run 0 16" && told.dropLast().allSatisfy { $0.hasPrefix("burst 0 ") }, "\(told)")
    let tellings = told.dropLast().compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(tellings.reduce(0, +) == 16, "\(told)")
    let again = try desk.run()
    #expect(again.read == 0)
    #expect(again.unchanged == 16)
  }

  @Test func `what arrives is read while a command is told of what came before, and all of it is told`() throws {
    try desk.put(Drawing.number(1), "first.pnm")
    let bursts = desk.scratch.path(of: "bursts")
    let gate = desk.scratch.path(of: "gate")
    try #require(mkfifo(gate, 0o600) == 0)
    // The command is at work until somebody opens the gate.
    let command =
      "cat >/dev/null; [ $HANSCAN_EVENT = run ] || read x < '\(gate)'; "
      + "echo $HANSCAN_EVENT $HANSCAN_READ >> '\(bursts)'"
    let program = try desk.begin("--watch", "--notify-command", command)
    #expect(program.finishesBursts(of: 1) && isRead("first.pnm"))
    for (number, name) in ["second.pnm", "third.pnm"].enumerated() {
      try desk.arrive(Drawing.number(name.count), name)
      #expect(program.finishesBursts(of: 2 + number) && isRead(name))
    }
    #expect(!FileManager.default.fileExists(atPath: bursts))
    // The first command opens it, and so does the one that is told of the two others, before the end or at it.
    let keeper = open(gate, O_RDWR)
    defer { close(keeper) }
    #expect(write(keeper, "1\n2\n", 4) == 4)
    let log = stop(program)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    let told = String(decoding: try desk.scratch.read("bursts"), as: UTF8.self).split(separator: "\n")
    #expect(told == ["burst 1", "burst 2", "run 3"], "\(told)")
    #expect(!log.events.contains { $0["event"] as? String == "warning" })
  }

  @Test func `a page that failed and was read well later is no failure of the watch`() throws {
    let scan = Drawing.number(5)
    try desk.put(Array(scan.prefix(700)), "slow.pnm")
    let program = try desk.begin("--watch")
    #expect(program.finishesBursts(of: 1))
    #expect(try desk.hanscan(["list", "--state", "failed", "--out", desk.out]).outputText.contains("slow"))
    // The file is there already: the watch is told of it when it has been written.
    try desk.put(scan, "slow.pnm")
    #expect(program.finishesBursts(of: 2) && isRead("slow.pnm"))
    let log = stop(program)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(log.count("failed") == 0 && log.count("recognised") == 1)
  }

  @Test func `a watch that stops when nothing comes reads what came while it read`() throws {
    try desk.put(Drawing.number(1), "a.pnm")
    let program = try desk.begin("--watch", "--until-idle", "10")
    #expect(isWatching(program))
    mkdir(desk.inbox + "/below", 0o755)
    try desk.arrive(Drawing.number(2), "below/b.pnm")
    let log = RunLog(program.finish())
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(readings(log) == ["a.pnm": 1, "below/b.pnm": 1])
  }

  @Test func `a file that is renamed while it is written is read once, whole and by its last name`() throws {
    // The pauses of the writer are far shorter than the time to settle, and it writes for longer than that.
    let program = try desk.begin("--watch", "--settle", "5")
    #expect(isWatching(program))
    let bytes = Drawing.number(1234)
    let path = desk.scratch.path(of: "in/a.pnm.part")
    let file = try #require(fopen(path, "wb"))
    setvbuf(file, nil, _IONBF, 0)
    let steps = 12
    for step in 0..<steps {
      let part = bytes[bytes.count * step / steps..<bytes.count * (step + 1) / steps]
      #expect(fwrite(Array(part), 1, part.count, file) == part.count)
      if step == 0 { try move("in/a.pnm.part", "in/a.pnm") }
      usleep(500_000)
    }
    fclose(file)
    try desk.put(Drawing.number(99), "gone.pnm")
    unlink(desk.scratch.path(of: "in/gone.pnm"))
    #expect(program.finishesBursts(of: 1) && isRead("a.pnm"))
    let log = stop(program, by: SIGINT)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(readings(log) == ["a.pnm": 1])
    #expect(try desk.states() == ["a.pnm:1": "recognised"])
  }

  @Test func `directories that are removed and made again are read anew, and what is gone is known to be`() throws {
    try desk.put(Drawing.number(1), "march/a.pnm")
    let program = try desk.begin("--watch")
    #expect(program.finishesBursts(of: 1) && isRead("march/a.pnm"))
    try FileManager.default.removeItem(atPath: desk.inbox + "/march")
    mkdir(desk.inbox + "/march", 0o755)
    try desk.arrive(Drawing.number(2), "march/b.pnm")
    #expect(program.finishesBursts(of: 2) && isRead("march/b.pnm"))
    try desk.scratch.write(Drawing.number(3), to: "anew/april/c.pnm")
    try FileManager.default.removeItem(atPath: desk.inbox)
    try move("anew", "in")
    #expect(program.finishesBursts(of: 3) && isRead("april/c.pnm"))
    let log = stop(program)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(readings(log) == ["march/a.pnm": 1, "march/b.pnm": 1, "april/c.pnm": 1])
  }

  @Test func `a program that could not keep up with the events reads everything all the same, once`() throws {
    try desk.put(Drawing.number(1), "a.pnm")
    let program = try desk.begin("--watch")
    #expect(program.finishesBursts(of: 1) && isRead("a.pnm"))
    program.signalAlone(SIGSTOP)
    let state = "/proc/\(program.pid)/stat"
    #expect(becomes { (try? String(contentsOfFile: state, encoding: .utf8))?.contains(") T ") == true })
    let names = ["in/x", "in/y"].map { desk.scratch.path(of: $0) }
    for turn in 0..<20_000 { close(open(names[turn % 2], O_WRONLY | O_CREAT, 0o644)) }
    names.forEach { unlink($0) }
    try desk.put(Drawing.number(2), "late/b.pnm")
    program.signalAlone(SIGCONT)
    #expect(program.finishesBursts(of: 2) && isRead("late/b.pnm"))
    try desk.arrive(Drawing.number(3), "late/c.pnm")
    #expect(program.finishesBursts(of: 3) && isRead("late/c.pnm"))
    let log = stop(program)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(readings(log) == ["a.pnm": 1, "late/b.pnm": 1, "late/c.pnm": 1])
    #expect(log.events.contains { ($0["message"] as? String)?.contains("more changed at once") == true })
  }

  @Test func `between bursts other programs change the store, and what arrives meanwhile waits for them`() throws {
    try desk.put(Drawing.number(12), "a.pnm")
    let program = try desk.begin("--watch")
    #expect(program.finishesBursts(of: 1) && isRead("a.pnm"))
    #expect(
      try becomes {
        try desk.hanscan(["correct", "a.pnm", "--line", "1", "--text", "twelve", "--out", desk.out]).status == 0
      })
    let lock = open(desk.store + ".lock", O_RDWR)
    #expect(becomes { flock(lock, LOCK_EX | LOCK_NB) == 0 })
    try desk.arrive(Drawing.number(34), "b.pnm")
    #expect(program.says { $0.contains("what has arrived waits") })
    #expect(!isRead("b.pnm"))
    close(lock)
    #expect(program.finishesBursts(of: 2) && isRead("b.pnm"))
    let log = stop(program)
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(try desk.hanscan(["show", "a.pnm", "--out", desk.out]).outputText == "twelve\n")
    #expect(log.events.count { ($0["message"] as? String)?.contains("what has arrived waits") == true } == 1)
  }

  @Test func `pages that fail are told by the exit status, and options that contradict it are refused`() throws {
    try desk.put(Array("II*\u{0}".utf8) + [8, 0, 0, 0, 1], "broken.tif")
    try desk.put(Drawing.number(1), "a.pnm")
    let program = try desk.begin("--watch")
    #expect(program.finishesBursts(of: 2) && isRead("a.pnm"))
    let log = stop(program)
    #expect(log.status == 65, "\(log.outcome.errorText)")
    #expect(log.count("failed") == 1)
    for options in [["--force"], ["--retry-failed"], ["--stdout"]] {
      let outcome = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--watch"] + options)
      #expect(outcome.status == 64)
    }
    let file = try desk.hanscan(["run", desk.inbox + "/a.pnm", "--out", desk.scratch.path(of: "other"), "--watch"])
    #expect(file.status == 64)
    #expect(file.errorText.contains("--watch takes directories"))
  }

  @Test func `the service manager hears of the beginning, of life and of the end`() throws {
    try desk.put(Drawing.number(1), "a.pnm")
    let program = """
      import json, os, signal, socket, subprocess, sys
      abstract = sys.argv[1] == "abstract"
      name = sys.argv[2] + "/notify"
      manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      manager.bind("\\0" + name if abstract else name)
      manager.settimeout(600)
      environment = dict(os.environ, NOTIFY_SOCKET=("@" if abstract else "") + name, WATCHDOG_USEC="1000000")
      child = subprocess.Popen(sys.argv[3:], env=environment, stderr=subprocess.DEVNULL)
      heard = []
      while not ({"READY=1", "STATUS=waiting; 1 page read since the start"} <= set(heard)
                 and heard.count("WATCHDOG=1") >= 3):
          heard.append(manager.recv(4096).decode())
      child.send_signal(signal.SIGTERM)
      while heard[-1] != "STOPPING=1":
          heard.append(manager.recv(4096).decode())
      print(json.dumps({"heard": heard, "status": child.wait(600)}))
      """
    for kind in ["path", "abstract"] {
      let out = desk.scratch.path(of: "out-\(kind)")
      let folder = desk.scratch.path(of: kind)
      mkdir(folder, 0o755)
      let outcome = try ChildProgram.run(
        "/usr/bin/python3",
        ["-I", "-c", program, kind, folder, Desk.program, "run", desk.inbox, "--out", out, "--watch"] + Desk.quick)
      let object = try JSONSerialization.jsonObject(with: Data(outcome.outputText.utf8)) as? [String: Any]
      let heard = try #require(object?["heard"] as? [String], "\(outcome.errorText)")
      #expect(heard.first == "READY=1")
      #expect(object?["status"] as? Int == 0)
    }
  }
}
