import Glibc

extension WorkerPool {
  /// The interval of checks for exits on a kernel without pidfd.
  private static var withoutNotice: Duration { .milliseconds(20) }

  func nextDue(now: SuspendingClock.Instant) -> SuspendingClock.Instant? {
    var due = slots.compactMap { $0.machine.due }
    if slots.contains(where: { $0.process?.exitNotice == -1 }) { due.append(now + Self.withoutNotice) }
    return due.min()
  }

  func advance(now: SuspendingClock.Instant) {
    for slot in slots {
      perform(slot.machine.tick(now: now), at: slot, now: now)
    }
    abandoned.removeAll { $0.reap() != nil }
    dispatch(now: now)
  }

  /// Gives waiting jobs to slots, in order; a job that needs a fresh worker replaces a used one.
  func dispatch(now: SuspendingClock.Instant) {
    var waiting: [Job] = []
    var promised = 0
    for job in backlog {
      let idle = slots.first { $0.machine.isIdle && (!job.needsFreshWorker || $0.machine.isFresh) }
      if let slot = idle ?? slots.first(where: { $0.machine.isAbsent }) {
        perform(slot.machine.submit(job, now: now), at: slot, now: now)
        continue
      }
      waiting.append(job)
      guard job.needsFreshWorker else { continue }
      if promised < slots.count(where: { $0.machine.isFree && !$0.machine.isIdle }) {
        promised += 1
      } else if let used = slots.first(where: { $0.machine.isIdle }) {
        promised += 1
        perform(used.machine.retire(now: now), at: used, now: now)
      }
    }
    backlog = waiting
  }

  func poll(until end: SuspendingClock.Instant?, also descriptors: [CInt]) {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    for slot in slots {
      guard let process = slot.process else { continue }
      for descriptor in [process.exitNotice, process.output, process.errors] where descriptor >= 0 {
        entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
      if process.wantsToWrite { entries.append(pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0)) }
    }
    let ready = Glibc.poll(&entries, nfds_t(entries.count), end.map { Self.milliseconds(until: $0) } ?? -1)
    // Interrupted or out of memory: due work is handled, and the next poll waits again.
    guard ready > 0 else {
      if slots.contains(where: { $0.process?.exitNotice == -1 }) { slots.forEach { serve($0, exited: true) } }
      return
    }
    events += entries.prefix(descriptors.count).filter { $0.revents != 0 }.map { .descriptorReady($0.fd) }
    let awake = Set(entries.dropFirst(descriptors.count).filter { $0.revents != 0 }.map(\.fd))
    for slot in slots {
      guard let process = slot.process else { continue }
      if awake.contains(process.input) { process.write() }
      let exited = process.exitNotice == -1 || awake.contains(process.exitNotice)
      if exited || awake.contains(process.output) || awake.contains(process.errors) { serve(slot, exited: exited) }
    }
  }

  private static func milliseconds(until end: SuspendingClock.Instant) -> CInt {
    let left = (end - .now).components
    guard left.seconds >= 0, left.attoseconds >= 0 else { return 0 }
    // Rounded up, so that the deadline has passed after the wait; a day at most.
    return CInt(min(left.seconds, 86_400) * 1000 + (left.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
