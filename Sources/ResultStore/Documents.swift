public import PageModel

extension ResultStore {
  /// Stores a document as `run` met it: a new one, or the new facts of a known one.
  ///
  /// Its pages stay until they are recorded again; `KnownDocument.isSettled` tells when all of them are.
  @discardableResult
  public func record(_ entry: DocumentEntry, in run: RunID) throws(StoreError) -> DocumentID {
    let id = try connection.first(
      """
      INSERT INTO documents
        (path, sort_key, size, modified, changed, inode, digest, kind, page_count, missing, last_seen)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
      ON CONFLICT (path) DO UPDATE SET
        size = excluded.size, modified = excluded.modified, changed = excluded.changed, inode = excluded.inode,
        digest = excluded.digest, kind = excluded.kind, page_count = excluded.page_count, missing = 0,
        last_seen = excluded.last_seen
      RETURNING id
      """,
      [
        .blob(entry.path.bytes), .blob(NaturalOrder.key(of: entry.path)), .integer(entry.facts?.size),
        .integer(entry.facts?.modified), .integer(entry.facts?.changed),
        .integer(entry.facts.map { Int64(bitPattern: $0.inode) }), .text(entry.digest?.hex), .text(entry.kind),
        .integer(entry.pageCount), .integer(run.number),
      ]
    ) { $0.integer(0) }
    guard let id else { throw StoreError(.misuse, path, "a document without a number") }
    return DocumentID(number: id)
  }

  /// Notes that `run` met the document and found it as it was.
  ///
  /// Notes are gathered and written by `markMissing`, `finish` and now and then, so that ten thousand unchanged
  /// documents cost a few transactions. Those lost to a kill lose nothing: the next run notes them again.
  public func noteSeen(_ document: DocumentID, in run: RunID) throws(StoreError) {
    if seenRun != run { try flushSeen() }
    seenRun = run
    seen.append(document)
    if seen.count >= 4_096 { try flushSeen() }
  }

  func flushSeen() throws(StoreError) {
    guard let run = seenRun, !seen.isEmpty else { return }
    try transaction { () throws(StoreError) in
      // Documents that were met one after another have numbers that follow each other: a statement for all of these.
      let numbers = seen.map(\.number).sorted()
      var start = 0
      for index in numbers.indices where index + 1 == numbers.count || numbers[index + 1] > numbers[index] + 1 {
        try connection.run(
          "UPDATE documents SET missing = 0, last_seen = ? WHERE id BETWEEN ? AND ?",
          [.integer(run.number), .integer(numbers[start]), .integer(numbers[index])])
        start = index + 1
      }
    }
    seen.removeAll(keepingCapacity: true)
  }

  /// Marks the documents that `run` did not meet as missing, and returns how many are newly so; they keep their pages.
  ///
  /// - Parameter folder: Only documents below it are looked at; empty for all of them.
  @discardableResult
  public func markMissing(notSeenIn run: RunID, below folder: ScanPath = ScanPath("")) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      try flushSeen()
      var sql = "UPDATE documents SET missing = 1 WHERE last_seen <> ? AND missing = 0"
      var values: [SQLValue] = [.integer(run.number)]
      let folder = Array(folder.components.joined(separator: [UInt8(ascii: "/")]))
      if !folder.isEmpty {
        // "0" follows "/", so this is every path that starts with the folder and a slash.
        sql += " AND path > ? AND path < ?"
        values += [.blob(folder + [UInt8(ascii: "/")]), .blob(folder + [UInt8(ascii: "0")])]
      }
      try connection.run(sql, values)
      return connection.changes
    }
  }

  /// The same for the documents at and below each of these paths.
  @discardableResult
  public func markMissing(notSeenIn run: RunID, at paths: [ScanPath]) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      try flushSeen()
      var count = 0
      for path in paths {
        let bytes = Array(path.components.joined(separator: [UInt8(ascii: "/")]))
        guard !bytes.isEmpty else {
          count += try markMissing(notSeenIn: run)
          continue
        }
        try connection.run(
          "UPDATE documents SET missing = 1 WHERE last_seen <> ? AND missing = 0 "
            + "AND (path = ? OR path > ? AND path < ?)",
          [
            .integer(run.number), .blob(bytes), .blob(bytes + [UInt8(ascii: "/")]), .blob(bytes + [UInt8(ascii: "0")]),
          ])
        count += connection.changes
      }
      return count
    }
  }

  /// Whether the store holds a document at this path or below it that is not marked missing.
  public func hasDocuments(at path: ScanPath) throws(StoreError) -> Bool {
    let bytes = Array(path.components.joined(separator: [UInt8(ascii: "/")]))
    return try connection.first(
      "SELECT 1 FROM documents WHERE missing = 0 AND (path = ? OR path > ? AND path < ?) LIMIT 1",
      [.blob(bytes), .blob(bytes + [UInt8(ascii: "/")]), .blob(bytes + [UInt8(ascii: "0")])]
    ) { $0.integer(0) } != nil
  }

  /// Takes the documents below a folder out of the next `markMissing`: it could not be looked into, so that nobody
  /// knows whether they are there.
  public func exclude(below folder: ScanPath, in run: RunID) throws(StoreError) {
    let folder = Array(folder.components.joined(separator: [UInt8(ascii: "/")]))
    try transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE documents SET last_seen = ? WHERE missing = 0 AND path > ? AND path < ?",
        [.integer(run.number), .blob(folder + [UInt8(ascii: "/")]), .blob(folder + [UInt8(ascii: "0")])])
    }
  }

  /// The document at a path, or nil.
  public func document(_ path: ScanPath) throws(StoreError) -> StoredDocument? {
    try connection.first(
      """
      SELECT id, path, size, modified, changed, inode, digest, kind, page_count, missing, last_seen
      FROM documents WHERE path = ?
      """, [.blob(path.bytes)], document)
  }

  /// The files of pages past the document's end: it had more pages before.
  public func filesPastEnd(of document: DocumentID) throws(StoreError) -> [StoredFile] {
    try files(
      """
      SELECT f.format, f.path, f.size, f.digest, f.stale FROM documents d
      JOIN pages p ON p.document = d.id AND p.ordinal >= d.page_count JOIN files f ON f.page = p.id WHERE d.id = ?
      """, document.number)
  }

  /// Removes the pages past the document's end, which its present content does not have, and returns how many.
  ///
  /// Delete the files of `filesPastEnd` first: afterwards nobody knows of them.
  @discardableResult
  public func removePagesPastEnd(of document: DocumentID) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      let past = """
        (SELECT p.id FROM documents d JOIN pages p ON p.document = d.id AND p.ordinal >= d.page_count WHERE d.id = ?)
        """
      var pages: [(id: Int64, text: String?)] = []
      try connection.query("SELECT id, text FROM pages WHERE id IN \(past)", [.integer(document.number)]) {
        row throws(StoreError) in
        pages.append((row.integer(0), try row.textIfAny(1)))
        return true
      }
      for page in pages {
        try forgetSame(page.id)
        try index(page.id, from: page.text, to: nil)
      }
      try connection.run("DELETE FROM files WHERE page IN \(past)", [.integer(document.number)])
      try connection.run("DELETE FROM lines WHERE page IN \(past)", [.integer(document.number)])
      try connection.run("DELETE FROM derived WHERE page IN \(past)", [.integer(document.number)])
      try connection.run("DELETE FROM pages WHERE id IN \(past)", [.integer(document.number)])
      return connection.changes
    }
  }

  /// Calls `body` with every document in natural order until it returns false.
  public func forEachDocument(_ body: (StoredDocument) throws(StoreError) -> Bool) throws(StoreError) {
    try connection.query(
      """
      SELECT id, path, size, modified, changed, inode, digest, kind, page_count, missing, last_seen
      FROM documents ORDER BY sort_key
      """
    ) { row throws(StoreError) in try body(try document(row)) }
  }

  func document(_ row: Row) throws(StoreError) -> StoredDocument {
    var facts: FileFacts?
    if let size = row.integerIfAny(2) {
      facts = FileFacts(
        size: size, modified: row.integer(3), changed: row.integer(4), inode: UInt64(bitPattern: row.integer(5)))
    }
    return StoredDocument(
      id: DocumentID(number: row.integer(0)),
      entry: DocumentEntry(
        path: ScanPath(bytes: row.bytes(1)), facts: facts,
        digest: try row.textIfAny(6).map { ContentDigest(hex: $0) }, kind: try row.text(7), pageCount: row.int(8)),
      isMissing: row.bool(9), lastSeen: RunID(number: row.integer(10)))
  }
}
