import Export
import ResultStore

struct DerivedFiles {
  let store: ResultStore
  /// Nil if this run writes no files; existing files are then marked stale.
  let writer: FileWriter?

  static let formats = Exporters.ofPages.filter(\.holdsDerivedValues).map(\.name) + Exporters.ofDocuments.map(\.name)

  /// Writes the page's existing files of such formats; they get their names at the writer's next sync.
  func write(_ page: StoredPage) throws -> [StoredFile] {
    guard let writer else { return [] }
    let formats = try store.files(of: page.id).compactMap { Exporters.ofPages(named: $0.format) }
    return try store.drafts(of: page.record, formats.filter(\.holdsDerivedValues)).map { try $0.write(by: writer) }
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
    var written: [(page: PageID, files: [StoredFile])] = []
    for id in pages {
      guard let page = try page(id) else { continue }
      written.append((id, try write(page)))
    }
    try writer?.sync()
    try store.transaction { () throws(StoreError) in
      for (page, files) in written where !files.isEmpty { try store.record(files, of: page) }
    }
  }
}
