import PageModel

/// Which receipts are wanted, as far as the store can tell without looking into what was derived of pages.
package struct ReceiptCondition: Sendable {
  /// ISO days; a receipt without a date is of no known day.
  package var from: String?
  package var to: String?
  /// Decimal numbers, both included.
  package var least: String?
  package var most: String?
  /// A part of the shop's name, in lower case.
  package var shop: String?
  /// Only receipts whose total is neither proven nor put right by a person.
  package var isUnproven = false

  package init() {}

  /// What holds of a row `r` of the receipts, with its values; nil where every page is wanted.
  var sql: (text: String, values: [SQLValue])? {
    var parts: [String] = []
    var values: [SQLValue] = []
    func add(_ part: String, _ value: String?) {
      guard let value else { return }
      parts.append(part)
      values.append(.text(value))
    }
    add("r.date >= ?", from)
    add("r.date <= ?", to)
    add("r.total >= CAST(? AS REAL)", least)
    add("r.total <= CAST(? AS REAL)", most)
    // SQLite knows the cases of ASCII alone.
    if let shop, shop.unicodeScalars.allSatisfy({ $0.isASCII || !$0.properties.isCased }) {
      add("instr(lower(r.shop), ?) > 0", shop)
    }
    if isUnproven { parts.append("r.proven = 0") }
    return parts.isEmpty && shop == nil ? nil : (parts.isEmpty ? "1" : parts.joined(separator: " AND "), values)
  }
}

/// Receipts as rows: what they are filtered by, out of the JSON that was derived of their pages.
///
/// Whoever records such a value records its rows in the same transaction; a trigger removes them with the value.
enum ReceiptRows {
  /// The stage whose values the rows are made of.
  static let stage = "receipts"

  /// The rows of a value; what is no list of receipts has none, so that no value keeps a page from being recorded.
  private static func rows(_ page: String, _ value: String) -> String {
    """
    SELECT \(page), r.key, json_extract(r.value, '$.fields.date.value'),
      CAST(json_extract(r.value, '$.fields.total.value') AS REAL), json_extract(r.value, '$.fields.merchant.value'),
      coalesce(json_extract(r.value, '$.fields.total.proof') = 'proven' OR
        json_extract(r.value, '$.fields.total.corrected'), 0)
    FROM json_each(iif(json_valid(\(value)), \(value), '[]')) r WHERE typeof(r.key) = 'integer' AND r.type = 'object'
    """
  }

  private static let all =
    rows("v.page", "v.value").replacing("FROM json_each", with: "FROM derived v, json_each")
    + " AND v.stage = '\(stage)'"

  /// Takes a page's number and the value of the stage.
  static let add = "INSERT INTO receipts \(rows("?1", "?2"))"
  static let fill = "INSERT INTO receipts \(all);"

  static let indices = """
    CREATE INDEX receipts_by_date ON receipts (date);
    CREATE INDEX receipts_by_total ON receipts (total);
    """

  static let trigger = """
    CREATE TRIGGER receipts_go AFTER DELETE ON derived WHEN old.stage = '\(stage)' BEGIN
      DELETE FROM receipts WHERE page = old.page;
    END;
    """

  /// How many rows are no more what they were made of, or are lacking.
  static let unlike = """
    SELECT (SELECT count(*) FROM (SELECT * FROM receipts EXCEPT \(all)))
      + (SELECT count(*) FROM (\(all) EXCEPT SELECT * FROM receipts))
    """
}

extension ResultStore {
  /// Records the rows of a page's receipts, of which there are none yet.
  func addReceiptRows(_ page: PageID, _ value: DerivedValues.Value?) throws(StoreError) {
    guard let json = value?.json else { return }
    try connection.run(ReceiptRows.add, [.integer(page.number), .text(json)])
  }

  /// How many receipts the rows that they are filtered by do not agree with.
  package func receiptsUnlikeRows() throws(StoreError) -> Int {
    try connection.first(ReceiptRows.unlike) { $0.int(0) } ?? 0
  }

  /// Makes the rows that receipts are filtered by anew.
  package func rebuildReceiptRows() throws(StoreError) {
    try transaction { () throws(StoreError) in try connection.execute("DELETE FROM receipts; \(ReceiptRows.fill)") }
  }

  /// The pages with a receipt that is wanted, the latest first; nil where they are more than so many.
  func pages(with condition: (text: String, values: [SQLValue]), atMost most: Int) throws(StoreError) -> [Int64]? {
    var pages: Set<Int64> = []
    try connection.query("SELECT r.page FROM receipts r WHERE \(condition.text)", condition.values) { row in
      pages.insert(row.integer(0))
      return pages.count <= most
    }
    return pages.count <= most ? pages.sorted(by: >) : nil
  }
}
