import RunSupport
import Views
import Documents
import PageModel
import TestSupport
import Testing

/// An inspection whose worker is lost or lies.
@Suite(.serialized) struct InspectorTests {
  private func inspect(_ order: String) throws -> PageInspector.Outcome {
    let scratch = try ScratchFolder()
    try scratch.writePage(order, to: "page.pnm")
    var inspector = PageInspector(
      file: ScanPath(scratch.path(of: "page.pnm")), executable: BuiltProgram.fixtureWorker)
    inspector.pictures.reader.languages = ["eng"]
    inspector.pictures.limits.timeout = order == "hang" ? 2 : 60
    return try withExtendedLifetime(scratch) { try inspector.run { _ in } }
  }

  @Test func `an honest worker's answer is passed on`() throws {
    let (inspection, facts) = try inspect("").get()
    #expect(inspection.overview.width == 40)
    #expect(facts.page == 0 && facts.pageCount == 1 && facts.reader.models.map(\.name) == ["eng"])
  }

  @Test(arguments: [
    ("crash 11", PageProblem.Code.crashed), ("hang", .stalled), ("exit 3", .exited), ("no-json", .garbled),
    ("wrong-id", .garbled), ("nothing", .garbled), ("reading", .garbled), ("both", .garbled), ("damaged", .damaged),
    ("announce 900000000", .flooded), ("touch", .changed),
    ("impossible picture", .garbled), ("impossible side", .garbled), ("impossible share", .garbled),
    ("impossible word", .garbled), ("impossible network", .garbled), ("impossible text", .garbled),
    ("impossible page", .garbled), ("impossible many", .garbled),
  ])
  func `a worker that is lost or lies is the page's problem`(order: String, code: PageProblem.Code) throws {
    guard case .failure(let error) = try inspect(order) else { return #expect(Bool(false)) }
    #expect(error.problem.code == code, "\(error)")
  }

  @Test(arguments: [Double.nan, .infinity, -1, 0, 1e300])
  func `a time that is none is wrong usage`(timeout: Double) throws {
    let scratch = try ScratchFolder()
    try scratch.writePage("", to: "a.pnm")
    var inspector = PageInspector(
      file: ScanPath(scratch.path(of: "a.pnm")), executable: BuiltProgram.fixtureWorker)
    inspector.pictures.limits.timeout = timeout
    let failure = #expect(throws: RunFailure.self) { try inspector.run { _ in } }
    #expect(failure?.status == .usage)
  }
}
