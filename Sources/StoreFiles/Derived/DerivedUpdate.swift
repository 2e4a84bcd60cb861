package import Export
import PageModel
package import ResultStore
package import Understanding

/// Computes what derived stages say of pages of earlier runs, where a stage is new or has another version since.
///
/// It needs the store alone, never a picture, and keeps so many pages in memory at a time. Each group of pages is one
/// transaction: after a kill the next run goes on where this one was.
package struct DerivedUpdate {
  private let store: ResultStore
  private let stages: DerivedStages
  private let writer: FileWriter?
  private let warn: (String) -> Void

  private static let pagesAtATime = 64

  /// - Parameters:
  ///   - writer: Writes the files of changed pages; nil if this run writes none, which marks existing files stale.
  ///   - warn: Receives a warning for each page that can't be read.
  package init(store: ResultStore, stages: DerivedStages, writer: FileWriter?, warn: @escaping (String) -> Void) {
    (self.store, self.stages, self.writer, self.warn) = (store, stages, writer, warn)
  }

  /// Brings all pages up to date, or as many as it comes to until it is stopped, and returns how many it looked at.
  ///
  /// - Parameter isStopped: Asked before each group of pages.
  package func perform(isStopped: () -> Bool) throws -> Int {
    var count = 0
    for state in PageState.allCases {
      let versions = stages.versions(in: state)
      var position: PagePosition?
      while !isStopped() {
        let pages = try store.pages(
          in: state, lackingAnyOf: versions, after: position, atMost: Self.pagesAtATime)
        guard let last = pages.last else { break }
        try update(pages)
        position = last
        count += pages.count
      }
    }
    return count
  }

  /// The files come first: a run that is killed before the store knows of them does these pages again.
  private func update(_ pages: [PagePosition]) throws {
    let files = DerivedFiles(store: store, writer: writer)
    var updates: [(page: PageID, derived: DerivedValues, isChanged: Bool, files: [StoredFile])] = []
    for position in pages {
      guard var page = try page(position) else { continue }
      var derived = stages.derive(page.record)
      // Which pages hold the same receipts is found out anew, from what is derived now.
      let same = page.record.derived[SameReceipts.name]
      page.record.derived[SameReceipts.name] = nil
      let isChanged = derived != page.record.derived
      page.record.derived = derived
      derived[SameReceipts.name] = same.map { DerivedValues.Value(version: 0, json: $0.json) }
      updates.append((page.id, derived, isChanged, isChanged ? try files.write(page) : []))
    }
    try writer?.sync()
    try store.transaction { () throws(StoreError) in
      for update in updates {
        try store.record(update.derived, of: update.page)
        if update.isChanged { try store.markStale(DerivedFiles.formats, of: update.page) }
        if !update.files.isEmpty { try store.record(update.files, of: update.page) }
      }
    }
  }

  /// The page, or nil where it is gone or damaged: the others get their values all the same.
  private func page(_ position: PagePosition) throws -> StoredPage? {
    do throws(StoreError) {
      return try store.page(position.id)
    } catch {
      guard error.reason == .corrupt else { throw error }
      warn("a page of the store can't be read, and gets no new values ('hanscan check'): \(error)")
      return nil
    }
  }
}
