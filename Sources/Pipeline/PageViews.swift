package import FoundationEssentials
import Ingest
package import PageModel
import PageWorker
package import PictureFormats
package import ResultStore
import Sandbox
import Workers

/// Pictures of stored pages as a browser shows them, made by a worker behind its sandbox while the caller goes on.
///
/// What it gives was made anew from pixels: the bytes of a scan never leave the worker. It must be used from one thread.
package final class PageViews {
  /// A picture for a browser.
  package struct View: Sendable {
    /// `jpeg` or `png`.
    package let format: PictureFormat
    package let file: Data
  }

  /// A picture, or why it can't be shown.
  package enum Outcome: Sendable {
    case made(View)
    case failed(PageProblem)
  }

  /// What the caller waits for.
  package enum Event {
    /// What became of the picture that was asked for under this number.
    case view(UInt64, Outcome)
    /// One of the caller's own descriptors can be read.
    case descriptorReady(CInt)
  }

  private let settings: PictureSettings
  private let replies = WorkerReplies()
  private var pool: WorkerPool?
  /// What can be told without waiting.
  private var ready: [Event] = []
  /// The scan that was opened last; leafing through a long document opens and hashes it once.
  private var opened: (path: ScanPath, digest: ContentDigest?, session: DocumentSession)?

  package init(settings: PictureSettings) {
    self.settings = settings
  }

  deinit {
    pool?.shutdown(grace: .zero)
  }

  /// Asks for the picture of a page; `wait` tells it under `number`, which is used once.
  ///
  /// - Parameter base: The directory that the documents' paths start from.
  package func request(
    _ number: UInt64, page index: Int, of document: StoredDocument, below base: ScanPath
  ) throws(RunFailure) {
    do {
      let session = try session(of: document, below: base)
      guard session.page(at: index) != nil, session.kind.isRead else {
        throw DocumentProblem(PageProblem(.changed, "the scan has no such page"))
      }
      let picture: SingleScan.PagePicture
      do throws(DocumentError) {
        picture = try SingleScan.picture(
          of: session, index, maximumPixels: settings.reader.maximumPixels, limits: settings.limits,
          tools: settings.pdfTools)
      } catch {
        throw DocumentProblem(error.problem)
      }
      let request = PageRequest(id: number, kind: picture.format, index: index, offset: picture.offset, reduction: 1)
      try startedPool().submit(
        Job(
          id: number, payload: try PageConversation.encode(.view(request)), deadline: settings.limits.deadline,
          descriptor: picture.descriptor))
    } catch let error as DocumentProblem {
      ready.append(.view(number, .failed(error.problem)))
    } catch {
      throw error as? RunFailure ?? RunFailure(cause: error)
    }
  }

  /// Waits until something can be told, at most `timeout` long, and tells it.
  package func wait(timeout: Duration?, also descriptors: [CInt]) throws(RunFailure) -> [Event] {
    var events = ready
    ready = []
    do {
      let pool = try startedPool()
      for event in pool.wait(timeout: events.isEmpty ? timeout : .zero, also: descriptors) {
        switch event {
        case .ready: break
        case .descriptorReady(let descriptor): events.append(.descriptorReady(descriptor))
        case .startFailed(let loss):
          throw RunFailure(.unavailable, "no worker can be started: \(loss); 'hanscan doctor' looks for the cause")
        case .finished(let job, .lost(let loss)):
          events.append(.view(job, .failed(PageProblem(loss, memory: settings.limits.memory))))
        case .finished(let job, .answered(let answer)):
          let reply = try replies.take(job, answer)
          let problem = reply.problem ?? PageProblem(.garbled, "the worker answered nothing")
          let view = reply.picture.map { View(format: $0.format, file: $0.file) }
          events.append(.view(job, view.map { .made($0) } ?? .failed(problem)))
        }
      }
    } catch {
      throw error as? RunFailure ?? RunFailure(cause: error)
    }
    return events
  }

  /// The scan as it was read; one that has changed since is none.
  private func session(of document: StoredDocument, below base: ScanPath) throws -> DocumentSession {
    let (path, digest) = (document.entry.path, document.entry.digest)
    if let opened, opened.path == path, opened.digest == digest, opened.session.change() == nil {
      return opened.session
    }
    opened = nil
    let session = try SingleScan.session(
      of: path, below: base, holding: digest, limits: settings.limits, executable: settings.executable,
      tools: settings.pdfTools)
    opened = (path, digest, session)
    return session
  }

  /// No process is started before the first picture is asked for.
  private func startedPool() throws -> WorkerPool {
    if let pool { return pool }
    let made = try settings.pool(answering: .view, keeping: replies)
    pool = made
    return made
  }
}
