import RunSupport
import Glibc
import PageModel
import PageWorker
import PDFPages
import PictureFormats
import Workers

/// Has pictures decoded by workers, behind their sandbox; they are started when they are needed first.
final class PictureDecoding {
  /// A picture that a worker is asked for.
  struct Begun: Hashable {
    fileprivate let job: UInt64
  }

  private typealias Answer = Result<DecodedPicture?, DocumentProblem>

  let settings: PictureSettings
  private let isForScreens: Bool
  private var pool: PagePool?
  private var lastJob: UInt64 = 0
  /// nil where a worker is still at one.
  private var answers: [Begun: Answer?] = [:]

  /// Pictures that were begun and that nobody has taken.
  var count: Int { answers.count }

  /// - Parameter isForScreens: Whether pictures are made anew in a size for a screen, and not kept without loss.
  init(settings: PictureSettings, isForScreens: Bool = false) {
    self.settings = settings
    self.isForScreens = isForScreens
  }

  deinit {
    pool?.shutdown(grace: .seconds(2))
  }

  /// Has a picture decoded while the caller goes on; it must be taken or dropped.
  ///
  /// - Parameters:
  ///   - descriptor: Of the file; it is closed when the worker has it.
  ///   - isRepacked: Whether the picture is one that a file could take over, wanted in as few bytes as can be had.
  func begin(
    _ format: PictureFormat, index: Int, offset: UInt64, descriptor: CInt, isRepacked: Bool = false
  ) throws -> Begun {
    let pool = try startedPool()
    lastJob += 1
    let request = PageRequest(
      id: lastJob, kind: format, index: index, offset: offset, reduction: 1, isRepacked: isRepacked)
    pool.submit(
      Job(
        id: request.id, payload: try PageConversation.encode(isForScreens ? .view(request) : .picture(request)),
        deadline: settings.limits.deadline,
        descriptor: descriptor))
    let begun = Begun(job: request.id)
    answers.updateValue(nil, forKey: begun)
    return begun
  }

  /// Waits for a picture; nil where the worker could do nothing for one that is repacked.
  func take(_ begun: Begun) throws -> Result<DecodedPicture?, DocumentProblem> {
    while true {
      guard let answer = answers[begun] else { preconditionFailure("a picture is taken twice") }
      if let answer {
        answers[begun] = nil
        return answer
      }
      for event in try startedPool().wait() { try note(event) }
    }
  }

  /// Lets go of a picture that nobody wants any more.
  func drop(_ begun: Begun) { answers.removeValue(forKey: begun) }

  private func note(_ event: WorkerEvent<WorkerReply>) throws {
    let job: UInt64
    let answer: Answer
    switch event {
    case .ready, .descriptorReady: return
    case .startFailed(let loss):
      throw RunFailure(.unavailable, "no worker can be started: \(loss); 'hanscan doctor' looks for the cause")
    case .finished(let lost, .lost(let loss)):
      job = lost
      answer = .failure(DocumentProblem(PageProblem(loss, memory: settings.limits.memory)))
    case .finished(let answered, .answered(let reply)):
      job = answered
      answer = reply.problem.map { .failure(DocumentProblem($0)) } ?? .success(reply.picture)
    }
    if answers.keys.contains(Begun(job: job)) { answers.updateValue(answer, forKey: Begun(job: job)) }
  }

  private func startedPool() throws -> PagePool {
    if let pool { return pool }
    let made = try settings.pool(answering: isForScreens ? .view : .picture)
    pool = made
    return made
  }
}
