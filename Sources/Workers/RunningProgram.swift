import CPosix
import Glibc
package import Support

/// A program at work beside this one: it gets a text, and whatever it writes is taken from it.
///
/// Nothing waits for it to read or to write. It is killed with all that it has started when it is let go before its exit.
package final class RunningProgram {
  private var process: cposix_worker
  private var unread: ArraySlice<UInt8>
  private var hasExited = false
  /// The end of what it has written to standard output and standard error.
  package private(set) var output: [UInt8] = []

  private static let outputLimit = 1 << 16

  /// - Parameter words: Its name and its arguments, which need be no UTF-8.
  package init(
    _ path: String, _ words: [[UInt8]], environment: [String] = ProcessFacts.environment, input: [UInt8] = []
  ) throws(SystemError) {
    var started = cposix_worker()
    let result = withCStrings(words) { words in
      withCStrings(environment) { settings in cposix_spawn_worker(path, words, settings, &started) }
    }
    guard result == 0 else { throw SystemError(path, -result) }
    (process, unread) = (started, input[...])
    close(process.channel)
  }

  deinit {
    kill()
    for descriptor in [process.process, process.input, process.output, process.errors] where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Readable once it has exited; -1 where the kernel has no such thing.
  package var descriptor: CInt { process.process }

  /// Does what can be done without waiting; nil until it has exited, and after that was told.
  package func look() -> ProcessExit? {
    guard !hasExited else { return nil }
    write()
    read()
    guard let exit = ProcessExit(reaping: process.pid) else { return nil }
    hasExited = true
    read()
    return exit
  }

  /// Waits until there is something to look at, at most 100 ms.
  package func wait() {
    var entries = [process.process, process.output, process.errors].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    if !unread.isEmpty, process.input >= 0 {
      entries.append(pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0))
    }
    // A closed output is always ready: its exit is looked for now and then, and nothing else is left to do.
    if poll(&entries, nfds_t(entries.count), 100) > 0, entries.contains(where: { $0.revents & Int16(POLLHUP) != 0 }) {
      usleep(5_000)
    }
  }

  /// Kills it, and waits until it is gone.
  package func kill() {
    unread = []
    while !hasExited {
      _ = cposix_signal_group(process.pid, SIGKILL)
      if look() == nil { wait() }
    }
  }

  /// Writes what it takes, and closes its input after the last byte, or where it does not listen.
  private func write() {
    guard process.input >= 0, !unread.drain(into: process.input) || unread.isEmpty else { return }
    close(process.input)
    process.input = -1
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
}
