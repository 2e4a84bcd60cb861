import Export
import Glibc
import Ingest
import PageModel
import ResultStore
import Run
import RunSupport
import StoreFiles
import TestSupport
import Testing

/// Scans that a run would have met, and did not, are missing; no others are.
@Suite struct MissingScanTests {
  private let bench: Bench

  init() throws { bench = try Bench() }

  private func put(_ names: String...) throws {
    for name in names { try bench.put(name) }
  }

  private func remove(_ names: String...) {
    for name in names { #expect(unlink(bench.scratch.path(of: "in/\(name)")) == 0) }
  }

  /// Whether each scan is marked missing; nil if the store does not know it.
  private func isMissing(_ name: String) throws -> Bool? { try bench.open().document(ScanPath(name))?.isMissing }

  /// The scans that are marked missing.
  private func missing() throws -> [String] {
    var names: [String] = []
    try bench.open().forEachDocument { document in
      if document.isMissing { names.append(document.entry.path.description) }
    }
    return names
  }

  @discardableResult
  private func run(
    _ inputs: [String] = [], include: [String] = [], exclude: [String] = [], shard: Shard? = nil
  ) throws -> RunSummary {
    try bench.run {
      if !inputs.isEmpty { $0.inputs = inputs.map { ScanPath(bench.scratch.path(of: "in/\($0)")) } }
      $0.base = ScanPath(bench.scratch.path(of: "in"))
      ($0.include, $0.exclude, $0.shard) = (include, exclude, shard)
    }.summary
  }

  @Test func `A run with patterns marks scans missing that it would have met, and no others`() throws {
    try put("a.png", "b.png", "c.jpg", "old/a.png", "old/b.png")
    try run()
    remove("a.png", "c.jpg", "old/a.png")
    #expect(try run(exclude: ["old", "*.jpg"]).missing == 1)
    #expect(try missing() == ["a.png"])
    #expect(try run(include: ["*.jpg"]).missing == 1)
    #expect(try missing() == ["a.png", "c.jpg"])
    #expect(try run(include: ["old"], exclude: ["b.*"]).missing == 1)
    #expect(try missing() == ["a.png", "c.jpg", "old/a.png"])
  }

  @Test func `A copy stands for its original that was deleted, in runs with patterns as well`() throws {
    try put("a.png", "b.png")
    try bench.scratch.write(try bench.scratch.read("in/a.png"), to: "in/z.png")
    try run(exclude: ["*.tmp"])
    #expect(try bench.outcome("z.png")?.state == .duplicate)
    remove("a.png")
    try run(exclude: ["*.tmp"])
    #expect(try bench.outcome("z.png")?.state == .recognised && isMissing("a.png") == nil)
  }

  @Test func `Members of an archive are missing if a run would have taken the archive`() throws {
    try put("b.pnm")
    let archive = ContainerSample.zip([.init("a.pnm", try bench.scratch.read("in/b.pnm") + [10])])
    try bench.scratch.write(archive, to: "in/z.zip")
    try run()
    // Its name fits, but the archive's does not.
    try run(include: ["*.pnm"])
    #expect(try missing() == [])
    remove("z.zip")
    try run(include: ["*.pnm"])
    try run(exclude: ["z.zip"])
    #expect(try missing() == [])
    // A member that a pattern leaves out.
    try run(exclude: ["a.*"])
    #expect(try isMissing("z.zip/a.pnm") == false)
    try run(include: ["*.zip", "b.*"])
    #expect(try isMissing("z.zip/a.pnm") == true)
  }

  @Test func `A glob marks scans missing that it would match, and a single file none`() throws {
    try put("d1/a.png", "d2/a.png", "d2/b.png", "e/a.png", "e/b.png", "a.png")
    try run()
    remove("d1/a.png", "d2/a.png", "e/a.png")
    #expect(try run(["e/b.png", "a.png"]).missing == 0)
    #expect(try run(["d*"]).missing == 2)
    #expect(try missing() == ["d1/a.png", "d2/a.png"])
    #expect(try run(["*/b.png"]).missing == 0)
    #expect(try run(["*/*.png"]).missing == 1)
  }

  @Test func `A run over a part of the scans marks none of another part missing`() throws {
    let names = (1...12).map { "\($0).png" }
    for name in names { try put(name) }
    try run()
    let (first, second) = (try #require(Shard(1, of: 2)), try #require(Shard(2, of: 2)))
    let parts = [first, second].map { shard in names.filter { shard.holds(ScanPath($0)) } }
    try #require(parts.allSatisfy { $0.count > 1 })
    remove(parts[0][0], parts[1][0])
    #expect(try run(shard: first).missing == 1)
    #expect(try missing() == [parts[0][0]])
    // The input is not empty if all scans of a part are gone.
    for name in parts[0].dropFirst() { remove(name) }
    let summary = try run(shard: first)
    #expect(summary.missing == parts[0].count - 1 && summary.complaint == nil)
    #expect(try isMissing(parts[1][0]) == false)
  }

  @Test func `A directory that was refused is no failure any more when it is gone`() throws {
    try put("a.png", "b.png")
    try bench.scratch.write("", to: "in/deep/deeper/.keep")
    try bench.run { ($0.depth, $0.include) = (1, ["*.png"]) }
    #expect(try bench.outcome("deep")?.state == .failed)
    try bench.run { $0.include = ["*.png"] }
    #expect(try isMissing("deep") == nil)
  }

  @Test(arguments: [[], ["*.tmp"]])
  func `An input that held scans and is empty now is complained of, and none is marked missing`(
    exclude: [String]
  ) throws {
    try put("a.png", "b.png")
    try run(exclude: exclude)
    remove("a.png", "b.png")
    let summary = try run(exclude: exclude)
    #expect(summary.exitStatus(strict: false) == .inputMissing && summary.missing == 0)
    #expect(summary.complaint?.description.hasPrefix("the input held files before and is empty now") == true)
    #expect(try missing() == [])
    // Once it holds a scan again, the others are missing.
    try put("b.png")
    #expect(try run(exclude: exclude).complaint == nil)
    #expect(try missing() == ["a.png"])
  }

  @Test func `Scans are missing from an input that holds nothing but excluded files`() throws {
    try put("a.png", "b.tmp")
    try run(exclude: ["*.tmp"])
    remove("a.png")
    let summary = try run(exclude: ["*.tmp"])
    #expect(summary.complaint == nil && summary.missing == 1)
    #expect(try missing() == ["a.png"])
  }

  @Test func `The work for other inputs is done if one is empty`() throws {
    try put("s1/a.png", "s2/b.png", "s2/c.png")
    func run() throws -> RunSummary {
      try bench.run {
        $0.inputs = ["s1", "s2"].map { ScanPath(bench.scratch.path(of: "in/\($0)")) }
        $0.output?.formats = [TextExporter(), CSVExporter()]
      }.summary
    }
    #expect(try run().exitStatus(strict: false) == .success)
    remove("s1/a.png", "s2/b.png")
    try bench.put(
      "s2/d.png",
      """
      says BLUE HERON BOOKS|12 Harbour Street|Date: 2024-05-06 10:21|Notebook 4.50|Pencil set 7.25|Subtotal 11.75|\
      Tax 1.00|TOTAL 12.75|VISA 12.75
      """)
    let summary = try run()
    #expect(summary.exitStatus(strict: false) == .inputMissing && summary.missing == 1 && summary.read == 1)
    #expect(summary.complaint?.description.hasPrefix("the input s1 held files before") == true)
    #expect(try missing() == ["s2/b.png"])
    let table = String(decoding: try bench.scratch.read("out/hanscan.receipts.csv"), as: UTF8.self)
    #expect(table.contains("BLUE HERON BOOKS"), "\(table)")
    let out = ScanPath(bench.scratch.path(of: "out"))
    #expect(try StoreCheck.run(bench.store, directory: out, repairs: false).findings.isEmpty)
    #expect(try bench.open().lastRun()?.exitStatus == 66)
  }

  @Test func `An empty input that lies in another one is not marked missing by that`() throws {
    try put("a.png", "b.png", "s/c.png")
    try run([".", "s"])
    remove("b.png", "s/c.png")
    let summary = try run([".", "s"])
    #expect(summary.exitStatus(strict: false) == .inputMissing)
    #expect(try missing() == ["b.png"])
  }
}
