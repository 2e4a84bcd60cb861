import Glibc
import Support

extension WorkerPool {
  /// Reads a worker's output, then checks for its exit, so that a last answer counts.
  func serve(_ slot: WorkerSlot<Answer>, exited: Bool) {
    guard let process = slot.process else { return }
    // An exited process leaves no more than its pipes hold; a grandchild that fled its group can write for ever.
    var readsLeft = exited ? 32 : 1
    while readsLeft > 0, process.readErrors(buffer) { readsLeft -= 1 }
    if process.messages.count > limits.maximumMessages {
      misbehaved(slot, .flooded("\(process.messages.count) bytes of messages"))
    }
    readsLeft = exited ? 32 : 1
    while readsLeft > 0, process.readOutput(buffer) {
      readsLeft -= 1
      takeFrames(slot, process)
    }
    guard exited, let exit = process.reap() else {
      if process.output < 0 { perform(slot.machine.outputClosed(now: .now), at: slot, now: .now) }
      return
    }
    let cause = exit.cause(stderrTail: process.messages.lines, cpuSeconds: limits.cpuSeconds)
    if cause != .exited(status: WorkerExit.finished) { statistics.lost += 1 }
    perform(slot.machine.exited(cause, now: .now), at: slot, now: .now)
    slot.process = nil
    dispatch(now: .now)
  }

  private func takeFrames(_ slot: WorkerSlot<Answer>, _ process: WorkerProcess) {
    guard slot.machine.expects != .whatever else { return process.forgetOutput() }
    do throws(FrameError) {
      while slot.machine.expects != .nothing, let payload = try process.reader.next() { take(payload, at: slot) }
    } catch {
      if case .tooLong = error { return misbehaved(slot, .flooded("\(error)")) }
      return misbehaved(slot, .garbled("\(error)"))
    }
    if slot.machine.expects == .nothing, !process.reader.isEmpty {
      misbehaved(slot, .garbled("bytes that nobody asked for"))
    }
  }

  private func take(_ payload: [UInt8], at slot: WorkerSlot<Answer>) {
    let now = SuspendingClock.now
    switch slot.machine.expects {
    case .nothing, .whatever:
      break
    case .greeting:
      switch conversation.judgeGreeting(payload) {
      case .ready where slot.process?.reader.isEmpty == false:
        misbehaved(slot, .garbled("more than it was asked for"))
      case .ready(let answer): perform(slot.machine.greeted(answer, now: now), at: slot, now: now)
      case .unfit(let reason): perform(slot.machine.unfit(reason, now: now), at: slot, now: now)
      case .garbled(let reason): misbehaved(slot, .garbled(reason))
      }
    case .answer(let id):
      do throws(GarbledAnswer) {
        let answer = try conversation.decode(id, payload)
        perform(slot.machine.answered(answer, now: now), at: slot, now: now)
      } catch {
        misbehaved(slot, .garbled(error.description))
      }
    }
  }

  private func misbehaved(_ slot: WorkerSlot<Answer>, _ cause: WorkerLoss.Cause) {
    perform(slot.machine.misbehaved(cause, now: .now), at: slot, now: .now)
  }

  func perform(_ actions: [WorkerMachine<Answer>.Action], at slot: WorkerSlot<Answer>, now: SuspendingClock.Instant) {
    for action in actions {
      switch action {
      case .spawn: spawn(at: slot, now: now)
      case .send(let job): send(job, to: slot)
      case .closeInput: slot.process?.closeInput()
      case .signal(let number): slot.process?.signal(number)
      case .abandon:
        if let process = slot.process { abandoned.append(process) }
        slot.process = nil
        statistics.lost += 1
      case .discard(let job): discard(job)
      case .ready(let answer): events.append(.ready(answer))
      case .startFailed(let cause): events.append(.startFailed(loss(cause, at: slot)))
      case .answered(let id, let answer): events.append(.finished(id, .success(answer)))
      case .lost(let id, let cause):
        events.append(.finished(id, .failure(loss(causeOfJob(cause, at: slot), at: slot))))
      }
    }
  }

  private func spawn(at slot: WorkerSlot<Answer>, now: SuspendingClock.Instant) {
    do throws(SystemError) {
      if let waiting = prepared {
        slot.process = waiting
        prepared = nil
      } else {
        slot.process = try WorkerProcess(command, limits: limits, tellsExit: tellsExits)
        slot.process?.send(conversation.greeting)
      }
      statistics.started += 1
    } catch {
      let final = [ENOENT, EACCES, ENOEXEC, ENOTDIR, ELOOP, ENAMETOOLONG].contains(error.number)
      perform(slot.machine.spawnFailed("\(error)", final: final, now: now), at: slot, now: now)
    }
  }

  private func send(_ job: Job, to slot: WorkerSlot<Answer>) {
    do throws(SystemError) {
      try slot.process?.begin(job, cpuSeconds: limits.cpuSeconds)
    } catch {
      misbehaved(slot, .notHanded("\(error)"))
    }
    discard(job)
  }

  func discard(_ job: Job) {
    if let descriptor = job.descriptor { close(descriptor) }
  }

  private func loss(_ cause: WorkerLoss.Cause, at slot: WorkerSlot<Answer>) -> WorkerLoss {
    WorkerLoss(cause, stderrTail: slot.process?.messages.lines ?? [])
  }

  /// A page that takes too long by itself keeps the processor busy.
  private func causeOfJob(_ cause: WorkerLoss.Cause, at slot: WorkerSlot<Answer>) -> WorkerLoss.Cause {
    guard case .timedOut(let deadline) = cause, let used = slot.process?.jobTime, used * 10 < deadline else {
      return cause
    }
    return .stalled(deadline)
  }
}
