import CSQLite
import PageModel
import Testing

@testable import ResultStore

@Suite struct StatementTests {
  private func number(_ connection: Connection, _ sql: String) throws -> Int? {
    try connection.first(sql) { $0.int(0) }
  }

  @Test func `statements that are used once are not kept for ever`() throws {
    let scratch = try Scratch()
    let connection = try scratch.store().connection
    for value in 1...1_000 { #expect(try number(connection, "SELECT \(value)") == value) }
    let kept = try #require(try number(connection, "SELECT count(*) FROM sqlite_stmt WHERE sql GLOB 'SELECT [0-9]*'"))
    #expect(kept <= Connection.idleStatementsAtMost)
  }

  @Test func `a statement that is used again and again is prepared once`() throws {
    let scratch = try Scratch()
    let connection = try scratch.store().connection
    for value in 1...1_000 {
      #expect(try number(connection, "SELECT \(value)") == value)
      #expect(try number(connection, "SELECT 'often'") == 0)
    }
    #expect(try number(connection, "SELECT run FROM sqlite_stmt WHERE sql = 'SELECT ''often'''") == 1_000)
  }

  @Test func `of one statement in use twice the second is prepared, and both give their rows`() throws {
    let scratch = try Scratch()
    let connection = try scratch.store().connection
    var sums: [Int] = []
    let sql = "SELECT value FROM json_each('[1,2,3]')"
    try connection.query(sql) { outer throws(StoreError) in
      try connection.query(sql) { inner throws(StoreError) in
        sums.append(outer.int(0) * inner.int(0))
        return true
      }
      return true
    }
    #expect(sums == [1, 2, 3, 2, 4, 6, 3, 6, 9])
    #expect(try number(connection, "SELECT count(*) FROM sqlite_stmt WHERE sql LIKE '%json_each%'") == 2)
  }

  /// In a process of its own, because SQLite's limit holds for all of its connections.
  @Test func `a column that there is no memory for is an error, and no empty value`() async {
    await #expect(processExitsWith: .success) {
      let scratch = try Scratch()
      let connection = try scratch.store().connection
      func reason(_ read: (Row) throws(StoreError) -> Void) -> StoreError.Reason? {
        do throws(StoreError) {
          // SQLite needs memory to give a number as text or bytes.
          _ = try connection.first("SELECT 12345678") { row throws(StoreError) in
            sqlite3_hard_heap_limit64(sqlite3_memory_used() + 1)
            try read(row)
          }
        } catch {
          return error.reason
        }
        return nil
      }
      let text = reason { row throws(StoreError) in _ = try row.text(0) }
      sqlite3_hard_heap_limit64(0)
      let bytes = reason { row in _ = row.bytes(0) }
      sqlite3_hard_heap_limit64(0)
      let empty = try connection.first("SELECT zeroblob(0)") { $0.bytes(0) }
      precondition(text == .outOfMemory && bytes == .outOfMemory && empty == [], "\(String(describing: (text, bytes)))")
    }
  }
}
