import Documents
package import RunSupport
package import FoundationEssentials
package import PageModel
import PageWorker
package import PictureFormats
package import ResultStore
import Sandbox
import Support
import Workers

/// Pictures of stored pages as a browser shows them, made by a worker behind its sandbox while the caller goes on.
///
/// Workers make the pictures from pixels: the bytes of a scan never leave the worker. The caller must use it from one
/// thread; other threads open and draw scans, so that no call waits for a disk or for a program that draws.
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

  /// An event for the caller.
  package enum Event {
    /// The result of the request with this number.
    case view(UInt64, Outcome)
    /// One of the caller's own descriptors can be read.
    case descriptorReady(CInt)
  }

  private let settings: PictureSettings
  private var pool: PagePool?
  private var loader: PictureLoader?
  /// The pages that are asked for and not begun yet.
  private var waiting: [PictureLoader.Question] = []
  /// Pages that are being opened, drawn or decoded.
  private var underWay = 0

  /// A drawn page lies in memory until the worker has it; one that takes its time must not keep the others waiting.
  private static let mostUnderWay = 3

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
    waiting.append(
      PictureLoader.Question(
        number: number, page: index, document: document.entry.path, digest: document.entry.digest, base: base))
    try RunFailure.catching { try begin() }
  }

  /// Begins what may be begun: what was asked for last is what is being looked at.
  private func begin() throws(SystemError) {
    while underWay < Self.mostUnderWay, let question = waiting.popLast() {
      underWay += 1
      try startedLoader().start(question)
    }
  }

  /// Waits for the next event, at most for `timeout`, and returns it; it may return earlier without one.
  package func wait(timeout: Duration?, also descriptors: [CInt]) throws(RunFailure) -> [Event] {
    var events: [Event] = []
    try RunFailure.catching {
      let pool = try startedPool()
      for event in pool.wait(timeout: timeout, also: descriptors + (loader.map { [$0.descriptor] } ?? [])) {
        if case .descriptorReady(let descriptor) = event {
          if let loader, descriptor == loader.descriptor {
            for (number, picture) in loader.take() { events += try take(number, picture).map { [$0] } ?? [] }
          } else {
            events.append(.descriptorReady(descriptor))
          }
        }
        switch try event.answer(memory: settings.limits.memory) {
        case nil: break
        case (let job, .failure(let error))?: events.append(try finish(job, .failed(error.problem)))
        case (let job, .success(let reply))?:
          let view = reply.picture.map { View(format: $0.format, file: $0.file) }
          let problem = PageProblem(.garbled, "the worker answered nothing")
          events.append(try finish(job, view.map { .made($0) } ?? .failed(problem)))
        }
      }
    }
    return events
  }

  /// Hands an open picture to the worker, or tells why there is none.
  private func take(_ number: UInt64, _ found: Result<SingleScan.PagePicture, DocumentError>) throws -> Event? {
    switch found {
    case .failure(let error): return try finish(number, .failed(error.problem))
    case .success(let picture):
      let request = PageRequest(
        id: number, kind: picture.format, index: picture.index, offset: picture.offset, reduction: 1)
      try startedPool().submit(
        request, as: .view, deadline: settings.limits.deadline, descriptor: picture.descriptor)
      return nil
    }
  }

  private func finish(_ number: UInt64, _ outcome: Outcome) throws -> Event {
    underWay -= 1
    try begin()
    return .view(number, outcome)
  }

  private func startedLoader() throws(SystemError) -> PictureLoader {
    if let loader { return loader }
    let made = try PictureLoader(settings: settings)
    loader = made
    return made
  }

  /// No process is started before the first picture is asked for.
  private func startedPool() throws -> PagePool {
    if let pool { return pool }
    let made = try settings.pool(answering: .view)
    pool = made
    return made
  }
}
