import FoundationEssentials
package import PageModel

extension ResultStore {
  /// Opens a run's row; `started` is UTC text for people.
  package func begin(version: String, reader: ReaderRecord?, started: String) throws(StoreError) -> RunID {
    try transaction { () throws(StoreError) in
      let reader = try number(of: reader)
      let id = try connection.insert(into: "runs", [("started", started), ("version", version), ("reader", reader)])
      return RunID(number: id)
    }
  }

  /// Closes a run's row with what became of it.
  package func finish(
    _ run: RunID, ended: String, counts: [PageState: Int], exitStatus: Int32
  ) throws(StoreError) {
    let json = try encode(Dictionary(uniqueKeysWithValues: counts.map { ($0.key.rawValue, $0.value) }))
    try transaction { () throws(StoreError) in
      try flushSeen()
      try connection.run(
        "UPDATE runs SET ended = ?, counts = ?, exit_status = ? WHERE id = ?", [ended, json, Int64(exitStatus), run])
    }
  }

  /// The latest run, or nil before the first.
  package func lastRun() throws(StoreError) -> StoredRun? {
    try connection.first(
      "SELECT id, started, ended, exit_status FROM runs ORDER BY id DESC LIMIT 1"
    ) { row throws(StoreError) in
      StoredRun(
        id: RunID(number: row.integer(0)), started: try row.text(1), ended: try row.textIfAny(2),
        exitStatus: row.integerIfAny(3).map { Int32(truncatingIfNeeded: $0) })
    }
  }

  /// The number of a reader, which is stored when it is met for the first time.
  func number(of reader: ReaderRecord?) throws(StoreError) -> Int64? {
    guard let reader else { return nil }
    // The key stands for all the rest, so a reader that is known is not written again.
    if let known = try number(of: reader.key) { return known }
    return try connection.insert(
      into: "readers", [("key", reader.key), ("engine", reader.engine), ("models", try encode(reader.models))])
  }

  func number(of key: ReaderKey) throws(StoreError) -> Int64? {
    try connection.first("SELECT id FROM readers WHERE key = ?", [key]) { $0.integer(0) }
  }

  func reader(_ number: Int64?) throws(StoreError) -> ReaderRecord? {
    guard let number else { return nil }
    if let reader = readers[number] { return reader }
    let reader = try connection.first(
      "SELECT key, engine, models FROM readers WHERE id = ?", [number]
    ) { row throws(StoreError) in
      ReaderRecord(
        key: ReaderKey(hex: try row.text(0)), engine: try row.text(1), models: try decode([ModelRecord].self, row, 2))
    }
    guard let reader else { throw StoreError(.corrupt, path, "a page names a reader that is not there") }
    // A number given in a transaction that fails must not be remembered.
    if !connection.isInTransaction { readers[number] = reader }
    return reader
  }

  func encodeIfAny(_ value: (some Encodable)?) throws(StoreError) -> String? {
    try value.map { (value) throws(StoreError) in try encode(value) }
  }

  func encode(_ value: some Encodable) throws(StoreError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do { return String(decoding: try encoder.encode(value), as: UTF8.self) } catch {
      throw StoreError(.misuse, path, "a value that JSON can't hold")
    }
  }

  func decodeIfAny<Value: Decodable>(_ type: Value.Type, _ row: Row, _ column: Int32) throws(StoreError) -> Value? {
    row.isNull(column) ? nil : try decode(type, row, column)
  }

  func decode<Value: Decodable>(_ type: Value.Type, _ row: Row, _ column: Int32) throws(StoreError) -> Value {
    do { return try JSONDecoder().decode(type, from: Data(row.bytes(column))) } catch {
      throw row.damage("JSON that HanScan did not write")
    }
  }
}
