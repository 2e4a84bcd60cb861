import Run
import RunSupport
import Dispatch
import Export
import Foundation
import Glibc
import PageModel
import ResultStore
import TestSupport
import Testing
import Workers

/// Runs in a program that is not HanScan's own: its signals, its files, its mistakes.
@Suite(.serialized) struct BatchRunTests {
  /// What a host makes of its own ways to stop: a pipe with a byte for each signal.
  final class HostSignals: SignalSource {
    let descriptor: CInt
    private let writing: CInt

    init() throws {
      var ends: [CInt] = [-1, -1]
      try #require(pipe(&ends) == 0)
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      (descriptor, writing) = (ends[0], ends[1])
    }

    deinit {
      close(descriptor)
      close(writing)
    }

    func send(_ number: UInt8) {
      var byte = number
      _ = write(writing, &byte, 1)
    }

    func next() -> CInt? {
      var byte: UInt8 = 0
      return read(descriptor, &byte, 1) == 1 ? CInt(byte) : nil
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `a second signal stops a run without waiting for the pages in work`() throws {
    let bench = try Bench()
    try bench.put("a.pnm", "hang stubbornly")
    let signals = try HostSignals()
    // Both come once reading has begun. Waiting for the page, or for its deadline, would take twenty minutes.
    bench.whenReading = { [SIGTERM, SIGINT].forEach { signals.send(UInt8($0)) } }
    let (summary, _) = try bench.run(signals: signals) {
      $0.stopGrace = 1200
      $0.limits.timeout = 1200
    }
    #expect(summary.signal == SIGTERM)
    #expect(summary.exitStatus(strict: false) == .signal(SIGTERM))
    #expect(try bench.outcome("a.pnm") == nil)
    #expect(try bench.leftovers().isEmpty)
  }

  @Test func `a page that is cut off fails a strict run alone`() {
    var summary = RunSummary()
    summary.pages = [.recognised: 1]
    summary.cutOff = 1
    #expect(summary.exitStatus(strict: false) == .success)
    #expect(summary.exitStatus(strict: true) == .pagesFailed)
  }

  @Test func `a first signal lets the page in work finish, and no other is begun`() throws {
    let bench = try Bench()
    for name in ["a.pnm", "b.pnm"] { try bench.put(name) }
    let signals = try HostSignals()
    bench.whenReading = { signals.send(UInt8(SIGHUP)) }
    let (summary, _) = try bench.run(signals: signals) {
      $0.workers = 1
      $0.stopGrace = 600
    }
    #expect(summary.signal == SIGHUP)
    #expect(try bench.outcome("a.pnm")?.state == .recognised)
    #expect(try bench.outcome("b.pnm") == nil)
    #expect(try bench.run().summary.read == 1)
  }

  /// Keeps what it was told of waiting.
  private final class PatientSink: ResultSink {
    var told: [SinkPatience] = []

    func documentFinished(
      _ path: ScanPath, in store: ResultStore, waiting patience: SinkPatience
    ) throws -> SinkAnswer {
      told.append(patience)
      return .taken
    }
  }

  @Test func `a sink waits for its reader until a signal comes, and not at all after one`() throws {
    let bench = try Bench()
    try bench.put("a.pnm")
    let sink = PatientSink()
    _ = try bench.run(sink: sink)
    #expect(sink.told == [.always])
    try bench.put("b.pnm")
    let signals = try HostSignals()
    _ = try bench.run(signals: signals, sink: sink)
    #expect(sink.told.dropFirst() == [.untilReadable(signals.descriptor), .untilReadable(signals.descriptor)])
    sink.told = []
    try bench.put("c.pnm")
    // The signal was taken when the page in work had not been read yet.
    bench.whenReading = { signals.send(UInt8(SIGTERM)) }
    _ = try bench.run(signals: signals, sink: sink) { $0.rereading = .always }
    #expect(sink.told.last == .never)
  }

  @Test func `a signal stops a run from making files that can wait`() throws {
    let bench = try Bench()
    for name in ["a.pnm", "b.pnm"] { try bench.put(name) }
    try bench.scratch.write("", to: "out/.keep")
    try bench.run { $0.output = nil }
    let signals = try HostSignals()
    try bench.put("c.pnm")
    bench.whenReading = { signals.send(UInt8(SIGTERM)) }
    _ = try bench.run(signals: signals)
    #expect(try bench.texts() == ["c.pnm.p0001.txt"])
    try bench.run()
    #expect(try bench.texts() == ["a.pnm.p0001.txt", "b.pnm.p0001.txt", "c.pnm.p0001.txt"])
  }

  @Test func `a page in work gets no more time than the grace after a signal`() throws {
    let bench = try Bench()
    try bench.put("a.pnm", "hang")
    let signals = try HostSignals()
    bench.whenReading = { signals.send(UInt8(SIGTERM)) }
    let (summary, _) = try bench.run(signals: signals) {
      $0.stopGrace = 0.2
      $0.limits.timeout = 600
    }
    #expect(summary.signal == SIGTERM)
    #expect(try bench.outcome("a.pnm") == nil)
  }

  @Test func `a run leaves the signals of its program alone`() throws {
    /// What is blocked, and what each signal does.
    func disposition() -> [String] {
      var blocked = sigset_t()
      pthread_sigmask(SIG_BLOCK, nil, &blocked)
      return [SIGINT, SIGTERM, SIGHUP, SIGPIPE].map { number in
        var action = sigaction()
        sigaction(number, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        return "\(number): \(sigismember(&blocked, number)) \(handler)"
      }
    }
    let bench = try Bench()
    try bench.put("a.pnm")
    let before = disposition()
    var during: [String] = []
    bench.whenReading = { during = disposition() }
    try bench.run()
    #expect(during == before)
    #expect(disposition() == before)
  }

  @Test func `scans that were just copied are read once they have come to rest`() throws {
    let bench = try Bench()
    for name in ["a.pnm", "b.pnm"] { try bench.put(name) }
    let (summary, events) = try bench.run { $0.settle = 0.7 }
    #expect(summary.read == 2)
    #expect(summary.unsettled == 0)
    #expect(events.unsettled.isEmpty)
    #expect(events.last == (2, 2))
  }

  @Test func `a file that is still written at the second look is left for the next run`() throws {
    let bench = try Bench()
    try bench.put("a.pnm")
    try bench.put("b.pnm")
    let writer = Writer(bench.scratch.path(of: "in/b.pnm"))
    let (summary, events) = try bench.run { $0.settle = 3 }
    writer.stop()
    #expect(summary.read == 1)
    #expect(summary.unsettled == 1)
    #expect(events.unsettled == [ScanPath("b.pnm")])
    #expect(try bench.outcome("b.pnm") == nil)
    #expect(try bench.run().summary.read == 1)
  }

  /// Touches a file without end, as a slow copy does.
  private final class Writer: @unchecked Sendable {
    /// Guarded by the lock.
    private var isStopped = false
    private let lock = NSLock()
    private let done = DispatchSemaphore(value: 0)

    init(_ path: String) {
      let thread = Thread { [self] in
        while !lock.withLock({ isStopped }) {
          utimes(path, nil)
          usleep(10_000)
        }
        done.signal()
      }
      thread.start()
    }

    func stop() {
      lock.withLock { isStopped = true }
      done.wait()
    }
  }

  @Test func `a run removes the temporary files of a killed one, also if it does not write the same files`() throws {
    let bench = try Bench()
    try bench.put("a.pnm")
    try bench.run()
    let names = ["out/.hanscan-tmp-0123456789abcdef", "out/d/.hanscan-tmp-0123456789abcdef"]
    for name in names { try bench.scratch.write("half", to: name) }
    let kept = { names.filter { access(bench.scratch.path(of: $0), F_OK) == 0 } }
    // No search in all directories without a reason.
    try bench.run()
    #expect(kept() == names)
    try bench.change("UPDATE runs SET ended = NULL WHERE id = (SELECT max(id) FROM runs)")
    try bench.run()
    #expect(kept().isEmpty)
    #expect(try bench.texts() == ["a.pnm.p0001.txt"])
    // Those elsewhere are not of this store.
    try bench.change("UPDATE runs SET ended = NULL WHERE id = (SELECT max(id) FROM runs)")
    try bench.scratch.write("half", to: "other/.hanscan-tmp-0123456789abcdef")
    try bench.run { $0.output = (ScanPath(bench.scratch.path(of: "other")), [TextExporter()]) }
    #expect(access(bench.scratch.path(of: "other/.hanscan-tmp-0123456789abcdef"), F_OK) == 0)
  }

  private static let mistakes: [@Sendable (inout RunSettings) -> Void] = [
    { $0.settle = .nan }, { $0.settle = .infinity }, { $0.settle = -1 }, { $0.settle = 1e300 },
    { $0.stopGrace = .nan }, { $0.stopGrace = -.infinity },
    { $0.limits.timeout = .nan }, { $0.limits.timeout = .infinity }, { $0.limits.timeout = -5 },
    { $0.limits.timeout = 0 }, { $0.limits.timeout = 1e300 },
    { $0.limits.attempts = 0 }, { $0.limits.pages = -1 }, { $0.limits.answer = 0 }, { $0.limits.fileSize = -1 },
    { $0.workers = 0 }, { $0.workers = .max }, { $0.renewAfter = -1 }, { $0.depth = 0 },
    { $0.failureLimit = .percent(.nan) }, { $0.failureLimit = .count(-1) },
    { $0.lexicon = "[a section that is none]" }, { $0.tags = "star" },
  ]

  @Test(arguments: mistakes.indices)
  func `settings that no run can be held to are wrong usage, and nothing is made`(index: Int) throws {
    let bench = try Bench()
    try bench.put("a.pnm")
    let failure = #expect(throws: RunFailure.self) { try bench.run { Self.mistakes[index](&$0) } }
    #expect(failure?.status == .usage)
    #expect(access(bench.scratch.path(of: "out"), F_OK) != 0)
  }
}
