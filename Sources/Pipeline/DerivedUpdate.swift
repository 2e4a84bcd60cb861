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

  private func update(_ pages: [PagePosition]) throws {
    let formats = PageExporters.all.filter(\.holdsDerivedValues).map(\.name)
    var changed: [StoredPage] = []
    try store.transaction { () throws(StoreError) in
      for position in pages {
        guard var page = try store.page(position.id) else { continue }
        let derived = DerivedStages.derive(page.record)
        try store.record(derived, of: page.id)
        guard !derived.saysTheSame(as: page.record.derived) else { continue }
        page.record.derived = derived
        try store.markStale(formats, of: page.id)
        changed.append(page)
      }
    }
    guard let writer else { return }
    var made: [(PageID, [StoredFile])] = []
    for page in changed {
      let stale = try store.files(of: page.id).filter(\.isStale).compactMap { PageExporters.named($0.format) }
      let original = try store.original(of: page.record)
      var files: [StoredFile] = []
      for format in stale {
        guard let bytes = format.file(page.record, original: original) else { continue }
        files.append(try writer.write(bytes, of: page.record, as: format))
      }
      if !files.isEmpty { made.append((page.id, files)) }
    }
    try writer.sync()
    try store.transaction { () throws(StoreError) in
      for (page, files) in made { try store.record(files, of: page) }
    }
  }
}

extension DerivedValues {
  /// Whether every stage says what it says there, whatever the versions.
  fileprivate func saysTheSame(as other: DerivedValues) -> Bool {
    Set(stages + other.stages).allSatisfy { self[$0]?.json == other[$0]?.json }
  }
}
