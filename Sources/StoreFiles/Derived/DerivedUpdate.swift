package import Export
import PageModel
package import ResultStore
package import Understanding

/// Computes the values of new or changed derived stages for pages of earlier runs.
///
/// It needs the store alone, never a picture, and keeps a bounded number of pages in memory. Each group of pages is one
/// transaction: after a kill the next run continues here.
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

  /// Updates all pages, or as many as it can before it is stopped, and returns how many it examined.
  ///
  /// - Parameter isStopped: Asked before each group of pages.
  package func perform(isStopped: () -> Bool) throws -> Int {
    var count = 0
    for state in PageState.allCases {
      let versions = stages.versions(in: state)
      var position: PageID?
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

  /// Writes the files first: a run killed before the store knows of them repeats these pages.
  private func update(_ pages: [PageID]) throws {
    let files = DerivedFiles(store: store, writer: writer)
    var updates: [(page: PageID, derived: DerivedValues, isChanged: Bool, files: [StoredFile])] = []
    for position in pages {
      let damaged = { (fault: StoreError) in
        warn("a page of the store can't be read, and gets no new values ('hanscan check'): \(fault)")
      }
      guard var page = try files.page(position, damaged) else { continue }
      var derived = stages.derive(page.record)
      // The comparison of receipts runs again, on the new values.
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
}
