package import Documents
package import RunSupport
package import PageModel
package import PageWorker
package import ResultStore
package import Support
import Workers

/// Pictures of stored pages as a browser shows them, made by a worker behind its sandbox while the caller goes on.
///
/// Workers make the pictures from pixels: the bytes of a scan never leave the worker. The caller must use it from one
/// thread; other threads open and draw scans, so that no call waits for a disk or for a program that draws.
package final class PageViews {
  /// A picture, `jpeg` or `png`, or why it can't be shown.
  package typealias Outcome = Result<DecodedPicture, DocumentError>

  private let settings: PictureSettings
  private var pool: PagePool?
  private let loader: PictureLoader
  /// The pages that are asked for and not begun yet.
  private var waiting: [PictureLoader.Question] = []
  /// Pages that are being opened, drawn or decoded.
  private var underWay = 0

  /// A drawn page lies in memory until the worker has it; one that takes its time must not keep the others waiting.
  private static let mostUnderWay = 3

  package init(settings: PictureSettings) throws(SystemError) {
    self.settings = settings
    loader = try PictureLoader(settings: settings)
  }

  deinit {
    pool?.shutdown(grace: .zero)
  }

  /// Asks for the picture of a page; `wait` tells it under `number`, which is used once.
  ///
  /// - Parameter base: The directory that the documents' paths start from.
  package func request(_ number: UInt64, page index: Int, of document: StoredDocument, below base: ScanPath) {
    waiting.append((number, index, document, base))
    begin()
  }

  /// Begins what may be begun: what was asked for last is what is being looked at.
  private func begin() {
    while underWay < Self.mostUnderWay, let question = waiting.popLast() {
      underWay += 1
      loader.start(question)
    }
  }

  /// Waits for pictures, at most for `timeout`, and returns them by the numbers of their requests.
  ///
  /// It may return earlier without one, such as when one of the caller's own descriptors can be read.
  package func wait(
    timeout: Duration?, also descriptors: [CInt]
  ) throws(RunFailure) -> [(number: UInt64, outcome: Outcome)] {
    var made: [(number: UInt64, outcome: Outcome)] = []
    try RunFailure.catching {
      // No process is started before the first picture is asked for.
      let pool = try self.pool ?? settings.pool(answering: .view)
      self.pool = pool
      for event in pool.wait(timeout: timeout, also: descriptors + [loader.descriptor]) {
        if case .descriptorReady(loader.descriptor) = event {
          for (number, found) in loader.take() {
            switch found {
            case .failure(let error): made.append(finish(number, .failure(error)))
            case .success(let picture):
              let request = PageRequest(
                id: number, kind: picture.format, index: picture.index, offset: picture.offset, reduction: 1)
              try pool.submit(request, as: .view, deadline: settings.limits.deadline, descriptor: picture.descriptor)
            }
          }
        }
        guard let (job, reply) = try event.answer(\.picture, memory: settings.limits.memory) else { continue }
        made.append(finish(job, reply))
      }
    }
    return made
  }

  private func finish(_ number: UInt64, _ outcome: Outcome) -> (number: UInt64, outcome: Outcome) {
    underWay -= 1
    begin()
    return (number, outcome)
  }
}
