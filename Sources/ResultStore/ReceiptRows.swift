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

/// The values of a receipt for filters.
package struct ReceiptOutline: Hashable, Sendable {
  /// An ISO day.
  package let date: String?
  package let total: Double?
  package let shop: String?
  /// Whether its total is proven or was corrected by a person, and no check contradicts a corrected field.
  package let isProven: Bool
}

/// Receipts as rows: what they are filtered by, out of the JSON that was derived of their pages.
///
/// A caller that records such a value records its rows in the same transaction; a trigger removes them with the value.
enum ReceiptRows {
  /// The stage whose values the rows are made of.
  static let stage = "receipts"

  /// The rows of a value; what is no list of receipts has none, so that no value keeps a page from being recorded.
  private static func rows(_ page: String, _ value: String) -> String {
    """
    SELECT \(page), r.key, json_extract(r.value, '$.fields.date.value'),
      CAST(json_extract(r.value, '$.fields.total.value') AS REAL), json_extract(r.value, '$.fields.merchant.value'),
      coalesce(json_extract(r.value, '$.fields.total.proof') IN ('proven', 'document') OR
        json_extract(r.value, '$.fields.total.corrected') AND json_extract(r.value, '$.fields.total.proof') <> 'conflict', 0)
    FROM json_each(iif(json_valid(\(value)), \(value), '[]')) r WHERE typeof(r.key) = 'integer' AND r.type = 'object'
    """
  }

  private static let insert = "INSERT INTO receipts (page, ordinal, date, total, shop, proven)"
  private static let all =
    rows("v.page", "v.value").replacing("FROM json_each", with: "FROM derived v, json_each")
    + " AND v.stage = '\(stage)'"

  /// Takes a page's number and the value of the stage.
  static let add = "\(insert) \(rows("?1", "?2"))"
  static let fill = "\(insert) \(all);"

  /// Each holds all that receipts are filtered by, so that no row of the table is looked up.
  static let indices = """
    CREATE INDEX IF NOT EXISTS receipts_by_date ON receipts (date, page, total, proven, shop);
    CREATE INDEX IF NOT EXISTS receipts_by_total ON receipts (total, date, proven, shop);
    CREATE INDEX IF NOT EXISTS receipts_by_shop ON receipts (shop, date, total, proven) WHERE shop IS NOT NULL;
    CREATE INDEX IF NOT EXISTS receipts_unproven ON receipts (page) WHERE proven = 0;
    """

  /// Counts rows that differ from their receipts, and missing ones.
  static let unlike = """
    SELECT (SELECT count(*) FROM (SELECT * FROM receipts EXCEPT \(all)))
      + (SELECT count(*) FROM (\(all) EXCEPT SELECT * FROM receipts))
    """

  /// Whether a row's receipt has a corrected field that a check contradicts, as the value says that it is made of.
  static let isContradicted = """
    EXISTS (SELECT 1 FROM derived c, json_each(c.value, '$[' || r.ordinal || '].fields') f
      WHERE c.page = r.page AND c.stage = '\(stage)' AND json_extract(f.value, '$.corrected')
        AND json_extract(f.value, '$.proof') = 'conflict')
    """
}

extension ResultStore {
  /// The values of a page's receipts for filters, and the version of their stage; nil if it has not run.
  package func receiptRows(of page: PageID) throws(StoreError) -> (version: Int, rows: [ReceiptOutline])? {
    var found: (version: Int, rows: [ReceiptOutline])?
    try connection.forEach(
      """
      SELECT v.version, r.date, r.total, r.shop, r.proven AND NOT \(ReceiptRows.isContradicted)
      FROM documents d JOIN derived v ON v.page = ? AND v.stage = '\(ReceiptRows.stage)'
        LEFT JOIN receipts r ON r.page = v.page
      WHERE d.id = ? AND d.id = \(Slots.representative)
      """, [page, page.document]
    ) { row throws(StoreError) in
      if found == nil { found = (row.int(0), []) }
      guard !row.isNull(4) else { return }
      found?.rows.append(
        ReceiptOutline(
          date: try row.textIfAny(1), total: row.realIfAny(2), shop: try row.textIfAny(3),
          isProven: row.bool(4)))
    }
    return found
  }

  /// The number of receipts whose rows for filters differ from them.
  package func receiptsUnlikeRows() throws(StoreError) -> Int {
    Int(try connection.number(ReceiptRows.unlike))
  }

  /// Makes the rows for filters of receipts again.
  package func rebuildReceiptRows() throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.execute("DELETE FROM receipts; \(ReceiptRows.fill)")
    }
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
    let conditions = tests.map(\.test) + (condition.isUnproven ? ["(proven = 0 OR \(ReceiptRows.isContradicted))"] : [])
    guard !conditions.isEmpty else { return nil }
    let sql = "SELECT page FROM receipts r WHERE \(conditions.joined(separator: " AND "))"
    return Set(try connection.numbers(sql, tests.map(\.value)))
  }
}
