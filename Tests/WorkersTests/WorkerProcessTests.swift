import Glibc
import Support
import TestSupport
import Testing
import Workers

@Suite struct `A worker's process` {
  private func description(_ fixture: FixturePool) throws -> [Substring: Substring] {
    let text = try #require(fixture.answer(.describe))
    let pairs = text.split(separator: "\n").map { $0.split(separator: "=", maxSplits: 1) }
    return Dictionary(uniqueKeysWithValues: pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) })
  }

  @Test func `has nothing open but its own, blocks no signal and is confined`() throws {
    let confinement = WorkerConfinement(addressSpace: 512 << 20, fileSize: 0, openFiles: 64)
    let facts = try description(FixturePool(confinement: confinement))
    #expect(facts["descriptors"] == "0,1,2,3,4,5")
    #expect(facts["address-space"] == "536870912")
    #expect(facts["file-size"] == "0")
    #expect(facts["open-files"] == "64")
    #expect(facts["core-size"] == "0")
    #expect(facts["blocked"] == "0000000000000000")
    #expect(facts["no-new-privileges"] == "1")
    #expect(facts["oom"] == "500")
    #expect(facts["group-leader"] == "true")
  }

  @Test func `is limited by the pool even when it doesn't do it itself`() throws {
    let facts = try description(FixturePool { $0.addressSpace = 768 << 20 })
    #expect(facts["address-space"] == "805306368")
    #expect(facts["core-size"] == "0")
  }

  @Test func `gets the environment that it needs and no secret`() throws {
    // The environment of this process belongs to all tests that run beside this one.
    let facts = try description(FixturePool(environment: ProcessFacts.environment + ["HANSCAN_TEST_SECRET=secret"]))
    let environment = try #require(facts["environment"]).split(separator: ",")
    #expect(!environment.contains { $0.hasPrefix("HANSCAN_TEST_SECRET") || $0.hasPrefix("HOME=") })
    #expect(environment.contains("OMP_THREAD_LIMIT=1"))
    #expect(environment.contains("SWIFT_BACKTRACE=enable=no"))
  }

  @Test func `takes the fixed part of its environment over the caller's`() {
    let environment = WorkerCommand.environment(from: ["OMP_THREAD_LIMIT=8", "LC_ALL=C.UTF-8", "TOKEN=x", "LANG=ko_KR"])
    #expect(environment == ["LC_ALL=C.UTF-8", "LANG=ko_KR"] + WorkerCommand.fixed)
  }

  @Test func `writes no file`() throws {
    let scratch = try ScratchFolder()
    #expect(FixturePool().answer(.writeFile(scratch.path(of: "out"))) == "File too large")
  }

  @Test func `reads its limits from its arguments and leaves the others`() throws {
    var arguments = ["--address-space=100", "--other", "--open-files=20", "x=1"]
    let confinement = try #require(WorkerConfinement(takingFrom: &arguments))
    #expect(confinement == WorkerConfinement(addressSpace: 100, fileSize: 0, openFiles: 20))
    #expect(arguments == ["--other", "x=1"])
    var own = confinement.arguments
    #expect(WorkerConfinement(takingFrom: &own) == confinement)
    for wrong in ["--address-space=", "--address-space=-1", "--address-space", "--file-size=1G"] {
      var arguments = [wrong]
      #expect(WorkerConfinement(takingFrom: &arguments) == nil)
    }
  }

  private static let inputs: [(bytes: [UInt8], status: CInt)] = [
    ([], 0), (FrameWriter.encode(Array("1 answer x".utf8)), 0), ([0, 0, 0], 65), ([0, 0, 0, 9, 1], 65),
    (Array("hello there\n".utf8), 65), ([0, 0, 0, 0], 65),
  ]

  @Test(arguments: inputs)
  func `ends by itself when its input does, and says by its status whether that was well`(
    input: [UInt8], status: CInt
  ) throws {
    let outcome = try ChildProgram.run(BuiltProgram.fixtureWorker, input: input)
    #expect(outcome.status == status)
    #expect(outcome.signal == nil)
  }

  @Test func `dies with its supervisor, however that ends`() throws {
    let supervisor = try ChildProgram(BuiltProgram.fixtureWorker, ["--supervise", "2"])
    let workers = try #require(supervisor.line()).split(separator: " ").compactMap { Int32($0) }
    #expect(workers.count == 2)
    for worker in workers { #expect(kill(worker, 0) == 0) }
    supervisor.signalAlone(SIGKILL)
    _ = supervisor.finish()
    for worker in workers { #expect(!outlives(worker)) }
  }
}

@Suite struct `A supervisor` {
  /// What one job finished with, in a program that the shell starts in a certain way.
  private func answer(_ shell: String) throws -> String {
    let scratch = try ScratchFolder()
    let command = shell.replacing("PROGRAM", with: "\(BuiltProgram.fixtureWorker) --answer-one \(scratch.path)/answer")
    let outcome = try ChildProgram.run("/bin/sh", ["-c", command])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return String(decoding: try scratch.read("answer"), as: UTF8.self)
  }

  @Test func `works without standard descriptors`() throws {
    #expect(try answer("exec PROGRAM 0<&- 1>&- 2>&-") == "1 word, 0 lost")
  }

  @Test func `works where SIGCHLD is ignored`() throws {
    #expect(try answer("trap '' CHLD; exec PROGRAM") == "1 word, 0 lost")
  }

  @Test func `says so when it can open no more files`() throws {
    #expect(try answer("ulimit -n 8; exec PROGRAM").contains("Too many open files, 0 lost"))
  }

  @Test func `raises no limit that the administrator has set`() throws {
    #expect(try answer("ulimit -v 2000000; exec PROGRAM") == "1 word, 0 lost")
  }
}
