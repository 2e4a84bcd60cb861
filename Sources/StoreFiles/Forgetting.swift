import Containers
import Export
import Ingest
package import PageModel
import ResultStore
package import RunSupport
import Support

/// Removes pages whose files no longer exist, with all data and files made from them.
package enum Forgetting {
  /// Pages are those that no other document holds; their texts, fields, corrections and search entries are gone.
  package typealias Outcome = (documents: Int, pages: Int, files: Int)

  /// Forgets the documents that match one of the patterns and whose files no longer exist.
  ///
  /// The files in the output directory are gone before the store forgets them. If no run has missed a document yet, its
  /// folder must hold something else: an empty one may be a share that is not mounted.
  ///
  /// - Parameters:
  ///   - path: The store.
  ///   - directory: The folder of the pages' files; nil leaves them.
  ///   - patterns: As for `--exclude`: `*` and `?` within a name, `**` for any number of directories.
  package static func perform(
    _ path: ScanPath, directory: ScanPath?, patterns: [ScanPath]
  ) throws(RunFailure) -> Outcome {
    try RunFailure.catching {
      let store = try StoreLock.store(path)
      let writer = try directory.map { try FileWriter($0, creating: false) }
      let wanted = PathFilter(include: patterns)
      var outcome: Outcome = (0, 0, 0)
      var documents: [DocumentID] = []
      // Folders of documents that no run has missed.
      var folders: Set<ScanPath> = []
      let base = try store.base() ?? ScanPath(".")
      try store.forEachDocument { document throws(StoreError) in
        guard wanted.includes(document.entry.path) else { return }
        // A missing document's path may hold another content now.
        let current = try store.document(document.entry.path)
        let isReplaced = document.isMissing && current?.isMissing == false
        guard isReplaced || !isThere(document, below: base) else { return }
        documents.append(document.id)
        if !document.isMissing { folders.insert(document.entry.path.parents.first { _ in true } ?? ScanPath("")) }
      }
      for folder in folders { try checkFolder(folder, below: base) }
      // Every file then belongs to one document alone.
      try store.releaseFiles(in: directory, by: writer)
      for file in try documents.flatMap({ try store.files(of: $0) }) {
        guard let writer else { break }
        try writer.remove(file.path.components)
        outcome.files += 1
      }
      try writer?.sync()
      outcome.documents = documents.count
      outcome.pages = try store.eraseForgotten { () throws(StoreError) in try store.forget(documents) }
      if let writer, let directory, outcome.pages > 0 {
        try TableFiles(store: store, directory: directory).write(by: writer)
      }
      return outcome
    }
  }

  /// Throws if the folder, or the nearest one above it that is there, is empty, such as a share that is not mounted.
  private static func checkFolder(_ folder: ScanPath, below base: ScanPath) throws(RunFailure) {
    let place = ([folder] + folder.parents).map { base.appending($0) }.first { !$0.isGone } ?? base
    let names = try? place.withCString { path throws(SystemError) in try DirectoryNames.all(in: path) }
    guard names?.isEmpty != false else { return }
    throw RunFailure(
      .inputMissing,
      "\(place) is not there or empty: nothing is forgotten; mount it, or put a file there if its scans were removed")
  }

  private static func isThere(_ document: StoredDocument, below base: ScanPath) -> Bool {
    // An earlier version read files that runs now leave out.
    if document.isMissing, LeftOut.holds(document.entry.path) { return false }
    let place = base.appending(document.entry.path)
    // Only the last run knows the members of an archive or a mail.
    return !place.isGone || !document.isMissing && MemberPath.split(place) != nil
  }
}
