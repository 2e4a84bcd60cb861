import Glibc
import TestSupport
import Testing
import Workers

@Suite struct `A pool of workers` {
  @Test func `answers jobs, several at a time, and starts nothing before the first`() {
    let fixture = FixturePool { $0.count = 3 }
    #expect(fixture.pool.statistics.started == 0)
    for job in 1...20 { fixture.submit(.answer("word \(job)")) }
    let ends = fixture.results(20)
    for job in 1...20 { #expect(ends[UInt64(job)]?.words == "word \(job)") }
    #expect(fixture.pool.statistics.started == 3)
    #expect(fixture.pool.statistics.lost == 0)
  }

  @Test func `tells the answer to the greeting before the first end of a job`() {
    let fixture = FixturePool()
    fixture.submit(.answer("word"))
    var events: [WorkerEvent<[UInt8]>] = []
    while events.count < 2 { events += fixture.pool.wait(timeout: .seconds(60)) }
    #expect(events == [.ready(Array("ready".utf8)), .finished(1, .success(Array("1 word".utf8)))])
  }

  @Test func `carries answers that are larger than a pipe`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answerLong(5_000_000))?.utf8.count == 5_000_000 - 2)
  }

  @Test func `carries jobs that are larger than a pipe`() {
    let fixture = FixturePool()
    let text = String(repeating: "한글 ", count: 300_000)
    #expect(fixture.answer(.answer(text)) == text)
  }

  @Test func `renews a worker after so many jobs`() {
    let fixture = FixturePool { $0.renewAfter = 3 }
    for _ in 0..<7 { #expect(fixture.answer(.answer("word")) == "word") }
    #expect(fixture.pool.statistics.started == 3)
    #expect(fixture.pool.statistics.lost == 0)
  }

  @Test func `gives a job a fresh worker when it needs one`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answer("a"), fresh: true) == "a")
    #expect(fixture.pool.statistics.started == 1)
    #expect(fixture.answer(.answer("b"), fresh: true) == "b")
    #expect(fixture.pool.statistics.started == 2)
    #expect(fixture.answer(.answer("c")) == "c")
    #expect(fixture.pool.statistics.started == 2)
  }

  @Test func `serves the jobs of one worker in the order of their submission, fresh and others`() {
    let fixture = FixturePool()
    for job in 1...12 { fixture.submit(.answer("x"), fresh: job % 3 == 0) }
    var order: [UInt64] = []
    while order.count < 12 {
      for case .finished(let id, let result) in fixture.pool.wait(timeout: .seconds(90)) {
        #expect(result.words == "x")
        order.append(id)
      }
    }
    #expect(order == Array(1...12))
    // Each of the four has a worker of its own, which goes on with the next two.
    #expect(fixture.pool.statistics.started == 5)
  }

  @Test func `hands an open descriptor over and closes its own`() throws {
    let scratch = try ScratchFolder()
    let fixture = FixturePool()
    for text in ["first", "second"] {
      let descriptor = open(try scratch.write(text, to: "picture"), O_RDONLY)
      var (file, now) = (stat(), stat())
      #expect(fstat(descriptor, &file) == 0)
      #expect(fixture.answer(.readDescriptor, descriptor: descriptor) == text)
      // Another test may have opened another file under the same number since.
      #expect(fstat(descriptor, &now) == -1 || now.st_ino != file.st_ino)
    }
  }

  @Test func `doesn't mix up descriptors when a job leaves its own unread`() throws {
    let scratch = try ScratchFolder()
    let fixture = FixturePool()
    let first = open(try scratch.write("first", to: "1"), O_RDONLY)
    let second = open(try scratch.write("second", to: "2"), O_RDONLY)
    #expect(fixture.answer(.answer("unread"), descriptor: first) == "unread")
    #expect(fixture.answer(.readDescriptor, descriptor: second) == "second")
  }

  @Test func `reports a descriptor of the caller that can be read`() {
    var ends: [CInt] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let fixture = FixturePool()
    // The pool has told of its start by then.
    #expect(fixture.answer(.answer("word")) == "word")
    fixture.submit(.hang(stubbornly: false), deadline: .seconds(600))
    #expect(!fixture.pool.wait(timeout: .milliseconds(50), also: [ends[0]]).contains(.descriptorReady(ends[0])))
    _ = write(ends[1], "!", 1)
    var seen = false
    for _ in 0..<100 where !seen {
      seen = fixture.pool.wait(timeout: .seconds(1), also: [ends[0]]).contains(.descriptorReady(ends[0]))
    }
    #expect(seen)
    #expect(fixture.pool.wait(timeout: .zero, also: [ends[0]]) == [.descriptorReady(ends[0])])
  }

  @Test func `doesn't wait when there is nothing to wait for`() {
    let fixture = FixturePool()
    #expect(fixture.pool.wait() == [])
    #expect(fixture.answer(.answer("word")) == "word")
    #expect(fixture.pool.wait() == [])
  }

  @Test func `counts an answer that came in time when the caller looks late`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answer("first")) == "first")
    let id = fixture.submit(.answer("in time"), deadline: .milliseconds(50))
    sleep(3)
    #expect(fixture.results(1)[id]?.words == "in time")
  }

  @Test func `works on a kernel that doesn't tell the end of a process`() {
    let fixture = FixturePool { $0.count = 2 }
    fixture.pool.tellsExits = false
    fixture.submit(.crash(SIGSEGV))
    fixture.submit(.answer("word"))
    fixture.submit(.hang(stubbornly: true), deadline: .milliseconds(200))
    fixture.submit(.closeOutput)
    fixture.submit(.exit(3))
    fixture.submit(.answer("last"), fresh: true)
    let ends = fixture.results(6)
    #expect(ends[1]?.loss?.cause == .crashed(signal: SIGSEGV))
    #expect(ends[2]?.words == "word")
    #expect(ends[3]?.loss?.cause == .stalled(.milliseconds(200)))
    #expect(ends[4]?.loss?.cause == .garbled("the end of its output instead of an answer"))
    #expect(ends[5]?.loss?.cause == .exited(status: 3))
    #expect(ends[6]?.words == "last")
    fixture.pool.shutdown(grace: .milliseconds(300))
    #expect(fixture.pool.processes == [])
  }

  @Test func `ends every job once and leaks nothing, whatever its workers do`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write("text", to: "picture")
    let fixture = FixturePool {
      $0.count = 2
      $0.renewAfter = 4
      $0.maximumFrame = 1 << 20
      $0.addressSpace = 512 << 20
    }
    let bad: [Misbehaviour] = [
      .crash(SIGSEGV), .exit(0), .floodOutput, .emitGarbage("text\n"), .announce(0), .allocate(1000),
      .complainAndExit(["no"]),
      .answerAndExit, .answerTwice, .closeOutput,
    ]
    #expect(fixture.answer(.answer("warm")) == "warm")
    fixture.pool.shutdown(grace: .seconds(5))
    let before = Set(ownDescriptors(of: path))
    var jobs = 0
    for round in 0..<60 {
      fixture.submit(.readDescriptor, fresh: round % 7 == 0, descriptor: open(path, O_RDONLY))
      fixture.submit(bad[round % bad.count], descriptor: round % 2 == 0 ? open(path, O_RDONLY) : nil)
      jobs += 2
    }
    #expect(fixture.results(jobs).count == jobs)
    fixture.pool.shutdown(grace: .seconds(5))
    #expect(fixture.pool.processes == [])
    #expect(Set(ownDescriptors(of: path)) == before)
  }

  /// The descriptors of this process that lead to the file; others belong to tests that run beside this one.
  private func ownDescriptors(of path: String) -> [CInt] {
    (0..<4096).filter { descriptor in
      var target = [CChar](repeating: 0, count: 4096)
      let length = readlink("/proc/self/fd/\(descriptor)", &target, target.count)
      return length > 0 && String(decoding: target[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self) == path
    }
  }

  @Test func `gives back what is cancelled, and goes on afterwards`() {
    let fixture = FixturePool { $0.count = 2 }
    for _ in 1...4 { fixture.submit(.hang(stubbornly: true)) }
    _ = fixture.pool.wait(timeout: .seconds(20))
    #expect(Set(fixture.pool.cancelAll()) == [1, 2, 3, 4])
    #expect(fixture.answer(.answer("on")) == "on")
  }

  @Test func `closes the descriptors of jobs that are given back`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.write("text", to: "picture")
    let fixture = FixturePool()
    let descriptors = (0..<3).map { _ in open(path, O_RDONLY) }
    #expect(Set(ownDescriptors(of: path)) == Set(descriptors))
    for descriptor in descriptors { fixture.submit(.hang(stubbornly: false), descriptor: descriptor) }
    _ = fixture.pool.cancelAll()
    // By the file: another test may have opened another one under the same number since.
    #expect(ownDescriptors(of: path).isEmpty)
  }
}

@Suite struct `The end of a pool` {
  @Test func `leaves no process behind, not even one that ignores SIGTERM`() {
    let fixture = FixturePool { $0.count = 3 }
    fixture.submit(.hang(stubbornly: true))
    fixture.submit(.answer("idle"))
    fixture.submit(.spin)
    #expect(fixture.results(1)[2]?.words == "idle")
    let processes = fixture.pool.processes
    #expect(processes.count == 3)
    fixture.pool.shutdown(grace: .milliseconds(100))
    #expect(fixture.pool.processes == [])
    for pid in processes { #expect(kill(pid, 0) == -1) }
  }

  @Test func `kills an idle worker that neither the end of its input nor SIGTERM moves`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answerAndIgnoreAll) == "ignoring")
    let processes = fixture.pool.processes
    fixture.pool.shutdown(grace: .milliseconds(100))
    #expect(processes.count == 1)
    for pid in processes { #expect(kill(pid, 0) == -1) }
  }

  @Test func `comes to a used worker that doesn't listen when a fresh one is needed`() {
    let fixture = FixturePool()
    #expect(fixture.answer(.answerAndIgnoreAll) == "ignoring")
    #expect(fixture.answer(.answer("fresh"), fresh: true) == "fresh")
    #expect(fixture.pool.statistics.lost == 1)
  }

  @Test func `comes with the pool's own`() {
    var fixture: FixturePool? = FixturePool { $0.count = 2 }
    fixture?.submit(.hang(stubbornly: true))
    fixture?.submit(.hang(stubbornly: false))
    _ = fixture?.pool.wait(timeout: .seconds(20))
    let processes = fixture?.pool.processes ?? []
    #expect(processes.count == 2)
    fixture = nil
    for pid in processes { #expect(kill(pid, 0) == -1) }
  }

  @Test func `takes grandchildren along`() throws {
    let fixture = FixturePool()
    let grandchild = try #require(fixture.answer(.leaveGrandchild(inOtherGroup: false)).flatMap { Int32($0) })
    #expect(kill(grandchild, 0) == 0)
    fixture.pool.shutdown(grace: .milliseconds(300))
    #expect(!outlives(grandchild))
  }

  @Test func `is not held up by a grandchild that fled and keeps the pipes open`() throws {
    let fixture = FixturePool()
    let grandchild = try #require(fixture.answer(.leaveGrandchild(inOtherGroup: true)).flatMap { Int32($0) })
    #expect(fixture.run(.crash(SIGSEGV)).loss?.cause == .crashed(signal: SIGSEGV))
    #expect(fixture.answer(.answer("on")) == "on")
    fixture.pool.shutdown(grace: .milliseconds(300))
    #expect(kill(grandchild, SIGKILL) == 0)
  }
}
