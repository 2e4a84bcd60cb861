import Export
import PageModel
import ResultStore
import Understanding

/// Computes what derived stages say of pages of earlier runs, where a stage is new or has another version since.
///
/// It needs the store alone, never a picture, and keeps so many pages in memory at a time. Each group of pages is one
/// transaction: after a kill the next run goes on where this one was.
struct DerivedUpdate {
  let store: ResultStore
  /// Nil where the pages have no files here; those of other runs are then known to be older than their pages.
  let writer: FileWriter?

  private static let pagesAtATime = 64

  /// Brings all pages up to date, or as many as it comes to until it is stopped, and returns how many it looked at.
  ///
  /// - Parameter isStopped: Asked before each group of pages.
  func perform(isStopped: () -> Bool) throws -> Int {
    var count = 0
    for state in PageState.allCases {
      let versions = DerivedStages.versions(in: state)
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
    var updates: [(page: PageID, derived: DerivedValues, isChanged: Bool, files: [StoredFile])] = []
    for position in pages {
      guard var page = try store.page(position.id) else { continue }
      let derived = DerivedStages.derive(page.record)
      let isChanged = derived != page.record.derived
      page.record.derived = derived
      updates.append((page.id, derived, isChanged, isChanged ? try write(page) : []))
    }
    try writer?.sync()
    let formats = Exporters.ofPages.filter(\.holdsDerivedValues).map(\.name) + Exporters.ofDocuments.map(\.name)
    try store.transaction { () throws(StoreError) in
      for update in updates {
        try store.record(update.derived, of: update.page)
        if update.isChanged { try store.markStale(formats, of: update.page) }
        if !update.files.isEmpty { try store.record(update.files, of: update.page) }
      }
    }
  }

  /// Writes the page's files that hold derived values again, where it has such.
  private func write(_ page: StoredPage) throws -> [StoredFile] {
    guard let writer else { return [] }
    let original = try store.original(of: page.record)
    var files: [StoredFile] = []
    for file in try store.files(of: page.id) {
      guard let format = Exporters.ofPages(named: file.format), format.holdsDerivedValues,
        let bytes = format.file(page.record, original: original)
      else { continue }
      files.append(try writer.write(bytes, of: page.record, as: format))
    }
    return files
  }
}
