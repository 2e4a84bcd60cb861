public import PageModel

extension ResultStore {
  /// A page by its number, or nil.
  public func page(_ id: PageID) throws(StoreError) -> StoredPage? { try page(id, asRead: false) }

  /// A page by its number as it was read, without what people put right; or nil.
  package func pageAsRead(_ id: PageID) throws(StoreError) -> StoredPage? { try page(id, asRead: true) }

  private func page(_ id: PageID, asRead: Bool) throws(StoreError) -> StoredPage? {
    // One snapshot for the page and its lines: another process may be writing.
    try connection.snapshot { () throws(StoreError) in
      let found = try connection.first(
        "\(Self.columns) FROM pages p JOIN documents d ON d.id = p.document WHERE p.id = ?", [.integer(id.number)],
        summary)
      guard let found else { return nil }
      return try page(found, asRead: asRead)
    }
  }

  /// A page by its document's path and its index from 0, or nil.
  public func page(_ document: ScanPath, _ index: Int) throws(StoreError) -> StoredPage? {
    try page(
      """
      SELECT p.id FROM documents d JOIN pages p ON p.document = d.id WHERE d.path = ? AND p.ordinal = ?
      """, [.blob(document.bytes), .integer(index)])
  }

  /// The first page of all, or nil in an empty store.
  public func firstPage() throws(StoreError) -> StoredPage? {
    try page("\(Self.pagesInOrder) ORDER BY d.sort_key, p.ordinal LIMIT 1", [])
  }

  /// The last page of all, or nil in an empty store.
  public func lastPage() throws(StoreError) -> StoredPage? {
    try page("\(Self.pagesInOrder) ORDER BY d.sort_key DESC, p.ordinal DESC LIMIT 1", [])
  }

  /// The page that follows in natural order, or nil after the last.
  public func page(after id: PageID) throws(StoreError) -> StoredPage? {
    let here = "(SELECT document, ordinal FROM pages WHERE id = ?) h"
    let sibling = try page(
      """
      SELECT p.id FROM \(here) JOIN pages p ON p.document = h.document AND p.ordinal > h.ordinal
      ORDER BY p.ordinal LIMIT 1
      """, [.integer(id.number)])
    if let sibling { return sibling }
    return try page(
      """
      \(Self.pagesInOrder)
      WHERE d.sort_key > (SELECT sort_key FROM documents WHERE id = (SELECT document FROM pages WHERE id = ?))
      ORDER BY d.sort_key, p.ordinal LIMIT 1
      """, [.integer(id.number)])
  }

  /// The page that comes before in natural order, or nil before the first.
  public func page(before id: PageID) throws(StoreError) -> StoredPage? {
    let here = "(SELECT document, ordinal FROM pages WHERE id = ?) h"
    let sibling = try page(
      """
      SELECT p.id FROM \(here) JOIN pages p ON p.document = h.document AND p.ordinal < h.ordinal
      ORDER BY p.ordinal DESC LIMIT 1
      """, [.integer(id.number)])
    if let sibling { return sibling }
    return try page(
      """
      \(Self.pagesInOrder)
      WHERE d.sort_key < (SELECT sort_key FROM documents WHERE id = (SELECT document FROM pages WHERE id = ?))
      ORDER BY d.sort_key DESC, p.ordinal DESC LIMIT 1
      """, [.integer(id.number)])
  }

  /// The result of a page's key, wherever a file of this content lies or lay; nil if there is none.
  ///
  /// It is as it was read, without what people put right. Of several, one whose document is there comes before one that is missing, then the one recorded first.
  ///
  /// - Parameter run: Only results that this run recorded; nil for those of any.
  public func result(
    content: ContentDigest, index: Int, reader: ReaderKey, of run: RunID? = nil
  ) throws(StoreError) -> StoredPage? {
    guard let number = try number(of: reader) else { return nil }
    for isMissing in [false, true] {
      // In the order of the index by content: of many copies the first, which was read, is met before the others.
      let found = try page(
        """
        SELECT p.id FROM pages p CROSS JOIN documents d ON d.id = p.document
        WHERE p.content = ? AND p.ordinal = ? AND p.reader = ? AND p.state <> 'duplicate' AND d.missing = ?
          \(run == nil ? "" : "AND p.run = ?")
        ORDER BY p.id LIMIT 1
        """,
        [.text(content.hex), .integer(index), .integer(number), .integer(isMissing ? 1 : 0)]
          + (run.map { [.integer($0.number)] } ?? []), asRead: true)
      if let found { return found }
    }
    return nil
  }

  /// The files made from a page.
  public func files(of page: PageID) throws(StoreError) -> [StoredFile] {
    try files("SELECT format, path, size, digest, stale FROM files WHERE page = ? ORDER BY format", page.number)
  }

  /// Forgets files of a page that were removed.
  public func forgetFiles(of page: PageID, formats: [String]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for format in formats {
        try connection.run("DELETE FROM files WHERE page = ? AND format = ?", [.integer(page.number), .text(format)])
      }
    }
  }

  func files(_ sql: String, _ number: Int64) throws(StoreError) -> [StoredFile] {
    var files: [StoredFile] = []
    try connection.query(sql, [.integer(number)]) { row throws(StoreError) in
      files.append(
        StoredFile(
          format: try row.text(0), path: ScanPath(bytes: row.bytes(1)), size: row.integer(2), digest: try row.text(3),
          isStale: row.bool(4)))
      return true
    }
    return files
  }

  /// CROSS JOIN fixes the order of the loops: documents as their index has them, and each one's pages likewise.
  private static let pagesInOrder = "SELECT p.id FROM documents d CROSS JOIN pages p ON p.document = d.id"

  private func page(
    _ sql: String, _ values: [SQLValue], asRead: Bool = false
  ) throws(StoreError) -> StoredPage? {
    try connection.snapshot { () throws(StoreError) in
      guard let number = try connection.first(sql, values, { $0.integer(0) }) else { return nil }
      return try page(PageID(number: number), asRead: asRead)
    }
  }
}

extension ResultStore {
  /// The page that a duplicate repeats; nil for any other page.
  public func original(of record: PageRecord) throws(StoreError) -> PageRecord? {
    guard case .duplicate(let reference) = record.outcome else { return nil }
    return try page(reference.path, reference.index)?.record
  }
}
