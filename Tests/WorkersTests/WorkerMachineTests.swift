import Glibc
import TestSupport
import Testing
import Workers

@Suite struct `A worker slot` {
  private let start = SuspendingClock.now
  private let job = Job(id: 1, payload: [1], deadline: .seconds(10))
  private let next = Job(id: 2, payload: [2], deadline: .seconds(10))

  private func machine(renewAfter: Int = 100) -> WorkerMachine<[UInt8]> {
    var limits = WorkerLimits(count: 1)
    (limits.renewAfter, limits.startTimeout) = (renewAfter, .seconds(5))
    return WorkerMachine<[UInt8]>(limits: limits)
  }

  private func at(_ seconds: Double) -> SuspendingClock.Instant { start + .seconds(seconds) }

  /// One that has a job under way.
  private func working(renewAfter: Int = 100) -> WorkerMachine<[UInt8]> {
    var machine = machine(renewAfter: renewAfter)
    #expect(machine.submit(job, now: at(0)) == [.spawn])
    #expect(machine.greeted([9], now: at(1)) == [.ready([9]), .send(job)])
    return machine
  }

  @Test func `goes from nothing to an answer and waits for more`() {
    var machine = working()
    #expect(machine.expects == .answer(1))
    #expect(!machine.isFree)
    #expect(machine.answered([5], now: at(2)) == [.answered(1, [5])])
    #expect(machine.isIdle)
    #expect(machine.due == nil)
    #expect(machine.submit(next, now: at(3)) == [.send(next)])
  }

  @Test func `counts a deadline from the sending of the job`() {
    var machine = working()
    #expect(machine.due == at(11))
    #expect(machine.tick(now: at(10.9)) == [])
    #expect(machine.tick(now: at(11)) == [.signal(SIGKILL)])
    #expect(machine.exited(.crashed(signal: SIGKILL), now: at(11)) == [.lost(1, .timedOut(.seconds(10)))])
    #expect(machine.isAbsent)
  }

  @Test func `lets go of a process that outlives SIGKILL, and tells the loss all the same`() {
    var machine = working()
    #expect(machine.tick(now: at(11)) == [.signal(SIGKILL)])
    #expect(machine.tick(now: at(15)) == [])
    #expect(machine.tick(now: at(16)) == [.lost(1, .timedOut(.seconds(10))), .abandon])
    #expect(machine.isAbsent)
  }

  @Test func `stops a worker in three steps`() {
    var machine = working()
    _ = machine.answered([5], now: at(2))
    #expect(machine.retire(now: at(3)) == [.closeInput])
    #expect(machine.isFree)
    #expect(machine.tick(now: at(5)) == [.signal(SIGTERM)])
    #expect(machine.tick(now: at(7)) == [.signal(SIGKILL)])
    #expect(machine.tick(now: at(12)) == [.abandon])
    #expect(machine.isAbsent)
  }

  @Test func `hurries the step under way and those after it`() {
    var machine = working()
    _ = machine.answered([5], now: at(2))
    _ = machine.retire(now: at(3))
    machine.hurry(grace: .zero, now: at(3))
    #expect(machine.tick(now: at(3)) == [.signal(SIGTERM)])
    #expect(machine.tick(now: at(3)) == [.signal(SIGKILL)])
  }

  @Test func `renews a worker after its last job`() {
    var machine = working(renewAfter: 1)
    #expect(machine.answered([5], now: at(2)) == [.answered(1, [5]), .closeInput])
    #expect(machine.exited(.exited(status: 0), now: at(3)) == [])
    #expect(machine.submit(next, now: at(3)) == [.spawn])
    #expect(machine.isFresh)
  }

  @Test func `waits a moment after the end of the output for the process to tell why`() {
    var machine = working()
    #expect(machine.outputClosed(now: at(2)) == [.closeInput])
    #expect(machine.outputClosed(now: at(2)) == [])
    #expect(machine.exited(.crashed(signal: SIGSEGV), now: at(2.1)) == [.lost(1, .crashed(signal: SIGSEGV))])
  }

  @Test func `tells the silence of a worker that has to be killed after the end of its output`() {
    var machine = working()
    _ = machine.outputClosed(now: at(2))
    #expect(machine.tick(now: at(4)) == [.signal(SIGTERM)])
    let actions = machine.exited(.crashed(signal: SIGTERM), now: at(4))
    #expect(actions == [.lost(1, .garbled("the end of its output instead of an answer"))])
  }

  @Test func `keeps the first fault, whatever follows it`() {
    var machine = working()
    #expect(machine.misbehaved(.garbled("garbage"), now: at(2)) == [.signal(SIGKILL)])
    #expect(machine.misbehaved(.flooded("more"), now: at(2)) == [])
    #expect(machine.answered([5], now: at(2)) == [])
    #expect(machine.exited(.crashed(signal: SIGKILL), now: at(2)) == [.lost(1, .garbled("garbage"))])
  }

  @Test func `tries a start again with growing pauses, then gives the job up`() {
    var machine = machine()
    #expect(machine.submit(job, now: at(0)) == [.spawn])
    #expect(machine.exited(.exited(status: 1), now: at(0)) == [])
    #expect(machine.due == at(0) + .milliseconds(100))
    #expect(machine.tick(now: at(0.1)) == [.spawn])
    #expect(machine.exited(.exited(status: 1), now: at(0.2)) == [])
    #expect(machine.due == at(0.2) + .milliseconds(400))
    #expect(machine.tick(now: at(1)) == [.spawn])
    let reason = "the worker exited by itself with status 1"
    #expect(
      machine.exited(.exited(status: 1), now: at(1))
        == [.startFailed(.exited(status: 1)), .discard(job), .lost(1, .notStarted(reason))])
    #expect(machine.isAbsent)
  }

  @Test func `gives up at once when no attempt can help`() {
    var machine = machine()
    _ = machine.submit(job, now: at(0))
    let actions = machine.spawnFailed("no such file", final: true, now: at(0))
    let reason = WorkerLoss.Cause.notStarted("no such file")
    #expect(actions == [.startFailed(reason), .discard(job), .lost(1, reason)])
  }

  @Test func `forgets failed starts after one that worked`() {
    var machine = machine()
    _ = machine.submit(job, now: at(0))
    _ = machine.exited(.exited(status: 1), now: at(0))
    _ = machine.tick(now: at(1))
    _ = machine.exited(.exited(status: 1), now: at(1))
    _ = machine.tick(now: at(2))
    _ = machine.greeted([9], now: at(3))
    _ = machine.exited(.exited(status: 1), now: at(4))
    _ = machine.submit(next, now: at(5))
    #expect(machine.exited(.exited(status: 1), now: at(5)) == [])
    #expect(machine.due == at(5) + .milliseconds(100))
  }

  @Test func `gives back the job that is cancelled, wherever it is`() {
    var pausing = machine()
    _ = pausing.submit(job, now: at(0))
    _ = pausing.exited(.exited(status: 1), now: at(0))
    #expect(pausing.cancel(now: at(0)) == (1, [.discard(job)]))
    #expect(pausing.isAbsent)

    var starting = machine()
    _ = starting.submit(job, now: at(0))
    #expect(starting.cancel(now: at(0)) == (1, [.discard(job), .signal(SIGKILL)]))
    #expect(starting.exited(.crashed(signal: SIGKILL), now: at(0)) == [])

    var working = working()
    #expect(working.cancel(now: at(2)) == (1, [.signal(SIGKILL)]))
    #expect(working.isFree)
    #expect(working.exited(.crashed(signal: SIGKILL), now: at(2)) == [])

    var silent = machine()
    _ = silent.submit(job, now: at(0))
    _ = silent.tick(now: at(5))
    #expect(silent.cancel(now: at(5)) == (1, [.discard(job)]))
    #expect(silent.exited(.crashed(signal: SIGKILL), now: at(5)) == [])
    #expect(silent.isAbsent)
  }

  @Test func `tells each job's result once, through any order of events`() {
    var generator = SeededRandom(seed: 3000)
    for _ in 0..<3000 {
      var machine = machine(renewAfter: 3)
      var now = start
      var open: Set<UInt64> = []
      var number: UInt64 = 0
      func note(_ actions: [WorkerMachine<[UInt8]>.Action]) {
        for action in actions {
          if case .answered(let id, _) = action { #expect(open.remove(id) != nil) }
          if case .lost(let id, _) = action { #expect(open.remove(id) != nil) }
        }
      }
      for _ in 0..<40 {
        now += .milliseconds(Int.random(in: 0...6000, using: &generator))
        switch Int.random(in: 0..<10, using: &generator) {
        case 0, 1, 2:
          guard machine.isAbsent || machine.isIdle else { continue }
          number += 1
          open.insert(number)
          note(machine.submit(Job(id: number, payload: [0], deadline: .seconds(3)), now: now))
        case 3: note(machine.greeted([1], now: now))
        case 4: note(machine.answered([1], now: now))
        case 5: note(machine.misbehaved(.garbled("x"), now: now))
        case 6: note(machine.outputClosed(now: now))
        case 7: note(machine.retire(now: now))
        case 8:
          // No process, no end of one.
          let isPausing = machine.expects == .nothing && machine.due != nil
          if !isPausing { note(machine.exited(.exited(status: 1), now: now)) }
        default: note(machine.tick(now: now))
        }
        #expect(open.count <= 1)
        #expect(machine.isFree == open.isEmpty)
      }
      // Left to the clock alone, it always comes to an end.
      for _ in 0..<40 {
        now += .seconds(20)
        note(machine.tick(now: now))
      }
      #expect(open.isEmpty)
      #expect(machine.due == nil)
    }
  }
}
