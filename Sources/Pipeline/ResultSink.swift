public import PageModel
public import ResultStore

/// Receives every document of a run, in the order of the scan, as soon as all its pages and those before have ended.
public protocol ResultSink: AnyObject {
  /// Takes a document's pages from the store; false when nobody reads on, which ends the run.
  func documentEnded(_ path: ScanPath, in store: ResultStore) throws -> Bool
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
