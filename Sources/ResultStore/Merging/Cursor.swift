import CSQLite

/// One statement of a connection that is stepped by hand, where rows of several connections are read in turns.
final class Cursor {
  private let connection: Connection
  private let sql: String
  private let statement: OpaquePointer

  init(_ connection: Connection, _ sql: String) throws(StoreError) {
    (self.connection, self.sql) = (connection, sql)
    statement = try connection.take(sql)
  }

  deinit { connection.giveBack(statement, sql) }

  func restart(_ values: [any SQLValue] = []) throws(StoreError) {
    sqlite3_reset(statement)
    try connection.bind(values, to: statement)
  }

  /// The next row, valid until the next call; nil after the last.
  func next() throws(StoreError) -> Row? {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return Row(statement: statement, path: connection.path)
    case SQLITE_DONE: return nil
    case let code: throw connection.failure(code)
    }
  }

  /// Runs a statement that gives no rows: with these numbers first, then with as many columns of a row as it takes.
  func run(_ numbers: [Int64?], columns row: Row? = nil) throws(StoreError) {
    try restart(numbers)
    if let row {
      let first = Int32(numbers.count) + 1
      let wanted = sqlite3_bind_parameter_count(statement) - Int32(numbers.count)
      for column in 0..<min(sqlite3_column_count(row.statement), wanted) {
        let code = sqlite3_bind_value(statement, first + column, sqlite3_column_value(row.statement, column))
        guard code == SQLITE_OK else { throw connection.failure(code) }
      }
    }
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw connection.failure(code) }
  }
}
