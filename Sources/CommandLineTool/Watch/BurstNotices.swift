import Support
import Run
import RunSupport

/// Reports the bursts of a watching run to the user's command, in parallel: no new file waits for it.
///
/// One command is at work at a time. The next one reports bursts that finish meanwhile together, so that none is lost
/// and a slow command is never behind by more than one call.
final class BurstNotices {
  private let command: NotifyCommand
  private let results: String
  private let warn: (Message) -> Void
  private var notice: Notice?
  /// The bursts that no command has reported yet.
  private var untold: RunSummary?

  /// The interval of checks while a command works.
  private static let interval = Duration.milliseconds(100)

  /// - Parameter warn: Told why a command failed.
  init(_ command: NotifyCommand, results: String, warn: @escaping (Message) -> Void) {
    (self.command, self.results, self.warn) = (command, results, warn)
  }

  /// The time until the next check; nil if none is needed.
  var patience: Duration? { notice == nil ? nil : Self.interval }

  /// Reports a burst, now or with the next call.
  func add(_ burst: RunSummary) {
    if untold?.add(burst) == nil { untold = burst }
    attend()
  }

  /// Does what can be done without waiting.
  func attend() {
    if let problem = notice?.attend() {
      notice = nil
      if !problem.isEmpty { warn(problem) }
    }
    guard notice == nil, let summary = untold else { return }
    untold = nil
    let status = summary.exitStatus(strict: false)
    do throws(RunFailure) {
      notice = try command.begin(
        summary.text(results: results), summary.notifiedCounts, status: status, event: "burst")
    } catch {
      warn(error.message)
    }
  }

  /// Reports all remaining bursts, and waits for that.
  ///
  /// - Parameters:
  ///   - isHurried: The run is to stop: a command that takes long is killed.
  ///   - alive: Called again and again.
  func finish(isHurried: Bool, alive: () -> Void) {
    attend()
    while let notice {
      alive()
      if isHurried { notice.hurry() }
      notice.wait()
      attend()
    }
  }
}
