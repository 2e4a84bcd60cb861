import CPosix
import Glibc
import Support

/// A program that a test runs, in a process group of its own, with nothing open but its standard descriptors.
///
/// It is killed when the test releases it, or when it runs longer than the test waits.
package final class ChildProgram {
  /// The seconds that a test waits for a program.
  ///
  /// A wait ends when its event comes, so only a hang takes as long.
  package static let patience = 600

  /// Its exit and its output.
  package struct Outcome: Sendable {
    package var status: CInt?
    package var signal: CInt?
    package var output: [UInt8] = []
    package var errors: [UInt8] = []

    package var outputText: String { String(decoding: output, as: UTF8.self) }
    package var errorText: String { String(decoding: errors, as: UTF8.self) }
  }

  package var pid: Int32 { process.pid }
  private var process = cposix_worker()
  private var outcome = Outcome()
  private var hasExited = false
  private var linesEnd = 0

  /// Starts it; `executable` is a path, and the environment is this process's own with `environment` besides.
  ///
  /// Swift's backtracer is off, as it would delay the exit of a crashed program by a minute.
  package init(_ executable: String, _ arguments: [String] = [], environment: [String] = []) throws {
    let environment = environment + ["SWIFT_BACKTRACE=enable=no"]
    let given = environment.map { $0.prefix { $0 != "=" } + "=" }
    let variables = ProcessFacts.environment.filter { variable in !given.contains { variable.hasPrefix($0) } }
    let words = Self.copies([executable] + arguments)
    let settings = Self.copies(variables + environment)
    defer { (words + settings).forEach { free($0) } }
    let result = cposix_spawn_worker(executable, words, settings, &process)
    guard result == 0 else { throw SystemError(executable, -result) }
  }

  deinit {
    if !hasExited {
      signal(SIGKILL)
      _ = finish()
    }
    for descriptor in [process.process, process.input, process.output, process.errors, process.channel]
    where descriptor >= 0 {
      close(descriptor)
    }
  }

  private static func copies(_ strings: [String]) -> [UnsafeMutablePointer<CChar>?] {
    strings.map { strdup($0) } + [nil]
  }

  /// Signals its whole group.
  package func signal(_ number: CInt) {
    if !hasExited { _ = cposix_signal_group(process.pid, number) }
  }

  /// Signals it alone, as its parent would.
  package func signalAlone(_ number: CInt) {
    if !hasExited { kill(process.pid, number) }
  }

  /// Gives it input.
  package func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { bytes in
        bytes.baseAddress.map { cposix_write_quietly(process.input, $0, bytes.count) } ?? 0
      }
      if written > 0 { rest = rest.dropFirst(written) } else if written != -Int(EAGAIN) { return }
      if written < 0 { usleep(1000) }
    }
  }

  package func closeInput() {
    if process.input >= 0 { close(process.input) }
    process.input = -1
  }

  /// The next line of its output, nil when none comes before it exits or the time is over.
  package func line(within seconds: Int = ChildProgram.patience) -> String? {
    let end = time(nil) + seconds
    while true {
      let rest = outcome.output[linesEnd...]
      if let newline = rest.firstIndex(of: 0x0a) {
        linesEnd = newline + 1
        return String(decoding: rest[..<newline], as: UTF8.self)
      }
      if hasExited || time(nil) > end { return nil }
      poll()
    }
  }

  /// The first message with a text, nil if none comes before it exits or the time is over.
  package func message(with text: String, within seconds: Int = ChildProgram.patience) -> String? {
    let end = time(nil) + seconds
    while true {
      let found = outcome.errorText.split(separator: "\n").first { $0.contains(text) }
      if found != nil || hasExited || time(nil) > end { return found.map(String.init) }
      poll()
    }
  }

  /// Whether its messages fulfil a condition before it exits or the time is over.
  package func says(_ condition: (String) throws -> Bool) rethrows -> Bool {
    let end = time(nil) + Self.patience
    while true {
      if try condition(outcome.errorText) { return true }
      if hasExited || time(nil) > end { return false }
      poll()
    }
  }

  /// Waits until it exits; one that takes longer is killed.
  package func finish(within seconds: Int = ChildProgram.patience) -> Outcome {
    closeInput()
    let end = time(nil) + seconds
    while !hasExited {
      if time(nil) > end { signal(SIGKILL) }
      poll()
    }
    return outcome
  }

  /// Runs it until it exits.
  package static func run(
    _ executable: String, _ arguments: [String] = [], environment: [String] = [], input: [UInt8] = [],
    within seconds: Int = ChildProgram.patience
  ) throws -> Outcome {
    let program = try ChildProgram(executable, arguments, environment: environment)
    program.send(input)
    return program.finish(within: seconds)
  }

  private func poll() {
    var entries = [process.output, process.errors, process.process].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    Glibc.poll(&entries, nfds_t(entries.count), 50)
    var end = cposix_end()
    let exited = cposix_reap(process.pid, &end) == 1
    Self.read(&process.output, into: &outcome.output)
    Self.read(&process.errors, into: &outcome.errors)
    guard exited else { return }
    hasExited = true
    outcome.status = end.status >= 0 ? end.status : nil
    outcome.signal = end.signal > 0 ? end.signal : nil
  }

  private static func read(_ descriptor: inout CInt, into bytes: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while descriptor >= 0 {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes += buffer[..<count]
      } else if count == 0 || errno != EAGAIN && errno != EINTR {
        close(descriptor)
        descriptor = -1
      } else if errno == EAGAIN {
        return
      }
    }
  }
}
