import CPosix
import CSandbox
import Glibc
package import Support

/// The result of a process, after as many waits of a second as it takes.
package func waiting<Value, Failure>(
  _ wait: (_ atMost: Duration) throws(Failure) -> Value?
) throws(Failure) -> Value {
  while true {
    if let value = try wait(.seconds(1)) { return value }
  }
}

/// A foreign program that reads one open file and writes another, in a sandbox of its own.
///
/// It is killed and reaped with its owner. The kernel kills it with the thread that started it, however that exits.
package final class ConfinedProcess {
  package struct Limits: Sendable, Hashable {
    /// Bytes of address space.
    package var memory: UInt64
    /// Elapsed time from its start, which also limits its processor time.
    package var time: Duration
    package var output: UInt64

    package init(memory: UInt64, time: Duration, output: UInt64) {
      self.memory = memory
      self.time = time
      self.output = output
    }
  }

  package enum Exit: Sendable, Hashable {
    case exited(status: CInt)
    case killed(signal: CInt)
    case timedOut
    /// Killed at its deadline, after hardly using the processor.
    case stalled
  }

  /// The libraries, fonts and character tables that programs need.
  package static let readable = [
    "/usr/lib", "/lib", "/lib64", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache", "/etc/fonts", "/usr/share/fonts",
    "/usr/local/share/fonts", "/usr/share/fontconfig", "/usr/share/poppler", "/var/cache/fontconfig",
  ]

  package let pid: Int32
  /// Readable once it has exited; -1 if the kernel has no pidfd.
  package let exitNotice: CInt
  package let deadline: SuspendingClock.Instant
  package let layers: [SandboxLayer]
  private var exit: Exit?
  private let time: Duration
  /// Milliseconds of processor time that starting it took.
  private let usedBefore: Int64
  /// The exit of a process that was killed here, before it is reaped.
  private var forced: Exit?

  /// Starts a program with its standard input, output and error, which the caller keeps.
  package init(
    _ path: String, _ arguments: [String], input: CInt, second: CInt? = nil, output: CInt, errors: CInt, limits: Limits,
    wanted: [SandboxLayer] = SandboxLayer.allCases
  ) throws(SystemError) {
    var pid: pid_t = 0
    var notice: CInt = -1
    let seconds = UInt64(max(1, limits.time.components.seconds)) + 1
    // Only a locale in which numbers have a point, and no variables of the user.
    let result = withCStrings([path] + arguments) { arguments in
      withCStrings(["LC_ALL=C.UTF-8"]) { environment in
        withCStrings(Self.readable) { readable in
          var tool = hanscan_tool(
            arguments: arguments, environment: environment, input: input, output: output, errors: errors,
            second: second ?? -1, readable: readable, address_space: limits.memory, processor_seconds: seconds,
            file_size: limits.output)
          return hanscan_tool_start(&tool, SandboxLayer.bits(wanted), &pid, &notice)
        }
      }
    }
    layers = SandboxLayer.layers(try SystemError.check("can't start \(path)", result))
    self.pid = pid
    exitNotice = notice
    time = limits.time
    usedBefore = ProcessFacts.processorMilliseconds(of: pid)
    deadline = .now + limits.time
  }

  deinit {
    if exit == nil {
      forced = .timedOut
      _ = cposix_signal_group(pid, SIGKILL)
      _ = finish()
    }
    if exitNotice >= 0 { close(exitNotice) }
  }

  /// Its exit; nil while it runs; kills it at its deadline.
  package func look(now: SuspendingClock.Instant = .now) -> Exit? {
    if exit == nil, now >= deadline, forced == nil {
      let used = ProcessFacts.processorMilliseconds(of: pid) - usedBefore
      forced = .milliseconds(used) * 10 < time ? .stalled : .timedOut
      _ = cposix_signal_group(pid, SIGKILL)
    }
    if exit == nil { reap() }
    return exit
  }

  /// Waits at most `timeout` for its exit; then as `look`.
  package func wait(atMost timeout: Duration) -> Exit? {
    let end = SuspendingClock.now + timeout
    while true {
      if let exit = look() { return exit }
      let milliseconds = Int((min(end, deadline) - .now) / .milliseconds(1))
      guard SuspendingClock.now < end else { return nil }
      // Without a notice its exit is polled; after the deadline it is dying.
      let pause = exitNotice < 0 || forced != nil ? 5 : max(1, min(milliseconds + 1, 60_000))
      waitForInput(exitNotice < 0 ? [] : [exitNotice], milliseconds: CInt(pause))
    }
  }

  /// Waits for its exit, which comes at its deadline at the latest.
  package func finish() -> Exit { waiting(wait) }

  private func reap() {
    var end = cposix_end()
    guard cposix_reap(pid, &end) == 1 else { return }
    exit = forced ?? (end.signal > 0 ? .killed(signal: end.signal) : .exited(status: end.status))
  }
}
