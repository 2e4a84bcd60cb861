import Glibc
import TestSupport
import Testing
import Workers

@Suite struct `A worker that was started before the first job` {
  @Test func `takes the first job, and is greeted once`() throws {
    let fixture = FixturePool { $0.count = 2 }
    fixture.pool.prepare()
    let prepared = try #require(fixture.pool.preparedProcess)
    #expect(fixture.pool.processes == [])
    fixture.submit(.answer("word"))
    var events: [WorkerEvent<[UInt8]>] = []
    while events.count < 2 { events += fixture.pool.wait(timeout: .seconds(60)) }
    #expect(events == [.ready(Array("ready".utf8)), .finished(1, .success(Array("1 word".utf8)))])
    #expect(fixture.answer(.answer("next")) == "next")
    #expect(fixture.pool.processes == [prepared])
    #expect(fixture.pool.preparedProcess == nil)
    #expect(fixture.pool.statistics.started == 1)
  }

  @Test func `is one, however often it is asked for`() throws {
    let fixture = FixturePool()
    fixture.pool.prepare()
    let prepared = try #require(fixture.pool.preparedProcess)
    fixture.pool.prepare()
    #expect(fixture.pool.preparedProcess == prepared)
    #expect(fixture.answer(.answer("word")) == "word")
    fixture.pool.prepare()
    #expect(fixture.pool.preparedProcess == nil)
    #expect(fixture.pool.processes == [prepared])
  }

  @Test(arguments: [true, false])
  func `ends with the pool when no job came`(told: Bool) throws {
    var fixture: FixturePool? = FixturePool()
    fixture?.pool.prepare()
    let prepared = try #require(fixture?.pool.preparedProcess)
    if told { fixture?.pool.shutdown(grace: .zero) } else { fixture = nil }
    #expect(kill(prepared, 0) == -1)
  }

  @Test func `is replaced when it died before the job came`() throws {
    let fixture = FixturePool()
    fixture.pool.prepare()
    kill(try #require(fixture.pool.preparedProcess), SIGKILL)
    #expect(fixture.answer(.answer("word")) == "word")
    #expect(fixture.pool.statistics.started == 2)
  }

  @Test func `that can't be started is told by the job`() {
    let fixture = FixturePool(executable: "/no/such/program")
    fixture.pool.prepare()
    #expect(fixture.pool.preparedProcess == nil)
    guard case .notStarted? = fixture.run(.answer("word")).loss?.cause else {
      Issue.record("the job came to another result")
      return
    }
  }

  @Test func `that is unfit is told by the job`() {
    let fixture = FixturePool(greeting: .answer("unfit"))
    fixture.pool.prepare()
    #expect(fixture.run(.answer("word")).loss?.cause == .notStarted("no model"))
  }
}
