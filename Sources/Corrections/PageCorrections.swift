package import RunSupport
import StoreFiles
import Export
package import PageModel
package import ResultStore
import Support
import Understanding

/// Puts pages right: keeps corrections, has what follows from them made again, and writes the files again.
///
/// A correction, the search index and everything derived of its page are one transaction, in which files are noted as
/// stale; `writeFiles` makes those again. After a kill in between the next run does, or `check --repair`.
package final class PageCorrections {
  package let store: ResultStore
  private let directory: ScanPath?
  private let pictures: PictureSettings

  /// Opens a store for corrections, and holds the lock of a run.
  ///
  /// - Parameters:
  ///   - directory: The folder of the pages' files; nil leaves them stale.
  ///   - pictures: The settings for decoding pictures, for files that hold them.
  package init(_ path: ScanPath, directory: ScanPath?, pictures: PictureSettings) throws(RunFailure) {
    (self.directory, self.pictures) = (directory, pictures)
    store = try RunFailure.catching {
      let store = try StoreLock.store(path)
      try store.fillSearchIndex()
      try OutputPlace.check(directory, in: store)
      return store
    }
  }

  /// The other pages whose receipts the last change joined or parted.
  package private(set) var changed: [PageID] = []

  /// Keeps corrections of any number of pages, all of them or none, and returns their numbers.
  package func correct(_ changes: [(page: PageID, corrections: [Correction])]) throws(RunFailure) -> [CorrectionID] {
    try storing { () throws(StoreError) in
      var (ids, pages): ([CorrectionID], [PageID]) = ([], [])
      for change in changes {
        let made = try store.correct(change.corrections, on: change.page)
        ids += made
        if let last = made.last { pages += try store.pages(of: last) }
      }
      try derive(pages)
      return ids
    }
  }

  /// The page as it would be with a correction, of which nothing is kept; nil if there is nothing to correct.
  package func trial(_ request: CorrectionRequest, on id: PageID) throws -> StoredPage? {
    guard let page = try store.page(id), let asked = try request.correction(of: page, by: "") else { return nil }
    return try store.trial { () throws(StoreError) in
      try store.correct([asked], on: id)
      try derive([id])
      return try store.page(id)
    }
  }

  /// Takes corrections back, all of them or none; throws if one of them does not hold.
  package func undo(_ ids: [CorrectionID]) throws(RunFailure) {
    // The lock is held: nobody else takes one back in between.
    for id in ids {
      let known = try storing { () throws(StoreError) in try store.correction(id) }
      guard let known, known.undone == nil else {
        let what = known == nil ? "it is not there" : "it is taken back already"
        throw RunFailure(.inputMissing, "correction \(id.number): \(what); 'hanscan correct list' gives all that hold")
      }
    }
    try storing { () throws(StoreError) in
      for id in ids { _ = try store.undoCorrection(id, at: Timestamp.now()) }
      try derive(try ids.map { id throws(StoreError) in try store.pages(of: id) }.flatMap(\.self))
    }
  }

  private func storing<Result>(_ body: () throws(StoreError) -> Result) throws(RunFailure) -> Result {
    do throws(StoreError) { return try store.transaction(body) } catch { throw RunFailure(error) }
  }

  /// Computes the values of pages again, and joins or parts their receipts.
  private func derive(_ pages: [PageID]) throws(StoreError) {
    // A shop that is named by a correction is known on the pages that follow.
    let stages = try store.derivedStages()
    for id in pages {
      guard let page = try store.page(id) else { continue }
      try store.record(stages.derive(page.record), of: id)
      try store.markStale(Exporters.ofDocuments.map(\.name), of: page.id.document)
    }
    changed = try DerivedUpdate(store: store, writer: nil).joinReceipts(of: pages, stages)
  }

  /// Compares receipts again, and writes every file again that is older than its page; returns what could not be made,
  /// each with the reason in one line.
  package func writeFiles() throws(RunFailure) -> [String] {
    try RunFailure.catching {
      let writer = try directory.map { try FileWriter($0) }
      let update = DerivedUpdate(store: store, writer: writer)
      try update.compareReceipts { false }
      try update.divideStacks()
      guard let writer else { return [] }
      var documents: [String: [ScanPath]] = [:]
      for id in try store.pages(lackingFiles: [:]) {
        guard let page = try store.page(id) else { continue }
        let stale = try store.files(of: id).filter(\.isStale).map(\.format)
        let drafts = try store.drafts(of: page, stale.compactMap { Exporters.ofPages(named: $0) })
        let made = try drafts.map { try $0.write(by: writer) }
        for format in Exporters.ofDocuments where stale.contains(format.name) {
          documents[format.name, default: []].append(page.record.path)
        }
        try writer.sync()
        if !made.isEmpty { try store.record(made, of: id) }
      }
      if let directory { try TableFiles(store: store, directory: directory).write(by: writer) }
      let files = DocumentFiles(store: store, writer: writer, pictures: pictures, isHome: true)
      return try documents.sorted { $0.key < $1.key }.flatMap { name, paths in
        try files.perform([Exporters.named(name)].compactMap { $0 }, remaking: false, only: Set(paths))
      }
    }
  }
}
