import RunSupport
import Run
import Foundation
import Glibc
import PageModel
import ResultStore
import TestSupport
import Testing

/// Runs over documents whose pages are drawn by programs that misbehave where the document says so.
@Suite struct `A PDF document in a run` {
  private func bench(_ orders: String = "") throws -> (bench: Bench, tools: String) {
    let bench = try Bench()
    try bench.scratch.write("%PDF-1.7\n\(orders) \n", to: "in/a.pdf")
    for name in ["pdfinfo", "pdfimages", "pdftotext", "pdftoppm"] {
      try bench.scratch.write("", to: "tools/.keep")
      try FileManager.default.copyItem(
        atPath: BuiltProgram.path("hanscan-fixture-tool"), toPath: bench.scratch.path(of: "tools/\(name)"))
    }
    return (bench, bench.scratch.path(of: "tools"))
  }

  /// How its three pages finished.
  private func outcomes(_ orders: String, timeout: Double = 30) throws -> [PageOutcome?] {
    let (bench, tools) = try bench(orders)
    try bench.put("b.pnm")
    try bench.run {
      $0.pdfTools = tools
      $0.limits.timeout = timeout
    }
    #expect(try bench.outcome("b.pnm")?.state == .recognised)
    #expect(try Self.processes(of: tools).isEmpty)
    return try (0..<3).map { try bench.outcome("a.pdf", $0) }
  }

  private static func processes(of tools: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { name in
      let words = Int(name) == nil ? nil : FileManager.default.contents(atPath: "/proc/\(name)/cmdline")
      return words.map { String(decoding: $0, as: UTF8.self).hasPrefix(tools) } ?? false
    }
  }

  private func code(_ outcome: PageOutcome?) -> PageProblem.Code? {
    guard case .failed(let attempts)? = outcome, attempts.count == 1 else { return nil }
    return attempts[0].problem.code
  }

  @Test func `has its pages read, each by itself, and no second time`() throws {
    let (bench, tools) = try bench()
    #expect(try bench.run { $0.pdfTools = tools }.summary.pages == [.recognised: 3])
    #expect(try bench.run { $0.pdfTools = tools }.summary.unchanged == 1)
    // The same bytes under another name are known.
    try bench.scratch.write("%PDF-1.7\n \n", to: "in/b.pdf")
    #expect(try bench.run { $0.pdfTools = tools }.summary.pages == [.duplicate: 3])
    #expect(try bench.outcome("b.pdf", 2) == .duplicate(of: PageReference(path: ScanPath("a.pdf"), index: 2)))
  }

  @Test(arguments: [
    ("pdftoppm 2 crashes", PageProblem.Code.crashed), ("pdftoppm 2 floods", .flooded),
    ("pdftoppm 2 complains Syntax Error: no such page", .damaged), ("pdftoppm 2 nothing", .damaged),
  ])
  func `loses the page over which a program fails, once, and no other`(order: String, code: PageProblem.Code) throws {
    let outcomes = try outcomes(order)
    #expect(outcomes.map { $0?.state } == [.recognised, .failed, .recognised])
    #expect(self.code(outcomes[1]) == code)
  }

  @Test func `loses the page over which a program hangs`() throws {
    let outcomes = try outcomes("pdftoppm 2 hangs", timeout: 10)
    #expect(outcomes.map { $0?.state } == [.recognised, .failed, .recognised])
    #expect(code(outcomes[1]) == .stalled)
  }

  @Test func `has one time limit for all programs that read a page`() throws {
    let start = ContinuousClock.now
    let all = try outcomes("pdfimages 2 hangs\npdftotext 2 hangs\npdftoppm 2 hangs", timeout: 12)
    #expect(code(all[1]) == .stalled)
    // 36 seconds, if each had the whole limit.
    #expect(ContinuousClock.now - start < .seconds(35))
    let drawn = try outcomes("pdfimages 2 hangs\npdftotext 2 hangs", timeout: 16)
    #expect(drawn.allSatisfy { $0?.state == .recognised })
  }

  @Test(arguments: ["pdfimages 2 crashes", "pdftotext 2 floods", "pdfimages 2 complains what"])
  func `is drawn without what is only known of a page`(order: String) throws {
    #expect(try outcomes(order).allSatisfy { $0?.state == .recognised })
  }

  @Test(arguments: [("pdfinfo 1 crashes", PageProblem.Code.crashed), ("pdfinfo 1 floods", .flooded)])
  func `loses the page that keeps the pages from being counted, and no other`(
    order: String, code: PageProblem.Code
  ) throws {
    let outcomes = try outcomes(order)
    #expect(outcomes.map { $0?.state } == [.failed, .recognised, .recognised])
    #expect(self.code(outcomes[0]) == code)
  }

  @Test func `loses the page whose size nobody can tell`() throws {
    let orders = "pdfinfo 1 crashes\npdfinfo 2 complains Syntax Error: no such page\npdfinfo 3 hangs"
    let outcomes = try outcomes(orders, timeout: 10)
    #expect(outcomes.map { $0?.state } == [.failed, .failed, .failed])
    #expect(outcomes.map(code) == [.crashed, .damaged, .stalled])
  }

  @Test(arguments: [
    // Both where it is asked for all pages and where it is asked for none.
    ("pdfinfo 1 crashes\npdfinfo  crashes", PageProblem.Code.crashed),
    ("pdfinfo 1 floods\npdfinfo  nothing", .flooded), ("pdfinfo 1 nothing", .damaged),
    ("pdfinfo 1 complains Command Line Error: Incorrect password", .encrypted),
    // Its bytes do not end as those of a document do.
    ("pdfinfo 1 complains Syntax Error: Couldn't read xref table", .truncated),
  ])
  func `that can't be counted is one failed page`(order: String, code: PageProblem.Code) throws {
    let outcomes = try outcomes(order)
    #expect(self.code(outcomes[0]) == code)
    #expect(outcomes.count { $0 != nil } == 1)
  }

  @Test func `is unsupported where the programs are missing, and read once they are there`() throws {
    let (bench, tools) = try bench()
    let summary = try bench.run { $0.pdfTools = bench.scratch.path(of: "nowhere") }.summary
    #expect(summary.pages == [.unsupported: 1] && summary.exitStatus(strict: false) == .success)
    guard case .unsupported(let problem)? = try bench.outcome("a.pdf") else { return #expect(Bool(false)) }
    #expect(problem.message.contains("apt install poppler-utils"))
    #expect(try bench.run { $0.pdfTools = tools }.summary.pages == [.recognised: 3])
  }

  @Test func `leaves no process behind when the run is told to stop`() throws {
    let (bench, tools) = try bench("pdftoppm 1 hangs")
    let signals = try BatchRunTests.HostSignals()
    bench.whenReading = {
      signals.send(UInt8(SIGTERM))
      signals.send(UInt8(SIGTERM))
    }
    let (summary, _) = try bench.run(signals: signals) { $0.pdfTools = tools }
    #expect(summary.signal == SIGTERM)
    #expect(try Self.processes(of: tools).isEmpty)
  }
}
