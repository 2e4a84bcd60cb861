public import Export
public import PageModel
import ResultStore
import Workers

/// Files made from the store alone.
public enum PageFiles {
  /// Writes the files of every page and returns how many.
  ///
  /// `isHome` records them as the store's own, unless the runs put them into another directory.
  ///
  /// - Parameter once: Whether pages are left out whose receipts are all on an earlier page.
  public static func export(
    from path: ScanPath, to directory: ScanPath, formats: [any PageExporter], isHome: Bool, once: Bool = false
  ) throws(RunFailure) -> Int {
    do {
      let lock = isHome ? try BatchRun.takeLock(beside: path, creating: false) : nil
      let store = try ResultStore(path, mode: isHome ? .readWrite(creating: false) : .readOnly)
      let writer = try FileWriter(directory)
      let place = isHome ? try OutputPlace(directory, store: path).path : nil
      let known = try store.outputPlace()
      let isHome = isHome && (known == nil || known == place)
      var count = 0
      var page = try store.firstPage()
      while let here = page {
        page = try store.page(after: here.id)
        if once, try store.isRepeated(here.id) { continue }
        var files: [StoredFile] = []
        let original = try store.original(of: here.record)
        for format in formats {
          guard let bytes = format.file(here.record, original: original) else { continue }
          files.append(try writer.write(bytes, of: here.record, as: format))
        }
        if isHome, !files.isEmpty {
          try writer.sync()
          try store.record(files, of: here.id)
        }
        count += files.count
      }
      try writer.sync()
      withExtendedLifetime(lock) {}
      return count
    } catch {
      throw error as? RunFailure ?? RunFailure(cause: error)
    }
  }
}

extension FileWriter {
  /// Writes one page's file where all its runs would.
  func write(_ bytes: [UInt8], of record: PageRecord, as format: any PageExporter) throws(ExportError) -> StoredFile {
    let path = OutputName.make(record.path, pageIndex: record.index, extension: format.fileExtension)
    let written = try write(bytes, to: path.components)
    return StoredFile(format: format.name, path: path, size: Int64(written.size), digest: written.digest)
  }
}
