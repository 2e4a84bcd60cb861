import Export
import Glibc
import PageModel
import ResultStore

/// The files of all receipts of a store that lie in its output directory, such as `hanscan.receipts.csv`.
///
/// No page has them. That they are older than their pages is a fact of the store, noted in the transaction that puts a
/// page right, and gone only when they are written again: after a kill in between, whoever writes next makes them anew.
struct TableFiles {
  let store: ResultStore
  let directory: ScanPath

  /// The formats of those that are there, as they were written.
  var formats: [any Exporter] {
    Exporters.all.compactMap { format in
      guard let file = file(of: format), file.withCString({ access($0, F_OK) }) == 0 else { return nil }
      guard format is CSVExporter else { return format }
      var start = [UInt8](repeating: 0, count: 3)
      let descriptor = file.withCString { open($0, O_RDONLY | O_CLOEXEC) }
      defer { if descriptor >= 0 { close(descriptor) } }
      let count = descriptor < 0 ? 0 : read(descriptor, &start, 3)
      return CSVExporter(hasByteOrderMark: count == 3 && start == [0xEF, 0xBB, 0xBF])
    }
  }

  /// The file of a format; nil for one that has a file for each page or document.
  func file(of format: any Exporter) -> ScanPath? {
    format is any CollectionExporter ? directory.appending("hanscan.receipts.\(format.fileExtension)") : nil
  }

  /// Writes those that are there again.
  func write(by writer: FileWriter) throws {
    try writer.write(collectionsOf: formats, from: store)
    try store.setTablesAreStale(false)
  }

  /// Notes that the tables of some formats were written; others may still be older than their pages.
  func haveBeenWritten(_ written: [any Exporter]) throws(StoreError) {
    let names = Set(written.map(\.name))
    if formats.allSatisfy({ names.contains($0.name) }) { try store.setTablesAreStale(false) }
  }
}
