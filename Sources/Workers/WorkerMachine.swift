import Glibc

/// The state of one worker slot and its next actions, pure so that tests need no processes.
package struct WorkerMachine<Answer: Sendable>: Sendable {
  package typealias Instant = SuspendingClock.Instant

  package enum Action: Sendable {
    /// Start a process, and greet it.
    case spawn
    case send(Job)
    /// The first step of a voluntary exit: the worker sees the end of its input.
    case closeInput
    case signal(CInt)
    /// Let go of a process that outlived SIGKILL, because it is stuck in the kernel.
    case abandon
    /// Close the descriptor of a job that no worker got.
    case discard(Job)
    case ready(Answer)
    case startFailed(WorkerLoss.Cause)
    case answered(UInt64, Answer)
    case lost(UInt64, WorkerLoss.Cause)
  }

  private enum State: Sendable {
    case absent
    /// A start failed, and the next is not due.
    case pausing(until: Instant, Job)
    case starting(until: Instant, Job)
    case idle
    case working(UInt64, until: Instant, Duration)
    case exiting(Exiting)
  }

  /// A process that is exiting: the affected job, and the current step.
  private struct Exiting: Sendable {
    enum Concern: Sendable { case nobody, start(Job), job(UInt64) }
    enum Step: Sendable { case asked, terminated, killed }
    var concern: Concern
    /// Nil while the process's own exit may still give it.
    var cause: WorkerLoss.Cause?
    /// The cause for a process that had to be killed.
    var otherwise: WorkerLoss.Cause?
    var step: Step
    var until: Instant
  }

  package enum Expectation: Sendable, Hashable { case nothing, greeting, answer(UInt64), whatever }

  private let limits: WorkerLimits
  private var state = State.absent
  /// The time for each step of an exit; short when the whole pool is shut down.
  private var grace: Duration
  private var answers = 0
  private var failedStarts = 0

  package init(limits: WorkerLimits) {
    self.limits = limits
    grace = limits.killGrace
  }

  package var isAbsent: Bool { if case .absent = state { true } else { false } }
  package var isIdle: Bool { if case .idle = state { true } else { false } }
  /// Whether the process has answered nothing yet.
  package var isFresh: Bool { answers == 0 }
  /// Whether no job depends on this slot, so that it will take one now or shortly.
  package var isFree: Bool { if case .nobody? = concern { true } else { isAbsent } }

  private var isExiting: Bool { if case .exiting = state { true } else { false } }

  /// The job that the process's exit would affect; nil without a process.
  private var concern: Exiting.Concern? {
    switch state {
    case .absent, .pausing: nil
    case .idle: .nobody
    case .starting(_, let job): .start(job)
    case .working(let id, _, _): .job(id)
    case .exiting(let exiting): exiting.concern
    }
  }

  /// The meaning of a frame that the worker would send now.
  package var expects: Expectation {
    switch state {
    case .absent, .pausing, .idle: .nothing
    case .starting: .greeting
    case .working(let id, _, _): .answer(id)
    case .exiting: .whatever
    }
  }

  /// The next time for `tick`.
  package var due: Instant? {
    switch state {
    case .absent, .idle: nil
    case .pausing(let until, _), .starting(let until, _), .working(_, let until, _): until
    case .exiting(let exiting): exiting.until
    }
  }

  /// Gives a job to an absent or idle worker.
  package mutating func submit(_ job: Job, now: Instant) -> [Action] {
    switch state {
    case .absent:
      failedStarts = 0
      return start(job, now: now)
    case .idle:
      return send(job, now: now)
    case .pausing, .starting, .working, .exiting:
      return [.discard(job), .lost(job.id, .notStarted("the worker is taken"))]
    }
  }

  /// Lets a worker without a job exit by itself.
  package mutating func retire(now: Instant) -> [Action] {
    guard case .idle = state else { return [] }
    return letExit(.nobody, asking: nil, now: now)
  }

  /// Cancels the work under way at once; returns the job that is given back.
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
    case .exiting(var exiting):
      guard case .start(let job) = exiting.concern else { return (nil, []) }
      exiting.concern = .nobody
      state = .exiting(exiting)
      return (job.id, [.discard(job)])
    }
  }

  /// Limits each step of an exit, the step under way included.
  package mutating func hurry(grace: Duration, now: Instant) {
    self.grace = grace
    guard case .exiting(var exiting) = state, exiting.step != .killed else { return }
    exiting.until = min(exiting.until, now + grace)
    state = .exiting(exiting)
  }

  /// Handles a process that could not be made; `final` if trying again can't help.
  package mutating func spawnFailed(_ reason: String, final: Bool, now: Instant) -> [Action] {
    guard case .starting(_, let job) = state else { return [] }
    if final { failedStarts = limits.startAttempts }
    return startFailed(.notStarted(reason), job, now: now)
  }

  package mutating func greeted(_ answer: Answer, now: Instant) -> [Action] {
    guard case .starting(_, let job) = state else { return [] }
    failedStarts = 0
    return [.ready(answer)] + send(job, now: now)
  }

  /// Handles a worker that can't do this work, after which no other needs to be tried.
  package mutating func unfit(_ reason: String, now: Instant) -> [Action] {
    guard case .starting(_, let job) = state else { return [] }
    let exiting = letExit(.nobody, asking: nil, now: now)
    return [.startFailed(.notStarted(reason)), .discard(job), .lost(job.id, .notStarted(reason))] + exiting
  }

  package mutating func answered(_ answer: Answer, now: Instant) -> [Action] {
    guard case .working(let id, _, _) = state else { return [] }
    answers += 1
    state = .idle
    return [.answered(id, answer)] + (answers >= limits.renewAfter ? retire(now: now) : [])
  }

  /// Handles a worker that broke the protocol.
  package mutating func misbehaved(_ cause: WorkerLoss.Cause, now: Instant) -> [Action] {
    guard let concern, !isExiting else { return [] }
    return kill(concern, cause, now: now)
  }

  package mutating func outputClosed(now: Instant) -> [Action] {
    guard let concern, !isExiting else { return [] }
    let silent = WorkerLoss.Cause.garbled("the end of its output instead of an answer")
    return letExit(concern, asking: isIdle ? nil : silent, now: now)
  }

  /// Handles the exit of the process, of which `cause` is the kernel's account.
  package mutating func exited(_ cause: WorkerLoss.Cause, now: Instant) -> [Action] {
    let concern = concern
    let cause = if case .exiting(let exiting) = state { exiting.cause ?? cause } else { cause }
    state = .absent
    switch concern {
    case nil, .nobody: return []
    case .start(let job): return startFailed(cause, job, now: now)
    case .job(let id): return [.lost(id, cause)]
    }
  }

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
    case .exiting(var exiting):
      exiting.until = now + grace
      exiting.cause = exiting.cause ?? exiting.otherwise
      switch exiting.step {
      case .asked:
        exiting.step = .terminated
        state = .exiting(exiting)
        return [.signal(SIGTERM)]
      case .terminated:
        exiting.step = .killed
        exiting.until = now + Self.killTime
        state = .exiting(exiting)
        return [.signal(SIGKILL)]
      case .killed:
        state = .exiting(exiting)
        return exited(.crashed(signal: SIGKILL), now: now) + [.abandon]
      }
    }
  }

  /// The kernel's time to reap a killed process; a slower one is stuck in a device or a file system.
  private static var killTime: Duration { .seconds(5) }
  /// After a failed start; it grows fourfold.
  private static var firstPause: Duration { .milliseconds(100) }

  private mutating func start(_ job: Job, now: Instant) -> [Action] {
    answers = 0
    state = .starting(until: now + limits.startTimeout, job)
    return [.spawn]
  }

  private mutating func send(_ job: Job, now: Instant) -> [Action] {
    state = .working(job.id, until: now + job.deadline, job.deadline)
    return [.send(job)]
  }

  private mutating func letExit(_ concern: Exiting.Concern, asking otherwise: WorkerLoss.Cause?, now: Instant)
    -> [Action]
  {
    state = .exiting(
      Exiting(concern: concern, cause: nil, otherwise: otherwise, step: .asked, until: now + grace))
    return [.closeInput]
  }

  private mutating func kill(_ concern: Exiting.Concern, _ cause: WorkerLoss.Cause?, now: Instant) -> [Action] {
    state = .exiting(
      Exiting(concern: concern, cause: cause, otherwise: nil, step: .killed, until: now + Self.killTime))
    return [.signal(SIGKILL)]
  }

  private mutating func startFailed(_ cause: WorkerLoss.Cause, _ job: Job, now: Instant) -> [Action] {
    failedStarts += 1
    if failedStarts < limits.startAttempts {
      state = .pausing(until: now + (1..<failedStarts).reduce(Self.firstPause) { pause, _ in pause * 4 }, job)
      return []
    }
    state = .absent
    let reason = if case .notStarted(let reason) = cause { reason } else { "\(cause)" }
    return [.startFailed(cause), .discard(job), .lost(job.id, .notStarted(reason))]
  }
}

extension WorkerMachine.Action: Equatable where Answer: Equatable {}
