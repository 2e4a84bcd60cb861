package import PageModel
package import PageWorker
package import PDFPages
import Sandbox
import Support
import Workers

/// The settings for opening a scan, and for the pictures of its pages that workers decode as for reading.
package struct PictureSettings: Sendable {
  package var reader = ReaderSettings()
  package var limits = PageLimits()
  /// Refuses to run without all layers of the workers' sandbox.
  package var requiresSandbox = false
  /// The number of workers, each with a picture at a time.
  package var workers = 1
  /// The program that decodes: `EXECUTABLE worker`.
  package var executable: String
  /// The folder of the programs that read PDF documents.
  package var pdfTools = PDFTools.usualFolder

  package init(executable: String) {
    self.executable = executable
  }
}

extension PictureSettings {
  package var tools: PDFTools { limits.pdfTools(in: pdfTools) }

  /// Pictures after which a worker is renewed, as in a run.
  private static let renewAfter = 200

  /// Workers for pictures; throws `unavailable` if a required layer of their sandbox is missing.
  package func pool(answering kind: WorkerReply.Kind) throws -> PagePool {
    try checkSandbox()
    return try limits.pool(
      of: executable, reading: reader, requiresSandbox: requiresSandbox, count: workers,
      renewAfter: Self.renewAfter, answering: kind)
  }

  package func checkSandbox() throws(RunFailure) {
    if requiresSandbox, let complaint = SandboxLayer.complaint(active: SandboxLayer.available) {
      throw RunFailure(.unavailable, "\(complaint)")
    }
  }
}
