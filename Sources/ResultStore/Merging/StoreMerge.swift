import Glibc
package import PageModel

/// A store that is joined with others, and the name that messages call it by.
///
/// Its file is sealed: nothing else lies beside it.
package typealias MergeSource = (name: String, path: ScanPath)

/// Two stores hold the same scan, so that they are no parts of one input.
package struct MergeDouble: Error, Sendable {
  package let path: ScanPath
  package let first: String
  package let second: String
}

/// Joins stores of parts of one input into a new one, as if one machine had read everything.
///
/// The documents of all stores are read side by side in natural order and written behind each other, so that numbers
/// come out in page order, every table is written from its beginning to its end, and memory stays flat: one row of each
/// store is held. Indices are made afterwards. Relations across stores come last: scans of the same bytes, and
/// the receipts that share a key and have to be compared again.
///
/// Each step is made of transactions and skips what is done, so that the same call continues after a kill. The last step
/// drops the table `merge_keys`: a store without it is whole.
package final class StoreMerge {
  /// Pages that are joined in one transaction: some 100 ms of work.
  static let pagesAtATime = 20_000
  let store: ResultStore
  let sources: [MergeSource]
  var connection: Connection { store.connection }

  /// Opens the new store at `path`, or one that an earlier call with the same key has begun.
  package init(into path: ScanPath, of sources: [MergeSource], key: String) throws(StoreError) {
    self.sources = sources
    if let begun = try Self.begun(path, key) {
      store = begun
      return
    }
    for suffix in ["", "-wal", "-shm", "-journal"] {
      path.with(suffix: suffix).withCString { _ = unlink($0) }
    }
    store = try Self.openToFill(path)
    try begin(key)
  }

  /// The store that an earlier call with the same key has begun; nil if there is none that can be continued.
  private static func begun(_ path: ScanPath, _ key: String) throws(StoreError) -> ResultStore? {
    do throws(StoreError) {
      let store = try openToFill(path)
      return try store.text(.merged) == key ? store : nil
    } catch {
      // A kill while the tables were made, or a damaged file, which may show only where the fact is read: nothing in it is
      // worth keeping.
      guard [.corrupt, .notAStore].contains(error.reason) else { throw error }
      return nil
    }
  }

  /// Rows come in order and were checked where they come from, and the file is nobody's but ours until it is whole: no
  /// log that would write all of it twice, and no look at references and values.
  private static func openToFill(_ path: ScanPath) throws(StoreError) -> ResultStore {
    let store = try ResultStore(path, mode: .readWrite(creating: true))
    try store.connection.run("PRAGMA journal_mode = TRUNCATE")
    try store.connection.execute(
      """
      PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; PRAGMA cell_size_check = OFF;
      PRAGMA secure_delete = OFF; PRAGMA cache_size = -24576
      """)
    return store
  }

  private func begin(_ key: String) throws(StoreError) {
    try store.transaction { () throws(StoreError) in
      try connection.execute(
        """
        DROP INDEX pages_by_content;
        DROP INDEX documents_by_content;
        DROP INDEX pages_by_state;
        DROP INDEX receipts_by_date;
        DROP INDEX receipts_by_total;
        DROP INDEX receipts_by_shop;
        DROP INDEX receipts_unproven;
        CREATE TABLE merge_keys (key INTEGER NOT NULL, page INTEGER NOT NULL) STRICT;
        """)
      try store.set(.merged, to: key)
      try store.noteDocumentsChanged()
      try store.set(.search, to: "\(SearchTerms.version):0")
    }
  }

  /// Does what is left to do, and returns false if it was stopped before the end.
  package func perform(isStopped: () -> Bool, progress: (Int) -> Void) throws -> Bool {
    guard try connection.holds("SELECT 1 FROM sqlite_schema WHERE name = 'merge_keys'") else { return true }
    guard try MergedRows(self).join(isStopped: isStopped, progress: progress) else { return false }
    try connection.execute(
      """
      CREATE INDEX IF NOT EXISTS merge_pages ON pages (content, ordinal);
      CREATE INDEX IF NOT EXISTS pages_by_state ON pages (state);
      CREATE INDEX IF NOT EXISTS documents_by_content ON documents (content, missing, sort_key);
      \(ReceiptRows.indices)
      """)
    guard try joinDuplicates(isStopped: isStopped), !isStopped() else { return false }
    try finish()
    return true
  }

  /// Gives the new store what is true of all of it, from the first source: its facts, its reader, and a run.
  package func prepare(version: String, started: String, base: ScanPath?, warn: (String) -> Void) throws(StoreError) {
    if let base { try store.setBase(base) }
    guard try store.lastRun() == nil else { return }
    var reader: ReaderRecord?
    var facts: [(name: String, value: [UInt8])] = []
    for source in sources {
      let part = try ResultStore(source.path, mode: .readOnly)
      if reader == nil { reader = try part.contents().readers.first }
      guard facts.isEmpty else {
        guard base == nil, let first = facts.first(where: { $0.name == "base" }), let other = try part.base(),
          other.bytes != first.value
        else { continue }
        warn(
          "the scans of \(source.name) were read from \(other), those of \(sources[0].name) from "
            + "\(ScanPath(bytes: first.value)), which is kept; --base says another")
        continue
      }
      facts = try part.connection.all(
        "SELECT name, value FROM facts WHERE name IN ('base', 'formats', 'lexicon', 'tags') ORDER BY name"
      ) { row throws(StoreError) in (try row.text(0), row.bytes(1)) }
    }
    try store.transaction { () throws(StoreError) in
      for fact in facts where fact.name != "base" || base == nil { try store.setFact(fact.name, fact.value) }
      _ = try store.begin(version: version, reader: reader, started: started)
    }
  }
}
