package import PageModel

extension ResultStore {
  /// Records what derived stages made of a page, in place of all earlier values of it.
  package func record(_ derived: DerivedValues, of page: PageID) throws(StoreError) {
    try transaction { () throws(StoreError) in try insert(derived, page) }
  }

  /// The values of the derived stages for a page; a stage that has not run has none.
  ///
  /// A duplicate has none.
  package func derived(of page: PageID) throws(StoreError) -> DerivedValues {
    var derived = DerivedValues()
    try connection.forEach(
      """
      SELECT v.stage, v.version, v.value FROM documents d JOIN derived v ON v.page = ?
      WHERE d.id = ? AND d.id = \(Slots.representative)
      """, [page, page.document]
    ) { row throws(StoreError) in
      let stage = try row.text(0)
      derived[stage] = try storedValue(row, 1, stage, page.number)
    }
    return derived
  }

  /// One derived value of a page, whatever document shows it.
  package func derivedValue(_ stage: String, of page: PageID) throws(StoreError) -> DerivedValues.Value? {
    try connection.first("SELECT version, value FROM derived WHERE page = ? AND stage = ?", [page, stage]) {
      row throws(StoreError) in try storedValue(row, 0, stage, page.number)
    }
  }

  /// A value from the column of its version and the next one, with the rows of its receipts.
  func storedValue(
    _ row: Row, _ column: Int32, _ stage: String, _ page: Int64
  ) throws(StoreError) -> DerivedValues.Value {
    DerivedValues.Value(
      version: row.int(column), json: try row.textIfAny(column + 1),
      outlines: stage == ReceiptRows.stage ? try outlines(of: page) : [])
  }

  /// Pages in a state that lack the value of a stage in its present version, at most so many.
  ///
  /// - Parameters:
  ///   - versions: The present version of each stage, by its name.
  ///   - position: The last page of the call before; nil for the first.
  package func pages(
    in state: PageState, lackingAnyOf versions: [String: Int], after position: PageID?, atMost count: Int
  ) throws(StoreError) -> [PageID] {
    let stages = versions.sorted { $0.key < $1.key }
    guard !stages.isEmpty else { return [] }
    // The index of the states has every column that decides, so the text of the pages is not walked through.
    let present = stages.map { _ in "v.stage = ? AND v.version = ?" }.joined(separator: " OR ")
    var values: [any SQLValue] = [state.rawValue, position?.number ?? -1]
    for (name, version) in stages { values += [name, version] }
    values += [stages.count, count]
    return try connection.pages(
      """
      SELECT p.id, \(Slots.representativeOfPage) FROM pages p WHERE p.state = ? AND p.id > ?
        AND (SELECT count(*) FROM derived v WHERE v.page = p.id AND (\(present))) < ?
      ORDER BY p.id LIMIT ?
      """, values)
  }

  /// The number of pages in a state without the value of a stage in this version, whatever words it was made with.
  package func count(in state: PageState, lacking stage: String, version: Int) throws(StoreError) -> Int {
    let sql = """
      SELECT count(*) FROM pages p WHERE p.state = ?
        AND NOT EXISTS (SELECT 1 FROM derived v WHERE v.page = p.id AND v.stage = ? AND v.version & 65535 = ?)
      """
    return Int(try connection.number(sql, [state.rawValue, stage, version]))
  }

  /// Marks files of a page as older than the page; they stay known until they are written again.
  package func markStale(_ formats: [String], of page: PageID) throws(StoreError) {
    try markStale(
      formats, page.number,
      """
      ordinal = (SELECT ordinal FROM pages WHERE id = ?2)
        AND document IN (SELECT d.id FROM pages p JOIN documents d ON d.content = p.content WHERE p.id = ?2)
      """)
  }

  /// Marks files of these formats of which a condition on the row `?2` holds.
  func markStale(_ formats: [String], _ row: Int64, _ condition: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for format in formats {
        try connection.run("UPDATE files SET stale = 1 WHERE format = ?1 AND \(condition)", [format, row])
      }
    }
  }

  func insert(_ derived: DerivedValues, _ page: PageID) throws(StoreError) {
    try connection.run("DELETE FROM derived WHERE page = ?", [page])
    for stage in derived.stages {
      if let value = derived[stage] { try insert(value, stage: stage, page) }
    }
  }

  /// Adds a value that the page lacks, with the rows of its receipts.
  func insert(_ value: DerivedValues.Value, stage: String, _ page: PageID) throws(StoreError) {
    try connection.run(
      "INSERT INTO derived (page, stage, version, value) VALUES (?, ?, ?, ?)", [page, stage, value.version, value.json])
    try insert(value.outlines, page.number)
  }
}
