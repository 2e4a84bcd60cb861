package import PageModel
package import ResultStore

/// Receives every document of a run, in the order of the scan, as soon as it and all those before have finished.
///
/// A file that was too fresh for the scan comes after the others, in the order of the second look.
package protocol ResultSink: AnyObject {
  func documentFinished(_ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience) throws -> SinkAnswer
}

/// The limit of a sink's wait for its reader.
package enum SinkPatience: Sendable, Equatable {
  case always
  /// Until a signal makes this descriptor readable.
  case untilReadable(Int32)
  /// Not at all, because a signal came before.
  case never
}

/// A sink's answer for a document.
package enum SinkAnswer: Sendable, Equatable {
  case taken
  /// A signal came while the reader was not reading; the sink gets nothing more.
  case interrupted
  /// The output is closed, which stops the run, for this reason.
  case closed(String)
}
