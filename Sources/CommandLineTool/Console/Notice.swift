import Support
import Workers

/// The user's command at work, which has a limited time.
final class Notice {
  private let program: RunningProgram
  private var deadline: SuspendingClock.Instant

  /// The time that remains for the command when the run stops.
  private static let stopLimit = Duration.seconds(5)

  init(_ program: RunningProgram, limit: Duration) { (self.program, deadline) = (program, .now + limit) }

  /// Does what can be done without waiting, and returns nil while it goes on.
  ///
  /// At its end it returns the problem, or an empty message if it succeeded; it is not called again then.
  func attend() -> Message? {
    if let exit = program.look() {
      if exit.status == 0 { return "" }
      return failure(
        exit.signal.map { "--notify-command was killed by signal \($0)" }
          ?? "--notify-command exited with \(exit.status ?? -1)")
    }
    guard SuspendingClock.now >= deadline else { return nil }
    program.kill()
    return failure("--notify-command was killed, because it took too long")
  }

  /// Lets it have no more than a few seconds from now on.
  func hurry() { deadline = min(deadline, .now + Self.stopLimit) }

  /// Waits until there is something to attend to, at most 100 ms.
  func wait() { program.wait() }

  private func failure(_ problem: Message) -> Message {
    let said = String(decoding: program.output.suffix(400), as: UTF8.self)
    let lines = said.split(whereSeparator: \.isNewline).map { $0.filter { !$0.isASCII || $0 >= " " } }
    return lines.isEmpty ? problem : "\(problem): \(lines.joined(separator: " | "))"
  }
}
