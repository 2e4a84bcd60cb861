package import PageModel

/// The choice of pages of a listing.
package struct PageFilter: Hashable, Sendable {
  /// Nil for every state.
  package var states: Set<PageState>?
  /// Only pages recorded by this run.
  package var run: RunID?
  /// Only pages of documents that are missing, or that are not; nil for both.
  package var isMissing: Bool?

  package init(states: Set<PageState>? = nil, run: RunID? = nil, isMissing: Bool? = nil) {
    (self.states, self.run, self.isMissing) = (states, run, isMissing)
  }
}

extension ResultStore {
  /// Calls `body` with each page in natural order until it returns false; memory stays flat however many there are.
  ///
  /// The listing is one snapshot: what is recorded meanwhile by others does not change it. `body` may fetch pages.
  package func forEachPage(
    _ filter: PageFilter = PageFilter(), _ body: (PageSummary) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let (sql, values) = listing(filter)
    try connection.query(sql, values) { row throws(StoreError) in try body(try summary(row)) }
  }

  /// The number of pages in each state; states without pages are not in it.
  package func counts(_ filter: PageFilter = PageFilter()) throws(StoreError) -> [PageState: Int] {
    let (conditions, values) = condition(filter)
    var counts: [PageState: Int] = [:]
    try connection.forEach("SELECT \(Slots.state), count(*) FROM \(Slots.pages)\(conditions) GROUP BY 1", values) {
      row throws(StoreError) in
      guard let state = PageState(rawValue: try row.text(0)) else { throw row.damage("an unknown state of a page") }
      counts[state] = row.int(1)
    }
    return counts
  }

  /// Calls `body` with every file that was made from a page, in natural order of the pages.
  package func forEachFile(_ body: (PageID, StoredFile) throws(StoreError) -> Void) throws(StoreError) {
    try connection.forEach(
      """
      SELECT p.id, d.id, f.format, f.path, f.size, f.digest, f.stale OR f.original IS NOT \(Slots.original)
      FROM \(Slots.pages) CROSS JOIN files f ON f.document = d.id AND f.ordinal = p.ordinal
      ORDER BY \(Slots.order), f.format
      """
    ) { row throws(StoreError) in
      try body(row.pageID, try file(row, from: 2))
    }
  }

  func listing(_ filter: PageFilter) -> (sql: String, values: [any SQLValue]) {
    let (conditions, values) = condition(filter)
    return ("\(Self.columns) FROM \(Slots.pages)\(conditions) ORDER BY \(Slots.order)", values)
  }

  private func condition(_ filter: PageFilter) -> (sql: String, values: [any SQLValue]) {
    var conditions = [Slots.isListed]
    var values: [any SQLValue] = []
    if let states = filter.states { conditions.append(Slots.isIn(states)) }
    if let run = filter.run {
      conditions.append("p.run = ?")
      values.append(run)
    }
    if let isMissing = filter.isMissing { conditions.append("d.missing = \(isMissing ? 1 : 0)") }
    return (" WHERE " + conditions.joined(separator: " AND "), values)
  }
}
