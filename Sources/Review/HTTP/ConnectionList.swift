/// The open connections of a server, and which of them have to go: those that take too long, and the oldest of too many.
///
/// Pure: it takes events with their times, and returns actions.
struct ConnectionList<ID: Hashable> {
  /// Connections that may be open: a browser opens six.
  let most: Int
  /// From the opening, or from the last answer, to the end of the next request; from there to the end of the answer.
  let patience: Duration
  /// Since when the next request or the rest of the answer is waited for, and whether the server is at work on it.
  private(set) var states: [ID: (since: SuspendingClock.Instant, isServed: Bool)] = [:]

  /// A connection was opened; returns the one that has to go for it, if there are too many, and forgets that.
  mutating func open(_ id: ID, now: SuspendingClock.Instant) -> ID? {
    states[id] = (now, false)
    guard states.count > most else { return nil }
    let idle = states.filter { !$0.value.isServed && $0.key != id }
    let surplus = idle.min { $0.value.since < $1.value.since }?.key ?? id
    states[surplus] = nil
    return surplus
  }

  mutating func close(_ id: ID) {
    states[id] = nil
  }

  /// The server has the whole request and makes the answer, which may take its time.
  mutating func serve(_ id: ID) {
    states[id]?.isServed = true
  }

  /// An answer is on its way, or has arrived.
  mutating func answer(_ id: ID, now: SuspendingClock.Instant) {
    states[id]? = (now, false)
  }

  /// Those that take too long; they are forgotten.
  mutating func overdue(now: SuspendingClock.Instant) -> [ID] {
    let late = states.filter { !$0.value.isServed && now - $0.value.since >= patience }.map(\.key)
    for id in late { states[id] = nil }
    return late
  }

  /// The time when the next of them does.
  var nextDue: SuspendingClock.Instant? {
    states.values.filter { !$0.isServed }.map(\.since).min().map { $0 + patience }
  }
}
