import Glibc
import Run
import PageModel
import TestSupport
import Workers

/// A moment of a simulated world, on both of the clocks that a run goes by.
struct SimulatedTime {
  private static let continuous = ContinuousClock.now
  private static let suspending = SuspendingClock.now

  var elapsed = Duration.zero

  var continuous: ContinuousClock.Instant { Self.continuous + elapsed }
  var suspending: SuspendingClock.Instant { Self.suspending + elapsed }

  static func elapsed(at instant: ContinuousClock.Instant) -> Duration { continuous.duration(to: instant) }
  static func elapsed(at instant: SuspendingClock.Instant) -> Duration { suspending.duration(to: instant) }
}

/// The faults of a simulated world besides damaged scans; a failure shrinks by leaving kinds out.
enum SimulatedFault: CaseIterable, Hashable {
  case crash, hang, garble, slowAnswer, failedStart, slowStart, stubbornExit, immortal
  case signal, secondSignal, killedRun, fullDisk, changedFile, removedFile, newFile
}

/// Worker slots as the pool has them, with processes that are simulated.
struct SimulatedWorkers {
  typealias Machine = WorkerMachine<Bool>

  /// The next acts of a process.
  private enum Happening { case greets, answers(Bool), garbles, crashes, closesOutput, exits }

  private struct Slot {
    var machine: Machine
    /// Those of the process that lives; nil where there is none.
    var happenings: [(at: Duration, what: Happening)]?
  }

  /// The kinds of pages, by the result that every worker gets.
  enum Page { case sound, damaged, crashing }

  private var slots: [Slot]
  private var backlog: [Job] = []
  private var reports: [RunScheduler.Report] = []
  private let faults: Set<SimulatedFault>
  /// The pages of the jobs that were submitted.
  var pages: [UInt64: Page] = [:]

  init(count: Int, faults: Set<SimulatedFault>) {
    var limits = WorkerLimits(count: count, killGrace: .seconds(1))
    (limits.renewAfter, limits.startTimeout) = (5, .seconds(5))
    let machine = Machine(limits: limits)
    slots = (0..<count).map { _ in Slot(machine: machine) }
    self.faults = faults
  }

  /// Whether no job is under way.
  var isFree: Bool { backlog.isEmpty && slots.allSatisfy(\.machine.isFree) }
  var hasProcesses: Bool { slots.contains { $0.happenings != nil } }

  mutating func submit(_ job: UInt64, _ page: Page, isFirst: Bool, now: Duration, _ random: inout SeededRandom) {
    pages[job] = page
    backlog.append(Job(id: job, payload: [], deadline: .seconds(10), needsFreshWorker: !isFirst))
    dispatch(now, &random)
  }

  mutating func cancelAll(now: Duration, _ random: inout SeededRandom) {
    backlog = []
    for index in slots.indices {
      let actions = slots[index].machine.cancel(now: instant(now)).actions
      perform(actions, at: index, now, &random)
    }
    reports = []
  }

  /// Lets the workers exit, as at the end of a run.
  mutating func retire(now: Duration, _ random: inout SeededRandom) {
    for index in slots.indices {
      slots[index].machine.hurry(grace: .milliseconds(100), now: instant(now))
      perform(slots[index].machine.retire(now: instant(now)), at: index, now, &random)
    }
  }

  /// The time of the next happening.
  var next: Duration? {
    let happenings = slots.flatMap { ($0.happenings ?? []).map(\.at) }
    return (slots.compactMap { $0.machine.due.map { SimulatedTime.elapsed(at: $0) } } + happenings).min()
  }

  /// Lets happen what is due, and tells it.
  mutating func advance(to now: Duration, _ random: inout SeededRandom) -> [RunScheduler.Report] {
    for index in slots.indices {
      while let due = slots[index].happenings?.filter({ $0.at <= now }).min(by: { $0.at < $1.at }) {
        slots[index].happenings?.removeAll { $0.at == due.at }
        happen(due.what, at: index, now, &random)
      }
      perform(slots[index].machine.tick(now: instant(now)), at: index, now, &random)
    }
    dispatch(now, &random)
    defer { reports = [] }
    return reports
  }

  private func instant(_ elapsed: Duration) -> Machine.Instant { SimulatedTime(elapsed: elapsed).suspending }

  private func meets(_ fault: SimulatedFault, _ random: inout SeededRandom) -> Bool {
    let isDue = Int.random(in: 0..<20, using: &random) == 0
    return isDue && faults.contains(fault)
  }

  private func soon(_ random: inout SeededRandom, _ longest: Int = 300) -> Duration {
    .milliseconds(Int.random(in: 1...longest, using: &random))
  }

  /// As the pool does it: in order, and a job that needs a fresh worker has a used one replaced.
  private mutating func dispatch(_ now: Duration, _ random: inout SeededRandom) {
    for job in backlog {
      let fits = slots.firstIndex { $0.machine.isIdle && (!job.needsFreshWorker || $0.machine.isFresh) }
      if let index = fits ?? slots.firstIndex(where: { $0.machine.isAbsent }) {
        backlog.removeAll { $0.id == job.id }
        perform(slots[index].machine.submit(job, now: instant(now)), at: index, now, &random)
      } else if job.needsFreshWorker, let used = slots.firstIndex(where: { $0.machine.isIdle }) {
        perform(slots[used].machine.retire(now: instant(now)), at: used, now, &random)
      }
    }
  }

  private mutating func happen(_ what: Happening, at index: Int, _ now: Duration, _ random: inout SeededRandom) {
    let actions: [Machine.Action]
    let time = instant(now)
    switch what {
    case .greets: actions = slots[index].machine.greeted(true, now: time)
    case .answers(let isSound): actions = slots[index].machine.answered(isSound, now: time)
    case .garbles: actions = slots[index].machine.misbehaved(.garbled("noise"), now: time)
    case .closesOutput: actions = slots[index].machine.outputClosed(now: time)
    case .crashes, .exits:
      slots[index].happenings = nil
      let cause: WorkerLoss.Cause = if case .crashes = what { .crashed(signal: SIGSEGV) } else { .exited(status: 0) }
      actions = slots[index].machine.exited(cause, now: time)
    }
    perform(actions, at: index, now, &random)
  }

  private mutating func perform(
    _ actions: [Machine.Action], at index: Int, _ now: Duration, _ random: inout SeededRandom
  ) {
    for action in actions {
      switch action {
      case .discard: break
      case .spawn: spawn(at: index, now, &random)
      case .send(let job): begin(job.id, at: index, now, &random)
      case .closeInput:
        let exit = now + soon(&random)
        if !meets(.stubbornExit, &random) { slots[index].happenings?.append((exit, .exits)) }
      case .signal(let number):
        let survives = meets(number == SIGKILL ? .immortal : .stubbornExit, &random)
        let exit = now + soon(&random, 5)
        if slots[index].happenings != nil { slots[index].happenings = survives ? [] : [(exit, .exits)] }
      case .abandon: slots[index].happenings = nil
      case .ready: reports.append(.workerReady([]))
      case .startFailed(let cause): reports.append(.startFailed("\(cause)"))
      case .answered(let job, let isSound):
        reports.append(isSound ? .read(job, .empty) : .attemptFailed(job, .damage))
      case .lost(let job, .notStarted): reports.append(.notStarted(job))
      case .lost(let job, _): reports.append(.attemptFailed(job, .crash))
      }
    }
  }

  private mutating func spawn(at index: Int, _ now: Duration, _ random: inout SeededRandom) {
    if meets(.failedStart, &random) {
      perform(slots[index].machine.spawnFailed("no process", final: false, now: instant(now)), at: index, now, &random)
      return
    }
    let greeting = now + (meets(.slowStart, &random) ? .seconds(6) : soon(&random))
    slots[index].happenings = [(greeting, .greets)]
  }

  private mutating func begin(_ job: UInt64, at index: Int, _ now: Duration, _ random: inout SeededRandom) {
    let page = pages[job] ?? .sound
    let then = now + soon(&random)
    if page == .crashing || meets(.crash, &random) {
      slots[index].happenings?.append((then, Bool.random(using: &random) ? .crashes : .closesOutput))
      slots[index].happenings?.append((then + .milliseconds(1), .crashes))
    } else if meets(.garble, &random) {
      slots[index].happenings?.append((then, .garbles))
    } else if !meets(.hang, &random) {
      let answer = meets(.slowAnswer, &random) ? now + .milliseconds(9_999) : then
      slots[index].happenings?.append((answer, .answers(page == .sound)))
    }
  }
}
