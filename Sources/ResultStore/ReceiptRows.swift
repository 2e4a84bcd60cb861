package import PageModel
import Support

/// A choice of receipts, as far as the store can tell without a look into the derived values of pages.
package struct ReceiptCondition: Sendable {
  /// ISO days; a receipt without a date is of no known day.
  package var from: String?
  package var to: String?
  /// Decimal numbers, both included.
  package var least: String?
  package var most: String?
  /// A part of the shop's name, in lower case.
  package var shop: String?
  /// Only receipts whose total is neither proven nor corrected, and those with a corrected field that a check contradicts.
  package var isUnproven = false
  package init() {}
}

/// Receipts as rows, by which they are filtered.
///
/// Each row comes with the value of its page's receipts, from whoever made it, and is recorded in the same transaction; a
/// trigger removes it with the value. `BookRecords` alone reads the JSON of receipts by SQL, for a currency.
enum ReceiptRows {
  /// The stage whose values have rows.
  static let stage = "receipts"

  /// The end of a statement on rows whose value is gone.
  static let orphans = "FROM receipts WHERE page NOT IN (SELECT page FROM derived WHERE stage = '\(stage)')"

  /// Each holds all that receipts are filtered by, so that no row of the table is looked up.
  static let indices = """
    CREATE INDEX IF NOT EXISTS receipts_by_date ON receipts (date, page, total, proven, shop);
    CREATE INDEX IF NOT EXISTS receipts_by_total ON receipts (total, date, proven, shop);
    CREATE INDEX IF NOT EXISTS receipts_by_shop ON receipts (shop, date, total, proven) WHERE shop IS NOT NULL;
    CREATE INDEX IF NOT EXISTS receipts_unproven ON receipts (page) WHERE proven = 0;
    """
}

extension ResultStore {
  /// The values of a page's receipts for filters, and the version of their stage; nil if it has not run.
  package func receiptRows(of page: PageID) throws(StoreError) -> (version: Int, rows: [ReceiptOutline])? {
    let version = try connection.first(
      """
      SELECT v.version FROM documents d JOIN derived v ON v.page = ? AND v.stage = '\(ReceiptRows.stage)'
      WHERE d.id = ? AND d.id = \(Slots.representative)
      """, [page, page.document]
    ) { $0.int(0) }
    guard let version else { return nil }
    return (version, try outlines(of: page.number))
  }

  /// The rows of a page, in the order of its receipts.
  func outlines(of page: Int64) throws(StoreError) -> [ReceiptOutline] {
    try connection.all(
      "SELECT ordinal, date, total, shop, proven FROM receipts WHERE page = ? ORDER BY ordinal", [page]
    ) { row throws(StoreError) in
      ReceiptOutline(
        ordinal: row.int(0), date: try row.textIfAny(1), total: row.realIfAny(2), shop: try row.textIfAny(3),
        isProven: row.bool(4))
    }
  }

  /// Adds the rows of a page that has none.
  func insert(_ outlines: [ReceiptOutline], _ page: Int64) throws(StoreError) {
    for outline in outlines {
      try connection.run(
        "INSERT INTO receipts (page, ordinal, date, total, shop, proven) VALUES (?, ?, ?, ?, ?, ?)",
        [page, outline.ordinal, outline.date, outline.total, outline.shop, outline.isProven])
    }
  }

  /// The number of receipts whose rows for filters differ from them, and of rows that have no receipt.
  ///
  /// - Parameters:
  ///   - isRepairing: Whether to make these rows again.
  ///   - read: Reads a stored value; nil for a value of another version, whose rows count as right.
  package func receiptsUnlikeRows(
    isRepairing: Bool = false, _ read: (DerivedValues.Value) -> [ReceiptOutline]?
  ) throws(StoreError) -> Int {
    var count = Int(try connection.number("SELECT count(*) \(ReceiptRows.orphans)"))
    var unlike: [(page: Int64, receipts: [ReceiptOutline])] = []
    try connection.forEach("SELECT page, version, value FROM derived WHERE stage = '\(ReceiptRows.stage)'") {
      row throws(StoreError) in
      let page = row.integer(0)
      let value = try storedValue(row, 1, ReceiptRows.stage, page)
      guard let receipts = read(value), receipts != value.outlines else { return }
      count += Set(receipts).symmetricDifference(value.outlines).count
      unlike.append((page, receipts))
    }
    guard isRepairing, count > 0 else { return count }
    try transaction { () throws(StoreError) in
      try connection.run("DELETE \(ReceiptRows.orphans)")
      for (page, receipts) in unlike {
        try connection.run("DELETE FROM receipts WHERE page = ?", [page])
        try insert(receipts, page)
      }
    }
    return count
  }

  /// The pages with a matching receipt; nil if the condition excludes none.
  func pages(with condition: ReceiptCondition) throws(StoreError) -> Set<Int64>? {
    var tests: [(test: String, value: String?)] = [
      ("date >= ?", condition.from), ("date <= ?", condition.to), ("total >= CAST(? AS REAL)", condition.least),
      ("total <= CAST(? AS REAL)", condition.most),
    ]
    if let part = condition.shop {
      // SQLite knows upper and lower case only of ASCII letters.
      let names = try connection.texts("SELECT DISTINCT shop FROM receipts WHERE shop IS NOT NULL")
        .filter { $0.lowercased().contains(part) }
      tests.append(
        ("shop IN (SELECT value FROM json_each(?))", JSONValue.array(names.map { .string($0) }).lineText))
    }
    tests.removeAll { $0.value == nil }
    let conditions = tests.map(\.test) + (condition.isUnproven ? ["proven = 0"] : [])
    guard !conditions.isEmpty else { return nil }
    let sql = "SELECT page FROM receipts WHERE \(conditions.joined(separator: " AND "))"
    return Set(try connection.numbers(sql, tests.map(\.value)))
  }
}
