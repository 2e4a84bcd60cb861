package import PageModel

/// Values that people and exports give to lines of the book.
extension ResultStore {
  package func bookValues(_ topic: String) throws(StoreError) -> [BookValue] {
    try connection.all(
      "SELECT content, ordinal, receipt, part, name, value FROM book WHERE topic = ?", [topic]
    ) { row throws(StoreError) in
      let content = ContentDigest(hex: try row.text(0))
      let key = BookKey(content: content, page: row.int(1), receipt: row.int(2), part: row.int(3))
      return BookValue(key: key, name: try row.text(4), value: try row.text(5))
    }
  }

  package func setBookValues(_ values: [BookValue], topic: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for value in values {
        let key: [(name: String, value: any SQLValue)] = [
          ("content", value.key.content), ("ordinal", value.key.page), ("receipt", value.key.receipt),
          ("part", value.key.part), ("topic", topic), ("name", value.name),
        ]
        if value.value.isEmpty {
          let isKey = key.map { "\($0.name) = ?" }.joined(separator: " AND ")
          try connection.run("DELETE FROM book WHERE \(isKey)", key.map(\.value))
        } else {
          try connection.insert(into: "book", replacing: true, key + [("value", value.value)])
        }
      }
    }
  }

  /// Keeps lines of lists by their names, and returns how many were kept already.
  package func keepStatementLines(
    _ lines: [(id: String, date: String, source: String, line: String)]
  ) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      let count = "SELECT count(*) FROM statement_lines"
      let before = try connection.number(count)
      for line in lines {
        try connection.run(
          "INSERT OR REPLACE INTO statement_lines (id, date, source, line) VALUES (?, ?, ?, ?)",
          [line.id, line.date, line.source, line.line])
      }
      return try Int(before - connection.number(count)) + lines.count
    }
  }

  /// The kept lines of these days with their lists, in order of date.
  package func statementRecords(
    from: String?, to: String?
  ) throws(StoreError) -> [(source: String, line: String)] {
    try connection.all(
      "SELECT source, line FROM statement_lines WHERE date BETWEEN ? AND ? ORDER BY date, id",
      [from ?? "", to ?? "~"]
    ) { row throws(StoreError) in (try row.text(0), try row.text(1)) }
  }

  /// The pages with a receipt of these days, or all pages with receipts, each once.
  package func pagesWithReceipts(from: String?, to: String?) throws(StoreError) -> [PageID] {
    let isWanted = from == nil && to == nil ? "true" : "r.date BETWEEN ? AND ?"
    return try connection.pages(
      """
      SELECT p.id, \(Slots.representativeOfPage) FROM pages p
      WHERE p.id IN (SELECT r.page FROM receipts r WHERE \(isWanted)) ORDER BY p.id
      """, from == nil && to == nil ? [] : [from ?? "", to ?? "~"])
  }

  /// The numbers of a page and of all pages that have a receipt of the same day and total, by an index.
  package func pagesWithTotals(of page: PageID) throws(StoreError) -> Set<Int64> {
    let sql = """
      SELECT other.page FROM receipts own JOIN receipts other ON other.total = own.total AND other.date = own.date
      WHERE own.page = ?
      """
    return Set(try connection.numbers(sql, [page]) + [page.number])
  }

  /// A receipt without a day, as the table of receipts has it.
  package struct UndatedReceipt: Sendable {
    package let page: PageID
    package let path: ScanPath
    package let shop: String?
    package let total: Double?
    package let currency: String?
  }

  /// All receipts without a day, without those of missing pages that are on a present one as well.
  ///
  /// - Parameter once: Whether a receipt that was scanned twice counts once.
  package func undatedReceipts(once: Bool = false) throws(StoreError) -> [UndatedReceipt] {
    let all = try connection.all(
      """
      SELECT p.id, d.id, d.path, r.shop, r.total, (
        SELECT json_extract(v.value, '$[' || r.ordinal || '].fields.currency.value') FROM derived v
        WHERE v.page = r.page AND v.stage = 'receipts' AND json_valid(v.value))
      FROM receipts r JOIN \(Slots.pagesOnce) AND p.id = r.page
      WHERE r.date IS NULL AND NOT (\(Slots.isReplaced))
      ORDER BY \(Slots.order), r.ordinal
      """
    ) { row throws(StoreError) in
      UndatedReceipt(
        page: row.pageID, path: row.scan(2), shop: try row.textIfAny(3), total: row.realIfAny(4),
        currency: try row.textIfAny(5))
    }
    var found: [UndatedReceipt] = []
    for receipt in all where try once ? !isRepeated(receipt.page) : true { found.append(receipt) }
    return found
  }

  /// The accounts that people gave to receipts: the last one of each, with the shop's business number and name.
  package func accountDecisions() throws(StoreError) -> [(
    businessNumber: String?, shop: String?, account: String, count: Int
  )] {
    try connection.all(
      """
      SELECT c.shop, r.shop, c.new, count(*) FROM corrections c
        JOIN pages p ON p.content = c.content AND p.ordinal = c.ordinal
        LEFT JOIN receipts r ON r.page = p.id AND r.ordinal = c.receipt
      WHERE c.field = 'account' AND c.undone IS NULL AND c.id = (
        SELECT max(l.id) FROM corrections l WHERE l.content = c.content AND l.ordinal = c.ordinal
          AND l.receipt = c.receipt AND l.field = 'account' AND l.undone IS NULL)
      GROUP BY 1, 2, 3
      """
    ) { row throws(StoreError) in (try row.textIfAny(0), try row.textIfAny(1), try row.text(2), row.int(3)) }
  }

  /// The number of receipts that name their shop, and of those names that have Hangul.
  package func namedShops() throws(StoreError) -> (all: Int, korean: Int) {
    try connection.first(
      "SELECT count(*), coalesce(sum(shop GLOB '*[가-힣]*'), 0) FROM receipts WHERE shop IS NOT NULL"
    ) { ($0.int(0), $0.int(1)) } ?? (0, 0)
  }

  /// Removes the kept lines of a list, which may have several sheets, and returns how many lines these were.
  ///
  /// If there were any, it also removes all matches: the caller must match the remaining lines again.
  package func forgetStatementLines(of list: String) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      try connection.run(
        "DELETE FROM statement_lines WHERE source = ?1 OR substr(source, 1, length(?1) + 1) = ?1 || '/'", [list])
      let removed = connection.changes
      if removed > 0 { try connection.run("DELETE FROM book WHERE topic = 'match'") }
      return removed
    }
  }

  /// The lists whose lines are kept.
  package func statementSources() throws(StoreError) -> [String] {
    try connection.texts("SELECT DISTINCT source FROM statement_lines ORDER BY source")
  }
}
