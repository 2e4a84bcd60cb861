import CPosix
import Glibc

/// Processes that work on jobs, one at a time each; their crashes, hangs and garbage harm nothing else.
///
/// Nothing is started before the first job, unless `prepare` is called. The pool has no thread: all happens in `wait`,
/// in one poll(2) over all descriptors. It must be used from one thread, and that thread must outlive it, because the
/// kernel kills the workers when the thread that started them exits. Reaping needs the default disposition of SIGCHLD,
/// which the pool sets if the program inherited another one.
package final class WorkerPool<Answer: Sendable> {
  let command: WorkerCommand
  let limits: WorkerLimits
  let conversation: WorkerConversation<Answer>
  var slots: [WorkerSlot<Answer>]
  var backlog: [Job] = []
  var events: [WorkerEvent<Answer>] = []
  /// Started and greeted before there was a job; it becomes the first worker.
  var prepared: WorkerProcess?
  /// They outlived SIGKILL; the pool reaps them when they exit.
  var abandoned: [WorkerProcess] = []
  let buffer: UnsafeMutableRawBufferPointer
  /// False to test kernels without pidfd.
  package var tellsExits = true
  package internal(set) var statistics = WorkerStatistics()

  package init(command: WorkerCommand, limits: WorkerLimits, conversation: WorkerConversation<Answer>) {
    (self.command, self.limits, self.conversation) = (command, limits, conversation)
    slots = (0..<limits.count).map { _ in WorkerSlot(limits: limits) }
    buffer = .allocate(byteCount: 1 << 16, alignment: 16)
    if cposix_signal_is_ignored(SIGCHLD) == 1 { _ = cposix_signal_default(SIGCHLD) }
  }

  deinit {
    shutdown(grace: .zero)
    buffer.deallocate()
  }

  /// The process numbers of the live workers, without a prepared one.
  package var processes: [Int32] { slots.compactMap { $0.process?.pid } }

  /// The process number of the prepared worker that waits for its first job.
  package var preparedProcess: Int32? { prepared?.pid }

  /// Starts a worker for the first job while the caller does other things; that job reports a failure.
  package func prepare() {
    guard prepared == nil, slots.allSatisfy({ $0.machine.isAbsent }) else { return }
    prepared = try? WorkerProcess(command, limits: limits, tellsExit: tellsExits)
    prepared?.send(conversation.greeting)
  }

  /// Takes a job; it waits in line if no slot is free.
  package func submit(_ job: Job) {
    backlog.append(job)
    dispatch(now: .now)
  }

  /// Waits at most `timeout` for events and returns them; nothing when the time is over.
  ///
  /// Without a timeout it returns at once if no job is under way and no descriptor is watched.
  ///
  /// - Parameter descriptors: Descriptors of the caller to watch as well.
  package func wait(timeout: Duration? = nil, also descriptors: [CInt] = []) -> [WorkerEvent<Answer>] {
    let end = timeout.map { SuspendingClock.now + $0 }
    // Frames that came while the caller was busy count before any deadline does.
    poll(until: .now, also: descriptors)
    while true {
      let now = SuspendingClock.now
      advance(now: now)
      let isOver = end.map { $0 <= now } ?? false
      let isPointless = end == nil && descriptors.isEmpty && backlog.isEmpty && slots.allSatisfy(\.machine.isFree)
      if !events.isEmpty || isOver || isPointless {
        defer { events = [] }
        return events
      }
      poll(until: [end, nextDue(now: now)].compactMap { $0 }.min(), also: descriptors)
    }
  }

  /// Gives back every job under way, and kills their workers.
  package func cancelAll() -> [UInt64] {
    var givenBack = backlog.map(\.id)
    backlog.forEach(discard)
    backlog = []
    let now = SuspendingClock.now
    for slot in slots {
      let (job, actions) = slot.machine.cancel(now: now)
      if let job { givenBack.append(job) }
      perform(actions, at: slot, now: now)
    }
    return givenBack
  }

  /// Stops and reaps all workers: those with a job at once, the others voluntarily within `grace`.
  ///
  /// Each step (input closed, SIGTERM, SIGKILL) takes at most that long. Call `cancelAll` first, which gives back the
  /// jobs under way; finished ones are in the events. The pool can be used again afterwards.
  @discardableResult
  package func shutdown(grace: Duration) -> [WorkerEvent<Answer>] {
    _ = cancelAll()
    prepared?.kill()
    prepared = nil
    let start = SuspendingClock.now
    for slot in slots {
      slot.machine.hurry(grace: grace, now: start)
      perform(slot.machine.retire(now: start), at: slot, now: start)
    }
    while slots.contains(where: { !$0.machine.isAbsent }) {
      let now = SuspendingClock.now
      advance(now: now)
      poll(until: nextDue(now: now), also: [])
    }
    for slot in slots { slot.machine.hurry(grace: limits.killGrace, now: start) }
    defer { events = [] }
    return events
  }
}

final class WorkerSlot<Answer: Sendable> {
  var machine: WorkerMachine<Answer>
  var process: WorkerProcess?

  init(limits: WorkerLimits) {
    machine = WorkerMachine(limits: limits)
  }
}
