import CSQLite
import Glibc
package import PageModel
import Support

/// The pages of a directory of scans with their results, kept in one SQLite file.
///
/// Pages are kept in the natural order of their documents. Every change is one transaction: a program that is killed, or
/// a machine that loses power, leaves the store as it was after the last change that returned.
/// A store belongs to one task at a time; several processes may read while one writes.
package final class ResultStore {
  /// The modes of opening a store.
  package enum Mode: Sendable {
    /// Nothing is changed; works on read-only media too.
    case readOnly
    /// Opens the store to record results, and makes a missing one if asked to.
    case readWrite(creating: Bool)
  }

  /// The store's file.
  package var path: ScanPath { connection.path }
  private(set) var connection: Connection
  /// The opened file; nil if the system does not tell it.
  let place: StorePlace?
  /// Readers met so far; a store holds few.
  var readers: [Int64: ReaderRecord] = [:]
  /// Documents met by a run, not yet written: one transaction for many of them.
  var seen: [DocumentID] = []
  var seenRun: RunID?
  /// The documents that `known` has read ahead.
  var knownAhead = KnownAhead()
  /// The lock that the writer holds.
  ///
  /// Declared last: the connection must be closed before the lock is released.
  private let lock: AnyObject?

  /// Opens the store at `path`, brings an older one up to this version, and checks that it is a store.
  ///
  /// - Parameters:
  ///   - patience: The milliseconds that a call waits for another program to let go of the store.
  ///   - lock: Kept as long as the store is open.
  package init(
    _ path: ScanPath, mode: Mode, patience: Int32 = 5_000, lock: AnyObject? = nil
  ) throws(StoreError) {
    self.lock = lock
    connection = try Self.connect(path, mode: mode, patience)
    // Once opened for writing the file is there, however long SQLite waits with its first page.
    place = StorePlace(path)
    try checkIdentity(mode: mode)
    try configure(mode: mode)
    if case .readWrite = mode {
      try migrate()
    } else if try connection.number("PRAGMA user_version") < Schema.version {
      // A store that may not be changed is read as a copy that is brought up to this version. A database without a name
      // is gone with the connection: it is in memory, or in a temporary file if it is large.
      let copy = try Connection(path, name: ScanPath(""), flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
      try connection.copy(to: copy)
      try copy.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      try Self.migrate(copy)
      copy.isForReading = true
      connection = copy
    }
  }

  /// Checks the file's structure and its references, and returns what is wrong: empty for a sound store.
  ///
  /// It reads the whole file.
  package func problems() throws(StoreError) -> [String] {
    let faults = try connection.texts("PRAGMA integrity_check")
    let strays = try connection.all("PRAGMA foreign_key_check") { row throws(StoreError) in
      "a row of \(try row.text(0)) names a row of \(try row.text(2)) that is not there"
    }
    return faults.filter { $0 != "ok" } + strays
  }

  /// A number that is another one as soon as another program has changed the store; own changes don't count.
  package func changeMark() throws(StoreError) -> Int64 { try connection.number("PRAGMA data_version") }
  package static var engineVersion: String { String(cString: sqlite3_libversion()) }

  /// Does all of `body`'s changes in one transaction, or none of them if it throws.
  package func transaction<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try connection.transaction(body)
  }

  /// Lets `body` see its own changes, of which none is kept; inside a transaction they are part of that.
  package func trial<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    try connection.transaction(isTrial: true, body)
  }

  private static func connect(_ path: ScanPath, mode: Mode, _ patience: Int32) throws(StoreError) -> Connection {
    switch mode {
    case .readWrite(let creating):
      try checkPlace(path, creating: creating)
      let connection = try Connection(
        path, flags: SQLITE_OPEN_READWRITE | (creating ? SQLITE_OPEN_CREATE : 0), patience: patience)
      // SQLite falls back to reading where writing is not allowed; say so at once instead of at the first page.
      guard !connection.isReadOnly else { throw StoreError(.readOnly, path, "not writable") }
      return connection
    case .readOnly:
      try checkPlace(path, creating: false)
      // In WAL mode even a reader makes files beside the store, unless a writer has left them there. If the folder
      // can't be written and there is no log, nobody can be writing: the file is read as it is.
      let unchanging = path.folder.withCString { access($0, W_OK) != 0 } && !hasLog(path)
      do throws(StoreError) {
        let connection = try Connection(path, flags: SQLITE_OPEN_READONLY, patience: patience, unchanging: unchanging)
        if !unchanging { _ = try connection.number("PRAGMA user_version") }
        return connection
      } catch {
        // A kill in the midst of joining leaves a change half done, which whoever may write undoes when it looks.
        if error.isHalfDone {
          _ = try Connection(path, flags: SQLITE_OPEN_READWRITE, patience: patience)
            .number("PRAGMA user_version")
          return try Connection(path, flags: SQLITE_OPEN_READONLY, patience: patience)
        }
        // A full disk has no room for those files either; a writer would have them already.
        guard error.reason == .full, !hasLog(path) else { throw error }
        return try Connection(path, flags: SQLITE_OPEN_READONLY, unchanging: true)
      }
    }
  }

  /// Whether a log lies beside the store that holds something.
  private static func hasLog(_ path: ScanPath) -> Bool {
    var facts = stat()
    return path.with(suffix: "-wal").withCString { stat($0, &facts) == 0 } && facts.st_size > 0
  }

  /// Refuses a database of another program, and one of a later version, before anything is changed in it.
  private func checkIdentity(mode: Mode) throws(StoreError) {
    let application = try connection.number("PRAGMA application_id")
    let version = try connection.number("PRAGMA user_version")
    if application == Schema.applicationID {
      guard version <= Schema.version else {
        throw StoreError(.newer, path, "version \(version), known up to \(Schema.version)")
      }
      return
    }
    let tables = try connection.number("SELECT count(*) FROM sqlite_schema")
    guard application == 0, version == 0, tables == 0 else {
      throw StoreError(.notAStore, path, "a database of another program")
    }
    if case .readWrite(creating: true) = mode { return }
    throw StoreError(.notAStore, path, "an empty database")
  }

  private func configure(mode: Mode) throws(StoreError) {
    // No memory mapping: a file cut short under a mapping would end the process instead of giving an error.
    try connection.run("PRAGMA mmap_size = 0")
    // A damaged or forged file must not run code of its own, and is noticed early.
    try connection.execute("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
    guard case .readWrite = mode else { return }
    try connection.execute("PRAGMA foreign_keys = ON")
    // Readers don't stop the writer, and a commit is one write and one sync.
    try connection.run("PRAGMA journal_mode = WAL")
    // FULL, because in WAL mode NORMAL leaves the commits since the last checkpoint to the power supply: pages that a
    // run called finished, whose files are on disk, would be gone from the store. The price is one sync for a page
    // that took a second to read.
    try connection.execute("PRAGMA synchronous = FULL")
    // The log is cut back after a large transaction instead of keeping its size.
    try connection.run("PRAGMA journal_size_limit = 67108864")
  }

  /// Brings the store up to this version in one transaction, so that an interrupted migration starts over.
  private func migrate() throws(StoreError) {
    let version = try connection.number("PRAGMA user_version")
    guard version < Schema.version else { return }
    if version > 0 { try backUp(to: path.with(suffix: ".version\(version)")) }
    try Self.migrate(connection)
  }

  private static func migrate(_ connection: Connection) throws(StoreError) {
    // Tables are made again and renamed, which references to them outlast.
    try connection.execute("PRAGMA foreign_keys = OFF")
    try connection.transaction { () throws(StoreError) in
      // Asked again inside: another process may have done it in between.
      let version = try connection.number("PRAGMA user_version")
      for step in Schema.steps.dropFirst(Int(max(version, 0))) { try connection.execute(step) }
      try connection.execute(
        "PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(Schema.version)")
    }
    try connection.execute("PRAGMA foreign_keys = ON")
  }

  /// Whether a copy to a path would harm the store: it, or a file on the way to it, is the store, or the copy would get
  /// the name of a log of SQLite or of a lock.
  ///
  /// SQLite removes a log that it finds beside the empty file in which the copy is made.
  package func isEndangered(byCopyTo target: ScanPath) -> Bool {
    let files = ["", ".part", ".part-wal", ".part-journal"].map(target.with(suffix:))
    let leadsToStore = StorePlace(path).map { own in files.contains { StorePlace($0) == own } } ?? false
    return leadsToStore || ["-wal", "-shm", ".lock"].contains { target.text.hasSuffix($0) }
  }

  /// Copies the store, which may be in use, into a new file, or into the place of one that does not endanger the store.
  ///
  /// The place may have a regular file, and nothing else: no device, no pipe and no link is replaced.
  package func backUp(to target: ScanPath) throws(StoreError) {
    guard !isEndangered(byCopyTo: target) else { throw StoreError(.misuse, target, "a copy onto the store itself") }
    var facts = stat()
    let isThere = target.withCString { lstat($0, &facts) } == 0
    let noFolder = target.folder.isGone ? "there is no folder \(target.folder)" : nil
    if let obstacle = isThere ? Self.obstacle(facts) : noFolder { throw StoreError(.target, target, obstacle) }
    let unfinished = target.with(suffix: ".part")
    unfinished.withCString { _ = unlink($0) }
    defer { unfinished.withCString { _ = unlink($0) } }
    try copy(to: unfinished)
    let code = unfinished.withCString { from in target.withCString { to in rename(from, to) } }
    guard code == 0 else {
      throw StoreError(code: SQLITE_CANTOPEN, systemError: errno, path: target, detail: "the copy can't be named")
    }
    do throws(SystemError) { try FileWriting.syncDirectory(of: target.bytes) } catch {
      // A directory that can't be listed can't be opened to be synced.
      guard error.number == EACCES else {
        throw StoreError(
          code: SQLITE_IOERR, systemError: error.number, path: target, detail: "syncing its directory")
      }
    }
  }

  private func copy(to file: ScanPath) throws(StoreError) {
    let copy = try Connection(file, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    try copy.execute("PRAGMA synchronous = FULL")
    // A store of an earlier version is in memory as one of this version; the copy is of the file.
    let source = try connection.isForReading ? Self.connect(path, mode: .readOnly, 5_000) : connection
    try source.copy(to: copy)
    try copy.run("PRAGMA journal_mode = DELETE")
  }
}
