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
      for document in seen {
        try connection.run(
          "UPDATE documents SET missing = 0, last_seen = ? WHERE id = ?",
          [.integer(run.number), .integer(document.number)])
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

  /// What is known of the file at `path`, or nil if the store has never met it.
  ///
  /// - Parameters:
  ///   - reader: Whose results are wanted; results of other readers are counted, not refused.
  ///   - files: The formats that are wanted, each with the states of the pages that have such a file.
  public func known(
    _ path: ScanPath, reader: ReaderKey? = nil, files: [String: Set<PageState>] = [:]
  ) throws(StoreError) -> KnownDocument? {
    let number = try reader.map { (key) throws(StoreError) in try self.number(of: key) ?? -1 }
    let formats = files.keys.sorted()
    // One statement, so that a lookup takes the store's lock once. A duplicate is settled only while the page that it
    // names is: present, of the same content, read itself.
    var sql = """
      SELECT d.id, d.path, d.size, d.modified, d.changed, d.inode, d.digest, d.kind, d.page_count, d.missing,
        d.last_seen, count(p.id),
        total(p.ordinal < d.page_count AND p.content IS d.digest AND (p.state <> 'duplicate' OR EXISTS (
          SELECT 1 FROM documents o JOIN pages q ON q.document = o.id AND q.ordinal = p.duplicate_ordinal
          WHERE o.path = p.duplicate_path AND o.missing = 0 AND q.content IS p.content AND q.state <> 'duplicate'))),
        total(p.state = 'failed'), total(p.id IS NOT NULL AND p.reader IS NOT ?2 AND NOT EXISTS (
          SELECT 1 FROM readings k WHERE k.content = p.content AND k.ordinal = p.ordinal AND k.reader = ?2)),
        total(EXISTS (SELECT 1 FROM files f WHERE f.page = p.id AND f.stale = 1))
      """
    for (position, format) in formats.enumerated() {
      let names = (files[format] ?? []).map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
      sql += """
        , total(p.state IN (\(names)) AND NOT EXISTS (
          SELECT 1 FROM files f WHERE f.page = p.id AND f.format = ?\(position + 3) AND f.stale = 0))
        """
    }
    sql += " FROM documents d LEFT JOIN pages p ON p.document = d.id WHERE d.path = ?1 GROUP BY d.id"
    return try connection.first(
      sql, [.blob(path.bytes), .integer(number)] + formats.map { .text($0) }
    ) { row throws(StoreError) in
      let document = try document(row)
      let lacking = formats.enumerated().map { ($1, row.int(Int32(16 + $0))) }
      return KnownDocument(
        document: document, isSettled: row.int(11) == document.entry.pageCount && row.int(12) == row.int(11),
        failedPages: row.int(13), pagesOfOtherReaders: reader == nil ? 0 : row.int(14),
        pagesWithStaleFile: row.int(15), pagesWithoutFile: Dictionary(uniqueKeysWithValues: lacking))
    }
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

  private func document(_ row: Row) throws(StoreError) -> StoredDocument {
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
