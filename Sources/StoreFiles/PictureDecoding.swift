import Documents
import RunSupport
import PageWorker
import PictureFormats
import Workers

/// Lets sandboxed workers decode pictures; the first picture starts them.
final class PictureDecoding {
  /// The number of a started picture.
  typealias Begun = UInt64

  let settings: PictureSettings
  private let isForScreens: Bool
  private var pool: PagePool?
  private var lastJob: UInt64 = 0
  /// Nil while a worker is still busy with it.
  private var answers: [Begun: Result<DecodedPicture, DocumentError>?] = [:]

  /// The count of started pictures that nobody has taken.
  var count: Int { answers.count }

  /// The same for pictures on screens.
  private(set) lazy var forScreens = PictureDecoding(settings: settings, isForScreens: true)

  /// - Parameter isForScreens: Whether pictures are encoded in a size for a screen, instead of lossless.
  init(settings: PictureSettings, isForScreens: Bool = false) {
    (self.settings, self.isForScreens) = (settings, isForScreens)
  }

  deinit {
    pool?.shutdown(grace: .seconds(2))
  }

  /// Lets a worker decode a picture while the caller continues; the caller must take or drop it.
  ///
  /// - Parameters:
  ///   - descriptor: Of the file; it is closed when the worker has it.
  ///   - isRepacked: Whether to pack a picture that could be copied unchanged in as few bytes as possible.
  func begin(
    _ format: PictureFormat, index: Int, offset: UInt64, descriptor: CInt, isRepacked: Bool = false
  ) throws -> Begun {
    let pool = try startedPool()
    lastJob += 1
    let request = PageRequest(
      id: lastJob, kind: format, index: index, offset: offset, reduction: 1, isRepacked: isRepacked)
    try pool.submit(
      request, as: isForScreens ? .view : .picture, deadline: settings.limits.deadline, descriptor: descriptor)
    answers.updateValue(nil, forKey: request.id)
    return request.id
  }

  /// Waits for a picture.
  ///
  /// A reply without a picture, which the protocol allows for repacking, is a failure here; `smaller` ignores it.
  func take(_ begun: Begun) throws -> Result<DecodedPicture, DocumentError> {
    while true {
      guard let answer = answers[begun] else { preconditionFailure("a picture is taken twice") }
      if let answer {
        answers[begun] = nil
        return answer
      }
      for event in try startedPool().wait() {
        guard let (job, reply) = try event.answer(\.picture, memory: settings.limits.memory) else { continue }
        if answers.keys.contains(job) { answers.updateValue(reply, forKey: job) }
      }
    }
  }

  func drop(_ begun: Begun) { answers.removeValue(forKey: begun) }

  private func startedPool() throws -> PagePool {
    if let pool { return pool }
    let made = try settings.pool(answering: isForScreens ? .view : .picture)
    pool = made
    return made
  }
}
