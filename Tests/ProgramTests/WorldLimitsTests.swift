import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Limits that the system sets, directories that go away, clocks that are wrong, signals at any moment.
@Suite struct WorldLimitsTests {
  /// Reads the inbox under another program, such as prlimit(1), that sets up the world first.
  private func run(_ desk: Desk, under world: [String], _ more: [String] = [], out: String? = nil) throws -> RunLog {
    let words =
      Array(world.dropFirst()) + [Desk.program, "run", desk.inbox, "--out", out ?? desk.out, "--log", "json"]
      + ["--format", "text,json"] + Desk.quick + more
    return RunLog(try ChildProgram.run(world[0], words))
  }

  /// The files of an undisturbed run; for so many of the same scans they are always the same.
  private func undisturbed(_ desk: Desk) throws -> [String: [UInt8]] {
    let scans = try desk.tree(desk.inbox)
    return try Self.quiet.withLock { known in
      if let files = known[scans] { return files }
      let quiet = desk.scratch.path(of: "quiet")
      let run = try desk.run(out: quiet)
      #expect(run.status == 0, "\(run.outcome.errorText)")
      let files = try desk.tree(quiet)
      known[scans] = files
      return files
    }
  }

  private static let quiet = Mutex<[[String: [UInt8]]: [String: [UInt8]]]>([:])

  private func soundAndComplete(_ desk: Desk, _ expected: [String: [UInt8]], out: String? = nil) throws {
    let out = out ?? desk.out
    let later = try desk.run(out: out)
    #expect(later.status == 0, "\(later.outcome.errorText)")
    #expect(try desk.tree(out) == expected)
    let check = try desk.hanscan(["check", "--out", out])
    #expect(check.status == 0, "\(check.outputText)\(check.errorText)")
  }

  /// Any file that would grow beyond the limit gets a short write, then EFBIG, at a byte of our choice.
  @Test(arguments: [0, 1, 3_000, 33_000, 90_000, 140_000])
  func `a limit on the size of a file ends the run like a full disk, at any byte`(bytes: Int) throws {
    let desk = try Desk()
    for number in 1...4 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let expected = try undisturbed(desk)
    let log = try run(desk, under: ["/usr/bin/prlimit", "--fsize=\(bytes)"])
    #expect(log.status == 73 || log.status == 74, "\(log.outcome)")
    #expect(log.error?.isEmpty == false)
    let written = try desk.tree().filter { !$0.key.contains(".hanscan-tmp-") }
    for (name, content) in written { #expect(expected[name] == content, "\(name)") }
    // The limit is on the store, too, which meets it long before a file of a page does.
    if bytes == 0 { #expect(written.isEmpty) }
    try soundAndComplete(desk, expected)
  }

  @Test(arguments: [6, 9, 12, 15, 18, 21])
  func `too few descriptors end the run with a reason, or are enough`(descriptors: Int) throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let expected = try undisturbed(desk)
    let log = try run(desk, under: ["/usr/bin/prlimit", "--nofile=\(descriptors):\(descriptors)"])
    if log.status != 0 {
      #expect([69, 73, 74].contains(log.status), "\(log.outcome)")
      #expect(log.error?.isEmpty == false, "\(log.outcome.errorText)")
    }
    try soundAndComplete(desk, expected)
  }

  /// Another user, for whom the limit of processes counts; nil where that one can't run the program.
  private static let bystander: [String]? = {
    guard geteuid() == 0 else { return ["/usr/bin/env"] }
    let words = ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    let outcome = try? ChildProgram.run(words[0], Array(words.dropFirst()) + [Desk.program, "--version"])
    return outcome?.status == 0 ? words : nil
  }()

  @Test(.enabled(if: bystander != nil, "another user can't run the program where it was built"))
  func `a system without room for a process exits the run with 69, and a later one reads everything`() throws {
    let bystander = try #require(Self.bystander)
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    let out = desk.scratch.path(of: "theirs/out")
    mkdir(desk.scratch.path(of: "theirs"), 0o777)
    chmod(desk.scratch.path(of: "theirs"), 0o777)
    chmod(desk.scratch.path, 0o755)
    let log = try run(desk, under: bystander + ["/usr/bin/prlimit", "--nproc=1:1"], out: out)
    #expect(log.status == 69, "\(log.outcome)")
    #expect(log.error?.contains("no worker") == true, "\(log.error ?? "")")
    let later = try run(desk, under: bystander, out: out)
    #expect(later.status == 0, "\(later.outcome.errorText)")
    #expect(later.count("recognised") == 1)
  }

  /// A memory cgroup of its own, version 1 or 2.
  private final class MemoryGroup {
    let path: String
    var members: String { path + "/cgroup.procs" }

    init?(mebibytes: Int) {
      for root in ["/sys/fs/cgroup/memory", "/sys/fs/cgroup"] {
        let path = "\(root)/hanscan-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        guard mkdir(path, 0o755) == 0 else { continue }
        for limit in ["memory.limit_in_bytes", "memory.max"] where access("\(path)/\(limit)", W_OK) == 0 {
          guard let file = FileHandle(forWritingAtPath: "\(path)/\(limit)"),
            (try? file.write(contentsOf: Data("\(mebibytes << 20)".utf8))) != nil
          else { continue }
          self.path = path
          return
        }
        rmdir(path)
      }
      return nil
    }

    deinit {
      // The last of its processes may still be on its way out.
      for _ in 0..<50 where rmdir(path) != 0 { usleep(100_000) }
    }
  }

  private static let mayGroup = MemoryGroup(mebibytes: 64) != nil

  @Test(.enabled(if: mayGroup, "no memory cgroup can be made here"))
  func `a worker that the kernel ends for its memory costs its page alone`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number), "\(number).pnm") }
    // 81 million pixels of colour take 324 MB; the file is a hole and takes nothing.
    try desk.put(Array("P6\n9000 9000\n255\n".utf8), "wide.pnm")
    try #require(truncate(desk.inbox + "/wide.pnm", 17 + 3 * 81_000_000) == 0)
    let group = try #require(MemoryGroup(mebibytes: 280))
    let log = try run(
      desk, under: ["/bin/sh", "-c", "echo $$ > \(group.members) && exec \"$0\" \"$@\""],
      ["--jobs", "1", "--attempts", "1", "--page-memory", "4G"])
    #expect(log.status == 65, "\(log.outcome.errorText)")
    #expect(log.count("recognised") == 3)
    let page = try #require(try desk.list("--state", "failed").first)
    let reason = try #require((page["reasons"] as? [[String: Any]])?.first)
    #expect(reason["code"] as? String == "outOfMemory", "\(reason)")
    // What ended it was not --page-memory, so that is not what helps.
    #expect((reason["message"] as? String)?.contains("--jobs") == true, "\(reason)")
  }

  @Test func `an output directory that goes away under a run stops it, and a later run makes everything`() throws {
    let desk = try Desk()
    for number in 1...6 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let expected = try undisturbed(desk)
    let run = try ChildProgram(
      Desk.program,
      ["run", "--files-from", "-", "--base", desk.inbox, "--out", desk.out, "--log", "json", "--format", "text,json"]
        + Desk.quick)
    run.send((1...3).flatMap { Array("\(desk.inbox)/\($0).pnm\n".utf8) })
    #expect(run.finishes(pages: 3))
    try FileManager.default.removeItem(atPath: desk.out)
    run.send((4...6).flatMap { Array("\(desk.inbox)/\($0).pnm\n".utf8) })
    let log = RunLog(run.finish())
    #expect(log.status == 73 || log.status == 74, "\(log.outcome)")
    #expect(log.error?.contains("out") == true, "\(log.error ?? "")")
    try soundAndComplete(desk, expected)
  }

  @Test func `runs started at the same moment: one reads, the others say that it does, and nothing is lost`() throws {
    let desk = try Desk()
    for number in 1...6 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let expected = try undisturbed(desk)
    let runs = try (0..<5).map { _ in try desk.begin("--jobs", "1") }
    let logs = runs.map { RunLog($0.finish()) }
    // One that came when the first had ended found nothing to do.
    #expect(logs.contains { $0.status == 0 && $0.read == 6 })
    #expect(logs.compactMap(\.read).reduce(0, +) == 6)
    for log in logs where log.status != 0 {
      #expect(log.status == 75, "\(log.outcome)")
      #expect(log.error?.contains("another run holds") == true, "\(log.error ?? "")")
    }
    try soundAndComplete(desk, expected)
  }

  @Test func `a clock that was ahead and went back changes nothing that is decided`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    // Files of tomorrow, and a run that happened in the year 2099.
    var times = [timeval(tv_sec: 4_070_908_800, tv_usec: 0), timeval(tv_sec: 4_070_908_800, tv_usec: 0)]
    for number in 1...3 { try #require(utimes("\(desk.inbox)/\(number).pnm", &times) == 0) }
    #expect(try desk.run().read == 3)
    try SQLite.change(desk.store, "UPDATE runs SET started = '2099-01-01T00:00:00Z', ended = '2099-01-01T00:00:09Z'")
    try desk.put(Drawing.number(404), "4.pnm")
    let today = try desk.run()
    #expect(today.status == 0)
    #expect(today.read == 1)
    #expect(today.unchanged == 3)
    #expect(try desk.run().read == 0)
    // The files' times go back, too: changed facts, the same content, nothing to read.
    times = [timeval(tv_sec: 1_000_000_000, tv_usec: 0), timeval(tv_sec: 1_000_000_000, tv_usec: 0)]
    for number in 1...3 { try #require(utimes("\(desk.inbox)/\(number).pnm", &times) == 0) }
    #expect(try desk.run().read == 0)
    #expect(try desk.list().count == 4)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func `a signal at any moment leaves a sound store, and the next run completes`(signal: CInt) throws {
    let desk = try Desk()
    for number in 1...5 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let expected = try undisturbed(desk)
    var random = SeededRandom(seed: UInt64(signal))
    for moment in 0..<4 {
      try? FileManager.default.removeItem(atPath: desk.out)
      let run = try desk.begin("--jobs", "2")
      usleep(UInt32(moment) * 150_000 + UInt32.random(in: 0..<150_000, using: &random))
      run.signalAlone(signal)
      let outcome = run.finish()
      // Before the program looks out for signals, the signal itself ends it.
      let isItsOwn = outcome.signal == signal
      #expect(isItsOwn || outcome.status == 0 || outcome.status == 128 + signal, "\(outcome)")
      try soundAndComplete(desk, expected)
    }
  }
}
