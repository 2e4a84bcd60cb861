import CPosix
import Glibc
import PageModel
import Pipeline
import Support
import Workers

/// A command of the user's that is told how a run went: mail, a chat, a file.
///
/// The shell runs it, as cron would. What comes from outside, names of files and reasons, is on its standard input and in
/// no word of the command. What it says itself goes nowhere, but for the end of it where it fails.
struct NotifyCommand {
  static let option = Option(
    "notify-command", value: "CMD",
    "Run CMD by /bin/sh when the run is over, and with --watch after each burst that brought something: the summary is on "
      + "its standard input, counts are in HANSCAN_EXIT, HANSCAN_EVENT (run or burst), HANSCAN_FILES, HANSCAN_PAGES, "
      + "HANSCAN_READ, HANSCAN_FAILED and the like, the results in HANSCAN_RESULTS. It has 60 s; that it fails is a warning."
  )

  let command: String
  let results: String

  /// How long it may take.
  private static let limit = Duration.seconds(60)
  /// How long it may go on taking after a signal that stops the run.
  private static let stopLimit = Duration.seconds(5)
  private static let outputLimit = 1 << 16

  /// Tells of a run or a burst, waits, and returns why that failed.
  ///
  /// - Parameters:
  ///   - interruption: Readable when a signal asks the run to stop.
  ///   - alive: Called again and again.
  func tell(
    _ text: String, _ summary: RunSummary, status: ExitStatus, event: String, interruption: CInt? = nil,
    alive: () -> Void = {}
  ) -> String? {
    let environment = environment(summary, status: status, event: event)
    var process = cposix_worker()
    let result = withCStrings(["/bin/sh", "-c", command]) { words in
      withCStrings(environment) { settings in cposix_spawn_worker("/bin/sh", words, settings, &process) }
    }
    guard result == 0 else { return failure("can't be started: \(SystemError.text(of: -result))") }
    var child = Child(process)
    defer { child.close() }
    var rest = Array(text.utf8)[...]
    var deadline = SuspendingClock.now + Self.limit
    while true {
      alive()
      child.write(&rest)
      child.read(atMost: Self.outputLimit)
      if let exit = child.reap() {
        child.read(atMost: Self.outputLimit)
        if exit.status == 0 { return nil }
        return failure(exit.signal > 0 ? "was killed by signal \(exit.signal)" : "exited with \(exit.status)", child)
      }
      if let interruption, isReadable(interruption) { deadline = min(deadline, .now + Self.stopLimit) }
      if SuspendingClock.now >= deadline {
        child.kill()
        return failure("was killed, as it did not come to its end in time", child)
      }
      child.wait(isWriting: !rest.isEmpty)
    }
  }

  private func failure(_ what: String, _ child: Child? = nil) -> String {
    let said = child.map { String(decoding: $0.output.suffix(400), as: UTF8.self) } ?? ""
    let lines = said.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isASCII || $0 >= " " } }
    return "--notify-command \(what)" + (lines.isEmpty ? "" : ": \(lines.joined(separator: " | "))")
  }

  private func environment(_ summary: RunSummary, status: ExitStatus, event: String) -> [String] {
    let facts: [(String, String)] =
      [
        ("EXIT", "\(status.rawValue)"), ("EVENT", event), ("FILES", "\(summary.files)"),
        ("UNCHANGED", "\(summary.unchanged)"), ("MISSING", "\(summary.missing)"),
        ("PAGES", "\(summary.pages.values.reduce(0, +))"), ("READ", "\(summary.read)"),
        ("SECONDS", decimal(summary.seconds, 1)), ("RESULTS", results),
      ] + PageState.allCases.map { ($0.rawValue.uppercased(), "\(summary.count($0))") }
    let mine = facts.map { "HANSCAN_\($0.0)=\($0.1)" }
    let names = Set(mine.map { $0.prefix { $0 != "=" } })
    return WorkerCommand.ownEnvironment.filter { !names.contains($0.prefix { $0 != "=" }) } + mine
  }

  private func isReadable(_ descriptor: CInt) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 0) > 0
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
    while reap() == nil {
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
