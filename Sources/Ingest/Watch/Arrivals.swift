package import PageModel

/// The unread changes in the watched directories, each with the time to look at it.
package struct Arrivals: Sendable {
  package typealias Instant = ContinuousClock.Instant

  private var waiting: [ScanPath: (path: ScanPath, due: Instant)] = [:]
  /// The time to look at everything; nil if nobody asked for it.
  private(set) var everything: Instant?
  /// Nothing is due before; nil if nothing waits.
  private var earliest: Instant?

  /// The time at which something may be due; nil if nothing waits.
  package var next: Instant? { [earliest, everything].compactMap { $0 }.min() }

  /// Records a change or another look; a later time replaces an earlier one.
  package mutating func add(_ relative: ScanPath, path: ScanPath, due: Instant) {
    waiting[relative] = (path, due)
    earliest = min(earliest ?? due, due)
  }

  /// Asks for a look at everything; an earlier request keeps its time.
  package mutating func addEverything(due: Instant) {
    everything = min(everything ?? due, due)
  }

  /// Takes a due request for a look at everything, which covers all waiting changes.
  package mutating func takeEverything(now: Instant) -> Bool {
    guard let everything, everything <= now else { return false }
    (self.everything, waiting, earliest) = (nil, [:], nil)
    return true
  }

  /// Takes the due changes, in no order.
  package mutating func takeDue(now: Instant) -> [(relative: ScanPath, path: ScanPath)] {
    guard let earliest, earliest <= now else { return [] }
    var due: [(relative: ScanPath, path: ScanPath)] = []
    var rest: [ScanPath: (path: ScanPath, due: Instant)] = [:]
    for (relative, entry) in waiting {
      if entry.due <= now { due.append((relative, entry.path)) } else { rest[relative] = entry }
    }
    waiting = rest
    self.earliest = rest.values.lazy.map(\.due).min()
    return due
  }
}
