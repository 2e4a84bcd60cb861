import PageModel

/// What a run that goes on after its scan looks after while it reads.
protocol RunAttendant: AnyObject {
  /// Readable when there is something to look after.
  var descriptor: CInt? { get }
  /// It is called again within this time; nil for whenever it comes to it.
  var patience: Duration? { get }

  /// Looks after what has come, and never waits.
  func attend()

  /// Takes a file that is still being written.
  func leave(_ path: ScanPath)
}

/// Receives what a run tells that watches its inputs, on the run's own thread.
public protocol WatchObserver: RunObserver {
  /// It wants to hear `watchIsAlive` so often; nil for whenever it comes to it.
  var patience: Duration? { get }

  /// Everything is there; from now on nothing that arrives is missed.
  func watchHasBegun()
  /// Something has arrived and is read now.
  func burstBegins()
  /// What arrived has been read, as far as it goes.
  func burstHasFinished(_ summary: RunSummary)
  /// Called often, however long something takes.
  func watchIsAlive()
}
