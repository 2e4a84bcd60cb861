import Documents
package import RunSupport
package import Export
package import PageModel
import PictureFormats
import ResultStore
import Understanding

/// Copies or hard links of scans, or of their PDFs, under descriptive names; existing files are never overwritten.
///
/// The store records those below its own output directory as files of a document's first page, of the format `name`.
/// This mapping from scan to name lets a second call handle only new documents and changed names.
package struct NamedFiles {
  /// Each document with its file, below the directory, including earlier ones; failures, each in one line.
  package typealias Outcome = (names: [(document: ScanPath, name: ScanPath)], problems: [String])

  private let pattern: NamePattern
  private let directory: ScanPath
  private let isHome: Bool
  private let links: Bool
  private let takesPDF: Bool
  private let home: ScanPath?
  private let once: Bool
  private let pictures: PictureSettings

  private static let format = "name"
  /// The most files of one name; the next gets none.
  private static let mostAlike = 10_000

  /// - Parameters:
  ///   - directory: The target folder; below the store's own directory to `named` in it.
  ///   - isHome: Whether it is the store's own.
  ///   - links: Hard links, not copies.
  ///   - takesPDF: The documents' PDFs below `home` and not the scans.
  ///   - once: Whether to leave out documents whose receipts are all on earlier pages.
  package init(
    pattern: NamePattern, directory: ScanPath, isHome: Bool, links: Bool, takesPDF: Bool, home: ScanPath?,
    once: Bool, pictures: PictureSettings
  ) {
    (self.pattern, self.directory, self.isHome, self.links) = (pattern, directory, isHome, links)
    (self.takesPDF, self.home, self.once, self.pictures) = (takesPDF, home, once, pictures)
  }

  package func make(from path: ScanPath) throws(RunFailure) -> Outcome {
    try RunFailure.catching {
      let store = try isHome ? ResultStore.upToDate(path) : ResultStore(path, mode: .readOnly)
      let writer = try FileWriter(directory)
      var outcome: Outcome = ([], [])
      // Names of another pattern, or of other files, are outdated.
      let wanted = (takesPDF ? "pdf " : "") + pattern.text
      let keepsNames = isHome ? try store.text(.namePattern) == wanted : false
      for document in try store.documents(lackingFile: nil) {
        do {
          if once, try store.isRepeated(document) { continue }
          guard let name = try place(document, store, writer, keepsName: keepsNames) else { continue }
          outcome.names.append((document, name))
        } catch let error as DocumentError {
          outcome.problems.append("\(document): \(error.problem.message)")
        } catch let error as ExportError where error.reason == .nameTooLong || error.reason == .taken {
          outcome.problems.append("\(document): \(error)")
        }
      }
      if isHome, !keepsNames, outcome.problems.isEmpty { try store.set(.namePattern, to: wanted) }
      return outcome
    }
  }

  /// Gives one document its name, unless it has it already.
  private func place(
    _ path: ScanPath, _ store: ResultStore, _ writer: FileWriter, keepsName: Bool
  ) throws -> ScanPath? {
    guard let document = try store.document(path), let first = try store.page(path, 0) else { return nil }
    let files = try store.files(of: first.id)
    let old = isHome ? files.first { $0.format == Self.format } : nil
    if let old, keepsName, !old.isStale, condition(of: old) == .sound { return old.path }
    let source = try source(of: document, files, store)
    var components = pattern.components(of: try telling(document, first, store))
    if isHome { components.insert(Array("named".utf8), at: 0) }
    guard let stem = components.popLast() else { return nil }
    let folder = components
    func joined(_ name: [UInt8]) -> ScanPath { (folder + [name]).reduce(ScanPath("")) { $0.appending($1) } }
    // An existing file with the same bytes is this one.
    let candidates = (1...Self.mostAlike).lazy.map { number in
      stem + Array((number == 1 ? "" : "_\(number)").utf8) + Array(source.suffix.utf8)
    }
    for name in candidates {
      let file = StoredFile(format: Self.format, path: joined(name), size: source.size, digest: source.digest)
      switch condition(of: file) {
      case .sound:
        try record(file, of: first, replacing: old, store, writer)
        return file.path
      case .altered, .folder, .unreadable: continue
      case .missing: break
      }
      guard let name = try write(source, to: folder, names: candidates, writer) else { break }
      let made = StoredFile(format: Self.format, path: joined(name), size: source.size, digest: source.digest)
      try writer.sync()
      try record(made, of: first, replacing: old, store, writer)
      return made.path
    }
    let taken = directory.appending(joined(stem + Array(source.suffix.utf8)))
    throw ExportError(.taken, taken, "\(Self.mostAlike) files have it")
  }

  /// The first page with a receipt, which gives the name; the first of all if there is none.
  private func telling(_ document: StoredDocument, _ first: StoredPage, _ store: ResultStore) throws -> PageRecord {
    for index in 0..<document.entry.pageCount {
      guard let page = index == 0 ? first : try store.page(document.entry.path, index) else { continue }
      var record = page.record
      if let original = try store.original(of: record) { record.derived = original.record.derived }
      if record.derived.value(of: ReceiptsStage.self) != nil { return record }
    }
    return first.record
  }

  // MARK: Files

  private typealias Source = (session: DocumentSession, size: Int64, digest: String, suffix: String)

  private func source(of document: StoredDocument, _ files: [StoredFile], _ store: ResultStore) throws -> Source {
    guard takesPDF else {
      let session = try SingleScan.session(
        of: document.entry.path, below: try store.base() ?? ScanPath("."), holding: document.entry.digest, pictures,
        counting: false)
      let suffix = Self.suffix(of: document.entry.path, session.kind)
      return (session, session.file.size, document.entry.digest?.hex ?? "", suffix)
    }
    guard let home, let file = files.first(where: { $0.format == "pdf" && !$0.isStale }) else {
      let advice = "it has no PDF yet; 'hanscan export --format pdf' makes it"
      throw DocumentError(PageProblem(.vanished, advice))
    }
    let place = home.appending(file.path)
    guard WrittenFile.examine(place, size: file.size, digest: file.digest) == .sound else {
      throw DocumentError(PageProblem(.changed, "its PDF is not as it was written; 'hanscan check' tells more"))
    }
    let session = try SingleScan.session(
      of: file.path, below: home, holding: ContentDigest(hex: file.digest), pictures, counting: false)
    return (session, file.size, file.digest, ".pdf")
  }

  /// The ending of the scan's name, or of its real format if that ending is unknown.
  static func suffix(of path: ScanPath, _ kind: FileKind) -> String {
    let own = NamePattern.suffix(of: path)
    let endings = PictureFormat.allCases.flatMap(\.endings) + [FileKind.document.name]
    if endings.contains(String(own.dropFirst())) { return own }
    return switch kind {
    case .picture(let format): format.endings.first.map { "." + $0 } ?? own
    case .document: "." + kind.name
    case .message: ".txt"
    case .taxInvoice: ".xml"
    case .container, .unsupported, .unknown, .empty: own
    }
  }

  private func write(
    _ source: Source, to folder: [[UInt8]], names: some Sequence<[UInt8]>, _ writer: FileWriter
  ) throws -> [UInt8]? {
    // A member of an archive or a mail is a file in memory, which can't be linked.
    if links, !source.session.isUnpacked {
      return try writer.link(source.session.descriptor, in: folder, asNewOf: names)
    }
    guard let first = names.first(where: { _ in true }) else { return nil }
    let pieces = try writer.file(for: folder + [first])
    try source.session.forEachPiece { try pieces.append($0) }
    if let problem = source.session.change() { throw DocumentError(problem) }
    return try pieces.finish(asNewOf: names)
  }

  private func condition(of file: StoredFile) -> WrittenFile.Condition {
    WrittenFile.examine(directory.appending(file.path), size: file.size, digest: file.digest)
  }

  /// Syncs the new file before the store records it, and removes an untouched file of an earlier name.
  private func record(
    _ file: StoredFile, of page: StoredPage, replacing old: StoredFile?, _ store: ResultStore, _ writer: FileWriter
  ) throws {
    guard isHome else { return }
    let removesOld = old.map { $0.path != file.path && condition(of: $0) == .sound } ?? false
    try store.record([file], of: page.id)
    if removesOld, let old {
      try writer.remove(old.path.components)
      try writer.sync()
    }
  }
}
