public import PageModel
public import ResultStore

/// Receives every document of a run, in the order of the scan, as soon as all its pages and those before have finished.
///
/// A file that was still fresh when the scan met it comes in the order of the second look, after the others.
public protocol ResultSink: AnyObject {
  /// Takes a document's pages from the store.
  ///
  /// - Parameter patience: How long it may wait for a reader that does not take them.
  func documentFinished(_ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience) throws -> SinkAnswer
}

/// How long a sink may wait for its reader.
public enum SinkPatience: Sendable, Equatable {
  case always
  /// Until this descriptor becomes readable: a signal has come then.
  case untilReadable(Int32)
  /// Not at all: a signal came before.
  case never
}

/// What became of a document that a sink was given.
public enum SinkAnswer: Sendable, Equatable {
  case taken
  /// A signal came while nobody read on; the sink is given nothing more.
  case interrupted
  /// Nothing can be written any more, which stops the run: with the reason.
  case closed(String)
}
