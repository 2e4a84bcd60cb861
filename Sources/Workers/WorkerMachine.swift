import Glibc

/// What one place for a worker is doing, and what is to be done next: pure, so that it is tested without processes.
///
/// The pool tells it what happened and carries out the actions that it returns, in order.
package struct WorkerMachine: Sendable {
  package typealias Instant = SuspendingClock.Instant

  package enum Action: Sendable, Hashable {
    case spawn
    case greet
    case send(Job)
    /// The first step of an end in peace: the worker sees that nothing more comes.
    case closeInput
    case signal(CInt)
    /// The process outlived SIGKILL, as one stuck in the kernel does: let go of it.
    case abandon
    /// Close the descriptor of a job that no worker was sent.
    case discard(Job)
    case ready([UInt8])
    case startFailed(WorkerLoss.Cause)
    case answered(UInt64, [UInt8])
    case lost(UInt64, WorkerLoss.Cause)
  }

  private enum State: Sendable {
    case absent
    /// A start failed, and the next is not due.
    case pausing(until: Instant, Job)
    case starting(until: Instant, Job)
    case idle
    case working(UInt64, until: Instant, Duration)
    case ending(Ending)
  }

  /// A process on its way out: whom that concerns, and how hard it is being pushed.
  private struct Ending: Sendable {
    enum Concern: Sendable { case nobody, start(Job), job(UInt64) }
    enum Step: Sendable { case asked, terminated, killed }
    var concern: Concern
    /// Nil while the process may still tell by its own end.
    var cause: WorkerLoss.Cause?
    /// What is said of a process that had to be pushed.
    var otherwise: WorkerLoss.Cause?
    var step: Step
    var until: Instant
  }

  package enum Expectation: Sendable, Hashable { case nothing, greeting, answer(UInt64), whatever }

  private let limits: WorkerLimits
  private var state = State.absent
  /// How long each step of an end may take; short when the whole pool ends.
  private var grace: Duration
  private var answers = 0
  private var failedStarts = 0

  package init(limits: WorkerLimits) {
    self.limits = limits
    grace = limits.killGrace
  }

  package var isAbsent: Bool { if case .absent = state { true } else { false } }
  package var isIdle: Bool { if case .idle = state { true } else { false } }
  /// True for a process that has answered nothing yet.
  package var isFresh: Bool { answers == 0 }
  /// True when no job depends on this place, so that it will take one now or shortly.
  package var isFree: Bool {
    switch state {
    case .absent, .idle: true
    case .ending(let ending): if case .nobody = ending.concern { true } else { false }
    case .pausing, .starting, .working: false
    }
  }

  /// What a frame from the worker would be now.
  package var expects: Expectation {
    switch state {
    case .absent, .pausing, .idle: .nothing
    case .starting: .greeting
    case .working(let id, _, _): .answer(id)
    case .ending: .whatever
    }
  }

  /// When `tick` is next due.
  package var due: Instant? {
    switch state {
    case .absent, .idle: nil
    case .pausing(let until, _), .starting(let until, _), .working(_, let until, _): until
    case .ending(let ending): ending.until
    }
  }

  // MARK: What the owner wants

  /// Gives a job to an absent or idle worker.
  package mutating func submit(_ job: Job, now: Instant) -> [Action] {
    switch state {
    case .absent:
      failedStarts = 0
      return start(job, now: now)
    case .idle:
      return send(job, now: now)
    case .pausing, .starting, .working, .ending:
      return [.discard(job), .lost(job.id, .notStarted("the worker is taken"))]
    }
  }

  /// Lets a worker without a job go in peace.
  package mutating func retire(now: Instant) -> [Action] {
    guard case .idle = state else { return [] }
    return end(.nobody, asking: nil, now: now)
  }

  /// Ends what is under way at once; the job that is given back, if there was one.
  package mutating func cancel(now: Instant) -> (givenBack: UInt64?, actions: [Action]) {
    switch state {
    case .absent, .idle:
      return (nil, [])
    case .pausing(_, let job):
      state = .absent
      return (job.id, [.discard(job)])
    case .starting(_, let job):
      return (job.id, [.discard(job)] + kill(.nobody, nil, now: now))
    case .working(let id, _, _):
      return (id, kill(.nobody, nil, now: now))
    case .ending(var ending):
      guard case .start(let job) = ending.concern else { return (nil, []) }
      ending.concern = .nobody
      state = .ending(ending)
      return (job.id, [.discard(job)])
    }
  }

  /// From now on each step of an end takes at most so long, the step under way included.
  package mutating func hurry(grace: Duration, now: Instant) {
    self.grace = grace
    guard case .ending(var ending) = state, ending.step != .killed else { return }
    ending.until = min(ending.until, now + grace)
    state = .ending(ending)
  }

  // MARK: What happened

  package mutating func spawned(now: Instant) -> [Action] {
    guard case .starting = state else { return [] }
    return [.greet]
  }

  /// The process could not be made; `final` when trying again can't help.
  package mutating func spawnFailed(_ reason: String, final: Bool, now: Instant) -> [Action] {
    guard case .starting(_, let job) = state else { return [] }
    if final { failedStarts = limits.startAttempts }
    return startFailed(.notStarted(reason), job, now: now)
  }

  /// The worker's answer to the greeting was found good.
  package mutating func greeted(_ answer: [UInt8], now: Instant) -> [Action] {
    guard case .starting(_, let job) = state else { return [] }
    failedStarts = 0
    return [.ready(answer)] + send(job, now: now)
  }

  /// The worker says that it can't do this work at all, so that another one need not be asked.
  package mutating func unfit(_ reason: String, now: Instant) -> [Action] {
    guard case .starting(_, let job) = state else { return [] }
    let ending = end(.nobody, asking: nil, now: now)
    return [.startFailed(.notStarted(reason)), .discard(job), .lost(job.id, .notStarted(reason))] + ending
  }

  package mutating func answered(_ answer: [UInt8], now: Instant) -> [Action] {
    guard case .working(let id, _, _) = state else { return [] }
    answers += 1
    state = .idle
    let renewal = answers >= limits.renewAfter ? retire(now: now) : []
    return [.answered(id, answer)] + renewal
  }

  /// It said what it may not say.
  package mutating func misbehaved(_ cause: WorkerLoss.Cause, now: Instant) -> [Action] {
    switch state {
    case .absent, .pausing, .ending: []
    case .idle: kill(.nobody, cause, now: now)
    case .starting(_, let job): kill(.start(job), cause, now: now)
    case .working(let id, _, _): kill(.job(id), cause, now: now)
    }
  }

  /// Its standard output ended.
  ///
  /// Mostly it is about to end itself, and that will tell more than the silence.
  package mutating func outputEnded(now: Instant) -> [Action] {
    let silent = WorkerLoss.Cause.garbled("the end of its output instead of an answer")
    switch state {
    case .absent, .pausing, .ending: return []
    case .idle: return end(.nobody, asking: nil, now: now)
    case .starting(_, let job): return end(.start(job), asking: silent, now: now)
    case .working(let id, _, _): return end(.job(id), asking: silent, now: now)
    }
  }

  /// The process is gone; `cause` is what its end says by itself.
  package mutating func ended(_ cause: WorkerLoss.Cause, now: Instant) -> [Action] {
    let last = state
    state = .absent
    switch last {
    case .absent, .pausing, .idle: return []
    case .starting(_, let job): return startFailed(cause, job, now: now)
    case .working(let id, _, _): return [.lost(id, cause)]
    case .ending(let ending):
      switch ending.concern {
      case .nobody: return []
      case .start(let job): return startFailed(ending.cause ?? cause, job, now: now)
      case .job(let id): return [.lost(id, ending.cause ?? cause)]
      }
    }
  }

  /// Time has passed.
  package mutating func tick(now: Instant) -> [Action] {
    guard let due, due <= now else { return [] }
    switch state {
    case .absent, .idle:
      return []
    case .pausing(_, let job):
      return start(job, now: now)
    case .starting(_, let job):
      return kill(.start(job), .timedOut(limits.startTimeout), now: now)
    case .working(let id, _, let deadline):
      return kill(.job(id), .timedOut(deadline), now: now)
    case .ending(var ending):
      ending.until = now + grace
      ending.cause = ending.cause ?? ending.otherwise
      switch ending.step {
      case .asked:
        ending.step = .terminated
        state = .ending(ending)
        return [.signal(SIGTERM)]
      case .terminated:
        ending.step = .killed
        ending.until = now + Self.killTime
        state = .ending(ending)
        return [.signal(SIGKILL)]
      case .killed:
        state = .ending(ending)
        return ended(.crashed(signal: SIGKILL), now: now) + [.abandon]
      }
    }
  }

  // MARK: Steps

  /// The kernel's time to end a killed process; one that takes longer is stuck in a device or a file system.
  private static let killTime = Duration.seconds(5)
  /// After a failed start, growing fourfold.
  private static let firstPause = Duration.milliseconds(100)

  private mutating func start(_ job: Job, now: Instant) -> [Action] {
    answers = 0
    state = .starting(until: now + limits.startTimeout, job)
    return [.spawn]
  }

  private mutating func send(_ job: Job, now: Instant) -> [Action] {
    state = .working(job.id, until: now + job.deadline, job.deadline)
    return [.send(job)]
  }

  private mutating func end(_ concern: Ending.Concern, asking otherwise: WorkerLoss.Cause?, now: Instant) -> [Action] {
    state = .ending(
      Ending(concern: concern, cause: nil, otherwise: otherwise, step: .asked, until: now + grace))
    return [.closeInput]
  }

  private mutating func kill(_ concern: Ending.Concern, _ cause: WorkerLoss.Cause?, now: Instant) -> [Action] {
    state = .ending(
      Ending(concern: concern, cause: cause, otherwise: nil, step: .killed, until: now + Self.killTime))
    return [.signal(SIGKILL)]
  }

  private mutating func startFailed(_ cause: WorkerLoss.Cause, _ job: Job, now: Instant) -> [Action] {
    failedStarts += 1
    if failedStarts < limits.startAttempts {
      let pause = (1..<failedStarts).reduce(Self.firstPause) { pause, _ in pause * 4 }
      state = .pausing(until: now + pause, job)
      return []
    }
    state = .absent
    let reason = if case .notStarted(let reason) = cause { reason } else { "\(cause)" }
    return [.startFailed(cause), .discard(job), .lost(job.id, .notStarted(reason))]
  }
}
