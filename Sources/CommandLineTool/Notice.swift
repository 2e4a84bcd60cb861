import CPosix
import Glibc
import Support
import Workers

/// Why the user's command did not tell what it was to tell.
struct NotifyFault: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) { description = "--notify-command \(what)" }
}

/// The user's command at work: it gets its text, and whatever it says is taken from it.
///
/// It belongs to the run's thread, and is killed with all that it has started when it is let go before its end.
final class Notice {
  /// How it ended; a problem is nil where it said that all is well.
  struct End {
    let problem: String?
  }

  private var child: Child
  private var rest: ArraySlice<UInt8>
  private var deadline: SuspendingClock.Instant

  /// How long it may go on taking when the run is to stop.
  private static let stopLimit = Duration.seconds(5)
  private static let outputLimit = 1 << 16

  init(_ process: cposix_worker, _ text: [UInt8], limit: Duration) {
    child = Child(process)
    rest = text[...]
    deadline = .now + limit
  }

  deinit {
    child.kill()
    child.close()
  }

  /// Does what can be done without waiting, and returns nil while it goes on.
  ///
  /// It is not called again after its end.
  func attend() -> End? {
    child.write(&rest)
    child.read(atMost: Self.outputLimit)
    if let exit = child.reap() {
      child.read(atMost: Self.outputLimit)
      if exit.status == 0 { return End(problem: nil) }
      return failure(exit.signal > 0 ? "was killed by signal \(exit.signal)" : "exited with \(exit.status)")
    }
    guard SuspendingClock.now >= deadline else { return nil }
    child.kill()
    return failure("was killed, as it did not come to its end in time")
  }

  /// Lets it have no more than a few seconds from now on.
  func hurry() { deadline = min(deadline, .now + Self.stopLimit) }

  /// Waits until there is something to attend to, at most 100 ms.
  func wait() { child.wait(isWriting: !rest.isEmpty) }

  private func failure(_ what: String) -> End {
    let said = String(decoding: child.output.suffix(400), as: UTF8.self)
    let lines = said.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isASCII || $0 >= " " } }
    let problem = NotifyFault(what + (lines.isEmpty ? "" : ": \(lines.joined(separator: " | "))"))
    return End(problem: "\(problem)")
  }
}

/// A process that is written to and read from without waiting.
private struct Child {
  private var process: cposix_worker
  private(set) var output: [UInt8] = []
  private var hasExited = false

  init(_ process: cposix_worker) {
    self.process = process
    Glibc.close(process.channel)
  }

  /// Writes what it takes, and closes its input after the last byte, or where it does not listen.
  mutating func write(_ rest: inout ArraySlice<UInt8>) {
    while process.input >= 0 {
      if rest.isEmpty {
        Glibc.close(process.input)
        process.input = -1
        return
      }
      let count = rest.withUnsafeBytes { bytes in
        bytes.baseAddress.map { cposix_write_quietly(process.input, $0, bytes.count) } ?? 0
      }
      if count == -Int(EAGAIN) { return }
      rest = count > 0 ? rest.dropFirst(count) : []
    }
  }

  mutating func read(atMost limit: Int) {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    for descriptor in [process.output, process.errors] {
      while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
        output += buffer[..<count]
        if output.count > limit { output = Array(output.suffix(limit / 2)) }
      }
    }
  }

  mutating func reap() -> cposix_end? {
    var end = cposix_end()
    guard cposix_reap(process.pid, &end) == 1 else { return nil }
    hasExited = true
    return end
  }

  mutating func kill() {
    while !hasExited, reap() == nil {
      _ = cposix_signal_group(process.pid, SIGKILL)
      wait(isWriting: false)
    }
  }

  /// Waits until something can be done, at most 100 ms.
  func wait(isWriting: Bool) {
    var entries = [
      pollfd(fd: process.process, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: process.errors, events: Int16(POLLIN), revents: 0),
    ]
    if isWriting, process.input >= 0 {
      entries.append(pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0))
    }
    // A closed output is always ready: its exit is looked for now and then, and nothing else is left to do.
    if poll(&entries, nfds_t(entries.count), 100) > 0, entries.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) {
      usleep(5_000)
    }
  }

  mutating func close() {
    for descriptor in [process.process, process.input, process.output, process.errors] where descriptor >= 0 {
      Glibc.close(descriptor)
    }
  }
}
