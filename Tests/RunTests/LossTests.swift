import Run
import RunSupport
import PageModel
import TestSupport
import Testing

@testable import ResultStore

/// Workers that are lost over a page: it costs the page, and nothing else.
@Suite struct LossTests {
  static let losses: [(order: String, code: PageProblem.Code)] = [
    ("crash 11", .crashed), ("crash 6", .crashed), ("crash 8", .crashed), ("dereference-null", .crashed),
    ("hang", .stalled), ("hang stubbornly", .stalled), ("spin", .timedOut), ("flood-output", .garbled),
    ("announce 900000000", .flooded), ("exit 0", .exited), ("exit 3", .exited), ("emit-garbage hello", .garbled),
    ("close-output", .garbled), ("wrong-id", .garbled), ("no-json", .garbled), ("nothing", .garbled),
    ("impossible text", .garbled), ("impossible confidence", .garbled), ("impossible signals", .garbled),
    ("impossible size", .garbled),
    ("both", .garbled),
  ]

  @Test(arguments: losses.indices)
  func `a page over which its workers are lost fails with the reason of each attempt, and its neighbours are read`(
    index: Int
  ) throws {
    let (order, code) = Self.losses[index]
    let bench = try Bench()
    for name in ["a.pnm", "b.pnm", "d.pnm", "e.pnm"] { try bench.put(name) }
    try bench.put("c.pnm", order)
    // Long enough for the neighbours on a busy machine, too.
    let (summary, events) = try bench.run { $0.limits.timeout = [.timedOut, .stalled].contains(code) ? 5 : 60 }
    #expect(summary.count(.recognised) == 4)
    #expect(summary.count(.failed) == 1)
    #expect(summary.exitStatus(strict: false) == .pagesFailed)
    #expect(try bench.codes("c.pnm") == [code, code, code])
    #expect(events.retries.map(\.number) == [1, 2])
    #expect(events.last.finished == 5)
    #expect(try bench.open().page(ScanPath("c.pnm"), 0)?.isQuarantined == true)
    #expect(try bench.leftovers().isEmpty)
    // It is left alone from then on, until it is asked for.
    #expect(try bench.run().summary.failedEarlier == 1)
    let again = try bench.run {
      $0.retriesFailed = true
      $0.limits.attempts = 1
      $0.limits.timeout = [.timedOut, .stalled].contains(code) ? 3 : 60
    }
    #expect(again.summary.read == 1)
    #expect(try bench.codes("c.pnm") == [code])
  }

  @Test func `the last attempt has a halved picture, and what it reads counts`() throws {
    let bench = try Bench()
    try bench.put("large.pnm", "unless-halved crash 11")
    let (summary, events) = try bench.run()
    #expect(summary.count(.recognised) == 1)
    #expect(events.retries.count == 2)
    let page = try #require(try bench.open().page(ScanPath("large.pnm"), 0))
    guard case .recognised(let reading) = page.record.outcome else { return #expect(Bool(false)) }
    #expect(reading.text == "page 0 of pnm at 2")
    #expect(page.earlierAttempts.map(\.problem.code) == [.crashed, .crashed])
    // A single attempt is no last of several: the picture is read as it is.
    try bench.put("other.pnm")
    try bench.run { $0.limits.attempts = 1 }
    guard case .recognised(let other)? = try bench.outcome("other.pnm") else { return #expect(Bool(false)) }
    #expect(other.text == "page 0 of pnm at 1")
  }

  @Test func `pages of one document fail on their own`() throws {
    let bench = try Bench()
    try bench.putPages(9, "many.tif", [2: "crash 11", 5: "hang", 7: "damaged"])
    let (summary, events) = try bench.run {
      $0.limits.timeout = 5
      $0.workers = 4
    }
    #expect(summary.count(.recognised) == 6)
    #expect(summary.count(.failed) == 3)
    #expect(try bench.codes("many.tif", 2) == [.crashed, .crashed, .crashed])
    #expect(try bench.codes("many.tif", 5) == [.stalled, .stalled, .stalled])
    // What is wrong with the bytes stays wrong: no second attempt, no quarantine.
    #expect(try bench.codes("many.tif", 7) == [.damaged])
    #expect(try bench.open().page(ScanPath("many.tif"), 7)?.isQuarantined == false)
    #expect(events.retries.count == 4)
    for index in [0, 1, 3, 4, 6, 8] {
      guard case .recognised(let page)? = try bench.outcome("many.tif", index) else { return #expect(Bool(false)) }
      #expect(page.text == "page \(index) of tiff at 1")
    }
    #expect(try bench.leftovers().isEmpty)
  }

  @Test func `what a C library prints, and messages without number, are no answer and no harm`() throws {
    let bench = try Bench()
    try bench.put("a.pnm", "flood-messages 40000000")
    try bench.put("b.pnm")
    let (summary, _) = try bench.run { $0.limits.attempts = 1 }
    #expect(summary.count(.recognised) == 1)
    #expect(try bench.codes("a.pnm") == [.flooded])
  }

  @Test func `an answer beyond its limit names the option`() throws {
    let bench = try Bench()
    try bench.put("a.pnm", "answer-long 3000000")
    try bench.put("b.pnm", "allocate-by-new 4000")
    try bench.run {
      $0.limits.attempts = 1
      $0.limits.answer = 1 << 20
    }
    #expect(try bench.codes("a.pnm") == [.flooded])
    #expect(try bench.codes("b.pnm") == [.outOfMemory])
    for (name, option) in [("a.pnm", "--page-answer"), ("b.pnm", "--page-memory")] {
      guard case .failed(let attempts)? = try bench.outcome(name) else { return #expect(Bool(false)) }
      #expect(attempts.last?.problem.message.contains(option) == true, "\(attempts)")
    }
  }

  @Test func `many bad pages in a row keep no good page from being read`() throws {
    let bench = try Bench()
    for number in 0..<40 {
      try bench.put("\(number).pnm", number % 3 == 0 ? ["crash 11", "exit 1", "no-json"][number % 9 / 3] : "")
    }
    let (summary, _) = try bench.run {
      $0.limits.attempts = 2
      $0.workers = 3
      $0.renewAfter = 3
    }
    #expect(summary.count(.failed) == 14)
    #expect(summary.count(.recognised) == 26)
    #expect(try bench.leftovers().isEmpty)
  }

  @Test func `workers that can't start stop the run as unavailable, and nothing is recorded of the pages`() throws {
    let bench = try Bench()
    try bench.put("a.pnm")
    let failure = #expect(throws: RunFailure.self) { try bench.run { $0.executable = "/nonexistent/hanscan" } }
    #expect(failure?.status == .unavailable)
    #expect(try bench.outcome("a.pnm") == nil)
    let status = try bench.open().connection.first("SELECT exit_status FROM runs ORDER BY id DESC") { $0.integer(0) }
    #expect(status == 69)
    let noWorker = #expect(throws: RunFailure.self) { try bench.run { $0.executable = "/bin/false" } }
    #expect(noWorker?.status == .unavailable)
    #expect(try bench.run().summary.count(.recognised) == 1)
  }

  @Test func `a copy of a page that is being read is not read, and what needs no worker starts none`() throws {
    let bench = try Bench()
    try bench.put("a.pnm")
    for name in ["b.pnm", "c.pnm"] { try bench.scratch.write(try bench.scratch.read("in/a.pnm"), to: "in/" + name) }
    let (summary, _) = try bench.run()
    #expect(summary.read == 1)
    #expect(summary.count(.duplicate) == 2)
    #expect(try bench.scratch.read("out/c.pnm.p0001.txt") == bench.scratch.read("out/a.pnm.p0001.txt"))
    #expect(try bench.run().events.workers == nil)
  }

  @Test func `after pages in work, thousands of files that need no worker are gone through to the end`() throws {
    let bench = try Bench()
    for number in 0..<3000 { try bench.scratch.write("words \(number)", to: "in/z\(number).txt") }
    try bench.run { $0.output?.formats = [] }
    for name in ["a.pnm", "b.pnm"] { try bench.put(name) }
    let (summary, _) = try bench.run { $0.output?.formats = [] }
    #expect(summary.unchanged == 3000)
    #expect(summary.read == 2)
  }

  @Test(arguments: [PageProblem.Code.unreadable, .stalled, .engine, .changed])
  func `a page that failed by something passing is read by the next run, and no other page`(
    code: PageProblem.Code
  ) throws {
    let bench = try Bench()
    try bench.putPages(4, "many.tif", [:])
    try bench.put("b.pnm")
    try bench.run()
    try bench.fail("many.tif", 2, [code])
    try bench.fail("b.pnm", 0, [.crashed])
    let (summary, _) = try bench.run()
    #expect(summary.read == 1)
    #expect(summary.failedEarlier == 1)
    #expect(try bench.outcome("many.tif", 2)?.state == .recognised)
    #expect(try bench.codes("b.pnm") == [.crashed])
    #expect(try bench.run().summary.read == 0)
  }
}

extension Bench {
  /// Makes a page that was read one that failed so.
  fileprivate func fail(_ name: String, _ index: Int, _ codes: [PageProblem.Code]) throws {
    let store = try ResultStore(store, mode: .readWrite(creating: false))
    let page = try #require(try store.page(ScanPath(name), index))
    let run = try store.begin(version: "test", reader: nil, started: "2026-01-01T00:00:00Z")
    let attempts = codes.enumerated().map { Attempt(number: $0.offset + 1, problem: PageProblem($0.element, "so")) }
    try store.record(
      PageEntry(document: page.id.document, index: index, reader: page.record.reader, outcome: .failed(attempts)),
      in: run)
  }
}
