import RunSupport
import Support

/// `--notify-command CMD` of commands whose messages say what needs a person.
struct NotifyOptions: OptionGroup {
  @Option("notify-command", value: "CMD", .text) var command: String?

  /// Tells the command of the messages and counts that the console has kept.
  func tell(_ event: String, _ status: ExitStatus, results: String, _ console: Console) {
    guard let command, let messages = console.kept else { return }
    console.kept = nil
    let notify = NotifyCommand(command: command, results: results)
    let problem = notify.tell("\(messages)", console.counts, status: status, event: event)
    if let problem { console.error("hanscan \(event): \(problem)\n", .warning) }
  }
}
