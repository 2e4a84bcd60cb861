public import PageModel

/// Which pages a listing gives.
public struct PageFilter: Hashable, Sendable {
  /// Nil for every state.
  public var states: Set<PageState>?
  /// Only pages whose result is of another reader than this one.
  public var notReadBy: ReaderKey?
  /// Only pages recorded by this run.
  public var run: RunID?
  /// Only pages of documents that are missing, or that are not; nil for both.
  public var isMissing: Bool?

  public init(
    states: Set<PageState>? = nil, notReadBy: ReaderKey? = nil, run: RunID? = nil, isMissing: Bool? = nil
  ) {
    self.states = states
    self.notReadBy = notReadBy
    self.run = run
    self.isMissing = isMissing
  }
}

extension ResultStore {
  /// Calls `body` with each page in natural order until it returns false; memory stays flat however many there are.
  ///
  /// The listing is one snapshot: what is recorded meanwhile by others does not change it. `body` may fetch pages.
  public func forEachPage(
    _ filter: PageFilter = PageFilter(), _ body: (PageSummary) throws(StoreError) -> Bool
  ) throws(StoreError) {
    let (sql, values) = try listing(filter)
    try connection.query(sql, values) { row throws(StoreError) in try body(try summary(row)) }
  }

  /// The number of pages in each state; states without pages are not in it.
  public func counts(_ filter: PageFilter = PageFilter()) throws(StoreError) -> [PageState: Int] {
    let (conditions, values) = try condition(filter)
    let tables = filter.isMissing == nil ? "pages p" : "pages p JOIN documents d ON d.id = p.document"
    var counts: [PageState: Int] = [:]
    try connection.query("SELECT p.state, count(*) FROM \(tables)\(conditions) GROUP BY p.state", values) {
      row throws(StoreError) in
      guard let state = PageState(rawValue: try row.text(0)) else { throw row.damage("an unknown state of a page") }
      counts[state] = row.int(1)
      return true
    }
    return counts
  }

  /// Calls `body` with every file that was made from a page, in natural order of the pages, until it returns false.
  public func forEachFile(_ body: (PageID, StoredFile) throws(StoreError) -> Bool) throws(StoreError) {
    try connection.query(
      """
      SELECT f.page, f.format, f.path, f.size, f.digest, f.stale
      FROM documents d CROSS JOIN pages p ON p.document = d.id CROSS JOIN files f ON f.page = p.id
      ORDER BY d.sort_key, p.ordinal, f.format
      """
    ) { row throws(StoreError) in
      try body(
        PageID(number: row.integer(0)),
        StoredFile(
          format: try row.text(1), path: ScanPath(bytes: row.bytes(2)), size: row.integer(3), digest: try row.text(4),
          isStale: row.bool(5)))
    }
  }

  /// Pages with a file that is older than they are, in natural order.
  package func pagesWithStaleFile() throws(StoreError) -> [PageID] {
    var pages: [PageID] = []
    try connection.query(
      """
      SELECT p.id FROM pages p JOIN documents d ON d.id = p.document
      WHERE p.id IN (SELECT page FROM files WHERE stale = 1) ORDER BY d.sort_key, p.ordinal
      """
    ) { row in
      pages.append(PageID(number: row.integer(0)))
      return true
    }
    return pages
  }

  /// The statement of a listing: CROSS JOIN keeps to the order of the documents, so that nothing has to be sorted.
  func listing(_ filter: PageFilter) throws(StoreError) -> (sql: String, values: [SQLValue]) {
    let (conditions, values) = try condition(filter)
    let tables = " FROM documents d CROSS JOIN pages p ON p.document = d.id"
    return (Self.columns + tables + conditions + " ORDER BY d.sort_key, p.ordinal", values)
  }

  private func condition(_ filter: PageFilter) throws(StoreError) -> (sql: String, values: [SQLValue]) {
    var conditions: [String] = []
    var values: [SQLValue] = []
    if let states = filter.states {
      let names = states.map { "'\($0.rawValue)'" }.sorted().joined(separator: ", ")
      conditions.append("p.state IN (\(names))")
    }
    if let reader = filter.notReadBy {
      conditions.append("p.reader IS NOT ?")
      values.append(.integer(try number(of: reader) ?? -1))
    }
    if let run = filter.run {
      conditions.append("p.run = ?")
      values.append(.integer(run.number))
    }
    if let isMissing = filter.isMissing { conditions.append("d.missing = \(isMissing ? 1 : 0)") }
    return (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "), values)
  }
}
