import Ingest
import PageModel
import TestSupport
import Testing

@testable import Run

/// Runs of random length, in which random things happen in random order; the seed is named where one fails.
@Suite struct `Whatever happens to a run` {
  private struct World {
    var random: SeededRandom
    var driver: SchedulerDriver
    let workers: Int
    let attempts: Int
    /// Pages of each document by its number in the run; none for those that were settled.
    var pages: [Int: Int] = [:]
    /// Every entry that is opened, in order.
    var names: [ScanPath] = []
    var fresh: Set<ScanPath> = []

    init(seed: UInt64, mayGiveUp: Bool) {
      var random = SeededRandom(seed: seed)
      let workers = Int.random(in: 1...5, using: &random)
      let attempts = Int.random(in: 1...4, using: &random)
      let limit: FailureLimit = mayGiveUp && Bool.random(using: &random) ? .count(Int(seed % 7)) : .none
      driver = SchedulerDriver {
        $0.workers = workers
        $0.attempts = attempts
        $0.failureLimit = limit
        $0.lookAhead = Int(seed % 5) + 1
      }
      self.workers = workers
      self.attempts = attempts
      for number in 0..<Int.random(in: 0...12, using: &random) {
        let name = "\(number)"
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          driver.add(name, .settled)
          names.append(ScanPath(name))
        case 1:
          driver.scan.append((.unsettled(SchedulerDriver.file(name)), .settled))
          fresh.insert(ScanPath(name))
          // It stays fresh.
          driver.secondLook[ScanPath(name)] = .unsettled(SchedulerDriver.file(name))
        default:
          let count = Int.random(in: 1...4, using: &random)
          driver.add(name, .pages(count, slices: Int.random(in: 0...3, using: &random)))
          names.append(ScanPath(name))
          pages[names.count] = count
          for index in 0..<count {
            let page = RunScheduler.Page(document: names.count, index: index)
            if Int.random(in: 0..<5, using: &random) == 0 { driver.known[page] = .empty }
            if Int.random(in: 0..<12, using: &random) == 0 { driver.unreadable.insert(page) }
          }
        }
      }
      self.random = random
    }

    /// One thing that can happen now.
    mutating func happening(signals: Bool) -> [RunScheduler.Report] {
      driver.now += .milliseconds(Int.random(in: 0...400, using: &random))
      var reports: [RunScheduler.Report] = []
      if signals, Int.random(in: 0..<25, using: &random) == 0 { reports.append(.signal(15)) }
      for job in driver.jobs.keys.sorted() where Bool.random(using: &random) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0: reports.append(.attemptFailed(job, .damage))
        case 1, 2: reports.append(.attemptFailed(job, .crash))
        case 3: reports += [.workerReady([]), .notStarted(job)]
        default: reports.append(.read(job, .empty))
        }
      }
      return reports.shuffled(using: &random)
    }

    /// Goes on until the run finishes; false where it doesn't come to that.
    mutating func run(signals: Bool) -> Bool {
      var step = driver.proceed()
      for _ in 0..<3000 {
        #expect(driver.jobs.count <= workers)
        switch step {
        case .finish: return true
        case .wait(nil): #expect(!driver.jobs.isEmpty, "it waits for nothing")
        case .wait(let until?): if driver.jobs.isEmpty { driver.now = max(driver.now, until) }
        default: return false
        }
        step = driver.report(happening(signals: signals))
      }
      return false
    }
  }

  @Test func `every page finishes in exactly one state, whatever the order of answers and crashes`() {
    for seed in 0..<1500 as Range<UInt64> {
      var world = World(seed: seed, mayGiveUp: false)
      let isFinished = world.run(signals: false)
      #expect(isFinished, "seed \(seed)")
      let driver = world.driver
      let expected = Set(
        world.pages.flatMap { document, count in
          (0..<count).map { RunScheduler.Page(document: document, index: $0) }
        })
      #expect(Set(driver.recorded.keys) == expected, "seed \(seed)")
      #expect(driver.recorded.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
      #expect(driver.released == world.names, "seed \(seed)")
      #expect(driver.closed == Set(world.pages.keys), "seed \(seed)")
      #expect(Set(driver.left) == world.fresh && driver.left.count == world.fresh.count, "seed \(seed)")
      #expect(driver.progress == (world.names.count + world.fresh.count, world.names.count + world.fresh.count))
      #expect(driver.scheduler.sawEverything, "seed \(seed)")
      for case .failed(let attempts) in driver.recorded.values.flatMap({ $0 }) {
        #expect(attempts.map(\.number) == Array(1...attempts.count), "seed \(seed)")
        #expect(attempts.count <= world.attempts, "seed \(seed)")
      }
    }
  }

  @Test func `no page has two states and no document overtakes another, whenever the run is stopped`() {
    var stopped = 0
    for seed in 0..<1500 as Range<UInt64> {
      var world = World(seed: seed, mayGiveUp: true)
      let isFinished = world.run(signals: true)
      #expect(isFinished, "seed \(seed)")
      let driver = world.driver
      #expect(driver.recorded.values.allSatisfy { $0.count == 1 }, "seed \(seed)")
      #expect(driver.released == Array(world.names.prefix(driver.released.count)), "seed \(seed)")
      let isStopped = driver.scheduler.signal != nil || driver.scheduler.gaveUp
      #expect(driver.scheduler.sawEverything == !isStopped, "seed \(seed)")
      if isStopped { stopped += 1 } else { #expect(driver.released == world.names, "seed \(seed)") }
      // What is closed has every page recorded.
      for document in driver.closed {
        for index in 0..<(world.pages[document] ?? 0) {
          #expect(driver.recorded[RunScheduler.Page(document: document, index: index)] != nil, "seed \(seed)")
        }
      }
      #expect(driver.jobs.isEmpty, "seed \(seed)")
    }
    // The property is about stopped runs: there were many.
    #expect(stopped > 300)
  }
}
