@testable import Documents
@testable import Ingest
import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `A file that may still be written` {
  private let second: Int64 = 1_000_000_000
  private let now: Int64 = 1_700_000_000_000_000_000

  private func isSettled(_ window: Duration, modified: Int64, changed: Int64) -> Bool {
    Settling(window).isSettled(modified: now + modified, changed: now + changed, now: now)
  }

  @Test func `is one that changed within the window`() {
    #expect(!isSettled(.seconds(2), modified: -second, changed: -second))
    #expect(!isSettled(.seconds(2), modified: -3600 * second, changed: -second))
    #expect(!isSettled(.seconds(2), modified: -second, changed: -3600 * second))
    #expect(isSettled(.seconds(2), modified: -2 * second, changed: -2 * second))
    #expect(isSettled(.zero, modified: 0, changed: 0))
  }

  @Test func `with a modification time in the future is judged by its change time`() {
    #expect(isSettled(.seconds(2), modified: 3600 * second, changed: -3 * second))
    #expect(!isSettled(.seconds(2), modified: 3600 * second, changed: -second))
  }

  @Test func `does not wait for a clock that was set back to catch up`() {
    #expect(isSettled(.seconds(2), modified: 3600 * second, changed: 3600 * second))
    #expect(!isSettled(.seconds(2), modified: second, changed: second))
  }

  @Test func `is judged without overflow at the ends of time`() {
    for time in [Int64.min, .max] {
      #expect(Settling(.seconds(2)).isSettled(modified: time, changed: time, now: now))
      _ = Settling(.seconds(2)).isSettled(modified: 0, changed: time, now: .max)
      _ = Settling(.seconds(2)).isSettled(modified: time, changed: 0, now: .min)
    }
    #expect(!Settling(.seconds(Int64.max)).isSettled(modified: now, changed: now, now: now))
    #expect(Settling(.seconds(-5)).isSettled(modified: now, changed: now, now: now))
    #expect(FileStatus.nanoseconds(timespec(tv_sec: .max, tv_nsec: 1)) == .max)
    #expect(FileStatus.nanoseconds(timespec(tv_sec: .min, tv_nsec: 1)) == .min)
  }

  @Test func `is given as such by a scan, and as a document once it has come to rest`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.png")
    var options = ScannerOptions()
    options.settle = .seconds(3600)
    #expect(try scan([.path(scratch.root)], options) == ["a.png unsettled"])
    // The change time cannot be set by anyone; it has to grow old.
    usleep(60_000)
    options.settle = .milliseconds(30)
    #expect(try scan([.path(scratch.root)], options) == ["a.png"])
    // Times far beyond what nanoseconds hold, as a broken camera writes them.
    var times = [timespec(tv_sec: 15_000_000_000, tv_nsec: 0), timespec(tv_sec: 15_000_000_000, tv_nsec: 0)]
    _ = scratch.root.appending("a.png").withCString { utimensat(AT_FDCWD, $0, &times, 0) }
    #expect(try scan([.path(scratch.root)]) == ["a.png"])
  }
}
