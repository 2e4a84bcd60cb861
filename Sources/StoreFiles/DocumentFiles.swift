import Documents
package import RunSupport
package import Export
package import PageModel
import PictureFormats
package import ResultStore

/// Makes the files of formats for whole documents, from the store and the scans.
package struct DocumentFiles {
  private let store: ResultStore
  private let writer: FileWriter
  private let pictures: PictureSettings
  private let isHome: Bool
  private let selection: PageSelection

  /// Files that are synced and recorded together, and documents that are open at a time.
  private static let batch = 16
  /// Pictures under way for each worker: the current one, and the next.
  ///
  /// Measured on 14 receipts, 6 of them PNGs, with two workers: 4.8 s for 8.0 with one; as many documents ahead as
  /// workers, 7.0.
  private static let picturesAhead = 2

  /// - Parameters:
  ///   - isHome: Whether the files are the store's own, which it records; up-to-date ones stay.
  ///   - selection: The documents to leave out; missing ones have no pictures anyway.
  package init(
    store: ResultStore, writer: FileWriter, pictures: PictureSettings, isHome: Bool,
    selection: PageSelection = PageSelection()
  ) {
    (self.store, self.writer, self.pictures, self.isHome) = (store, writer, pictures, isHome)
    self.selection = selection
  }

  /// Writes the files, and returns the documents without one and the pages without a picture in theirs, each with the
  /// reason in one line.
  ///
  /// - Parameters:
  ///   - only: The documents to examine; nil for all.
  ///   - isStopped: Asked before each document.
  package func perform(
    _ formats: [any Exporter], remaking: Bool, only: Set<ScanPath>? = nil, isStopped: () -> Bool = { false }
  ) throws -> [String] {
    var problems: [String] = []
    let exporters = formats.compactMap { $0 as? any DocumentExporter }
    guard !exporters.isEmpty, let base = try store.base() else { return [] }
    let decoding = PictureDecoding(settings: pictures)
    for exporter in exporters {
      var made: [(page: PageID, file: StoredFile)] = []
      var ahead: [Opened] = []
      /// Writes the file of the document that was opened first; its problem affects no other document.
      func writeNext() throws {
        let next = ahead.removeFirst()
        do {
          let source = try next.source.get()
          for part in next.parts {
            guard let first = try store.page(next.path, part?.pages[0] ?? 0) else { continue }
            made.append((first.id, try write(exporter, source, part)))
            if made.count >= Self.batch { try record(&made) }
          }
          problems += source.problems.map { "\(next.path) page \($0.index + 1): \($0.problem.message)" }
        } catch let error as DocumentError {
          problems.append("\(next.path): \(error.problem.message)")
        } catch let error as HeaderFault {
          problems.append("\(next.path): its picture can't be read: \(error)")
        }
      }
      for path in try store.documents(lackingFile: remaking ? nil : exporter.name) where !isStopped() {
        if let only, !only.contains(path) { continue }
        if selection.once, try store.isRepeated(path) { continue }
        guard let document = try store.document(path) else { continue }
        let parts = try DocumentPart.all(of: document.id, in: store)
        if isHome { try removeFiles(of: document, dividedOtherwiseThan: parts, exporter) }
        let fresh = Set(try store.files(of: document.id).filter { !$0.isStale }.map(\.path))
        let lacking = parts.filter { remaking || !fresh.contains($0.path(of: path, as: exporter)) }
        if lacking.isEmpty, !parts.isEmpty { continue }
        // While one is written, workers decode the pictures of the next ones, but not during a long document: nobody
        // would take a picture from a worker before its time is over.
        let source = Result {
          let source = try StoredDocumentSource(document, below: base, in: store, decoding: decoding)
          if exporter is PDFExporter, parts.isEmpty { try source.beginPicture(at: 0) }
          return source
        }
        ahead.append((path, parts.isEmpty ? [nil] : lacking, source))
        let isLong = document.entry.pageCount > 1 || (try? source.get())?.session.kind == .document
        while !ahead.isEmpty,
          isLong || ahead.count >= Self.batch || decoding.count >= Self.picturesAhead * pictures.workers
        {
          try writeNext()
        }
      }
      while !ahead.isEmpty, !isStopped() { try writeNext() }
      try record(&made)
    }
    return problems
  }

  /// The parts are the documents of a stack whose files are missing or stale; nil for a scan that is one document.
  private typealias Opened = (path: ScanPath, parts: [DocumentPart?], source: Result<StoredDocumentSource, any Error>)

  /// Removes the files of a document from when it was divided at other sheets, or not at all.
  private func removeFiles(
    of document: StoredDocument, dividedOtherwiseThan parts: [DocumentPart], _ exporter: any DocumentExporter
  ) throws {
    let path = document.entry.path
    let whole = OutputName.make(path, extension: exporter.fileExtension)
    let wanted = parts.isEmpty ? [whole] : parts.map { $0.path(of: path, as: exporter) }
    let others = try store.files(of: document.id).filter { $0.format == exporter.name }.map(\.path)
      .filter { !wanted.contains($0) }
    guard !others.isEmpty else { return }
    for other in others { try writer.remove(other.components) }
    try writer.sync()
    try store.forgetFiles(of: document.id, at: others)
  }

  private func write(
    _ exporter: any DocumentExporter, _ source: StoredDocumentSource, _ part: DocumentPart?
  ) throws -> StoredFile {
    let path =
      part?.path(of: source.path, as: exporter)
      ?? OutputName.make(source.path, extension: exporter.fileExtension)
    let pages: any DocumentSource = part.map { PartSource(whole: source, pages: $0.pages) } ?? source
    let pieces = try writer.file(for: path.components)
    var isWritten = false
    if exporter is PDFExporter {
      // Write to a file beside it that never gets its name.
      let scratch = try writer.file(for: OutputName.make(source.path, extension: "layer").components)
      isWritten = try source.writeLayered(to: pieces, scratch: scratch, selected: part?.pages, tools: pictures.tools)
    }
    if !isWritten { try exporter.write(pages, to: pieces) }
    // A picture that was overwritten meanwhile is half of each.
    if let problem = source.change { throw DocumentError(problem) }
    let written = try pieces.finish()
    return StoredFile(format: exporter.name, path: path, size: Int64(written.size), digest: written.digest)
  }

  /// Gives the files their names, after the store has recorded them as stale.
  private func record(_ made: inout [(page: PageID, file: StoredFile)]) throws {
    for (page, file) in made where isHome {
      var announcement = file
      announcement.isStale = true
      try store.record([announcement], of: page)
    }
    try writer.sync()
    for (page, file) in made where isHome { try store.record([file], of: page) }
    made = []
  }
}
