@testable import Ingest
import PageModel
import Testing

/// When what has changed is looked at.
@Suite struct ArrivalsTests {
  private let start = ContinuousClock.now

  private func names(_ arrivals: inout Arrivals, after seconds: Int) -> [String] {
    arrivals.takeDue(now: start + .seconds(seconds)).map(\.relative.description).sorted()
  }

  @Test func `a file is looked at when its time has come, and a later change puts that off`() {
    var arrivals = Arrivals()
    arrivals.add(ScanPath("a"), path: ScanPath("/in/a"), due: start + .seconds(2))
    arrivals.add(ScanPath("b"), path: ScanPath("/in/b"), due: start + .seconds(2))
    #expect(arrivals.next == start + .seconds(2))
    let early = names(&arrivals, after: 1)
    #expect(early.isEmpty)
    arrivals.add(ScanPath("a"), path: ScanPath("/in/a"), due: start + .seconds(5))
    let first = names(&arrivals, after: 3)
    #expect(first == ["b"])
    #expect(arrivals.next == start + .seconds(5))
    let rest = [4, 5].map { names(&arrivals, after: $0) }
    #expect(rest == [[], ["a"]])
    #expect(arrivals.next == nil)
  }

  @Test func `a look at everything meets what waits, and is not put off by a later request`() {
    var arrivals = Arrivals()
    arrivals.add(ScanPath("a"), path: ScanPath("/in/a"), due: start + .seconds(9))
    arrivals.addEverything(due: start + .seconds(2))
    arrivals.addEverything(due: start + .seconds(4))
    let taken = [1, 2, 9].map { arrivals.takeEverything(now: start + .seconds($0)) }
    #expect(taken == [false, true, false])
    #expect(arrivals.next == nil)
    arrivals.add(ScanPath("b"), path: ScanPath("/in/b"), due: start + .seconds(10))
    let remaining = names(&arrivals, after: 20)
    #expect(remaining == ["b"])
  }
}
