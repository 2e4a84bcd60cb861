package import PageModel

/// Neighbours of pages, for receipts that go over several pages.
extension ResultStore {
  /// The derived value of a page that has a receipt over several pages.
  static let joinedStage = "joined"

  /// The document before or after the document `o`, as SQL.
  ///
  /// Missing documents have neighbours among those that were last seen with them.
  private static func beside(_ o: String, isAfter: Bool, isPresent: Bool = false) -> String {
    let (relation, direction) = isAfter ? (">", "ASC") : ("<", "DESC")
    return """
      (SELECT w.id FROM (
        SELECT e.id, e.last_seen FROM documents e
        WHERE e.missing = \(isPresent ? "0" : "\(o).missing") AND e.sort_key \(relation) \(o).sort_key
        ORDER BY e.sort_key \(direction) LIMIT 1000
      ) w WHERE \(isPresent ? "1" : "\(o).missing = 0 OR w.last_seen = \(o).last_seen") LIMIT 1)
      """
  }

  /// The page before or after a page of its document, but for blank ones; for the only page of a document, the only page
  /// of the document before or after that.
  package func page(beside page: PageID, isAfter: Bool) throws(StoreError) -> PageID? {
    let (relation, direction) = isAfter ? (">", "ASC") : ("<", "DESC")
    let sibling = try connection.first(
      """
      SELECT p.id, d.id FROM pages h JOIN documents d ON d.id = ?2
        JOIN pages p ON p.content = h.content AND p.ordinal \(relation) h.ordinal
      WHERE h.id = ?1 AND p.ordinal < d.page_count AND p.state <> 'blank' ORDER BY p.ordinal \(direction) LIMIT 1
      """, [page, page.document]
    ) { $0.pageID }
    if let sibling { return sibling }
    return try connection.first(
      """
      SELECT p.id, d.id FROM documents o JOIN documents d ON d.id = \(Self.beside("o", isAfter: isAfter))
        JOIN pages p ON p.content = d.content AND p.ordinal = 0
      WHERE o.id = ? AND o.page_count = 1 AND d.page_count = 1 AND d.id = \(Slots.representative)
      """, [page.document]
    ) { $0.pageID }
  }

  /// Has the next run look again whether receipts go over the pages of these documents and of their neighbours.
  ///
  /// To be called before documents go, and after they came.
  func unsettleJoined(_ condition: String, _ values: [any SQLValue]) throws(StoreError) {
    let neighbours = [false, true].flatMap { isAfter in
      [false, true].map { "SELECT \(Self.beside("c", isAfter: isAfter, isPresent: $0)) FROM c" }
    }
    try connection.run(
      """
      UPDATE derived SET version = 0 WHERE stage = '\(Self.joinedStage)' AND page IN (
        WITH g AS (SELECT * FROM documents WHERE \(condition)),
          c AS (SELECT * FROM g UNION SELECT * FROM documents WHERE id IN (SELECT \(Slots.representative) FROM g d))
        SELECT p.id FROM c JOIN pages p ON p.content = c.content UNION
        SELECT p.id FROM documents d JOIN pages p ON p.content = d.content
        WHERE d.page_count = 1 AND d.id IN (\(neighbours.joined(separator: " UNION "))))
      """, values)
  }

  /// One derived value of a page, whatever document shows it.
  package func derivedValue(_ stage: String, ofPage number: Int64) throws(StoreError) -> DerivedValues.Value? {
    try connection.first("SELECT version, value FROM derived WHERE page = ? AND stage = ?", [number, stage]) {
      row throws(StoreError) in DerivedValues.Value(version: row.int(0), json: try row.textIfAny(1))
    }
  }
}
