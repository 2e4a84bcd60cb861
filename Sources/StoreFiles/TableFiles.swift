import RunSupport
package import Export
import Glibc
package import PageModel
package import ResultStore
import Support

/// The files of all receipts of a store that lie in its output directory, such as `hanscan.receipts.csv`.
///
/// They belong to no page. The store marks them stale in the transaction that corrects a page, and removes the mark
/// only when they are written again: after a kill in between, the next writer makes them again. The store also records
/// which of them were written here.
package struct TableFiles {
  private let store: ResultStore
  private let directory: ScanPath

  /// The suffix of a format whose files never begin with a byte order mark.
  private static let unmarked = " no-bom"

  package init(store: ResultStore, directory: ScanPath) {
    (self.store, self.directory) = (store, directory)
  }

  /// The formats of tables that were written here or lie here, in their written form.
  private var known: [any CollectionExporter] {
    get throws(StoreError) {
      let names = try store.writtenTables()
      return Exporters.all.compactMap { format in
        guard let format = format as? any CollectionExporter else { return nil }
        if names.contains(format.name + Self.unmarked) { return CSVExporter(marksKorean: false) }
        return names.contains(format.name) || isThere(format) ? format : nil
      }
    }
  }

  private var present: [any CollectionExporter] {
    get throws(StoreError) { try known.filter(isThere) }
  }

  private func files(of format: any CollectionExporter) -> [ScanPath] {
    format.fileNames.map { directory.appending($0) }
  }

  private func isThere(_ format: any CollectionExporter) -> Bool {
    files(of: format).contains(where: \.exists)
  }

  /// Writes the existing tables again.
  package func write(by writer: FileWriter) throws {
    try writer.write(collectionsOf: try present, from: store)
    try store.set(.staleTables, to: nil)
  }

  /// Records that the tables of some formats were written; others may still be stale.
  package func haveBeenWritten(_ written: [any Exporter]) throws(StoreError) {
    let formats = written.compactMap { $0 as? any CollectionExporter }
    let names = formats.map { format in
      (format as? CSVExporter)?.marksKorean == false ? format.name + Self.unmarked : format.name
    }
    try store.noteWrittenTables(names, inPlaceOf: formats.flatMap { [$0.name, $0.name + Self.unmarked] })
    // The first export fixes the language, so that files change it with no receipt.
    if !formats.isEmpty { _ = try store.tableStyle(keeping: true) }
    if try present.allSatisfy({ format in formats.contains { $0.name == format.name } }) {
      try store.set(.staleTables, to: nil)
    }
  }

  typealias Compared = (path: ScanPath, format: any CollectionExporter, condition: WrittenFile.Condition)

  /// Compares the files that were written here or lie here with their present content, which is made elsewhere.
  func compared() throws -> [Compared] {
    let formats = try known
    guard !formats.isEmpty else { return [] }
    let folder = try RunFailure.converting(ScanPath(TemporaryFolder.make())) {
      RunFailure(.cannotCreate, "tables can't be made for a comparison: \($0); TMPDIR may name another place")
    }
    let others = formats.flatMap { format in format.fileNames.map { folder.appending($0) } }
    defer {
      for file in others { _ = file.withCString { unlink($0) } }
      _ = folder.withCString { rmdir($0) }
    }
    try FileWriter(folder, creating: false).write(collectionsOf: formats, from: store)
    return formats.flatMap { format in
      zip(files(of: format), format.fileNames).map { path, name in
        let wanted = folder.appending(name)
        return (path: path, format: format, condition: WrittenFile.compare(path, with: wanted))
      }
    }
  }
}
