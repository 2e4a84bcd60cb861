package import Containers
package import Documents
package import PageModel
package import PageWorker
package import PDFPages
import Sandbox
import Support
import Workers

/// The settings for opening scans, and for the workers that decode and read their pages.
package struct PictureSettings: Sendable {
  package var reader = ReaderSettings()
  package var limits = PageLimits()
  /// Refuses to run without all layers of the workers' sandbox.
  package var requiresSandbox = false
  /// The number of workers, each with a picture at a time.
  package var workers = 1
  /// The program that decodes and reads: `EXECUTABLE worker`.
  package var executable: String
  /// The folder of the programs that read PDF documents.
  package var pdfTools = PDFTools.usualFolder

  /// Pages after which a worker is renewed, unless a run says otherwise.
  package static let pagesOfWorker = 200

  package init(executable: String) {
    self.executable = executable
  }

  package var documentLimits: DocumentLimits { limits.documents(maximumPixels: reader.maximumPixels) }

  /// The programs that read PDF documents, held to the limits of a page.
  package var tools: PDFTools { PDFTools(folder: pdfTools, memory: limits.memory, time: limits.deadline) }

  /// The program that unpacks archives and mails, held to the limits of a page.
  package var containerTool: ContainerTool {
    ContainerTool(beside: executable, pdfTools: tools)
  }

  /// Workers with these settings, none of which is started before the first job.
  ///
  /// Throws `unavailable` if a required layer of their sandbox is missing.
  ///
  /// - Parameter renewAfter: Pages after which a worker is renewed.
  package func pool(answering kind: WorkerReply.Kind, renewAfter: Int = pagesOfWorker) throws -> PagePool {
    try checkSandbox()
    var own = WorkerLimits(count: workers)
    // One thread can't use more than the elapsed time; this kills a worker that nobody watches any more.
    own.cpuSeconds = UInt64(max(0, (limits.deadline + .milliseconds(999)).components.seconds)) + 5
    own.addressSpace = limits.memory
    (own.renewAfter, own.maximumFrame) = (renewAfter, limits.answer)
    // The engine reads the user's words from a file in memory, the only file that a worker writes.
    let words = reader.customWords.reduce(0) { $0 + UInt64($1.utf8.count) + 1 }
    let confinement = WorkerConfinement(addressSpace: limits.memory, fileSize: words)
    return WorkerPool(
      command: WorkerCommand(executable: executable, arguments: ["worker"] + confinement.arguments), limits: own,
      conversation: try PageConversation.conversation(
        settings: reader, requiresSandbox: requiresSandbox, worker: executable, answering: kind))
  }

  package func checkSandbox() throws(RunFailure) {
    if requiresSandbox, let complaint = SandboxLayer.complaint(active: SandboxLayer.available) {
      throw RunFailure(.unavailable, "\(complaint)")
    }
  }
}
