import CPosix
import Glibc
import Support

extension WorkerPool {
  // MARK: One worker

  /// Reads what a worker said, and then sees whether it has ended: a last answer counts.
  func serve(_ place: WorkerPlace, ended: Bool) {
    guard let process = place.process else { return }
    // An ended process can leave no more than its pipes hold; a grandchild that fled its group can go on for ever.
    var turns = ended ? 32 : 1
    while turns > 0, process.readErrors(buffer) == .some { turns -= 1 }
    if process.messages.count > limits.maximumMessages {
      misbehaved(place, .flooded("\(process.messages.count) bytes of messages"))
    }
    turns = ended ? 32 : 1
    while turns > 0, process.readOutput(buffer) == .some {
      turns -= 1
      takeFrames(place, process)
    }
    guard ended, let end = process.reap() else {
      if process.output < 0 { perform(place.machine.outputEnded(now: .now), at: place, now: .now) }
      return
    }
    let cause = end.cause(lastWords: process.messages.lines, cpuSeconds: limits.cpuSeconds)
    if cause != .exited(status: WorkerExit.finished) { statistics.lost += 1 }
    statistics.peakResident = max(statistics.peakResident, end.peakResident)
    perform(place.machine.ended(cause, now: .now), at: place, now: .now)
    place.process = nil
    dispatch(now: .now)
  }

  private func takeFrames(_ place: WorkerPlace, _ process: WorkerProcess) {
    guard place.machine.expects != .whatever else { return process.forgetOutput() }
    do throws(FrameError) {
      while place.machine.expects != .nothing, let payload = try process.reader.next() { take(payload, at: place) }
    } catch {
      if case .tooLong = error {
        return misbehaved(place, .flooded("\(error)"))
      }
      return misbehaved(place, .garbled("\(error)"))
    }
    if place.machine.expects == .nothing, !process.reader.isEmpty {
      misbehaved(place, .garbled("bytes that nobody asked for"))
    }
  }

  private func take(_ payload: [UInt8], at place: WorkerPlace) {
    let now = SuspendingClock.now
    switch place.machine.expects {
    case .nothing, .whatever:
      break
    case .greeting:
      switch conversation.judgeGreeting(payload) {
      case .ready where place.process?.reader.isEmpty == false:
        misbehaved(place, .garbled("more than it was asked for"))
      case .ready: perform(place.machine.greeted(payload, now: now), at: place, now: now)
      case .unfit(let reason): perform(place.machine.unfit(reason, now: now), at: place, now: now)
      case .garbled(let reason): misbehaved(place, .garbled(reason))
      }
    case .answer(let id):
      if let fault = conversation.judgeAnswer(id, payload) {
        misbehaved(place, .garbled(fault))
      } else {
        perform(place.machine.answered(payload, now: now), at: place, now: now)
      }
    }
  }

  private func misbehaved(_ place: WorkerPlace, _ cause: WorkerLoss.Cause) {
    perform(place.machine.misbehaved(cause, now: .now), at: place, now: .now)
  }

  func perform(_ actions: [WorkerMachine.Action], at place: WorkerPlace, now: SuspendingClock.Instant) {
    for action in actions {
      switch action {
      case .spawn: spawn(at: place, now: now)
      case .greet: place.process?.send(conversation.greeting)
      case .send(let job): send(job, to: place, now: now)
      case .closeInput: place.process?.closeInput()
      case .signal(let number): place.process?.signal(number)
      case .abandon:
        if let process = place.process { abandoned.append(process) }
        place.process = nil
        statistics.lost += 1
      case .discard(let job): discard(job)
      case .ready(let answer): events.append(.ready(answer))
      case .startFailed(let cause): events.append(.startFailed(loss(cause, at: place)))
      case .answered(let id, let answer): events.append(.finished(id, .answered(answer)))
      case .lost(let id, let cause): events.append(.finished(id, .lost(loss(cause, at: place))))
      }
    }
  }

  private func spawn(at place: WorkerPlace, now: SuspendingClock.Instant) {
    do throws(SystemError) {
      place.process = try WorkerProcess(command, limits: limits, tellsEnd: tellsEnds)
      statistics.started += 1
      perform(place.machine.spawned(now: now), at: place, now: now)
    } catch {
      let final = [ENOENT, EACCES, ENOEXEC, ENOTDIR, ELOOP, ENAMETOOLONG].contains(error.number)
      perform(place.machine.spawnFailed("\(error)", final: final, now: now), at: place, now: now)
    }
  }

  private func send(_ job: Job, to place: WorkerPlace, now: SuspendingClock.Instant) {
    do throws(SystemError) {
      try place.process?.begin(job, cpuSeconds: limits.cpuSeconds)
    } catch {
      misbehaved(place, .garbled("nothing, and took no job: \(error)"))
    }
    discard(job)
  }

  func discard(_ job: Job) {
    if let descriptor = job.descriptor { close(descriptor) }
  }

  private func loss(_ cause: WorkerLoss.Cause, at place: WorkerPlace) -> WorkerLoss {
    WorkerLoss(cause, lastWords: place.process?.messages.lines ?? [])
  }
}
