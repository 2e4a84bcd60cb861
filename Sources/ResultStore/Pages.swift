package import PageModel

extension ResultStore {
  /// A page by its number, or nil.
  ///
  /// `asRead`: without corrections.
  package func page(_ id: PageID, asRead: Bool = false) throws(StoreError) -> StoredPage? {
    // One snapshot for the page and its lines: another process may be writing.
    try connection.snapshot { () throws(StoreError) in
      let found = try connection.first(
        "\(Self.columns) FROM pages p JOIN documents d ON d.content = p.content WHERE p.id = ? AND d.id = ?",
        [id, id.document], summary)
      guard let found else { return nil }
      return try page(found, asRead: asRead)
    }
  }

  /// A page by its number, as one of the document that represents its content; or nil.
  package func page(number: Int64) throws(StoreError) -> StoredPage? {
    try page("SELECT p.id, d.id FROM \(Slots.pagesOnce) WHERE p.id = ?", [number])
  }

  /// A page by its content, as one of the document that represents it; or nil.
  package func page(content: ContentDigest, index: Int) throws(StoreError) -> StoredPage? {
    try page("SELECT p.id, d.id FROM \(Slots.pagesOnce) WHERE p.content = ? AND p.ordinal = ?", [content, index])
  }

  /// A page by its document's path and its index from 0, or nil.
  ///
  /// A missing document of the path counts only if there is no present one; of several, the one met last.
  ///
  /// - Parameter isMissing: Whether only a missing document counts.
  package func page(_ document: ScanPath, _ index: Int, isMissing: Bool = false) throws(StoreError) -> StoredPage? {
    try page(
      """
      SELECT p.id, d.id FROM \(Slots.pages)
      WHERE d.path = ? AND p.ordinal = ? AND \(isMissing ? "d.missing = 1" : Slots.ownsPath)
      ORDER BY d.missing, d.last_seen DESC, d.content LIMIT 1
      """, [document, index])
  }

  /// A page of a document by its index from 0, or nil.
  package func page(of document: DocumentID, _ index: Int) throws(StoreError) -> StoredPage? {
    try page("SELECT p.id, d.id FROM \(Slots.pages) WHERE d.id = ? AND p.ordinal = ?", [document, index])
  }

  /// The first page of all, or nil in an empty store.
  package func firstPage() throws(StoreError) -> StoredPage? {
    try page("\(Self.pagesInOrder) WHERE \(Slots.isListed) ORDER BY \(Slots.order) LIMIT 1", [])
  }

  /// The last page of all, or nil in an empty store.
  package func lastPage() throws(StoreError) -> StoredPage? {
    let order = "d.sort_key DESC, d.missing DESC, d.content DESC, p.ordinal DESC"
    return try page("\(Self.pagesInOrder) WHERE \(Slots.isListed) ORDER BY \(order) LIMIT 1", [])
  }

  /// The page that follows in natural order, or nil after the last.
  package func page(after id: PageID) throws(StoreError) -> StoredPage? {
    try neighbour(of: id, ">", "")
  }

  /// The page that comes before in natural order, or nil before the first.
  package func page(before id: PageID) throws(StoreError) -> StoredPage? {
    try neighbour(of: id, "<", "DESC")
  }

  private func neighbour(of id: PageID, _ relation: String, _ direction: String) throws(StoreError) -> StoredPage? {
    let sibling = try page(
      """
      SELECT p.id, ?2 FROM pages h JOIN pages p ON p.content = h.content AND p.ordinal \(relation) h.ordinal
      WHERE h.id = ?1 ORDER BY p.ordinal \(direction) LIMIT 1
      """, [id, id.document])
    if let sibling { return sibling }
    return try page(
      """
      \(Self.pagesInOrder)
      WHERE (d.sort_key, d.missing, d.content) \(relation)
        (SELECT sort_key, missing, content FROM documents WHERE id = ?) AND \(Slots.isListed)
      ORDER BY d.sort_key \(direction), d.missing \(direction), d.content \(direction), p.ordinal \(direction) LIMIT 1
      """, [id.document])
  }

  /// The files made from a page.
  package func files(of page: PageID) throws(StoreError) -> [StoredFile] {
    try files(
      """
      SELECT f.format, f.path, f.size, f.digest, f.stale OR f.original IS NOT \(Slots.original)
      FROM documents d JOIN files f ON f.document = d.id
      WHERE d.id = ? AND f.ordinal = (SELECT ordinal FROM pages WHERE id = ?) ORDER BY f.format
      """, [page.document, page])
  }

  /// The files that were made for all pages of a document, or for one of them, whatever it held then.
  package func files(of document: DocumentID, index: Int? = nil) throws(StoreError) -> [StoredFile] {
    let isOfPage = index == nil ? "" : "AND ordinal = ?"
    return try files(
      "SELECT format, path, size, digest, stale FROM files WHERE document = ? \(isOfPage) ORDER BY ordinal, format",
      [document] + (index.map { [$0] } ?? []))
  }

  /// Forgets files of a page that were removed.
  package func forgetFiles(of page: PageID, formats: [String]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for format in formats {
        try connection.run(
          """
          DELETE FROM files WHERE document = ? AND ordinal = (SELECT ordinal FROM pages WHERE id = ?) AND format = ?
          """, [page.document, page, format])
      }
    }
  }

  func files(_ sql: String, _ values: [any SQLValue]) throws(StoreError) -> [StoredFile] {
    try connection.all(sql, values) { row throws(StoreError) in try file(row) }
  }

  func file(_ row: Row, from first: Int32 = 0) throws(StoreError) -> StoredFile {
    StoredFile(
      format: try row.text(first), path: row.scan(first + 1), size: row.integer(first + 2),
      digest: try row.text(first + 3), isStale: row.bool(first + 4))
  }

  private static let pagesInOrder = "SELECT p.id, d.id FROM \(Slots.pages)"

  private func page(_ sql: String, _ values: [any SQLValue]) throws(StoreError) -> StoredPage? {
    try connection.snapshot { () throws(StoreError) in
      let id = try connection.first(sql, values) { $0.pageID }
      guard let id else { return nil }
      return try page(id)
    }
  }

  /// The page that a duplicate repeats; nil for any other page.
  package func original(of record: PageRecord) throws(StoreError) -> StoredPage? {
    guard case .duplicate(let reference) = record.outcome else { return nil }
    return try page(reference.path, reference.index)
  }
}
