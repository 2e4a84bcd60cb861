import Documents
import RunSupport
import Foundation
import Glibc
import PageModel
import PictureFormats
import ResultStore
import Support
import Synchronization

/// Opens scans and draws their pages on threads of its own, for a caller that must not wait for either.
///
/// A scan is read whole to see whether it is the one that was read, and the programs that draw a page of a PDF document
/// may take as long as they are allowed. Each question has a thread for as long as it takes.
final class PictureLoader: Sendable {
  /// A page whose picture is wanted.
  ///
  /// The request has a number, the page counts from 0, and the document's path starts from the directory `base`.
  typealias Question = (number: UInt64, page: Int, document: StoredDocument, base: ScanPath)

  /// An open picture for a worker, or why there is none.
  typealias Answer = (number: UInt64, picture: Result<SingleScan.PagePicture, DocumentError>)

  /// A scan that stays open: leafing through a long document opens and hashes it once.
  ///
  /// A session is used by one thread at a time, which has taken it out of the loader's state for that time.
  private struct OpenScan: @unchecked Sendable {
    let document: DocumentEntry
    let session: DocumentSession
  }

  private struct State {
    var answers: [Answer] = []
    var idle: [OpenScan] = []
  }

  /// Readable when `take` has something to give.
  var descriptor: CInt { pipe.descriptor }
  private let pipe: WakePipe
  private let settings: PictureSettings
  private let state = Mutex(State())

  /// Scans that are open without being used.
  private static let mostIdle = 2

  init(settings: PictureSettings) throws(SystemError) {
    pipe = try WakePipe()
    self.settings = settings
  }

  deinit {
    for answer in take() {
      if case .success(let picture) = answer.picture { close(picture.descriptor) }
    }
  }

  /// Begins to look for a picture.
  func start(_ question: Question) {
    let thread = Thread { [self] in
      let picture = picture(question)
      state.withLock { $0.answers.append((question.number, picture)) }
      pipe.wake()
    }
    thread.start()
  }

  /// The answers since the last call; the caller closes their pictures.
  func take() -> [Answer] {
    while pipe.take() {}
    return state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }

  private func picture(_ question: Question) -> Result<SingleScan.PagePicture, DocumentError> {
    do {
      let scan = try scan(question)
      defer { keep(scan) }
      guard scan.session.page(at: question.page) != nil, scan.session.kind.isRead else {
        throw DocumentError(PageProblem(.changed, "the scan has no such page"))
      }
      return .success(try SingleScan.picture(of: scan.session, question.page, settings))
    } catch {
      return .failure(error as? DocumentError ?? DocumentError(PageProblem(.engine, "\(error)")))
    }
  }

  /// The scan as it was read; one that has changed since is none.
  private func scan(_ question: Question) throws -> OpenScan {
    let document = question.document.entry
    let known = state.withLock { state -> OpenScan? in
      let place = state.idle.firstIndex { $0.document.path == document.path && $0.document.digest == document.digest }
      return place.map { state.idle.remove(at: $0) }
    }
    if let known, known.session.change() == nil { return known }
    let session = try SingleScan.session(of: document.path, below: question.base, holding: document.digest, settings)
    return OpenScan(document: document, session: session)
  }

  private func keep(_ scan: OpenScan) {
    let surplus = state.withLock { state -> OpenScan? in
      state.idle.append(scan)
      return state.idle.count > Self.mostIdle ? state.idle.removeFirst() : nil
    }
    // Closed here, where nobody waits for the lock.
    withExtendedLifetime(surplus) {}
  }
}
