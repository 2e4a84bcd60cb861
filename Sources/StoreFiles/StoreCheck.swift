package import RunSupport
import Export
import Glibc
import Ingest
package import PageModel
import ResultStore
import Understanding
import Workers

package final class StoreCheck {
  package struct Finding: Sendable, Equatable {
    /// One sentence: the fault, and the remedy if `isRepaired` is false.
    package let text: String
    package let isRepaired: Bool
  }

  package struct Report: Sendable {
    package internal(set) var findings: [Finding] = []
    package internal(set) var documents = 0
    package internal(set) var pages = 0
    package internal(set) var files = 0
    /// Documents with unfinished pages: no fault, because the next run continues with them.
    package internal(set) var unfinished = 0
    /// Pages with receipts of an earlier version: tables and search index are then not compared.
    package internal(set) var earlier = 0

    /// Whether there is no fault left.
    package var isSound: Bool { findings.allSatisfy(\.isRepaired) }
  }

  private let store: ResultStore
  private let directory: ScanPath?
  private let writer: FileWriter?
  private let repairs: Bool
  private var report = Report()
  /// Pages whose file of a format must be made again.
  private var wanting: [(page: PageID, file: StoredFile)] = []
  /// Paths of the files that the store knows, below the directory.
  private var known: Set<ScanPath> = []

  private init(store: ResultStore, directory: ScanPath?, writer: FileWriter?, repairs: Bool) {
    (self.store, self.directory, self.writer, self.repairs) = (store, directory, writer, repairs)
  }

  /// Checks the store at `path` and the files below `directory`; `repairs` makes files again and removes strays.
  ///
  /// It holds the lock of a run, so that nothing changes meanwhile.
  package static func run(
    _ path: ScanPath, directory: ScanPath?, repairs: Bool
  ) throws(RunFailure) -> Report {
    do {
      let lock = try lock(path, isNeeded: repairs)
      defer { withExtendedLifetime(lock) {} }
      let store = try ResultStore(path, mode: repairs ? .readWrite(creating: false) : .readOnly)
      try OutputPlace.check(directory, in: store)
      if repairs { try store.bringUpToDate() }
      let writer = repairs ? try directory.map { try FileWriter($0, creating: false) } : nil
      return try StoreCheck(store: store, directory: directory, writer: writer, repairs: repairs).perform()
    } catch let error as StoreError where error.reason == .corrupt {
      return Report(findings: [Finding(text: "\(error)", isRepaired: false)])
    } catch {
      throw RunFailure(cause: error)
    }
  }

  /// The lock of a run; it may be lacking on read-only media, because nobody can write there.
  private static func lock(_ path: ScanPath, isNeeded: Bool) throws -> RunLock? {
    do {
      return try StoreLock.take(beside: path, creating: false)
    } catch {
      guard error.status == .cannotCreate, !isNeeded else { throw error }
      return nil
    }
  }

  private func perform() throws -> Report {
    let faults = try store.problems()
    for fault in faults {
      note("the store: \(fault); move it away or bring back a copy, and a new run reads the scans again")
    }
    // A damaged file's statements about pages are worthless.
    guard faults.isEmpty else { return report }
    report.earlier = try store.earlierPages()
    if report.earlier == 0 { try checkSearchIndex() }
    try checkReceipts()
    try checkPages()
    if let directory {
      try checkFiles(in: directory)
      if report.earlier == 0 { try checkTables(in: directory) }
      checkNames(in: directory)
    }
    return report
  }

  /// - Parameter remedy: Follows the text of a fault that is not repaired.
  private func note(_ text: String, isRepaired: Bool = false, remedy: String = "") {
    report.findings.append(Finding(text: isRepaired ? text : text + remedy, isRepaired: isRepaired))
  }

  /// Checks the search index against the pages; fills one that an earlier version began.
  private func checkSearchIndex() throws {
    var unlike: Int?
    do {
      unlike = try store.pagesUnlikeSearchIndex()
    } catch {
      guard error.reason == .corrupt else { throw error }
    }
    if unlike == 0 {
      if repairs { try store.fillSearchIndex() }
      return
    }
    if repairs { try store.rebuildSearchIndex() }
    let what = unlike.map { "does not agree with \($0 == 1 ? "one page" : "\($0) pages")" } ?? "is damaged"
    note("the search index \(what)", isRepaired: repairs, remedy: "; --repair makes it anew")
  }

  /// Checks the filter values of receipts against the derived values of their pages.
  private func checkReceipts() throws {
    let unlike = try store.receiptsUnlikeRows(isRepairing: repairs, ReceiptsStage.outlines)
    guard unlike > 0 else { return }
    note(
      "what receipts are filtered by does not agree with \(unlike == 1 ? "one of them" : "\(unlike) of them")",
      isRepaired: repairs, remedy: "; --repair makes it anew")
  }

  /// Checks that every document has its pages, each in one state, and that each can be read back.
  private func checkPages() throws {
    try store.forEachDocument { document throws(StoreError) in
      report.documents += 1
      var isWhole = true
      for index in 0..<document.entry.pageCount {
        do throws(StoreError) {
          if try store.page(of: document.id, index) == nil { isWhole = false } else { report.pages += 1 }
        } catch {
          guard error.reason == .corrupt else { throw error }
          note("\(document.entry.path) page \(index + 1): \(error)")
        }
      }
      if !isWhole { report.unfinished += 1 }
    }
  }

  private func checkFiles(in directory: ScanPath) throws {
    try store.releaseFiles(in: directory, by: writer)
    try store.forEachFile { (page, file) throws(StoreError) in
      report.files += 1
      known.insert(file.path)
      let path = directory.appending(file.path)
      switch WrittenFile.examine(path, size: file.size, digest: file.digest) {
      case .folder: noteFolder(path)
      case .sound where !file.isStale: break
      case .unreadable(let reason) where !file.isStale: note("\(path) can't be read: \(reason)")
      case .sound, .missing, .altered, .unreadable: wanting.append((page, file))
      }
    }
    for (page, file) in wanting {
      let path = directory.appending(file.path)
      let what = file.isStale ? "is older than its page" : path.exists ? "is not what was written" : "is missing"
      let isRepaired = try repair(page, file)
      let isOfPage = Exporters.ofPages(named: file.format) != nil
      let option = Exporters.named(file.format) == nil ? "--name" : "--format \(file.format)"
      let remedy = isOfPage ? "--repair" : "'hanscan export \(option)'"
      note("\(path) \(what)", isRepaired: isRepaired, remedy: "; \(remedy) makes it again")
    }
    try writer?.sync()
  }

  /// Reports a folder in place of a file; it stays, because it may hold a user's files.
  private func noteFolder(_ path: ScanPath) {
    note("\(path) is a folder where a file belongs; move it away, and --repair makes the file")
  }

  private func checkTables(in directory: ScanPath) throws {
    var faulty: [(path: ScanPath, format: any CollectionExporter, what: String)] = []
    // Formats of which a file can't be made.
    var blocked: Set<String> = []
    let isStale = try store.text(.staleTables) != nil
    for file in try TableFiles(store: store, directory: directory).compared() {
      report.files += 1
      switch file.condition {
      case .sound: break
      case .missing: faulty.append((file.path, file.format, "is missing"))
      case .folder:
        noteFolder(file.path)
        blocked.insert(file.format.name)
      case .altered:
        faulty.append((file.path, file.format, isStale ? "is older than its pages" : "is not what its pages make"))
      case .unreadable(let reason): note("\(file.path) can't be read: \(reason)")
      }
    }
    if let writer {
      var (formats, taken): ([any CollectionExporter], Set<String>) = ([], blocked)
      for (_, format, _) in faulty where taken.insert(format.name).inserted { formats.append(format) }
      try writer.write(collectionsOf: formats, from: store)
      if blocked.isEmpty { try store.set(.staleTables, to: nil) }
    }
    for (path, format, what) in faulty {
      let isRepaired = writer != nil && !blocked.contains(format.name)
      note("\(path) \(what)", isRepaired: isRepaired, remedy: "; --repair makes it again")
    }
  }

  private func repair(_ id: PageID, _ file: StoredFile) throws -> Bool {
    guard let writer, let format = Exporters.ofPages(named: file.format), let page = try store.page(id) else {
      return false
    }
    if let draft = try store.drafts(of: page, [format]).first {
      let made = try draft.write(by: writer)
      try writer.sync()
      try store.record([made], of: id)
    } else {
      try writer.remove(file.path.components)
      try writer.sync()
      try store.forgetFiles(of: id, formats: [file.format])
    }
    return true
  }

  /// Finds temporary files of killed runs, and files of pages that the store does not know.
  ///
  /// Nothing writes while the lock is held.
  private func checkNames(in directory: ScanPath) {
    OutputFiles.forEach(in: directory) { relative in
      let path = directory.appending(relative)
      if OutputFiles.isTemporary(relative) {
        let isRemoved = writer != nil && path.withCString { unlink($0) } == 0
        note("\(path) was left by a run that was killed", isRepaired: isRemoved, remedy: "; --repair removes it")
      } else if LeftOut.isPageFile(relative), !known.contains(relative) {
        note("\(path) is of no page that the store knows; remove it where nobody needs it")
      }
    }
  }
}
