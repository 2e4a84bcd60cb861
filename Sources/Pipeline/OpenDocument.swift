import Ingest
import PageModel
import ResultStore

/// A document that is being read: its pages are handed out in order, and their ends are counted.
final class OpenDocument {
  let file: ScanFile
  let id: DocumentID
  let session: DocumentSession
  let digest: ContentDigest
  private(set) var next = 0
  /// Pages that have ended.
  private(set) var ended = 0

  init(file: ScanFile, id: DocumentID, session: DocumentSession, digest: ContentDigest) {
    self.file = file
    self.id = id
    self.session = session
    self.digest = digest
  }

  var isHandedOut: Bool { next >= session.pageCount }
  var isEnded: Bool { ended >= session.pageCount }

  /// The index of the next page that nobody has been given.
  func takeNext() -> Int {
    defer { next += 1 }
    return next
  }

  func pageEnded() {
    ended += 1
  }
}

/// One page on its way through the workers.
struct PageTask {
  let document: OpenDocument
  let index: Int
  var attempts: [Attempt] = []

  /// From 1.
  var attemptNumber: Int { attempts.count + 1 }
}
