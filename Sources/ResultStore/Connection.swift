import CSQLite
import PageModel
import Support

/// The owner of one SQLite connection and of the statements prepared on it.
///
/// It is not `Sendable`, and SQLite is opened without its own mutex: one task at a time uses a connection.
/// Statements keep their connection alive, so none outlives it.
final class Connection {
  let path: ScanPath
  private let handle: OpaquePointer
  /// Statements that nobody steps at the moment, by their SQL, with a number that grows from use to use.
  private var idle: [String: (statement: OpaquePointer, use: Int)] = [:]
  private var uses = 0
  /// Whether transactions are refused, because what they write would be lost.
  var isForReading = false

  /// The statements of a run repeat for every page and are fewer; a search is a statement of its own.
  static let idleStatementsAtMost = 128

  /// Opens the database; a failed open is closed again.
  init(
    _ path: ScanPath, name: ScanPath? = nil, flags: Int32, patience: Int32 = 5_000, unchanging: Bool = false,
    isOneOfMany: Bool = false
  ) throws(StoreError) {
    var opened: OpaquePointer?
    // A path that starts with `file:` or `:` must not be taken for anything but a path.
    let plain = path.bytes.first == UInt8(ascii: "/") ? path : ScanPath(bytes: Array("./".utf8) + path.bytes)
    let name = name ?? (unchanging ? ScanPath("file:\(plain.bytes.percentEncoded)?immutable=1") : plain)
    let all = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | (unchanging ? SQLITE_OPEN_URI : 0)
    let code = name.withCString { sqlite3_open_v2($0, &opened, all, nil) }
    guard code == SQLITE_OK, let opened else {
      let error = StoreError(
        code: code, systemError: sqlite3_system_errno(opened), path: path,
        detail: String(cString: sqlite3_errmsg(opened)))
      sqlite3_close_v2(opened)
      throw error
    }
    sqlite3_busy_timeout(opened, patience)
    if isOneOfMany { _ = csqlite_without_lookaside(opened) }
    (self.path, handle) = (path, opened)
  }

  /// Copies the whole database into another one, page by page, while others may use it.
  func copy(to target: Connection) throws(StoreError) {
    guard let backup = sqlite3_backup_init(target.handle, "main", handle, "main") else {
      throw target.failure(sqlite3_errcode(target.handle))
    }
    var code = sqlite3_backup_step(backup, -1)
    var tries = 0
    while code == SQLITE_BUSY || code == SQLITE_LOCKED, tries < 500 {
      tries += 1
      sqlite3_sleep(10)
      code = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw target.failure(code) }
    guard finished == SQLITE_OK else { throw target.failure(finished) }
  }

  deinit {
    for (statement, _) in idle.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  /// Whether SQLite opened the file for reading alone, though it was asked for more.
  var isReadOnly: Bool { sqlite3_db_readonly(handle, "main") == 1 }

  /// The rows that the last statement changed.
  var changes: Int { Int(sqlite3_changes64(handle)) }

  /// The rows that all statements of this connection have changed so far.
  var allChanges: Int64 { sqlite3_total_changes64(handle) }
  var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// Runs statements that give no rows and take no values, such as those of a migration.
  func execute(_ sql: String) throws(StoreError) {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    guard code == SQLITE_OK else { throw failure(code) }
  }

  /// Runs one statement to its end.
  func run(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) {
    try query(sql, values) { (_) throws(StoreError) in true }
  }

  /// Adds a row of these columns, and returns its number.
  @discardableResult
  func insert(
    into table: String, replacing: Bool = false, _ columns: [(name: String, value: any SQLValue)]
  ) throws(StoreError) -> Int64 {
    let names = columns.map(\.name).joined(separator: ", ")
    let places = columns.map { _ in "?" }.joined(separator: ", ")
    let verb = replacing ? "INSERT OR REPLACE" : "INSERT"
    try run("\(verb) INTO \(table) (\(names)) VALUES (\(places))", columns.map(\.value))
    return sqlite3_last_insert_rowid(handle)
  }

  func update(_ table: String, _ row: Int64, _ columns: [(name: String, value: any SQLValue)]) throws(StoreError) {
    let changes = columns.map { "\($0.name) = ?" }.joined(separator: ", ")
    try run("UPDATE \(table) SET \(changes) WHERE id = ?", columns.map(\.value) + [row])
  }

  /// The first row's value, or nil if there is no row.
  func first<Result>(
    _ sql: String, _ values: [any SQLValue] = [], _ body: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    var result: Result?
    try query(sql, values) { row throws(StoreError) in
      // The statement is stepped to its end, so that a `RETURNING` has done all of its work.
      if result == nil { result = try body(row) }
      return true
    }
    return result
  }

  func holds(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) -> Bool {
    try first(sql, values) { _ in true } ?? false
  }

  /// The number in the first column of the first row; 0 if there is none.
  func number(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) -> Int64 {
    try first(sql, values) { $0.integer(0) } ?? 0
  }

  /// The numbers in the first column of all rows.
  func numbers(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) -> [Int64] {
    try all(sql, values) { $0.integer(0) }
  }

  /// The text in the first column of the first row; nil if there is none.
  func text(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) -> String? {
    try first(sql, values) { row throws(StoreError) in try row.text(0) }
  }

  /// The texts in the first column of all rows.
  func texts(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) -> [String] {
    try all(sql, values) { row throws(StoreError) in try row.text(0) }
  }

  /// The pages whose numbers the first two columns of all rows are.
  func pages(_ sql: String, _ values: [any SQLValue] = []) throws(StoreError) -> [PageID] {
    try all(sql, values) { $0.pageID }
  }

  /// The values of all rows, in their order.
  func all<Result>(
    _ sql: String, _ values: [any SQLValue] = [], _ body: (Row) throws(StoreError) -> Result
  ) throws(StoreError) -> [Result] {
    var results: [Result] = []
    try forEach(sql, values) { row throws(StoreError) in results.append(try body(row)) }
    return results
  }

  /// Hands over every row of the result.
  func forEach(
    _ sql: String, _ values: [any SQLValue] = [], _ body: (Row) throws(StoreError) -> Void
  ) throws(StoreError) {
    try query(sql, values) { row throws(StoreError) in
      try body(row)
      return true
    }
  }

  /// Hands each row to `body`, which says whether to go on; a row is valid only inside of it.
  func query(
    _ sql: String, _ values: [any SQLValue] = [], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let statement = try take(sql)
    var failure: StoreError?
    do throws(StoreError) { try step(statement, values, body) } catch { failure = error }
    // A column that SQLite had no memory to convert was an empty value to `body`; the statement's end tells it apart.
    if giveBack(statement, sql) == SQLITE_NOMEM { throw StoreError(.outOfMemory, path, "not enough for a row") }
    if let failure { throw failure }
  }

  private func step(
    _ statement: OpaquePointer, _ values: [any SQLValue], _ body: (Row) throws(StoreError) -> Bool
  ) throws(StoreError) {
    try bind(values, to: statement)
    while true {
      let code = sqlite3_step(statement)
      switch code {
      case SQLITE_ROW: if try !body(Row(statement: statement, path: path)) { return }
      case SQLITE_DONE: return
      default: throw failure(code)
      }
    }
  }

  /// Does all of `body` or nothing of it.
  ///
  /// Inside another transaction its changes are kept when that ends, and inside a snapshot when the snapshot ends. If it
  /// throws and the caller goes on, the other changes stay.
  ///
  /// - Parameter isTrial: Whether nothing is kept, though `body` sees its changes.
  func transaction<Value>(isTrial: Bool = false, _ body: () throws(StoreError) -> Value) throws(StoreError) -> Value {
    guard !isForReading else { throw StoreError(.readOnly, path, "it was opened to be read") }
    if isInTransaction {
      return try bracket("SAVEPOINT part", "RELEASE part", undo: ["ROLLBACK TO part; RELEASE part"], body)
    }
    // Immediate: a transaction that reads first and then writes could otherwise meet a lock that waiting can't solve.
    return try bracket("BEGIN IMMEDIATE", isTrial ? "ROLLBACK" : "COMMIT", undo: ["ROLLBACK"], body)
  }

  /// Lets all statements of `body` see one state of the database, whatever other processes write meanwhile.
  func snapshot<Result>(_ body: () throws(StoreError) -> Result) throws(StoreError) -> Result {
    guard !isInTransaction else { return try body() }
    // Transactions in it are complete, even if something failed after them.
    return try bracket("BEGIN", "COMMIT", undo: ["COMMIT", "ROLLBACK"], body)
  }

  private func bracket<Result>(
    _ begin: String, _ end: String, undo: [String], _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try run(begin)
    do throws(StoreError) {
      let result = try body()
      try run(end)
      return result
    } catch {
      // After a full disk or an I/O error SQLite may have rolled back by itself.
      for statement in undo where isInTransaction { try? execute(statement) }
      throw error
    }
  }

  func take(_ sql: String) throws(StoreError) -> OpaquePointer {
    if let (statement, _) = idle.removeValue(forKey: sql) { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
    guard code == SQLITE_OK else { throw failure(code) }
    guard let statement else { throw StoreError(.misuse, path, "an empty statement") }
    return statement
  }

  /// Keeps the statement for the next use, and returns the code of its last step.
  @discardableResult
  func giveBack(_ statement: OpaquePointer, _ sql: String) -> Int32 {
    let code = sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    uses += 1
    if let (other, _) = idle.updateValue((statement, uses), forKey: sql) { sqlite3_finalize(other) }
    if idle.count > Self.idleStatementsAtMost, let oldest = idle.min(by: { $0.value.use < $1.value.use }) {
      idle[oldest.key] = nil
      sqlite3_finalize(oldest.value.statement)
    }
    return code
  }

  func bind(_ values: [any SQLValue], to statement: OpaquePointer) throws(StoreError) {
    for (place, value) in values.enumerated() {
      let code = value.bind(to: statement, at: Int32(place + 1))
      guard code == SQLITE_OK else { throw failure(code) }
    }
  }

  func failure(_ code: Int32) -> StoreError {
    StoreError(
      code: code, systemError: sqlite3_system_errno(handle), path: path, detail: String(cString: sqlite3_errmsg(handle))
    )
  }
}

/// SQLITE_TRANSIENT, a cast in C: SQLite copies the bytes before the call returns.
private var transient: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

/// A value for a statement.
protocol SQLValue {
  /// Returns SQLite's result code.
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32
}

/// An integer, or an identifier that is one.
protocol SQLInteger: SQLValue {
  var number: Int64 { get }
}

extension SQLInteger {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { sqlite3_bind_int64(statement, place, number) }
}

extension Int: SQLInteger {
  var number: Int64 { Int64(self) }
}

extension Int64: SQLInteger {
  var number: Int64 { self }
}

extension Bool: SQLInteger {
  var number: Int64 { self ? 1 : 0 }
}

extension Double: SQLValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { sqlite3_bind_double(statement, place, self) }
}

extension String: SQLValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    var text = self
    return text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        // An empty text may have no address, and no address would bind NULL.
        guard let base = characters.baseAddress, !characters.isEmpty else {
          return sqlite3_bind_text(statement, place, "", 0, transient)
        }
        return sqlite3_bind_text64(statement, place, base, UInt64(bytes.count), transient, UInt8(SQLITE_UTF8))
      }
    }
  }
}

extension [UInt8]: SQLValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    withUnsafeBytes { buffer in
      guard let base = buffer.baseAddress, !buffer.isEmpty else { return sqlite3_bind_zeroblob(statement, place, 0) }
      return sqlite3_bind_blob64(statement, place, base, UInt64(buffer.count), transient)
    }
  }
}

extension ScanPath: SQLValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { bytes.bind(to: statement, at: place) }
}

extension HexDigest: SQLValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 { hex.bind(to: statement, at: place) }
}

extension Optional: SQLValue where Wrapped: SQLValue {
  func bind(to statement: OpaquePointer, at place: Int32) -> Int32 {
    self?.bind(to: statement, at: place) ?? sqlite3_bind_null(statement, place)
  }
}

/// One row of a result, valid only inside the closure that it is handed to.
struct Row {
  let statement: OpaquePointer
  let path: ScanPath
  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }
  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  func bool(_ column: Int32) -> Bool { integer(column) != 0 }
  func real(_ column: Int32) -> Double { sqlite3_column_double(statement, column) }
  func int(_ column: Int32) -> Int { Int(integer(column)) }
  /// The page whose numbers the first two columns are: its own, and that of its document.
  var pageID: PageID { PageID(number: integer(0), document: DocumentID(number: integer(1))) }

  func bytes(_ column: Int32) -> [UInt8] {
    // The pointer first, then the count: the order that SQLite asks for.
    guard let start = sqlite3_column_blob(statement, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }

  /// The column's text; bytes that are no UTF-8 mean a damaged store.
  func text(_ column: Int32) throws(StoreError) -> String {
    guard let start = sqlite3_column_text(statement, column) else { return "" }
    let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
    guard let text = String(validating: bytes, as: UTF8.self) else { throw damage("text that is no UTF-8") }
    return text
  }

  func textIfAny(_ column: Int32) throws(StoreError) -> String? { isNull(column) ? nil : try text(column) }
  func integerIfAny(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

  func realIfAny(_ column: Int32) -> Double? { isNull(column) ? nil : real(column) }

  /// The path of a scan or a file.
  func scan(_ column: Int32) -> ScanPath { ScanPath(bytes: bytes(column)) }

  /// The error for a row that HanScan did not write like this.
  func damage(_ what: String) -> StoreError { StoreError(.corrupt, path, what) }
}
