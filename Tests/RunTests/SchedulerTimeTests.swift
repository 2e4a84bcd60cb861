import Ingest
import Run
import PageModel
import Testing

/// Signals, fresh files and long work, with times that the tests make up.
@Suite struct `A run's scheduler and time` {
  private func reading(pages: Int = 3, workers: Int = 2, grace: Duration = .seconds(10)) -> SchedulerDriver {
    var driver = SchedulerDriver {
      $0.workers = workers
      $0.stopGrace = grace
    }
    driver.add("a", .pages(pages))
    driver.proceed()
    return driver
  }

  @Test func `lets pages in work finish after a signal, and hands out no more`() {
    var driver = reading()
    #expect(driver.report(.signal(15)) == .wait(until: driver.start + .seconds(10)))
    #expect(driver.jobs.count == 2)
    driver.now += .seconds(4)
    driver.report(.read(1, .empty))
    #expect(driver.jobs.count == 1)
    #expect(driver.report(.read(2, .empty)) == .finish)
    #expect(driver.recorded.count == 2)
    #expect(driver.scheduler.signal == 15 && !driver.scheduler.stopsAtOnce && !driver.scheduler.sawEverything)
  }

  @Test func `gives pages back that take longer than that`() {
    var driver = reading()
    driver.report(.signal(15))
    driver.now += .seconds(9.9)
    #expect(driver.report() == .wait(until: driver.start + .seconds(10)))
    driver.now += .seconds(0.1)
    #expect(driver.report() == .finish)
    #expect(driver.givenBack == 2 && driver.recorded.isEmpty)
  }

  @Test func `waits for nothing after a second signal, whichever it is, but keeps what came with it`() {
    var driver = reading()
    driver.report(.signal(15))
    #expect(driver.report(.signal(2), .read(1, .empty)) == .finish)
    #expect(driver.now == driver.start)
    #expect(driver.recorded.count == 1 && driver.givenBack == 1)
    #expect(driver.scheduler.signal == 15 && driver.scheduler.stopsAtOnce)
  }

  @Test func `drops a page whose file is still being hashed when nothing is waited for any more`() throws {
    var driver = reading()
    let page = try #require(driver.jobs[1]?.page)
    driver.rehashed = [page]
    driver.report(.signal(15))
    #expect(driver.report(.read(1, .empty), .read(2, .empty)) == .finish)
    #expect(driver.now >= driver.start + .seconds(10))
    #expect(driver.recorded.count == 1 && driver.recorded[page] == nil)
    var hasty = reading()
    hasty.rehashed = [page]
    #expect(hasty.report(.signal(15), .read(1, .empty), .signal(2)) == .finish)
    #expect(hasty.now < hasty.start + .seconds(1))
    #expect(hasty.recorded.isEmpty)
  }

  @Test func `stops for two signals that come at once`() {
    var driver = reading()
    #expect(driver.report(.signal(15), .signal(15)) == .finish)
    #expect(driver.givenBack == 2)
  }

  @Test func `stops at once where nothing is in work`() {
    var driver = SchedulerDriver()
    driver.listIsEmpty = true
    driver.proceed()
    #expect(driver.report(.signal(1)) == .finish)
    #expect(driver.scheduler.signal == 1)
  }

  @Test func `tries no page again after a signal`() {
    var driver = reading(pages: 1, workers: 1)
    driver.report(.signal(15))
    #expect(driver.report(.attemptFailed(1, .crash)) == .finish)
    // It has no result, and the next run reads it.
    #expect(driver.recorded.isEmpty)
  }

  @Test func `looks at fresh files once more when it is time, and reads those that have come to rest`() {
    var driver = SchedulerDriver { $0.workers = 2 }
    for name in ["a", "b", "c", "d"] {
      driver.scan.append((.unsettled(SchedulerDriver.file(name)), .pages(1)))
    }
    for name in ["a", "b"] { driver.secondLook[ScanPath(name)] = .document(SchedulerDriver.file(name)) }
    driver.secondLook[ScanPath("c")] = .unsettled(SchedulerDriver.file("c"))
    #expect(driver.proceed() == .wait(until: driver.start + .seconds(2)))
    #expect(driver.jobs.isEmpty && driver.left.isEmpty)
    driver.now += .seconds(2)
    driver.report()
    // Both at a time: the second look keeps no worker waiting.
    #expect(driver.job("a") != nil && driver.job("b") != nil)
    driver.report(.read(1, .empty))
    #expect(driver.report(.read(2, .empty)) == .finish)
    // "c" is still being written, "d" has gone.
    #expect(driver.left == [ScanPath("c")])
    #expect(driver.released == [ScanPath("a"), ScanPath("b")])
    #expect(driver.progress == (4, 4))
    #expect(driver.scheduler.sawEverything)
  }

  @Test func `doesn't wait for fresh files where the reading took long enough`() {
    var driver = SchedulerDriver()
    driver.scan.append((.unsettled(SchedulerDriver.file("a")), .pages(1)))
    driver.add("b")
    driver.secondLook[ScanPath("a")] = .document(SchedulerDriver.file("a"))
    #expect(driver.proceed() == .wait(until: nil))
    driver.now += .seconds(5)
    driver.report(.read(1, .empty))
    #expect(driver.job("a") == 2)
  }

  @Test func `leaves fresh files for the next run after a signal`() {
    var driver = SchedulerDriver { $0.settle = .seconds(3600) }
    driver.scan.append((.unsettled(SchedulerDriver.file("a")), .pages(1)))
    #expect(driver.proceed() == .wait(until: driver.start + .seconds(3600)))
    #expect(driver.report(.signal(15)) == .finish)
    #expect(driver.left == [ScanPath("a")])
  }

  @Test func `looks at workers and signals while it hashes a large file`() {
    var driver = SchedulerDriver()
    driver.add("large", .pages(1, slices: 100))
    driver.proceed(.began)
    let looks = driver.actions.filter { if case .open = $0 { true } else { false } }
    #expect(looks.count == 101)

    // Each slice takes longer than the time between two looks: one after each of them, and a signal stops it.
    var slow = RunScheduler(limits: RunScheduler.Limits())
    var now = ContinuousClock.now
    let entry = ScanEntry.document(SchedulerDriver.file("large"))
    #expect(slow.handle(.began, now: now).last == .look)
    #expect(slow.handle(.found(entry), now: now).last == .open(1, entry))
    for _ in 0..<5 {
      now += .seconds(1)
      #expect(slow.handle(.unfinished, now: now).last == .wait(until: now))
      #expect(slow.handle(.polled([]), now: now).last == .open(1, entry))
    }
    now += .seconds(1)
    #expect(slow.handle(.unfinished, now: now).last == .wait(until: now))
    #expect(slow.handle(.polled([.signal(15)]), now: now).last == .finish)
  }
}
