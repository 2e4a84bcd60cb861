public import PageModel
package import PageWorker
import PDFPages
import Sandbox
import Workers

/// How pictures are decoded that a file can't take over as they are: by workers, as those that are read.
public struct PictureSettings: Sendable {
  public var reader = ReaderSettings()
  public var limits = PageLimits()
  /// Refuses where a layer of the workers' sandbox is missing.
  public var requiresSandbox = false
  /// Workers, each with a picture at a time.
  public var workers = 1
  /// The program that decodes: `EXECUTABLE worker`.
  public var executable: String
  /// Where the programs lie that PDF documents are read with.
  public var pdfTools = PDFTools.usualFolder

  public init(executable: String) {
    self.executable = executable
  }
}

extension PictureSettings {
  /// Pictures after which the worker is renewed, as in a run.
  private static let renewAfter = 200

  /// Workers for pictures; throws `unavailable` where a layer of their sandbox is missing and must not be.
  package func pool(answering kind: WorkerReply.Kind) throws -> PagePool {
    if requiresSandbox, let complaint = SandboxLayer.complaint(active: SandboxLayer.available) {
      throw RunFailure(.unavailable, complaint)
    }
    return try limits.pool(
      of: executable, reading: reader, requiresSandbox: requiresSandbox, count: workers,
      renewAfter: Self.renewAfter, answering: kind)
  }
}

/// Why a document, or the picture of one of its pages, can't be had.
package struct DocumentProblem: Error {
  package let problem: PageProblem

  package init(_ problem: PageProblem) {
    self.problem = problem
  }
}
