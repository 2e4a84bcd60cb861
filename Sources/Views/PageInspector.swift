package import Documents
package import RunSupport
package import PageModel
import PageWorker
import Recognition
import Sandbox
import Support
import Understanding
import Workers

/// Has one page read by a worker as a run would, and gives everything that shows how.
///
/// The picture is decoded, read and drawn on in the worker, behind its sandbox; here its answer is only passed on.
package struct PageInspector {
  /// An error if the file or the page could not be read.
  package typealias Outcome = Result<(inspection: PageInspection, facts: InspectionFacts), DocumentError>

  package var file: ScanPath
  /// The page's index in its document, from 0.
  package var page = 0
  /// The settings by which its picture is made and read.
  package var pictures: PictureSettings
  /// Whether each line's picture is wanted, too.
  package var takesLines = false
  /// The digest that the file must have; nil for any.
  package var content: ContentDigest?

  /// - Parameter executable: The program that reads pages: `EXECUTABLE worker`.
  package init(file: ScanPath, executable: String) {
    (self.file, pictures) = (file, PictureSettings(executable: executable))
  }

  /// - Parameter warn: Told what a run would warn of.
  package func run(warn: (String) -> Void) throws(RunFailure) -> Outcome {
    try RunFailure.catching {
      do { return try inspect(warn) } catch let error as DocumentError { return .failure(error) }
    }
  }

  private func inspect(_ warn: (String) -> Void) throws -> Outcome {
    let reader = pictures.reader
    try pictures.limits.check()
    guard page >= 0 else { throw RunFailure(.usage, "there is no page \(page)") }
    try pictures.checkSandbox()
    let catalogue = ModelCatalogue(settings: reader, environment: ProgramFacts.environment)
    let resolved = try catalogue.resolve(reader)
    let session = try SingleScan.open(file, limits: pictures.documentLimits, pictures).get()
    try SingleScan.count(session, pictures)
    if let content, try session.digest() != content {
      throw DocumentError(PageProblem(.changed, "the scan has changed since it was read; run again"))
    }
    guard session.page(at: page) != nil else {
      let count = Message(session.pageCount, "page")
      throw RunFailure(.usage, "\(session.file.relative) has \(count); there is no page \(page + 1)")
    }
    resolved.warnings.forEach(warn)
    let picture = try SingleScan.picture(of: session, page, pictures)
    let request = PageRequest(
      id: 1, kind: picture.format, index: page, offset: picture.offset, reduction: 1,
      takesLines: takesLines ? true : nil)
    let inspection = try ask(request, descriptor: picture.descriptor, warn)
    if let problem = session.change() { throw DocumentError(problem) }
    let facts = InspectionFacts(
      path: file, page: page, pageCount: session.pageCount, reader: ReaderRecord(resolved),
      preparationLevel: reader.preparation)
    return .success((reader.showsIdentityNumbers == true ? inspection : inspection.withoutIdentityNumbers, facts))
  }

  private func ask(_ request: PageRequest, descriptor: CInt, _ warn: (String) -> Void) throws -> PageInspection {
    let pool = try pictures.pool(answering: .inspection)
    defer { pool.shutdown(grace: .seconds(2)) }
    try pool.submit(request, as: .inspect, deadline: pictures.limits.deadline, descriptor: descriptor)
    while true {
      for event in pool.wait() {
        if case .ready(let reply) = event, let complaint = SandboxLayer.complaint(active: reply.layers ?? []) {
          warn(complaint)
        }
        if let answer = try event.answer(\.inspection, memory: pictures.limits.memory) { return try answer.reply.get() }
      }
    }
  }
}
