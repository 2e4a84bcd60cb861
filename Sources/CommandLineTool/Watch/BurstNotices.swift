import Support
import Run
import RunSupport

/// Has the user's command told of what a run that watches has read, beside the run: nothing that arrives waits for it.
///
/// One command is at work at a time. Bursts that finish meanwhile are told together by the next one, so that none is lost
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

  /// Has a burst told, now or with the next call.
  func add(_ burst: RunSummary) {
    untold =
      untold.map { known in
        var sum = known
        sum.add(burst)
        return sum
      } ?? burst
    attend()
  }

  /// Does what can be done without waiting.
  func attend() {
    if let end = notice?.attend() {
      notice = nil
      if let problem = end.problem { warn(problem) }
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

  /// Has told whatever is not told yet, and waits for that.
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
