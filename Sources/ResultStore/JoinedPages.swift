extension ResultStore {
  /// The derived value that only pages of a receipt over several have.
  static let joinedStage = "joined"

  /// Whether a page of that name in SQL has it.
  static func isJoined(_ page: String) -> String {
    "EXISTS (SELECT 1 FROM derived v WHERE v.page = \(page).id AND v.stage = '\(joinedStage)' AND v.value IS NOT NULL)"
  }

  /// The page before or after a page of its document, but for blank ones; nil at its ends.
  package func page(beside page: PageID, isAfter: Bool) throws(StoreError) -> PageID? {
    let (relation, direction) = isAfter ? (">", "ASC") : ("<", "DESC")
    return try connection.first(
      """
      SELECT p.id, d.id FROM pages h JOIN documents d ON d.id = ?2
        JOIN pages p ON p.content = h.content AND p.ordinal \(relation) h.ordinal
      WHERE h.id = ?1 AND p.ordinal < d.page_count AND p.state <> 'blank' ORDER BY p.ordinal \(direction) LIMIT 1
      """, [page, page.document]
    ) { $0.pageID }
  }

  /// Whether a receipt goes over this page and others of its file.
  package func isJoined(_ page: PageID) throws(StoreError) -> Bool {
    try connection.holds("SELECT 1 FROM pages p WHERE p.id = ? AND \(Self.isJoined("p"))", [page])
  }
}
