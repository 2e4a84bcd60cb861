import Glibc
import Support
import TestSupport
import Testing
import Workers

@Suite struct `The count of processors` {
  private let unified = "31 23 0:28 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw\n"
  private let split = """
    32 31 0:29 / /cg/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct
    33 31 0:30 / /cg/memory rw - cgroup cgroup rw,memory
    41 31 0:38 / /cg/unified rw - cgroup2 cgroup2 rw
    """

  @Test func `is at least one and no more than there are`() {
    #expect(ProcessorCount.available >= 1)
    #expect(ProcessorCount.available <= sysconf(Int32(_SC_NPROCESSORS_CONF)))
  }

  @Test func `respects affinity`() throws {
    let one = try ChildProgram.run("/usr/bin/taskset", ["-c", "0", BuiltProgram.fixtureWorker, "--count-processors"])
    #expect(one.outputText == "1\n")
  }

  @Test func `is that of the tightest group above the process`() {
    let files = [
      "/sys/fs/cgroup/a/cpu.max": "150000 100000\n", "/sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
      "/sys/fs/cgroup/a/b/c/cpu.max": "400000 100000\n",
    ]
    #expect(ProcessorCount.quota(mounts: unified, groups: "0::/a/b/c\n") { files[$0] } == 1.5)
    #expect(ProcessorCount.quota(mounts: unified, groups: "0::/x\n") { files[$0] } == nil)
  }

  @Test func `is found in a container, where the mount is the group itself`() {
    let mounts = "31 23 0:28 /docker/abc /sys/fs/cgroup ro - cgroup2 cgroup2 rw\n"
    for group in ["0::/docker/abc\n", "0::/\n", "0::/../other\n"] {
      let quota = ProcessorCount.quota(mounts: mounts, groups: group) {
        $0 == "/sys/fs/cgroup/cpu.max" ? "50000 100000" : nil
      }
      #expect(quota == 0.5)
    }
  }

  @Test func `is found in the older layout too`() {
    let files = ["/cg/cpu,cpuacct/g/cpu.cfs_quota_us": "300000\n", "/cg/cpu,cpuacct/g/cpu.cfs_period_us": "100000\n"]
    #expect(ProcessorCount.quota(mounts: split, groups: "4:memory:/m\n2:cpu,cpuacct:/g\n0::/\n") { files[$0] } == 3)
    let without = ["/cg/cpu,cpuacct/cpu.cfs_quota_us": "-1\n", "/cg/cpu,cpuacct/cpu.cfs_period_us": "100000\n"]
    #expect(ProcessorCount.quota(mounts: split, groups: "2:cpu,cpuacct:/\n") { without[$0] } == nil)
  }

  @Test func `survives nonsense`() {
    let nonsense = [
      ("", "", ""), (unified, "0::\n::\n0", "x y"), ("- - -\n", "0::/", "0 0"), (unified, "0::/", "1"),
    ]
    for (mounts, groups, text) in nonsense {
      #expect(ProcessorCount.quota(mounts: mounts, groups: groups) { _ in text } == nil)
    }
  }
}

@Suite struct `A watch for signals` {
  @Test func `tells the signals instead of ending the program`() throws {
    let program = try ChildProgram(BuiltProgram.fixtureWorker, ["--watch-signals"])
    #expect(program.line() == "ready [2, 15, 1]")
    // To the group it would be sent twice, once to the program by itself.
    program.signalAlone(SIGPIPE)
    program.signalAlone(SIGTERM)
    #expect(program.line() == "signal 15")
    program.signalAlone(SIGINT)
    #expect(program.line() == "signal 2")
    #expect(program.finish().status == 0)
  }

  @Test func `leaves alone what was ignored at the start, as under nohup`() throws {
    let command = "trap '' HUP; exec \(BuiltProgram.fixtureWorker) --watch-signals"
    let program = try ChildProgram("/bin/sh", ["-c", command])
    #expect(program.line() == "ready [2, 15]")
    program.signal(SIGHUP)
    program.signal(SIGTERM)
    #expect(program.line() == "signal 15")
  }
}

@Suite struct `A lock for one run` {
  private func refusal(_ path: String) -> RunLock.Refusal? {
    do throws(RunLock.Refusal) {
      _ = try RunLock(path: path)
      return nil
    } catch {
      return error
    }
  }

  @Test func `names its holder to the second who asks`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    let holder = try ChildProgram(BuiltProgram.fixtureWorker, ["--hold-lock", path])
    #expect(holder.line() == "held")
    guard case .held(let named?)? = refusal(path) else {
      Issue.record("not held, or nobody named")
      return
    }
    #expect(named.pid == Int(holder.pid))
    #expect(abs(named.since - time(nil)) < 600)
    #expect("\(named)".hasPrefix("process \(holder.pid) on "))
    let second = try ChildProgram.run(BuiltProgram.fixtureWorker, ["--hold-lock", path])
    #expect(second.status == 75)
    #expect(second.outputText.hasPrefix("held by process \(holder.pid)"))
  }

  @Test(arguments: [SIGKILL, SIGSEGV])
  func `is free again when its holder dies`(signal: CInt) throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    let holder = try ChildProgram(BuiltProgram.fixtureWorker, ["--hold-lock", path])
    #expect(holder.line() == "held")
    holder.signal(signal)
    #expect(holder.finish().signal == signal)
    #expect(refusal(path) == nil)
  }

  @Test func `is free again when it is let go of, and names nobody then`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    var lock: RunLock? = try RunLock(path: path)
    withExtendedLifetime(lock) {
      guard case .held(let named)? = refusal(path) else {
        Issue.record("not held")
        return
      }
      #expect(named?.pid == Int(getpid()))
    }
    lock = nil
    #expect(try scratch.read("lock") == [])
    #expect(refusal(path) == nil)
  }

  @Test func `is not inherited by workers`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    var lock: RunLock? = try RunLock(path: path)
    let fixture = FixturePool()
    #expect(withExtendedLifetime(lock) { fixture.answer(.leaveGrandchild(inOtherGroup: false)) } != nil)
    lock = nil
    #expect(refusal(path) == nil)
  }

  @Test func `says what is wrong with its file`() throws {
    let scratch = try ScratchFolder()
    guard case .failed? = refusal(scratch.path(of: "no/folder/lock")), case .failed? = refusal(scratch.path) else {
      Issue.record("it was taken")
      return
    }
    symlink("/etc/hostname", scratch.path(of: "link"))
    guard case .failed? = refusal(scratch.path(of: "link")) else {
      Issue.record("a link was followed")
      return
    }
  }

  @Test func `names nobody when its file holds something else`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    let lock = try RunLock(path: path)
    try scratch.write("pid=x\nsince\n\u{0}", to: "lock")
    #expect(withExtendedLifetime(lock) { refusal(path) } == .held(nil))
  }

  @Test func `is taken where a file's number changes with every look, and the look is not repeated for ever`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    var looks = 0
    let lock = try RunLock(path: path) { _, _ in
      looks += 1
      return false
    }
    #expect(looks == 100)
    #expect(withExtendedLifetime(lock) { refusal(path) } != nil)
  }

  @Test func `is refused where its file is taken away again and again`() throws {
    let scratch = try ScratchFolder()
    let path = scratch.path(of: "lock")
    #expect(throws: RunLock.Refusal.failed(SystemError(path, EAGAIN))) {
      _ = try RunLock(path: path) { path, _ in
        unlink(path)
        return false
      }
    }
  }
}
