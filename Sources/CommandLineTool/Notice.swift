import Support
import CPosix
import Glibc

/// The user's command at work: it gets its text, and whatever it says is taken from it.
///
/// It belongs to the run's thread, and is killed with all that it has started when it is let go before its end.
/// Nothing waits for it to write or to read.
final class Notice {
  /// The result of the command; the problem is nil if it succeeded.
  struct End {
    let problem: Message?
  }

  private var process: cposix_worker
  private var unwritten: ArraySlice<UInt8>
  private var output: [UInt8] = []
  private var hasExited = false
  private var deadline: SuspendingClock.Instant

  /// The time that remains for the command when the run stops.
  private static let stopLimit = Duration.seconds(5)
  private static let outputLimit = 1 << 16

  init(_ process: cposix_worker, _ text: [UInt8], limit: Duration) {
    (self.process, unwritten, deadline) = (process, text[...], .now + limit)
    close(process.channel)
  }

  deinit {
    kill()
    for descriptor in [process.process, process.input, process.output, process.errors] where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Does what can be done without waiting, and returns nil while it goes on.
  ///
  /// It is not called again after its end.
  func attend() -> End? {
    write()
    read()
    if let exit = reap() {
      read()
      if exit.status == 0 { return End(problem: nil) }
      return failure(
        exit.signal > 0
          ? "--notify-command was killed by signal \(exit.signal)" : "--notify-command exited with \(exit.status)")
    }
    guard SuspendingClock.now >= deadline else { return nil }
    kill()
    return failure("--notify-command was killed, because it took too long")
  }

  /// Lets it have no more than a few seconds from now on.
  func hurry() { deadline = min(deadline, .now + Self.stopLimit) }

  /// Waits until there is something to attend to, at most 100 ms.
  func wait() {
    var entries = [process.process, process.output, process.errors].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if !unwritten.isEmpty, process.input >= 0 {
      entries.append(pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0))
    }
    // A closed output is always ready: its exit is looked for now and then, and nothing else is left to do.
    if poll(&entries, nfds_t(entries.count), 100) > 0, entries.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) {
      usleep(5_000)
    }
  }

  private func failure(_ problem: Message) -> End {
    let said = String(decoding: output.suffix(400), as: UTF8.self)
    let lines = said.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isASCII || $0 >= " " } }
    return End(problem: lines.isEmpty ? problem : "\(problem): \(lines.joined(separator: " | "))")
  }

  /// Writes what it takes, and closes its input after the last byte, or where it does not listen.
  private func write() {
    while process.input >= 0 {
      if unwritten.isEmpty {
        close(process.input)
        process.input = -1
        return
      }
      let count = unwritten.withUnsafeBytes { bytes in
        bytes.baseAddress.map { cposix_write_quietly(process.input, $0, bytes.count) } ?? 0
      }
      if count == -Int(EAGAIN) { return }
      unwritten = count > 0 ? unwritten.dropFirst(count) : []
    }
  }

  private func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 12)
    for descriptor in [process.output, process.errors] {
      while case let count = Glibc.read(descriptor, &buffer, buffer.count), count > 0 {
        output += buffer[..<count]
        if output.count > Self.outputLimit { output = Array(output.suffix(Self.outputLimit / 2)) }
      }
    }
  }

  private func reap() -> cposix_end? {
    var end = cposix_end()
    guard cposix_reap(process.pid, &end) == 1 else { return nil }
    hasExited = true
    return end
  }

  private func kill() {
    unwritten = []
    while !hasExited, reap() == nil {
      _ = cposix_signal_group(process.pid, SIGKILL)
      wait()
    }
  }
}
