package import PageModel

extension ResultStore {
  /// A page by its number, or nil.
  package func page(_ id: PageID) throws(StoreError) -> StoredPage? { try page(id, asRead: false) }

  /// A page by its number as it was read, without corrections; or nil.
  package func pageAsRead(_ id: PageID) throws(StoreError) -> StoredPage? { try page(id, asRead: true) }

  private func page(_ id: PageID, asRead: Bool) throws(StoreError) -> StoredPage? {
    // One snapshot for the page and its lines: another process may be writing.
    try connection.snapshot { () throws(StoreError) in
      let found = try connection.first(
        "\(Self.columns) FROM pages p JOIN documents d ON d.content = p.content WHERE p.id = ? AND d.id = ?",
        [.integer(id.number), .integer(id.document)], summary)
      guard let found else { return nil }
      return try page(found, asRead: asRead)
    }
  }

  /// A page by its number, as one of the document that represents its content; or nil.
  package func page(number: Int64) throws(StoreError) -> StoredPage? {
    try page("SELECT p.id, d.id FROM \(Slots.pagesOnce) WHERE p.id = ?", [.integer(number)])
  }

  /// A page by its document's path and its index from 0, or nil; of several documents of a path the one that is there.
  package func page(_ document: ScanPath, _ index: Int) throws(StoreError) -> StoredPage? {
    try page(
      """
      SELECT p.id, d.id FROM documents d JOIN pages p ON p.content = d.content
      WHERE d.path = ? AND p.ordinal = ? ORDER BY d.missing, d.last_seen DESC, d.content LIMIT 1
      """, [.blob(document.bytes), .integer(index)])
  }

  /// A page of a document by its index from 0, or nil.
  package func page(of document: DocumentID, _ index: Int) throws(StoreError) -> StoredPage? {
    try page(
      "SELECT p.id, d.id FROM documents d JOIN pages p ON p.content = d.content WHERE d.id = ? AND p.ordinal = ?",
      [.integer(document.number), .integer(index)])
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
      """, [.integer(id.number), .integer(id.document)])
    if let sibling { return sibling }
    return try page(
      """
      \(Self.pagesInOrder)
      WHERE (d.sort_key, d.missing, d.content) \(relation)
        (SELECT sort_key, missing, content FROM documents WHERE id = ?) AND \(Slots.isListed)
      ORDER BY d.sort_key \(direction), d.missing \(direction), d.content \(direction), p.ordinal \(direction) LIMIT 1
      """, [.integer(id.document)])
  }

  /// The files made from a page.
  package func files(of page: PageID) throws(StoreError) -> [StoredFile] {
    try files(
      """
      SELECT f.format, f.path, f.size, f.digest, f.stale OR f.original IS NOT \(Slots.original)
      FROM documents d JOIN files f ON f.document = d.id
      WHERE d.id = ? AND f.ordinal = (SELECT ordinal FROM pages WHERE id = ?) ORDER BY f.format
      """, [.integer(page.document), .integer(page.number)])
  }

  package func files(of document: DocumentID) throws(StoreError) -> [StoredFile] {
    try files(
      "SELECT format, path, size, digest, stale FROM files WHERE document = ? ORDER BY ordinal, format",
      [.integer(document.number)])
  }

  /// The files that were made for a page of a document, whatever it held then.
  package func files(of document: DocumentID, index: Int) throws(StoreError) -> [StoredFile] {
    try files(
      "SELECT format, path, size, digest, stale FROM files WHERE document = ? AND ordinal = ? ORDER BY format",
      [.integer(document.number), .integer(index)])
  }

  /// Forgets files of a page that were removed.
  package func forgetFiles(of page: PageID, formats: [String]) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for format in formats {
        try connection.run(
          """
          DELETE FROM files WHERE document = ? AND ordinal = (SELECT ordinal FROM pages WHERE id = ?) AND format = ?
          """, [.integer(page.document), .integer(page.number), .text(format)])
      }
    }
  }

  func files(_ sql: String, _ values: [SQLValue]) throws(StoreError) -> [StoredFile] {
    try connection.all(sql, values) { row throws(StoreError) in try file(row) }
  }

  func file(_ row: Row, from first: Int32 = 0) throws(StoreError) -> StoredFile {
    StoredFile(
      format: try row.text(first), path: ScanPath(bytes: row.bytes(first + 1)), size: row.integer(first + 2),
      digest: try row.text(first + 3), isStale: row.bool(first + 4))
  }

  private static let pagesInOrder = "SELECT p.id, d.id FROM \(Slots.pages)"

  private func page(
    _ sql: String, _ values: [SQLValue], asRead: Bool = false
  ) throws(StoreError) -> StoredPage? {
    try connection.snapshot { () throws(StoreError) in
      let id = try connection.first(sql, values) { $0.pageID }
      guard let id else { return nil }
      return try page(id, asRead: asRead)
    }
  }
}

extension ResultStore {
  /// The page that a duplicate repeats; nil for any other page.
  package func original(of record: PageRecord) throws(StoreError) -> PageRecord? {
    guard case .duplicate(let reference) = record.outcome else { return nil }
    return try page(reference.path, reference.index)?.record
  }
}
