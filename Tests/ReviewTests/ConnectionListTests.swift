import Testing

@testable import Review

@Suite struct ConnectionListTests {
  private let start = SuspendingClock.now
  private func later(_ seconds: Int) -> SuspendingClock.Instant { start + .seconds(seconds) }

  @Test func `the oldest connection that is not served goes where there are too many`() {
    var list = ConnectionList<Int>(most: 2, patience: .seconds(10))
    #expect(list.open(1, now: start) == nil)
    #expect(list.open(2, now: later(1)) == nil)
    list.serve(1)
    #expect(list.open(3, now: later(2)) == 2)
    #expect(list.states.count == 2)
  }

  @Test func `a new connection goes itself where all others are being served`() {
    var list = ConnectionList<Int>(most: 1, patience: .seconds(10))
    #expect(list.open(1, now: start) == nil)
    list.serve(1)
    #expect(list.open(2, now: later(1)) == 2)
  }

  @Test func `a request that does not end in time is overdue, once, and one that is being answered is not`() {
    var list = ConnectionList<Int>(most: 9, patience: .seconds(10))
    _ = list.open(1, now: start)
    _ = list.open(2, now: later(1))
    list.serve(2)
    #expect(list.nextDue == later(10))
    #expect(list.overdue(now: later(9)) == [])
    #expect(list.overdue(now: later(30)) == [1])
    #expect(list.overdue(now: later(30)) == [])
    list.answer(2, now: later(30))
    #expect(list.nextDue == later(40))
  }
}
