import Export
import PageModel
import ResultStore

/// Writes the files of pages again that hold derived values.
struct DerivedFiles {
  let store: ResultStore
  /// Nil where the pages have no files here; those of other runs are then known to be older than their pages.
  let writer: FileWriter?

  /// The formats that hold derived values.
  static let formats = Exporters.ofPages.filter(\.holdsDerivedValues).map(\.name) + Exporters.ofDocuments.map(\.name)

  /// Writes the page's files of such formats where it has them; they have their names after the writer's next sync.
  func write(_ page: StoredPage) throws -> [StoredFile] {
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

  /// The page, or nil where it is gone or damaged, which the update of other values has said.
  func page(_ id: PageID) throws(StoreError) -> StoredPage? {
    do throws(StoreError) {
      return try store.page(id)
    } catch {
      guard error.reason == .corrupt else { throw error }
      return nil
    }
  }

  /// Writes the files of pages again whose values have changed, with one wait for the disk.
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
