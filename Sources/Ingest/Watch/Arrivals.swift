package import PageModel

/// What has changed in the watched directories and is not read yet, each with the time when it is looked at.
///
/// Pure, so that it is tested without clocks and files.
package struct Arrivals: Sendable {
  package typealias Instant = ContinuousClock.Instant

  package struct Waiting: Equatable, Sendable {
    /// The path to look at it by.
    package let path: ScanPath
    package let due: Instant
  }

  /// By relative paths.
  private var waiting: [ScanPath: Waiting] = [:]
  /// When everything is to be looked at; nil where nobody asked for it.
  private(set) var everything: Instant?
  /// Nothing is due before; nil where nothing waits.
  private var earliest: Instant?

  package init() {}

  package var count: Int { waiting.count }

  /// The time at which something may be due; nil where nothing waits.
  package var next: Instant? { [earliest, everything].compactMap { $0 }.min() }

  /// Notes something that changed or has to be looked at again; a later time takes the place of an earlier one.
  package mutating func add(_ relative: ScanPath, path: ScanPath, due: Instant) {
    waiting[relative] = Waiting(path: path, due: due)
    earliest = min(earliest ?? due, due)
  }

  /// Asks for a look at everything; what waits for an earlier one is not kept waiting.
  package mutating func addEverything(due: Instant) {
    everything = min(everything ?? due, due)
  }

  /// Takes the request for a look at everything, if it is time; what waits is met by it and not asked for again.
  package mutating func takeEverything(now: Instant) -> Bool {
    guard let everything, everything <= now else { return false }
    self.everything = nil
    waiting = [:]
    earliest = nil
    return true
  }

  /// Takes what is due, in no order.
  package mutating func takeDue(now: Instant) -> [(relative: ScanPath, path: ScanPath)] {
    guard let earliest, earliest <= now else { return [] }
    var due: [(relative: ScanPath, path: ScanPath)] = []
    var rest: [ScanPath: Waiting] = [:]
    for (relative, entry) in waiting {
      if entry.due <= now { due.append((relative, entry.path)) } else { rest[relative] = entry }
    }
    waiting = rest
    self.earliest = rest.values.lazy.map(\.due).min()
    return due
  }
}
