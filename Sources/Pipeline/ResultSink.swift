public import PageModel
public import ResultStore

/// Receives every document of a run, in the order of the scan, as soon as all its pages and those before have ended.
public protocol ResultSink: AnyObject {
  /// Takes a document's pages from the store.
  ///
  /// It may wait for a slow reader, but not when `interruption` becomes readable: a signal has come then.
  func documentEnded(_ path: ScanPath, in store: ResultStore, interruption: Int32) throws -> SinkAnswer
}

/// What became of a document that a sink was given.
public enum SinkAnswer: Sendable, Equatable {
  case taken
  /// A signal came while nobody read on; the sink is given nothing more.
  case interrupted
  /// Nothing can be written any more, which ends the run: with the reason.
  case closed(String)
}

/// Holds documents back until those before them have ended.
final class InOrder {
  private var paths: [Int: ScanPath] = [:]
  private var ended: Set<Int> = []
  private var nextTicket = 0
  private var nextToGive = 0

  /// A place in the order for a document that was just met.
  func ticket(_ path: ScanPath) -> Int {
    defer { nextTicket += 1 }
    paths[nextTicket] = path
    return nextTicket
  }

  /// Notes the end of a document and returns those that may be given on now.
  func end(_ ticket: Int) -> [ScanPath] {
    ended.insert(ticket)
    var ready: [ScanPath] = []
    while ended.remove(nextToGive) != nil {
      if let path = paths.removeValue(forKey: nextToGive) { ready.append(path) }
      nextToGive += 1
    }
    return ready
  }
}
