package import PageModel

/// Files that are made of a whole document: the store knows each as one of the document's first page.
extension ResultStore {
  /// Documents that lack an up-to-date file of a format, in natural order: their paths.
  ///
  /// A stack that is divided is always among them: whether the files of its documents are up to date, they tell together.
  /// Only such whose pages have all finished in their present content, and of which one at least was read.
  ///
  /// - Parameter format: Nil for every document that could have such a file.
  package func documents(lackingFile format: String?) throws(StoreError) -> [ScanPath] {
    let lacking = """
      AND (NOT EXISTS (SELECT 1 FROM files f WHERE f.document = d.id AND f.ordinal = 0 AND f.format = ?1)
        OR EXISTS (SELECT 1 FROM files f WHERE f.document = d.id AND f.format = ?1 AND f.stale = 1)
        OR d.page_count > 1 AND EXISTS (SELECT 1 FROM pages p JOIN derived v ON v.page = p.id AND v.stage = 'part'
          WHERE p.content = d.content AND v.value IS NOT NULL))
      """
    return try connection.all(
      """
      SELECT d.path FROM documents d WHERE d.missing = 0
        AND EXISTS (SELECT 1 FROM pages p WHERE p.content = d.content AND p.state IN ('recognised', 'blank'))
        AND (SELECT count(*) FROM pages p WHERE p.content = d.content AND p.ordinal < d.page_count) = d.page_count
        \(format == nil ? "" : lacking)
      ORDER BY d.sort_key
      """, format.map { [$0] } ?? []
    ) { $0.scan(0) }
  }

  /// Marks files of a document, or of the documents of a stack, as older than what they were made of.
  ///
  /// Mark them before a page is recorded: a loss of power in between costs no more than a file that is made again.
  package func markStale(_ formats: [String], of document: DocumentID) throws(StoreError) {
    try markStale(
      formats, document.number,
      "document IN (SELECT o.id FROM documents d JOIN documents o ON o.content = d.content WHERE d.id = ?2)")
  }

  /// Whether a document has its path; a missing one loses it to the next scan of that name.
  package func ownsPath(_ document: DocumentID) throws(StoreError) -> Bool {
    try connection.holds("SELECT 1 FROM documents d WHERE d.id = ? AND \(Slots.ownsPath)", [document])
  }

  /// The files of missing documents whose path another document has now.
  package func filesOfLostPaths() throws(StoreError) -> [StoredFile] {
    try files("SELECT format, path, size, digest, stale FROM files WHERE \(Slots.isOfLostPath)", [])
  }

  /// Forgets these files, and marks those of other documents stale that have the same names.
  package func forgetFilesOfLostPaths() throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.run(
        "UPDATE files SET stale = 1 WHERE path IN (SELECT path FROM files WHERE \(Slots.isOfLostPath))")
      try connection.run("DELETE FROM files WHERE \(Slots.isOfLostPath)")
    }
  }

  package func forgetFiles(of document: DocumentID, at paths: [ScanPath]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for path in paths {
        try connection.run("DELETE FROM files WHERE document = ? AND path = ?", [document, path])
      }
    }
  }
}
