package import RunSupport
package import Export
package import PageModel
package import ResultStore

/// The pages of a store for an export.
package struct PageSelection: Sendable {
  /// Whether to leave out pages whose receipts are all on an earlier page, and documents of such pages alone.
  let once: Bool
  private let isPresent: Bool

  package init(once: Bool = false, isPresent: Bool = false) {
    (self.once, self.isPresent) = (once, isPresent)
  }

  package func takes(_ page: StoredPage, in store: ResultStore) throws(StoreError) -> Bool {
    if isPresent, page.isMissing { return false }
    if !once { return true }
    return try !store.isRepeated(page.id)
  }
}

/// Files made from the store alone.
package enum PageFiles {
  /// Writes the files of every page, and returns the failures, each with the reason in one line.
  ///
  /// `isHome` records them as the store's own, unless the runs put them into another directory.
  ///
  /// - Parameters:
  ///   - selection: The pages to take; tables and documents at home hold everything.
  ///   - pictures: How pictures are decoded, for formats that hold them.
  ///   - onNaming: Called with each file that was written.
  @discardableResult
  package static func export(
    from path: ScanPath, to directory: ScanPath, formats: [any Exporter], isHome: Bool,
    selection: PageSelection = PageSelection(), pictures: PictureSettings,
    onNaming: @escaping (ScanPath) -> Void = { _ in }
  ) throws(RunFailure) -> [String] {
    try RunFailure.catching {
      let store = try isHome ? StoreLock.store(path) : ResultStore(path, mode: .readOnly)
      let writer = try FileWriter(directory)
      writer.onNaming = { onNaming($0.reduce(directory) { $0.appending($1) }) }
      let place = isHome ? try OutputPlace.of(directory, store: path) : nil
      let known = try store.outputPlace()
      let isHome = isHome && (known == nil || known == place)
      let exporters = formats.compactMap { $0 as? any PageExporter }
      var page = exporters.isEmpty ? nil : try store.firstPage()
      while let here = page {
        page = try store.page(after: here.id)
        guard try selection.takes(here, in: store) else { continue }
        // The files of a page whose scan is gone would take the place of those of another scan of its name.
        if here.isMissing, try store.document(here.record.path)?.id != here.id.document { continue }
        let drafts = try store.drafts(of: here.record, exporters)
        if isHome, !drafts.isEmpty { try store.record(drafts.map(\.announcement), of: here.id) }
        let files = try drafts.map { try $0.write(by: writer) }
        if isHome, !files.isEmpty {
          try writer.sync()
          try store.record(files, of: here.id)
        }
      }
      try writer.write(collectionsOf: formats, from: store, isHome ? PageSelection() : selection)
      try writer.sync()
      if isHome { try TableFiles(store: store, directory: directory).haveBeenWritten(formats) }
      return try DocumentFiles(
        store: store, writer: writer, pictures: pictures, isHome: isHome,
        selection: isHome ? PageSelection() : selection
      ).perform(formats, remaking: true)
    }
  }
}

extension FileWriter {
  /// Writes the files for all pages of a store together.
  ///
  /// They are made again each time: every page may have changed, and no file of a page is needed for it.
  ///
  /// Each receipt counts once: a missing page is left out if its receipts are on a present one.
  package func write(
    collectionsOf formats: [any Exporter], from store: ResultStore, _ selection: PageSelection = PageSelection()
  ) throws {
    let exporters = formats.compactMap { $0 as? any CollectionExporter }
    guard !exporters.isEmpty else { return }
    let style = try store.tableStyle()
    let collections = try exporters.map { try $0.begin(in: self, style: style) }
    var page = try store.firstPage()
    while let here = page {
      page = try store.page(after: here.id)
      guard try selection.takes(here, in: store), try !store.isReplaced(here.id) else { continue }
      for collection in collections { try collection.add(here.record) }
    }
    for collection in collections { try collection.finish() }
    try sync()
  }
}

extension ResultStore {
  /// The files of a page; formats that have none for it are left out.
  package func drafts(of record: PageRecord, _ formats: [any PageExporter]) throws(StoreError) -> [PageDraft] {
    let original = try original(of: record)?.record
    return formats.compactMap { format in
      format.file(record, original: original).map { PageDraft(record, format, $0) }
    }
  }
}

package struct PageDraft {
  private let format: String
  private let path: ScanPath
  private let bytes: [UInt8]

  package init(_ record: PageRecord, _ format: any PageExporter, _ bytes: [UInt8]) {
    self.format = format.name
    path = OutputName.make(record.path, pageIndex: record.index, extension: format.fileExtension)
    self.bytes = bytes
  }

  /// The store's entry before the file is written, so that it knows every file.
  ///
  /// After a kill or on a full disk the next run takes it for stale, and writes it again.
  package var announcement: StoredFile { StoredFile(format: format, path: path, size: 0, digest: "", isStale: true) }

  /// Writes it; it gets its name at the writer's next sync.
  package func write(by writer: FileWriter) throws(ExportError) -> StoredFile {
    let written = try writer.write(bytes, to: path.components)
    return StoredFile(format: format, path: path, size: Int64(written.size), digest: written.digest)
  }
}
