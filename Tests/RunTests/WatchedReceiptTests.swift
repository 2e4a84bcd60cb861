import Glibc
import PageModel
import Run
import RunSupport
import TestSupport
import Testing

/// A run that watches counts receipts by their pages.
@Suite struct WatchedReceiptTests {
  private static let books = """
    says BLUE HERON BOOKS|12 Harbour Street|Date: 2024-05-06 10:21|Notebook 4.50|Pencil set 7.25|Subtotal 11.75|Tax 1.00|\
    TOTAL 12.75|VISA 12.75
    """

  /// Does something after each burst, on the run's own thread.
  private final class Mover: WatchObserver {
    private(set) var bursts: [RunSummary] = []
    private let move: (Int) -> Void
    var patience: Duration? { nil }

    init(move: @escaping (Int) -> Void) { self.move = move }

    func run(_ event: RunEvent) {}
    func watchHasBegun() {}
    func burstBegins() {}
    func watchIsAlive() {}

    func burstHasFinished(_ summary: RunSummary) {
      bursts.append(summary)
      move(bursts.count)
    }
  }

  @Test func `A receipt whose file moves while a run watches counts once`() throws {
    let bench = try Bench()
    try bench.put("1.png", Self.books)
    try bench.put("other.png", Self.books)
    let mover = Mover { count in
      guard count < 3 else { return }
      let paths = [count, count + 1].map { bench.scratch.path(of: "in/\($0).png") }
      #expect(rename(paths[0], paths[1]) == 0)
    }
    let run = BatchRun(settings: bench.settings { $0.untilIdle = 1 }, observer: mover)
    let total = try run.watch(mover)
    #expect(mover.bursts.count >= 3)
    #expect(try bench.outcome("3.png")?.state == .recognised)
    let first = try #require(mover.bursts.first).receipts
    #expect(first.receipts == 2 && total.receipts.receipts == 2 && total.receipts.provenTotals == first.provenTotals)
    #expect(total.receipts.sums.map(\.amount) == first.sums.map(\.amount))
  }
}
