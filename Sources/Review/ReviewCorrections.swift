import Corrections
import Export
import RunSupport
import PageModel
import ResultStore
import Support

/// Makes the corrections that pages ask for; the lock of a run is held for the time of one of them.
struct ReviewCorrections {
  /// The message of a page: a correction, or the number of one to undo.
  struct Change: Decodable {
    let undo: Int64?
    let asked: CorrectionMembers

    init(from decoder: any Decoder) throws {
      undo = try decoder.container(keyedBy: Keys.self).decodeIfPresent(Int64.self, forKey: .undo)
      asked = try CorrectionMembers(from: decoder)
    }

    /// Its fault in one sentence; nil if it asks for exactly one thing.
    var fault: String? {
      guard undo != nil else { return asked.fault }
      return asked.isEmpty ? nil : "'undo' stands alone"
    }

    private enum Keys: CodingKey { case undo }
  }

  /// The correction that was made, which is nil if one was taken back, and the pages that the change concerns.
  typealias Outcome = (made: CorrectionID?, pages: [PageID])

  let store: ScanPath
  /// The folder of the pages' files; with nil, existing files are only marked stale.
  let directory: ScanPath?
  let pictures: PictureSettings
  let author: String

  /// Makes a change of a page; throws a `RunFailure`, or a `CorrectionFault` if the page differs from the request.
  ///
  /// - Parameters:
  ///   - doubts: The queue's doubts about the page, for a page that was found right.
  ///   - whileLocked: Called before anybody else may change the store.
  func perform(
    _ change: Change, on page: PageID, doubts: [Doubt], whileLocked: () throws -> Void
  ) throws -> Outcome? {
    let corrections = try open()
    defer { withExtendedLifetime(corrections) {} }
    let outcome: Outcome
    if let undo = change.undo {
      let id = CorrectionID(number: undo)
      // Of this page alone: what a page shows is what it takes back.
      let pages = try corrections.store.pages(of: id)
      guard pages.contains(page) else { return nil }
      try corrections.undo([id])
      outcome = (nil, pages + corrections.changed)
    } else {
      guard let request = change.asked.request, let stored = try corrections.store.page(page) else { return nil }
      let made = try request.correction(of: stored, by: author, besides: doubts).map {
        try corrections.correct([(page, [$0])])
      }?.last
      outcome = (made, try made.map { try corrections.store.pages(of: $0) + corrections.changed } ?? [page])
    }
    try whileLocked()
    return outcome
  }

  /// The page as it would be with a correction, of which nothing is kept; nil if the change asks for none.
  func trial(_ change: Change, on page: PageID) throws -> StoredPage? {
    try change.asked.request.flatMap { try open().trial($0, on: page) }
  }

  /// Begins to write the files again that are older than their pages; nil if they are left as they are.
  func beginFiles() throws(SystemError) -> FilesProgram? {
    guard let directory else { return nil }
    return try FilesProgram(executable: pictures.executable, store: store, directory: directory)
  }

  /// Brings an older store up to this version, if no run holds it.
  func prepare() throws(RunFailure) {
    do throws(RunFailure) { _ = try open() } catch { if error.status != .held { throw error } }
  }

  private func open() throws(RunFailure) -> PageCorrections {
    try PageCorrections(store, directory: directory, pictures: pictures)
  }
}
