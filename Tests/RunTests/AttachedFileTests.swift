import Foundation
import Glibc
import PageModel
import ResultStore
import Run
import RunSupport
import TestSupport
import Testing

/// Runs over PDF documents with an attached picture, which the real pdfinfo and qpdf look into.
@Suite struct `A file attached to a PDF document` {
  private let bench: Bench
  private let tools: String

  init() throws {
    bench = try Bench()
    tools = try bench.scratch.putPDFTools()
  }

  private func put(_ name: String, _ pages: [String]) throws {
    let picture = Array("P5\n# *\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600)
    let document = PDFSample.document(pages.map { .text($0) }, attached: [("note.pnm", picture)])
    try bench.scratch.write(document, to: "in/" + name)
  }

  @discardableResult
  private func run(workers: Int = 1, exclude: [String] = []) throws -> RunSummary {
    try bench.run {
      $0.pdfTools = tools
      $0.workers = workers
      $0.exclude = exclude
    }.summary
  }

  private func state(_ name: String, _ index: Int = 0) throws -> PageState? { try bench.outcome(name, index)?.state }

  /// A run whose store fails as soon as it would record a new document at this path.
  private func runThatStops(at path: String, workers: Int = 1) throws {
    try bench.change(
      """
      CREATE TRIGGER stop BEFORE INSERT ON documents WHEN new.path = CAST('\(path)' AS BLOB)
      BEGIN SELECT RAISE(ABORT, 'the run stops here'); END
      """)
    #expect(throws: RunFailure.self) { try run(workers: workers) }
    try bench.change("DROP TRIGGER stop")
    #expect(try bench.open().document(ScanPath(path)) == nil)
  }

  @Test(arguments: [1, 3])
  func `is found by the run after one that stopped before it, in a copy of a known document`(pages: Int) throws {
    let texts = (1...pages).map { "page \($0)" }
    try put("a.pdf", texts)
    #expect(try run().pages == [.recognised: pages + 1])
    try put("b.pdf", texts)
    try runThatStops(at: "b.pdf/note.pnm")
    #expect(try bench.open().document(ScanPath("b.pdf")) != nil)
    #expect(try run().pages == [.duplicate: pages + 1])
    #expect(try state("b.pdf/note.pnm") == .duplicate)
    #expect(try run().pages.isEmpty)
  }

  @Test func `is found by the run after one that stopped before it, in a copy of a document that was being read`()
    throws
  {
    try bench.put("z.pnm")
    try run()
    let texts = ["\npdftoppm 1 hangs \n"]
    try put("a.pdf", texts)
    try put("b.pdf", texts)
    try runThatStops(at: "b.pdf/note.pnm", workers: 2)
    #expect(try state("a.pdf") == nil && state("a.pdf/note.pnm") == .recognised)
    // The real programs draw the page.
    try bench.run { $0.workers = 1 }
    #expect(try ["a.pdf", "a.pdf/note.pnm"].map { try state($0) } == [.recognised, .recognised])
    #expect(try ["b.pdf", "b.pdf/note.pnm"].map { try state($0) } == [.duplicate, .duplicate])
  }

  @Test func `is there again with its document, and without the pattern that left it out`() throws {
    func isMissing() throws -> Bool? { try bench.open().document(ScanPath("a.pdf/note.pnm"))?.isMissing }
    try put("a.pdf", ["page 1"])
    try bench.put("z.pnm")
    #expect(try run(exclude: ["note.*"]).read == 2)
    #expect(try isMissing() == nil)
    #expect(try run().read == 1)
    let (file, aside) = (bench.scratch.path(of: "in/a.pdf"), bench.scratch.path(of: "a.pdf"))
    #expect(rename(file, aside) == 0)
    #expect(try run().read == 0)
    #expect(try isMissing() == true)
    #expect(rename(aside, file) == 0)
    #expect(try run().read == 0)
    #expect(try isMissing() == false)
  }

  @Test func `leaves its document present if a pattern leaves it out and a copy of the document comes alone`() throws {
    try put("x/a.pdf", ["page 1"])
    try run(exclude: ["note.*"])
    try put("y/b.pdf", ["page 1"])
    try bench.run {
      $0.inputs = [ScanPath(bench.scratch.path(of: "in/y"))]
      $0.base = ScanPath(bench.scratch.path(of: "in"))
      $0.pdfTools = tools
      $0.exclude = ["note.*"]
    }
    #expect(try ["x/a.pdf", "y/b.pdf"].map { try bench.open().document(ScanPath($0))?.isMissing } == [false, false])
  }
}
