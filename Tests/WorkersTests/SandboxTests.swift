import CSandbox
import Glibc
import TestSupport
import Testing
import Workers

/// A worker that has been taken over tries to get out, by every way that is known.
@Suite struct `The sandbox` {
  private static let all = CInt(HANSCAN_SANDBOX_LAYERS.rawValue)
  private static let privileges = CInt(HANSCAN_SANDBOX_NO_NEW_PRIVILEGES.rawValue)
  private static let landlock = CInt(HANSCAN_SANDBOX_LANDLOCK.rawValue)
  private static let seccomp = CInt(HANSCAN_SANDBOX_SECCOMP.rawValue)
  private static let available = hanscan_sandbox_available()

  /// How an attempt ended.
  enum End: Equatable {
    /// The way was open.
    case worked
    /// The call failed with this error.
    case stopped(CInt)
    /// The worker died of this signal.
    case killed(CInt)
    /// The worker became another program, or ended in another way.
    case gone
    case misunderstood
  }

  private func escape(_ way: String, layers: CInt, byThread: Bool = false) throws -> End {
    let scratch = try ScratchFolder()
    try scratch.write("secret", to: "victim")
    let fixture = FixturePool()
    switch fixture.run(.escape(way, layers: layers, place: scratch.path, byThread: byThread)) {
    case .failure(let loss):
      if case .crashed(let signal) = loss.cause { return .killed(signal) }
      return .gone
    case let end:
      let words = end.words?.split(separator: " ") ?? []
      if words.first == "worked" { return .worked }
      if words.first == "stopped", let number = words.last.flatMap({ CInt($0) }) { return .stopped(number) }
      return .misunderstood
    }
  }

  // MARK: What kills

  /// Only code that has taken the process over makes these calls.
  static let killOnUse = [
    "connect-ipv4", "connect-ipv6", "connect-unix", "netlink", "datagram", "socketpair", "park-descriptor",
    "execve", "execveat", "fork", "clone",
    "ptrace-parent", "ptrace-me", "kill-everybody", "kill-init", "kill-parent", "tgkill-parent", "tkill-parent",
    "sigqueue", "pidfd-open", "pidfd-signal", "pidfd-getfd", "process-vm-readv", "process-vm-writev", "shmget",
    "mkfifo", "mount", "unshare-user", "unshare-net", "setns", "chroot", "bpf", "perf", "keyctl", "io-uring",
    "userfaultfd", "personality", "modify-ldt", "init-module", "setuid", "setgid", "capset", "int-0x80", "x32",
  ]

  @Test(.enabled(if: available & seccomp != 0), arguments: killOnUse)
  func `kills a worker that tries what no decoder has a reason for`(way: String) throws {
    #expect(try escape(way, layers: Self.all) == .killed(SIGSYS))
  }

  @Test(arguments: killOnUse.filter { !["execve", "execveat", "ptrace-me", "mount", "chroot"].contains($0) })
  func `and nothing but the sandbox would kill it`(way: String) throws {
    let end = try escape(way, layers: 0)
    // A kernel without 32 bit programs exits that one in its own way.
    if way == "int-0x80", end == .killed(SIGSEGV) { return }
    if case .killed = end { Issue.record("\(way): \(end)") }
    #expect(end != .misunderstood && end != .gone)
  }

  // MARK: What is refused

  /// Libraries try these in good faith, and go on without.
  static let refused: [(way: String, error: CInt)] =
    [
      "create", "creat", "open-to-write", "append", "openat2", "tmpfile", "read-passwords", "read-neighbour",
      "read-environment", "read-maps", "write-own-memory", "read-parent-memory", "reopen-descriptor", "list-folder",
      "stat", "stat-with-empty-path-flag", "statx", "access", "readlink",
    ].map { ($0, EACCES) }
    + [
      "rename", "renameat2", "unlink", "unlinkat", "mkdir", "rmdir", "link", "symlink", "chmod", "chown", "truncate",
      "utime", "setxattr", "fchmod", "flock", "chdir", "getcwd", "inotify", "uname", "getppid", "setpgid",
      "setpriority", "ioctl", "tiocsti", "madvise", "setrlimit", "prlimit-self", "prlimit-parent", "dumpable",
      "outlive-parent", "execute-memory", "memfd", "unknown-call", "write-and-execute", "make-executable",
      "make-executable-by-key", "rewrite-code",
    ].map { ($0, EPERM) } + [("clone3", ENOSYS), ("thread", EAGAIN)]

  @Test(.enabled(if: available & seccomp != 0), arguments: refused.indices)
  func `refuses the rest, whatever the file and whoever the user`(index: Int) throws {
    let (way, error) = Self.refused[index]
    #expect(try escape(way, layers: Self.all) == .stopped(error), "\(way)")
  }

  /// What depends on the machine is left out: a mount of /proc, a security module, a container's own filter or limits.
  @Test(
    arguments: refused.map(\.way).filter {
      ![
        "write-own-memory", "read-parent-memory", "tiocsti", "read-environment", "reopen-descriptor", "tmpfile",
        "execute-memory", "make-executable-by-key", "prlimit-parent", "setrlimit", "clone3", "unknown-call",
      ].contains($0)
    })
  func `and it is the sandbox that refuses it`(way: String) throws {
    #expect(try escape(way, layers: 0) == .worked)
  }

  @Test(.enabled(if: available & seccomp != 0), arguments: ["posix-spawn", "fork-by-library"])
  func `lets the C library start no program either`(way: String) throws {
    #expect(try escape(way, layers: 0) == .worked)
    #expect(try escape(way, layers: Self.all) == .killed(SIGSYS))
  }

  @Test(.enabled(if: available & seccomp != 0))
  func `holds the threads that were there before it was closed`() throws {
    for way in ["read-passwords", "create"] {
      #expect(try escape(way, layers: 0, byThread: true) == .worked)
      #expect(try escape(way, layers: Self.all, byThread: true) == .stopped(EACCES))
    }
    #expect(try escape("connect-ipv4", layers: 0, byThread: true) == .worked)
    #expect(try escape("connect-ipv4", layers: Self.all, byThread: true) == .killed(SIGSYS))
  }

  @Test(arguments: [0, privileges])
  func `has a channel on which nothing goes back to the supervisor`(layers: CInt) throws {
    #expect(try escape("write-to-channel", layers: layers) == .stopped(EPIPE))
    #expect(try escape("park-descriptor", layers: layers) == .stopped(EPIPE))
  }

  // MARK: One layer alone

  static let files = [
    "create", "open-to-write", "append", "openat2", "read-passwords", "read-neighbour", "list-folder", "unlink",
    "mkdir",
    "link", "symlink", "rename",
  ]

  @Test(.enabled(if: available & landlock != 0), arguments: files)
  func `keeps files shut by Landlock where there is no seccomp`(way: String) throws {
    let end = try escape(way, layers: Self.landlock)
    // A rename or link between folders is refused as one between file systems.
    #expect(end == .stopped(EACCES) || end == .stopped(EXDEV), "\(end)")
  }

  @Test(.enabled(if: available & seccomp != 0), arguments: files)
  func `keeps files shut by seccomp where there is no Landlock`(way: String) throws {
    let end = try escape(way, layers: Self.seccomp)
    #expect(end == .stopped(EACCES) || end == .stopped(EPERM), "\(end)")
  }

  @Test(arguments: ["mount", "unshare-net", "chroot"])
  func `takes root's privileges away even where no other layer is active`(way: String) throws {
    #expect(try escape(way, layers: Self.privileges) == .stopped(EPERM))
  }
}
