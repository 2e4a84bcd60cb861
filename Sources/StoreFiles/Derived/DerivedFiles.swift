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
}
