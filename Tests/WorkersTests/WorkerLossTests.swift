import Glibc
import TestSupport
import Testing
import Workers

@Suite struct `A lost worker` {
  /// The cause of the loss; and that the pool goes on, with a new process.
  private func cause(
    of misbehaviour: Misbehaviour, deadline: Duration = .seconds(60), _ limits: (inout WorkerLimits) -> Void = { _ in }
  ) -> WorkerLoss.Cause? {
    let fixture = FixturePool(limits: limits)
    #expect(fixture.answer(.answer("before")) == "before")
    let loss = fixture.run(misbehaviour, deadline: deadline).loss
    #expect(fixture.answer(.answer("after")) == "after")
    #expect(fixture.pool.statistics.started == 2)
    #expect(fixture.pool.statistics.lost == 1)
    return loss?.cause
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGFPE, SIGBUS, SIGILL, SIGSYS])
  func `costs one job when it crashes`(signal: CInt) {
    #expect(cause(of: .crash(signal)) == .crashed(signal: signal))
  }

  @Test func `costs one job when it follows a null pointer`() {
    #expect(cause(of: .dereferenceNull) == .crashed(signal: SIGSEGV))
  }

  @Test(arguments: [false, true])
  func `is killed when it hangs`(stubbornly: Bool) {
    let deadline = Duration.milliseconds(300)
    #expect(cause(of: .hang(stubbornly: stubbornly), deadline: deadline) == .stalled(deadline))
  }

  @Test func `is killed when it hangs in another process group`() {
    let deadline = Duration.milliseconds(300)
    #expect(cause(of: .changeGroup, deadline: deadline) == .stalled(deadline))
  }

  @Test func `is killed when it never stops computing`() {
    // Long enough for a tenth of it to be its own on a busy machine, too.
    #expect(cause(of: .spin, deadline: .seconds(3)) == .timedOut(.seconds(3)))
  }

  @Test func `is ended by the kernel when it uses more processor time than a job may`() {
    #expect(cause(of: .spin) { $0.cpuSeconds = 1 } == .timedOut(.seconds(1)))
  }

  @Test(arguments: [0, 1, 3] as [CInt])
  func `is told by its status when it ends early`(status: CInt) {
    let fixture = FixturePool()
    #expect(fixture.run(.exit(status)).loss?.cause == .exited(status: status))
    #expect(fixture.answer(.answer("after")) == "after")
  }

  @Test func `is killed when it floods the stream`() {
    let cause = cause(of: .floodOutput) { $0.maximumFrame = 1 << 20 }
    #expect(cause == .flooded("a frame of 16843009 bytes, where 1048576 is the most"))
  }

  @Test func `is killed when it announces more than is allowed, and takes no memory for it`() {
    #expect(cause(of: .announce(.max)) == .flooded("a frame of 4294967295 bytes, where 67108864 is the most"))
  }

  @Test func `is killed at the deadline when the rest of a frame never comes`() {
    #expect(cause(of: .announce(1000), deadline: .milliseconds(300)) == .stalled(.milliseconds(300)))
  }

  @Test func `is killed when it announces an empty frame`() {
    #expect(cause(of: .announce(0)) == .garbled("an empty frame"))
  }

  @Test func `is killed when it emits garbage`() {
    let cause = cause(of: .emitGarbage("Segmentation fault soon"))
    #expect(cause == .garbled("text where a frame was due: \"Segmentation fault soon\""))
  }

  @Test func `is killed when it closes its output and stays`() {
    #expect(cause(of: .closeOutput) == .garbled("the end of its output instead of an answer"))
  }

  @Test func `is killed when it answers another job`() {
    #expect(cause(of: .answerToWrongNumber) == .garbled("an answer to another job"))
  }

  @Test func `is killed when its messages have no end, and may say much before`() {
    guard case .flooded? = cause(of: .floodMessages(2 << 20), { $0.maximumMessages = 1 << 20 }) else {
      Issue.record("no flood")
      return
    }
    #expect(FixturePool().answer(.floodMessages(8 << 20)) == "flooded")
  }

  @Test func `doesn't count when it says more after its answer, which counts`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answerTwice) == "once")
    for _ in 0..<600 where fixture.pool.statistics.lost == 0 { _ = fixture.pool.wait(timeout: .milliseconds(100)) }
    #expect(fixture.answer(.answer("after")) == "after")
    #expect(fixture.pool.statistics.lost == 1)
  }

  @Test func `doesn't count when it ends after its answer`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answerAndExit) == "bye")
    #expect(fixture.answer(.answer("after"), fresh: true) == "after")
  }

  @Test func `loses no other job`() {
    let fixture = FixturePool { $0.count = 2 }
    let bad: Set<UInt64> = [2, 5, 9, 14]
    for job in 1...20 as ClosedRange<UInt64> { fixture.submit(bad.contains(job) ? .crash(SIGSEGV) : .answer("good")) }
    let ends = fixture.results(20)
    #expect(Set(ends.filter { $0.value.loss != nil }.keys) == bad)
  }

  @Test func `may print as C libraries do: that never reaches the stream`() {
    #expect(FixturePool().answer(.printf("progress 50 %")) == "printed")
  }

  @Test func `leaves its stderr tail`() throws {
    let loss = try #require(FixturePool().run(.complainAndExit(["first", "second \u{1b}[2J", "third"])).loss)
    #expect(loss.stderrTail == ["first", "second \u{fffd}[2J", "third"])
    #expect("\(loss)" == "the worker exited by itself with status 1; its last message: third")
  }
}

@Suite struct `A worker without memory` {
  private let small: (inout WorkerLimits) -> Void = { $0.addressSpace = 512 << 20 }

  @Test func `says so by its status when malloc gives it none`() throws {
    let loss = try #require(FixturePool(limits: small).run(.allocate(2000)).loss)
    #expect(loss.cause == .outOfMemory("exit status 12"))
  }

  @Test func `says so when C++ finds none`() throws {
    let loss = try #require(FixturePool(limits: small).run(.allocateByNew(2000)).loss)
    #expect(loss.cause == .outOfMemory("out of memory: operator new found none"))
  }

  @Test func `is told by its stderr tail when Swift finds none`() throws {
    let loss = try #require(FixturePool(limits: small).run(.allocateInSwift(2000)).loss)
    #expect(
      loss.cause == .outOfMemory("Fatal error: failed to allocate 1048608 bytes of memory with alignment 8"), "\(loss)")
  }

  @Test func `is limited by itself where the pool doesn't do it`() throws {
    let fixture = FixturePool(confinement: WorkerConfinement(addressSpace: 512 << 20))
    let loss = try #require(fixture.run(.allocate(2000)).loss)
    #expect(loss.cause == .outOfMemory("exit status 12"))
  }

  @Test func `is what a SIGKILL from outside means`() throws {
    let loss = try #require(FixturePool().run(.crash(SIGKILL)).loss)
    guard case .outOfMemory(let evidence) = loss.cause else {
      Issue.record("\(loss)")
      return
    }
    #expect(evidence.contains("SIGKILL"))
  }

  @Test func `still has what fits`() {
    #expect(FixturePool(limits: small).answer(.allocate(200)) == "full")
  }
}

@Suite struct `A worker that can't start` {
  /// The loss of the job, and that of the start.
  private func starting(_ fixture: FixturePool) -> (job: WorkerLoss.Cause?, start: WorkerLoss.Cause?) {
    fixture.submit(.answer("never"))
    var job: WorkerLoss.Cause?
    var start: WorkerLoss.Cause?
    while job == nil {
      for event in fixture.pool.wait(timeout: .seconds(60)) {
        switch event {
        case .finished(1, .failure(let loss)): job = loss.cause
        case .finished(1, .success):
          Issue.record("it started")
          return (nil, start)
        case .startFailed(let loss): start = loss.cause
        default: Issue.record("\(event)")
        }
      }
    }
    return (job, start)
  }

  @Test func `because there is no such program`() {
    let fixture = FixturePool(executable: "/nonexistent/worker")
    let reason = "can't start /nonexistent/worker: No such file or directory"
    #expect(starting(fixture) == (.notStarted(reason), .notStarted(reason)))
    #expect(fixture.pool.statistics.started == 0)
  }

  @Test func `because it ends at once, is tried again before it is given up`() {
    let fixture = FixturePool(greeting: .exit(3))
    #expect(starting(fixture) == (.notStarted("the worker exited by itself with status 3"), .exited(status: 3)))
    #expect(fixture.pool.statistics.started == 3)
  }

  @Test func `because it says nothing`() {
    let fixture = FixturePool(greeting: .hang(stubbornly: true)) {
      $0.startTimeout = .milliseconds(500)
      $0.startAttempts = 1
    }
    #expect(starting(fixture).start == .timedOut(.milliseconds(500)))
  }

  @Test func `because it says something else`() {
    let fixture = FixturePool(greeting: .answer("hello")) { $0.startAttempts = 1 }
    #expect(starting(fixture).start == .garbled("the greeting hello"))
  }

  @Test func `because it talks before it is asked`() {
    let fixture = FixturePool(greeting: .answerTwice) { $0.startAttempts = 1 }
    guard case .garbled? = starting(fixture).start else {
      Issue.record("no garbled start")
      return
    }
  }

  @Test func `because it can't do the work, is not asked again`() {
    let fixture = FixturePool(greeting: .answer("unfit"))
    #expect(starting(fixture) == (.notStarted("no model"), .notStarted("no model")))
    #expect(fixture.pool.statistics.started == 1)
  }

  @Test func `because it gets too little memory for its libraries`() throws {
    // The pool limits a process that may have started by then; this one limits itself first.
    let scratch = try ScratchFolder()
    let words = "#!/bin/sh\nulimit -v 4096\nexec '\(BuiltProgram.fixtureWorker)' \"$@\"\n"
    let script = try scratch.write(words, to: "worker")
    try #require(chmod(script, 0o755) == 0)
    let fixture = FixturePool(executable: script) { $0.startAttempts = 1 }
    guard case .notStarted? = starting(fixture).job else {
      Issue.record("it started")
      return
    }
  }
}
