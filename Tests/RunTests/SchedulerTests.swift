import RunSupport
import PageModel
import Testing

@testable import Run

/// What a run does next, without threads, processes, files or clocks.
@Suite struct `A run's scheduler` {
  @Test func `finishes at once where there is nothing`() {
    var driver = SchedulerDriver()
    #expect(driver.proceed() == .finish)
    #expect(driver.scheduler.sawEverything)
    #expect(driver.actions.filter { $0 == .tellReading }.isEmpty)
  }

  @Test func `hands out as many pages as there are workers, in order, and the next when one is read`() {
    var driver = SchedulerDriver { $0.workers = 2 }
    driver.add("a", .pages(3))
    driver.add("b")
    #expect(driver.proceed() == .wait(until: nil))
    #expect(driver.job("a", 0) == 1 && driver.job("a", 1) == 2 && driver.jobs.count == 2)
    driver.report(.read(1, .empty))
    #expect(driver.job("a", 2) == 3 && driver.jobs.count == 2)
    driver.report(.read(3, .empty))
    #expect(driver.job("b") == 4)
    #expect(driver.released == [])
    driver.report(.read(2, .empty))
    #expect(driver.released == [ScanPath("a")])
    #expect(driver.report(.read(4, .empty)) == .finish)
    #expect(driver.released == [ScanPath("a"), ScanPath("b")])
    #expect(driver.progress == (2, 2))
  }

  @Test func `says once that reading begins, and not where every outcome is known`() {
    var driver = SchedulerDriver()
    driver.add("a", .pages(2))
    driver.known = [
      RunScheduler.Page(document: 1, index: 0): .empty, RunScheduler.Page(document: 1, index: 1): .empty,
    ]
    #expect(driver.proceed() == .finish)
    #expect(!driver.actions.contains(.tellReading))
    #expect(driver.recorded.count == 2)

    var reading = SchedulerDriver()
    reading.add("a", .pages(2))
    reading.proceed()
    reading.report(.read(1, .empty))
    reading.report(.read(2, .empty))
    #expect(reading.actions.filter { $0 == .tellReading }.count == 1)
  }

  @Test func `releases documents in the order of the scan, whichever is read first`() {
    var driver = SchedulerDriver { $0.workers = 4 }
    for name in ["a", "b", "c"] { driver.add(name) }
    driver.add("d", .settled)
    driver.proceed()
    driver.report(.read(3, .empty))
    driver.report(.read(2, .empty))
    #expect(driver.released.isEmpty)
    #expect(driver.report(.read(1, .empty)) == .finish)
    #expect(driver.released == ["a", "b", "c", "d"].map { ScanPath($0) })
  }

  @Test func `tries a page that lost its worker again, the last time halved, and tells each attempt`() {
    var driver = SchedulerDriver { $0.attempts = 3 }
    driver.add("a")
    driver.proceed()
    driver.report(.attemptFailed(1, .crash))
    driver.report(.attemptFailed(2, .crash))
    #expect(driver.reductions == [1: 1, 2: 1, 3: 2])
    #expect(driver.jobs[3]?.attempts == [Attempt(number: 1, problem: .crash), Attempt(number: 2, problem: .crash)])
    #expect(driver.report(.attemptFailed(3, .crash)) == .finish)
    #expect(driver.recorded.values.first == [.failed((1...3).map { Attempt(number: $0, problem: .crash) })])
    let retries = driver.actions.filter { if case .tell(.retry) = $0 { true } else { false } }
    #expect(retries.count == 2)
  }

  @Test func `doesn't halve a single attempt`() {
    var driver = SchedulerDriver { $0.attempts = 1 }
    driver.add("a")
    driver.proceed()
    #expect(driver.reductions == [1: 1])
    #expect(driver.report(.attemptFailed(1, .crash)) == .finish)
  }

  @Test func `doesn't try again what is wrong with the bytes`() {
    var driver = SchedulerDriver()
    driver.add("a")
    driver.proceed()
    #expect(driver.report(.attemptFailed(1, .damage)) == .finish)
    #expect(driver.recorded.values.first == [.failed([Attempt(number: 1, problem: .damage)])])
  }

  @Test func `counts no attempt where no worker could be started, and gives up after eight in a row`() {
    var driver = SchedulerDriver()
    driver.add("a")
    driver.proceed()
    driver.report(.workerReady([]))
    for job in 1...7 as ClosedRange<UInt64> {
      driver.report(.startFailed("no memory"), .notStarted(job))
      #expect(driver.jobs[job + 1]?.attempts == [])
    }
    #expect(driver.failure == nil)
    #expect(driver.report(.startFailed("no memory"), .notStarted(8)) == .fail(.unavailable, "no memory"))
    #expect(driver.recorded.isEmpty)
  }

  @Test func `forgets failed starts after one that worked`() {
    var driver = SchedulerDriver()
    driver.add("a")
    driver.proceed()
    for job in 1...20 as ClosedRange<UInt64> {
      driver.report(.workerReady([]), .startFailed("no memory"), .notStarted(job))
    }
    #expect(driver.failure == nil)
  }

  @Test func `fails at once where no worker ever started, but keeps what is known by then`() {
    var driver = SchedulerDriver { $0.workers = 2 }
    driver.add("a", .pages(2))
    driver.proceed()
    #expect(driver.report(.read(1, .empty), .startFailed("none"), .notStarted(2)) == .fail(.unavailable, "none"))
    #expect(driver.recorded.count == 1)
  }

  @Test func `warns once of layers that the first worker lacks`() {
    var driver = SchedulerDriver { $0.workers = 2 }
    driver.add("a", .pages(2))
    driver.proceed()
    driver.report(.workerReady([]), .workerReady([]))
    let warnings = driver.actions.filter { if case .tell(.warning) = $0 { true } else { false } }
    #expect(warnings.count == 1)
  }

  @Test func `fails a page whose file can't be opened any more, without a worker`() {
    var driver = SchedulerDriver()
    driver.add("a", .pages(2))
    driver.unreadable = [RunScheduler.Page(document: 1, index: 0)]
    driver.proceed()
    #expect(driver.report(.read(2, .empty)) == .finish)
    let first = driver.recorded[RunScheduler.Page(document: 1, index: 0)]
    #expect(first == [.failed([Attempt(number: 1, problem: PageProblem(.vanished, "gone"))])])
  }

  @Test func `gives up when too many pages failed, and keeps what has finished by itself`() {
    var driver = SchedulerDriver {
      $0.workers = 3
      $0.failureLimit = .count(0)
    }
    driver.add("a", .pages(5))
    driver.proceed()
    #expect(driver.report(.attemptFailed(1, .damage)) == .finish)
    #expect(driver.scheduler.gaveUp)
    #expect(driver.givenBack == 2)
    #expect(driver.recorded.count == 1)
    #expect(!driver.scheduler.sawEverything)
    // The workers were looked at once more before anything was given back.
    let end = driver.actions.suffix(3)
    #expect(end.first == .wait(until: driver.now) && end.dropFirst().first == .giveBack && end.last == .finish)
  }

  @Test func `goes through the scan while workers are busy, but not further than it may`() {
    var driver = SchedulerDriver { $0.lookAhead = 3 }
    for number in 0..<10 { driver.add("\(number)") }
    driver.proceed()
    #expect(driver.progress == (0, 4))
    driver.report(.read(1, .empty))
    #expect(driver.progress == (1, 5))
  }

  @Test(arguments: [
    RunScheduler.Event.recorded(RunScheduler.Tally(failed: 0, pages: 0)), .polled([]), .submitted, .began, .unfinished,
    .opened(pageCount: 2),
  ])
  func `fails as an internal error when an answer is not to the step under way`(event: RunScheduler.Event) {
    var scheduler = RunScheduler(limits: RunScheduler.Limits())
    let now = ContinuousClock.now
    #expect(scheduler.handle(.began, now: now) == [.look])
    guard case .fail(.internal, let reason)? = scheduler.handle(event, now: now).last else {
      Issue.record("the event was dropped")
      return
    }
    #expect(reason.hasPrefix("the run loop answered the step 'look' with '"))
  }

  @Test func `loses no page that is being recorded when the answer is to another step`() throws {
    var driver = SchedulerDriver()
    driver.add("a")
    driver.proceed()
    let record = try #require(driver.scheduler.handle(.polled([.read(1, .empty)]), now: driver.now).last)
    guard case .record = record else {
      Issue.record("the page is not recorded: \(record)")
      return
    }
    let step = driver.scheduler.handle(.unknown, now: driver.now).last
    #expect(step == .fail(.internal, "the run loop answered the step 'record' with 'unknown'"))
  }

  @Test func `waits for a list that has nothing to read, and for nothing else`() {
    var driver = SchedulerDriver()
    driver.listIsEmpty = true
    #expect(driver.proceed() == .wait(until: nil))
    driver.listIsEmpty = false
    driver.add("a")
    driver.report(.listIsReady)
    #expect(driver.report(.read(1, .empty)) == .finish)
  }
}
