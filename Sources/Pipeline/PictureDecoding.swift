import Glibc
public import PageModel
import PageWorker
import PDFPages
import PictureFormats
import Sandbox
import Workers

/// How pictures are decoded that a file can't take over as they are: by workers, as those that are read.
public struct PictureSettings: Sendable {
  public var reader = ReaderSettings()
  public var limits = PageLimits()
  /// Refuses where a layer of the workers' sandbox is missing.
  public var requiresSandbox = false
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

  /// One worker for pictures; throws `unavailable` where a layer of its sandbox is missing and must not be.
  func pool(answering kind: WorkerReply.Kind, keeping replies: WorkerReplies) throws -> WorkerPool {
    if requiresSandbox, let complaint = SandboxLayer.complaint(active: SandboxLayer.available) {
      throw RunFailure(.unavailable, complaint)
    }
    return try limits.pool(
      of: executable, reading: reader, requiresSandbox: requiresSandbox, count: 1, renewAfter: Self.renewAfter,
      answering: kind, keeping: replies)
  }
}

/// Has one picture after another decoded by a worker, behind its sandbox; it is started for the first of them.
final class PictureDecoding {
  let settings: PictureSettings
  private let isForScreens: Bool
  private let replies = WorkerReplies()
  private var pool: WorkerPool?
  private var lastJob: UInt64 = 0

  /// - Parameter isForScreens: Whether pictures are made anew in a size for a screen, and not kept without loss.
  init(settings: PictureSettings, isForScreens: Bool = false) {
    self.settings = settings
    self.isForScreens = isForScreens
  }

  deinit {
    pool?.shutdown(grace: .seconds(2))
  }

  /// - Parameter descriptor: Of the file; it is closed when the worker has it.
  func decode(
    _ format: PictureFormat, index: Int, offset: UInt64, descriptor: CInt
  ) throws -> Result<DecodedPicture, DocumentProblem> {
    switch try ask(PageRequest(id: 0, kind: format, index: index, offset: offset, reduction: 1), descriptor) {
    case .failure(let error): return .failure(error)
    case .success(let picture?): return .success(picture)
    case .success(nil): return .failure(DocumentProblem(PageProblem(.garbled, "the worker answered nothing")))
    }
  }

  /// The picture without loss in as few bytes as can be had; nil where it can't be decoded.
  ///
  /// - Parameter descriptor: Of the file; it is closed when the worker has it.
  func repack(_ format: PictureFormat, index: Int, offset: UInt64, descriptor: CInt) throws -> DecodedPicture? {
    let request = PageRequest(id: 0, kind: format, index: index, offset: offset, reduction: 1, isRepacked: true)
    guard case .success(let picture) = try ask(request, descriptor) else { return nil }
    return picture
  }

  /// What a worker answers to a request, which gets a number here.
  private func ask(
    _ request: PageRequest, _ descriptor: CInt
  ) throws -> Result<DecodedPicture?, DocumentProblem> {
    let pool = try startedPool()
    lastJob += 1
    var request = request
    request.id = lastJob
    pool.submit(
      Job(
        id: request.id, payload: try PageConversation.encode(isForScreens ? .view(request) : .picture(request)),
        deadline: settings.limits.deadline,
        descriptor: descriptor))
    while true {
      for event in pool.wait() {
        switch event {
        case .ready, .descriptorReady: break
        case .startFailed(let loss):
          throw RunFailure(.unavailable, "no worker can be started: \(loss); 'hanscan doctor' looks for the cause")
        case .finished(_, .lost(let loss)):
          return .failure(DocumentProblem(PageProblem(loss, memory: settings.limits.memory)))
        case .finished(let job, .answered(let answer)):
          let reply = try replies.take(job, answer)
          if let problem = reply.problem { return .failure(DocumentProblem(problem)) }
          return .success(reply.picture)
        }
      }
    }
  }

  private func startedPool() throws -> WorkerPool {
    if let pool { return pool }
    let made = try settings.pool(answering: isForScreens ? .view : .picture, keeping: replies)
    pool = made
    return made
  }
}

/// Why a document, or the picture of one of its pages, can't be had.
struct DocumentProblem: Error {
  let problem: PageProblem

  init(_ problem: PageProblem) {
    self.problem = problem
  }
}
