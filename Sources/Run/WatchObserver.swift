/// Receives the events of a watching run, on the run's own thread.
package protocol WatchObserver: RunObserver {
  /// The longest time between calls of `watchIsAlive`; nil for no limit.
  var patience: Duration? { get }

  /// The watches are in place; from now on no arrival is missed.
  func watchHasBegun()
  func burstBegins()
  /// Reading of the arrivals has finished or stopped.
  func burstHasFinished(_ summary: RunSummary)
  func watchIsAlive()
}
