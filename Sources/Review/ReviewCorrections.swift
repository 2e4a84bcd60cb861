import FoundationEssentials
import PageModel
import Pipeline
import ResultStore
import Support
import Understanding

/// Makes the corrections that pages ask for; the lock of a run is held for the time of one of them.
struct ReviewCorrections {
  /// What a page sends: the members of `hanscan correct apply`, or a correction that is taken back.
  struct Change: Decodable {
    /// Of the page's text, from 1.
    var line: Int?
    /// Of all lines of the page, from 0; in place of `line`.
    var index: Int?
    var text: String?
    var field: String?
    /// From 1.
    var receipt: Int?
    var value: String?
    /// What must stand there now.
    var old: String?
    /// The number of a correction that is taken back.
    var undo: Int64?

    init?(_ body: [UInt8]) {
      guard let change = try? JSONDecoder().decode(Self.self, from: Data(body)) else { return nil }
      self = change
    }

    /// Nil for what asks for nothing, or for two things at once.
    var request: CorrectionRequest? {
      switch (line, index, text, field.flatMap(FieldName.init), value) {
      case (let line?, nil, let text?, nil, nil): CorrectionRequest(.line(line, text: text), old: old)
      case (nil, let index?, let text?, nil, nil): CorrectionRequest(.lineAt(index, text: text), old: old)
      case (nil, nil, nil, let field?, let value?):
        CorrectionRequest(.field(field, receipt: receipt ?? 1, value: value), old: old)
      default: nil
      }
    }
  }

  /// What became of a change.
  struct Outcome {
    /// The correction that was made; nil where one was taken back.
    var made: CorrectionID?
    /// The pages that it changed.
    var pages: [PageID]
  }

  let store: ScanPath
  /// Where the pages' files are; nil leaves them as they are, known to be older than their pages.
  let directory: ScanPath?
  let pictures: PictureSettings
  let author: String

  /// Makes a change of a page, or throws a `RunFailure`, or a `CorrectionFault` where the page is not like that.
  ///
  /// - Parameter whileLocked: Called before anybody else may change the store.
  func perform(_ change: Change, on page: PageID, whileLocked: () throws -> Void) throws -> Outcome? {
    let corrections = try open()
    defer { withExtendedLifetime(corrections) {} }
    var outcome: Outcome
    if let undo = change.undo {
      let id = CorrectionID(number: undo)
      // Of this page alone: what a page shows is what it takes back.
      let pages = try corrections.store.pages(of: id)
      guard pages.contains(page) else { return nil }
      try corrections.undo([id])
      outcome = Outcome(made: nil, pages: pages)
    } else {
      guard let request = change.request, let stored = try corrections.store.page(page) else { return nil }
      let ids = try corrections.correct([(page, [try request.correction(of: stored, by: author)])])
      outcome = Outcome(made: ids.last, pages: try ids.last.map { try corrections.store.pages(of: $0) } ?? [page])
    }
    try whileLocked()
    return outcome
  }

  /// Begins to write the files again that are older than their pages; nil where they are left as they are.
  func beginFiles() throws(SystemError) -> FilesProgram? {
    guard let directory else { return nil }
    return try FilesProgram(executable: pictures.executable, store: store, directory: directory)
  }

  /// Brings an older store up to this version, where no run holds it.
  func prepare() throws(RunFailure) {
    do throws(RunFailure) { _ = try open() } catch { if error.kind != .held { throw error } }
  }

  private func open() throws(RunFailure) -> PageCorrections {
    try PageCorrections(store, directory: directory, pictures: pictures)
  }
}
