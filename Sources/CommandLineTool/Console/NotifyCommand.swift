import Glibc
import PageModel
import Run
import RunSupport
import Support
import Workers

/// A command of the user's that is told how a run went: mail, a chat, a file.
///
/// The shell runs it, as cron would. Text from outside, names of files and reasons, is on its standard input and in
/// no word of the command. Its own output is dropped, except the end of it if it fails.
///
/// A run waits for it at its end. One that watches reads on meanwhile; see `BurstNotices`.
struct NotifyCommand {
  /// The end of a variable's name, `HANSCAN_NAME`, and its value.
  typealias Count = (name: String, value: String)

  let command: String
  let results: String

  private static let limit = Duration.seconds(60)

  /// Tells of a run, waits, and returns why that failed.
  ///
  /// - Parameter interruption: Readable when a signal asks the run to stop.
  func tell(
    _ text: Message, _ counts: [Count], status: ExitStatus, event: String, interruption: CInt? = nil
  ) -> Message? {
    do throws(RunFailure) {
      let notice = try begin(text, counts, status: status, event: event)
      while true {
        if let problem = notice.attend() { return problem.isEmpty ? nil : problem }
        if let interruption, waitForInput([interruption], milliseconds: 0)[0] { notice.hurry() }
        notice.wait()
      }
    } catch {
      return error.message
    }
  }

  /// Starts the command, which is attended from then on until it has come to its end.
  func begin(_ text: Message, _ counts: [Count], status: ExitStatus, event: String) throws(RunFailure) -> Notice {
    let environment = environment([("EXIT", "\(status.code)"), ("EVENT", event), ("RESULTS", results)] + counts)
    do throws(SystemError) {
      let program = try RunningProgram(
        "/bin/sh", ["/bin/sh", "-c", command].map { Array($0.utf8) }, environment: environment,
        input: Array(text.text.utf8))
      return Notice(program, limit: Self.limit)
    } catch {
      throw RunFailure(.unavailable, "--notify-command can't be started: \(SystemError.text(of: error.number))")
    }
  }

  private func environment(_ facts: [Count]) -> [String] {
    let mine = facts.map { "HANSCAN_\($0.0)=\($0.1)" }
    let names = Set(mine.map { $0.prefix { $0 != "=" } })
    return ProcessFacts.environment.filter { !names.contains($0.prefix { $0 != "=" }) } + mine
  }
}

extension RunSummary {
  /// The counts that the command finds in its environment.
  var notifiedCounts: [NotifyCommand.Count] {
    [
      ("FILES", "\(files)"), ("UNCHANGED", "\(unchanged)"), ("MISSING", "\(missing)"),
      ("PAGES", "\(pages.values.reduce(0, +))"), ("READ", "\(read)"), ("SECONDS", decimal(seconds, 1)),
    ] + PageState.allCases.map { ($0.rawValue.uppercased(), "\(count($0))") }
  }
}
