public import PageModel

/// Files that are made of a whole document: the store knows each as one of the document's first page.
extension ResultStore {
  /// Calls for documents that lack an up-to-date file of a format, in natural order: their paths.
  ///
  /// Only such whose pages have all finished in their present content, and of which one at least was read.
  ///
  /// - Parameter format: Nil for every document that could have such a file.
  public func documents(lackingFile format: String?) throws(StoreError) -> [ScanPath] {
    var paths: [ScanPath] = []
    let lacking = """
      AND NOT EXISTS (SELECT 1 FROM files f
        WHERE f.document = d.id AND f.ordinal = 0 AND f.format = ? AND f.stale = 0)
      """
    try connection.query(
      """
      SELECT d.path FROM documents d WHERE d.missing = 0
        AND EXISTS (SELECT 1 FROM pages p WHERE p.content = d.content AND p.state IN ('recognised', 'blank'))
        AND (SELECT count(*) FROM pages p WHERE p.content = d.content AND p.ordinal < d.page_count) = d.page_count
        \(format == nil ? "" : lacking)
      ORDER BY d.sort_key
      """, format.map { [.text($0)] } ?? []
    ) { row in
      paths.append(ScanPath(bytes: row.bytes(0)))
      return true
    }
    return paths
  }

  /// Marks files of a document's first page as older than the document.
  ///
  /// Mark them before a page is recorded: a loss of power in between costs no more than a file that is made again.
  public func markStale(_ formats: [String], of document: DocumentID) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for format in formats {
        try connection.run(
          """
          UPDATE files SET stale = 1 WHERE format = ? AND ordinal = 0 AND document IN (
            SELECT o.id FROM documents d JOIN documents o ON o.content = d.content WHERE d.id = ?)
          """, [.text(format), .integer(document.number)])
      }
    }
  }
}
