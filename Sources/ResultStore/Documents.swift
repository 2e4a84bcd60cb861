package import PageModel

extension ResultStore {
  /// Stores a document as `run` met it: a new one, or the new facts of a known one.
  ///
  /// If the path held another content before and no document holds that any more, its pages stay under the path, as
  /// those of a missing document. A content of which nothing was read is forgotten then.
  @discardableResult
  package func record(_ entry: DocumentEntry, in run: RunID) throws(StoreError) -> DocumentID {
    try transaction { () throws(StoreError) in
      let content = ContentKey.make(entry.digest, at: entry.path)
      let known = try connection.first(
        """
        SELECT id, content, kind, page_count, missing FROM documents WHERE path = ?
        ORDER BY missing, content <> ?, last_seen DESC LIMIT 1
        """, [entry.path, content]
      ) { (row) throws(StoreError) in
        (
          id: row.integer(0), content: try row.text(1), kind: try row.text(2), pageCount: row.integer(3),
          isMissing: row.bool(4)
        )
      }
      let columns: [(name: String, value: any SQLValue)] = [
        ("size", entry.facts?.size), ("modified", entry.facts?.modified), ("changed", entry.facts?.changed),
        ("content", content), ("kind", entry.kind), ("inode", entry.facts.map { Int64(bitPattern: $0.inode) }),
        ("page_count", entry.pageCount), ("last_seen", run), ("missing", 0),
      ]
      guard let known else { return DocumentID(number: try insert(at: entry.path, columns)) }
      if known.content != content {
        // A missing document of this path and content is this one.
        try forgetDocuments("path = ? AND content = ? AND id <> ?", [entry.path, content, known.id])
      }
      try connection.update("documents", known.id, columns)
      if known.content != content {
        try connection.run("UPDATE files SET stale = 1 WHERE document = ?", [known.id])
        try leave(known.content, at: entry.path, kind: known.kind, pageCount: known.pageCount, in: run)
      }
      if known.content != content || known.isMissing { try noteDocumentsChanged() }
      return DocumentID(number: known.id)
    }
  }

  @discardableResult
  private func insert(
    at path: ScanPath, _ columns: [(name: String, value: any SQLValue)]
  ) throws(StoreError) -> Int64 {
    try noteDocumentsChanged()
    let place: [(String, any SQLValue)] = [("path", path), ("sort_key", NaturalOrder.key(of: path))]
    return try connection.insert(into: "documents", place + columns)
  }

  /// Keeps the pages of a content that a path held before, or forgets them if nothing was read of them.
  private func leave(
    _ content: String, at path: ScanPath, kind: String, pageCount: Int64, in run: RunID
  ) throws(StoreError) {
    if try connection.holds("SELECT 1 FROM documents WHERE content = ?", [content]) { return }
    let wasRead = try connection.holds(
      "SELECT 1 FROM pages WHERE content = ? AND state IN ('recognised', 'blank')", [content])
    guard wasRead, ContentKey.digest(of: content) != nil else {
      try removePages(of: content)
      return
    }
    try insert(
      at: path,
      [
        ("content", content), ("kind", kind), ("page_count", pageCount), ("missing", 1), ("last_seen", run),
      ])
  }

  /// Notes that `run` met the document and found it as it was.
  ///
  /// Notes are gathered and written by `markMissing`, `finish` and now and then, so that ten thousand unchanged
  /// documents cost a few transactions. Those lost to a kill lose nothing: the next run notes them again.
  package func noteSeen(_ document: DocumentID, in run: RunID) throws(StoreError) {
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
        let range = [numbers[start], numbers[index]]
        try connection.run("UPDATE documents SET missing = 0 WHERE id BETWEEN ? AND ? AND missing = 1", range)
        if connection.changes > 0 { try noteDocumentsChanged() }
        try connection.run("UPDATE documents SET last_seen = ? WHERE id BETWEEN ? AND ?", [run] + range)
        start = index + 1
      }
    }
    seen.removeAll(keepingCapacity: true)
  }

  /// Marks the documents at and below these paths that `run` did not meet as missing, and returns how many are newly so;
  /// they keep their pages.
  ///
  /// - Parameters:
  ///   - paths: An empty one for all documents.
  ///   - isSought: Whether the run would have met a document at its path.
  @discardableResult
  package func markMissing(
    notSeenIn run: RunID, at paths: [ScanPath] = [ScanPath("")],
    where isSought: (StoredDocument) throws(StoreError) -> Bool = { _ in true }
  ) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      var gone: Set<DocumentID> = []
      for path in paths { gone.formUnion(try documents(at: path, notSeenIn: run, where: isSought)) }
      for id in gone { try connection.run("UPDATE documents SET missing = 1 WHERE id = ?", [id]) }
      if !gone.isEmpty { try noteDocumentsChanged() }
      return gone.count
    }
  }

  /// The documents at a path and below it that are not marked missing, that `run` did not meet, and that it would have
  /// met at their paths.
  package func documents(
    at path: ScanPath, notSeenIn run: RunID, where isSought: (StoredDocument) throws(StoreError) -> Bool
  ) throws(StoreError) -> [DocumentID] {
    try flushSeen()
    let place = Subtree(path)
    return try connection.all(
      "\(Self.documentColumns) WHERE last_seen <> ? AND missing = 0 AND \(place.holdsPath)", [run] + place.values
    ) { row throws(StoreError) in
      let found = try document(row)
      return try isSought(found) ? found.id : nil
    }.compactMap(\.self)
  }

  /// Whether the store holds a document at this path or below it that is not marked missing.
  ///
  /// - Parameters:
  ///   - path: Empty for the directory that all paths start from.
  ///   - run: Only documents that this run met; nil for all.
  package func hasDocuments(at path: ScanPath, seenIn run: RunID? = nil) throws(StoreError) -> Bool {
    if run != nil { try flushSeen() }
    let place = Subtree(path)
    let isSeen = run == nil ? "" : " AND last_seen = ?"
    return try connection.holds(
      "SELECT 1 FROM documents WHERE missing = 0 AND \(place.holdsPath)\(isSeen) LIMIT 1",
      place.values + (run.map { [$0] } ?? []))
  }

  /// Takes the documents below a folder out of the next `markMissing`: it could not be looked into, so that nobody
  /// knows whether they are there.
  package func exclude(below folder: ScanPath, in run: RunID) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE documents SET last_seen = ? WHERE missing = 0 AND \(Subtree.isBelow)",
        [run] + Subtree.bounds(of: folder))
    }
  }

  /// The document at a path, or nil: the one that is there, else the last one that was.
  package func document(_ path: ScanPath) throws(StoreError) -> StoredDocument? {
    try connection.first(
      "\(Self.documentColumns) WHERE path = ? ORDER BY missing, last_seen DESC, content LIMIT 1", [path], document)
  }

  static let documentColumns = """
    SELECT id, path, size, modified, changed, inode, content, kind, page_count, missing, last_seen FROM documents
    """

  /// The files of pages past the document's end: it had more pages before.
  package func filesPastEnd(of document: DocumentID) throws(StoreError) -> [StoredFile] {
    try files(
      """
      SELECT f.format, f.path, f.size, f.digest, f.stale FROM documents d
      JOIN files f ON f.document = d.id AND f.ordinal >= d.page_count WHERE d.id = ?
      """, [document])
  }

  /// Removes the pages past the document's end, which its content does not have any more, and returns how many.
  ///
  /// Delete the files of `filesPastEnd` first: afterwards nobody knows of them.
  @discardableResult
  package func removePagesPastEnd(of document: DocumentID) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      guard
        let here = try connection.first(
          "SELECT content, page_count FROM documents WHERE id = ?", [document],
          { (row) throws(StoreError) in (content: try row.text(0), pageCount: row.int(1)) })
      else { return 0 }
      try connection.run("DELETE FROM files WHERE document = ? AND ordinal >= ?", [document, here.pageCount])
      return try removePages(of: here.content, from: here.pageCount)
    }
  }

  /// Calls `body` with every document in natural order.
  package func forEachDocument(_ body: (StoredDocument) throws(StoreError) -> Void) throws(StoreError) {
    try connection.forEach("\(Self.documentColumns) ORDER BY sort_key, missing, content") { row throws(StoreError) in
      try body(try document(row))
    }
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
        path: row.scan(1), facts: facts,
        digest: ContentKey.digest(of: try row.text(6)), kind: try row.text(7), pageCount: row.int(8)),
      isMissing: row.bool(9), lastSeen: RunID(number: row.integer(10)))
  }
}

/// Documents at a path and below it, as a condition of SQL.
struct Subtree {
  let holdsPath: String
  let values: [any SQLValue]

  /// "0" follows "/", so these are all paths that start with another one and a slash.
  static let isBelow = "path > ? AND path < ?"

  /// - Parameter path: Empty for all documents.
  init(_ path: ScanPath) {
    let bytes = Self.bytes(of: path)
    holdsPath = bytes.isEmpty ? "true" : "(path = ? OR \(Self.isBelow))"
    values = bytes.isEmpty ? [] : [bytes] + Self.bounds(of: path)
  }

  static func bounds(of path: ScanPath) -> [any SQLValue] {
    ["/", "0"].map { bytes(of: path) + Array($0.utf8) }
  }

  /// The path without a slash at its end.
  private static func bytes(of path: ScanPath) -> [UInt8] {
    Array(path.components.joined(separator: [UInt8(ascii: "/")]))
  }
}
