package import Export
import PageModel
package import ResultStore
package import Understanding

/// Brings the derived values of stored pages up to date, and the files that show them.
///
/// It needs the store alone, never a picture. Each step is a transaction: after a kill the next run continues here.
package struct DerivedUpdate {
  let store: ResultStore
  /// Nil if this run writes no files; existing files are then marked stale.
  private let writer: FileWriter?

  private static let pagesAtATime = 64
  package static let formats =
    Exporters.ofPages.filter(\.holdsDerivedValues).map(\.name) + Exporters.ofDocuments.map(\.name)

  package init(store: ResultStore, writer: FileWriter?) {
    (self.store, self.writer) = (store, writer)
  }

  /// Computes new or changed stages, joins and compares receipts and divides stacks, until it is stopped.
  ///
  /// It returns the count of pages with old stages.
  ///
  /// - Parameters:
  ///   - warn: Receives a warning for each page that can't be read.
  ///   - isStopped: Asked before each group of pages.
  package func perform(_ stages: DerivedStages, warn: (String) -> Void, isStopped: () -> Bool) throws -> Int {
    let count = try updateStages(stages, warn: warn, isStopped: isStopped)
    try joinReceipts(stages, isStopped: isStopped)
    try compareReceipts(isStopped: isStopped)
    if !isStopped() { try divideStacks() }
    return count
  }

  /// Computes the values of new or changed stages alone, with a bounded number of pages in memory.
  func updateStages(_ stages: DerivedStages, warn: (String) -> Void, isStopped: () -> Bool) throws -> Int {
    var count = 0
    for state in PageState.allCases {
      _ = try forEachGroup(in: state, lackingAnyOf: stages.versions(in: state), isStopped: isStopped) { pages in
        try update(pages, stages, warn)
        count += pages.count
      }
    }
    return count
  }

  /// Hands over the pages in a state that lack the value of a stage in this version; false if it was stopped.
  ///
  /// - Parameter isStopped: Asked before each group of pages.
  func forEachGroup(
    in state: PageState = .recognised, lackingAnyOf versions: [String: Int], isStopped: () -> Bool,
    _ body: ([PageID]) throws -> Void
  ) throws -> Bool {
    var position: PageID?
    while !isStopped() {
      let pages = try store.pages(in: state, lackingAnyOf: versions, after: position, atMost: Self.pagesAtATime)
      guard let last = pages.last else { return true }
      try body(pages)
      position = last
    }
    return false
  }

  /// Writes the files first: a run killed before the store knows of them repeats these pages.
  private func update(_ pages: [PageID], _ stages: DerivedStages, _ warn: (String) -> Void) throws {
    var updates: [(page: PageID, derived: DerivedValues, isChanged: Bool, files: [StoredFile])] = []
    var joined: [PageID] = []
    for position in pages {
      let found = try page(position) { fault in
        warn("a page of the store can't be read, and gets no new values ('hanscan check'): \(fault)")
      }
      guard var page = found else { continue }
      var derived = stages.derive(page.record)
      // Receipts are joined and compared again, with the new values.
      let same = page.record.derived[SameReceipts.name]
      page.record.derived[SameReceipts.name] = nil
      if page.record.derived[JoinedReceipts.name]?.json != nil { joined.append(page.id) }
      page.record.derived[JoinedReceipts.name] = nil
      let isChanged = derived != page.record.derived
      page.record.derived = derived
      derived[SameReceipts.name] = same.map { DerivedValues.Value(version: 0, json: $0.json) }
      updates.append((page.id, derived, isChanged, isChanged ? try write(page) : []))
    }
    try writer?.sync()
    let changed = try store.transaction { () throws(StoreError) in
      for update in updates {
        try store.record(update.derived, of: update.page)
        if update.isChanged { try store.markStale(Self.formats, of: update.page) }
        if !update.files.isEmpty { try store.record(update.files, of: update.page) }
      }
      return try joinReceipts(of: joined, stages)
    }
    try writeAgain(changed)
  }

  /// Writes the page's existing files of such formats; they get their names at the writer's next sync.
  private func write(_ page: StoredPage) throws -> [StoredFile] {
    guard let writer else { return [] }
    let formats = try store.files(of: page.id).compactMap { Exporters.ofPages(named: $0.format) }
    return try store.drafts(of: page, formats.filter(\.holdsDerivedValues)).map { try $0.write(by: writer) }
  }

  /// The page; nil if it is gone or damaged, so that the others get their values all the same.
  func page(_ id: PageID, _ damaged: (StoreError) -> Void = { _ in }) throws(StoreError) -> StoredPage? {
    do throws(StoreError) {
      return try store.page(id)
    } catch {
      guard error.reason == .corrupt else { throw error }
      damaged(error)
      return nil
    }
  }

  /// Writes the files of pages with changed values again, with one wait for the disk.
  func writeAgain(_ pages: [PageID]) throws {
    let written = try pages.compactMap { id in try page(id).map { (page: id, files: try write($0)) } }
    try writer?.sync()
    try store.transaction { () throws(StoreError) in
      for (page, files) in written where !files.isEmpty { try store.record(files, of: page) }
    }
  }
}
