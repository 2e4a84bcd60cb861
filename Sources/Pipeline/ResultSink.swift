public import PageModel
public import ResultStore

/// Receives every document of a run, in the order of the scan, as soon as all its pages and those before have finished.
public protocol ResultSink: AnyObject {
  /// Takes a document's pages from the store.
  ///
  /// It may wait for a slow reader, but not when the descriptor `interruption` becomes readable: a signal has come then.
  func documentFinished(_ path: ScanPath, in store: ResultStore, interruption: Int32?) throws -> SinkAnswer
}

/// What became of a document that a sink was given.
public enum SinkAnswer: Sendable, Equatable {
  case taken
  /// A signal came while nobody read on; the sink is given nothing more.
  case interrupted
  /// Nothing can be written any more, which stops the run: with the reason.
  case closed(String)
}
