package import PageModel

/// The store follows renames, copies and deletions: documents represent contents, and files belong to documents.
extension ResultStore {
  /// Notes that documents came, went or hold another content.
  func noteDocumentsChanged() throws(StoreError) { try set(.documentsChanged, to: "") }

  /// Other present documents that hold the content of a document and were not met by `run` so far.
  package func holders(beside document: DocumentID, notSeenIn run: RunID) throws(StoreError) -> [StoredDocument] {
    let seen = seenRun == run ? Set(self.seen) : []
    return try connection.all(
      """
      \(Self.documentColumns) WHERE content = (SELECT content FROM documents WHERE id = ?1) AND missing = 0
        AND id <> ?1 AND last_seen < ?2
      """, [document, run]
    ) { row throws(StoreError) in try self.document(row) }.filter { !seen.contains($0.id) }
  }

  package func isRepresentative(_ document: DocumentID) throws(StoreError) -> Bool {
    try connection.holds("SELECT 1 FROM documents d WHERE d.id = ? AND d.id = \(Slots.representative)", [document])
  }

  /// Marks a document as missing whose path no longer leads to its content.
  ///
  /// The archive, mail or PDF that holds it loses its facts, because it may only be out of reach: the next run that meets
  /// it looks for its members again.
  package func markMissing(_ document: StoredDocument) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.run("UPDATE documents SET missing = 1 WHERE id = ?", [document.id])
      for path in document.entry.path.parents {
        try connection.run("UPDATE documents SET size = NULL WHERE path = ?", [path])
      }
      try noteDocumentsChanged()
    }
  }

  /// Missing documents of which nothing is to be kept, with their files: another document holds their content, or nobody
  /// has read their bytes.
  package func supersededDocuments() throws(StoreError) -> [(document: DocumentID, files: [StoredFile])] {
    let ids = try connection.all(
      """
      SELECT d.id FROM documents d
      WHERE d.missing = 1 AND (d.id <> \(Slots.representative) OR substr(d.content, 1, 1) = '?') ORDER BY d.id
      """
    ) { DocumentID(number: $0.integer(0)) }
    return try ids.map { id throws(StoreError) in
      // A file that another document has written under the same name is that one's now.
      let files = try files(
        """
        SELECT f.format, f.path, f.size, f.digest, f.stale FROM files f WHERE f.document = ?1
          AND NOT EXISTS (SELECT 1 FROM files o WHERE o.path = f.path AND o.document <> ?1)
        """, [id])
      return (id, files)
    }
  }

  /// Present documents that have fewer pages than files were made for.
  package func documentsWithFilesPastEnd() throws(StoreError) -> [DocumentID] {
    try connection.all(
      """
      SELECT DISTINCT f.document FROM files f JOIN documents d ON d.id = f.document
      WHERE f.ordinal >= d.page_count AND d.missing = 0
      """
    ) { DocumentID(number: $0.integer(0)) }
  }

  /// Forgets documents whose files were removed, and the pages of a content that no other document holds, with all that
  /// was made of them and all that people put right on them; returns how many pages these are.
  @discardableResult
  package func forget(_ documents: [DocumentID]) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      var count = 0
      for document in documents {
        let content = try connection.text("SELECT content FROM documents WHERE id = ?", [document])
        try forgetDocuments("id = ?", [document])
        guard let content,
          try !connection.holds("SELECT 1 FROM documents WHERE content = ?", [content])
        else { continue }
        count += try removePages(of: content)
        // An accounting program still has what was exported: its next export says that the receipt is gone.
        for table in ["corrections", "readings", "book"] {
          let condition = table == "book" ? " AND topic NOT LIKE 'export %'" : ""
          try connection.run("DELETE FROM \(table) WHERE content = ?" + condition, [content])
        }
      }
      if !documents.isEmpty { try noteDocumentsChanged() }
      return count
    }
  }

  /// Removes what was forgotten from the store's file as well, where deleted rows would still be readable.
  package func eraseForgotten(_ body: () throws(StoreError) -> Int) throws(StoreError) -> Int {
    try connection.run("PRAGMA secure_delete = ON")
    let count = try body()
    try connection.run("INSERT INTO search (search) VALUES ('optimize')")
    try connection.run("VACUUM")
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return count
  }

  func forgetDocuments(_ condition: String, _ values: [any SQLValue]) throws(StoreError) {
    try connection.run("DELETE FROM files WHERE document IN (SELECT id FROM documents WHERE \(condition))", values)
    try connection.run("DELETE FROM documents WHERE \(condition)", values)
  }

  /// Removes the pages of a content from a page on, with all that was made of them, and returns how many.
  @discardableResult
  func removePages(of content: String, from index: Int = 0) throws(StoreError) -> Int {
    let values: [any SQLValue] = [content, index]
    let pages = try connection.all("SELECT id, text FROM pages WHERE content = ? AND ordinal >= ?", values) {
      row throws(StoreError) in (id: row.integer(0), text: try row.textIfAny(1))
    }
    for page in pages {
      try forgetSame(page.id)
      try self.index(page.id, from: page.text, to: nil)
      for table in ["lines", "derived"] {
        try connection.run("DELETE FROM \(table) WHERE page = ?", [page.id])
      }
      try connection.run("DELETE FROM pages WHERE id = ?", [page.id])
    }
    return pages.count
  }

  /// Pages of listed documents whose files are older than they are, and pages of present ones that lack a file.
  package func pages(lackingFiles formats: [String: Set<PageState>]) throws(StoreError) -> [PageID] {
    var conditions = [
      """
      EXISTS (SELECT 1 FROM files f WHERE f.document = d.id AND f.ordinal = p.ordinal
        AND (f.stale = 1 OR f.original IS NOT \(Slots.original)))
      """
    ]
    var values: [any SQLValue] = []
    for (format, states) in formats.sorted(by: { $0.key < $1.key }) {
      conditions.append(
        """
        d.missing = 0 AND \(Slots.isIn(states)) AND NOT EXISTS (
          SELECT 1 FROM files f WHERE f.document = d.id AND f.ordinal = p.ordinal AND f.format = ?)
        """)
      values.append(format)
    }
    return try connection.pages(
      """
      SELECT p.id, d.id FROM \(Slots.pages)
      WHERE \(Slots.isListed) AND p.ordinal < d.page_count
        AND (\(conditions.joined(separator: " OR ")))
      ORDER BY \(Slots.order)
      """, values)
  }

  /// Marks the files of a page as older than it, in all documents that hold it, and the files of these documents.
  func markStale(withPage page: Int64) throws(StoreError) {
    try connection.run(
      """
      UPDATE files SET stale = 1 WHERE document IN (
        SELECT d.id FROM pages p JOIN documents d ON d.content = p.content WHERE p.id = ?1)
        AND ordinal IN (0, (SELECT ordinal FROM pages WHERE id = ?1))
      """, [page])
  }
}
