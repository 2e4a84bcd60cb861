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
  /// Only receipts whose total is neither proven nor corrected.
  package var isUnproven = false
  package init() {}

  /// The condition on one column of a receipt's row `r`.
  struct Part {
    fileprivate let tests: [String]
    fileprivate var values: [SQLValue] = []
    /// Fills the table that the test looks into, which takes longer than all others: that is done once.
    fileprivate var preparation: (sql: String, values: [SQLValue])?

    /// - Parameter isLookedUp: Whether SQLite is to take the column's index; behind a plus a column has none.
    fileprivate func sql(isLookedUp: Bool = false) -> String {
      tests.map { (isLookedUp ? "r." : "+r.") + $0 }.joined(separator: " AND ")
    }
  }

  /// Unicode scalars at the beginning of the part that are looked for: each may take two calls that stand in each other,
  /// and SQLite's parser takes some twenty of them.
  private static let longestPart = 10

  /// SQL for a text in lower case, as far as what is looked for in it depends on that.
  private static func lowercased(_ text: String, where part: String) -> String {
    let ascii = part.unicodeScalars.contains { $0.isASCII && $0.properties.isCased } ? "lower(\(text))" : text
    return capitals(of: Set(part.unicodeScalars.filter { !$0.isASCII })).reduce(ascii) { sql, letter in
      let lower = letter.properties.lowercaseMapping.unicodeScalars.map { String($0.value) }.joined(separator: ", ")
      return "replace(\(sql), char(\(letter.value)), char(\(lower)))"
    }
  }

  /// SQL that is false only for a text without the first letter of a part in either case: nothing is replaced in those.
  private static func mayHold(_ text: String, _ part: String) -> String {
    guard let first = part.unicodeScalars.first else { return "true" }
    let letters = [first] + capitals(of: [first])
    return "(" + letters.map { "instr(\(text), char(\($0.value))) > 0" }.joined(separator: " OR ") + ")"
  }

  /// Letters that nothing becomes in upper case, and that become another in lower case all the same.
  private static let soleCapitals = [0x130, 0x3F4, 0x1E9E, 0x2126, 0x212A, 0x212B].compactMap(Unicode.Scalar.init)

  /// The letters that become one of these in lower case, in order; İ alone becomes two: i and the dot over it.
  static func capitals(of letters: Set<Unicode.Scalar>) -> [Unicode.Scalar] {
    let known = letters.map(\.properties).flatMap { letter in
      Array(letter.uppercaseMapping.unicodeScalars) + letter.titlecaseMapping.unicodeScalars
    }
    return Set(known + soleCapitals).subtracting(letters).filter { letter in
      letter.properties.lowercaseMapping.unicodeScalars.contains(where: letters.contains)
    }.sorted { $0.value < $1.value }
  }

  /// The conditions on the columns; empty if the store can exclude no page.
  var parts: [Part] {
    var parts: [Part] = []
    func add(_ tests: [(test: String, value: String?)]) {
      let given = tests.filter { $0.value != nil }
      if !given.isEmpty { parts.append(Part(tests: given.map(\.test), values: given.map { .text($0.value) })) }
    }
    add([("date >= ?", from), ("date <= ?", to)])
    add([("total >= CAST(? AS REAL)", least), ("total <= CAST(? AS REAL)", most)])
    if let part = shop.map({ String($0.unicodeScalars.prefix(Self.longestPart)) }) {
      // Each name is compared once, however many receipts have it, and however often they are asked for it.
      let sql = """
        INSERT INTO temp.wanted_shops
        SELECT name FROM shops WHERE \(Self.mayHold("name", part)) AND instr(\(Self.lowercased("name", where: part)), ?) > 0
        """
      parts.append(
        Part(tests: ["shop IN (SELECT name FROM temp.wanted_shops)"], preparation: (sql, [.text(part)])))
    }
    if isUnproven { parts.append(Part(tests: ["proven = 0"])) }
    return parts
  }
}

/// The values of a receipt for filters.
package struct ReceiptOutline: Hashable, Sendable {
  /// An ISO day.
  package let date: String?
  package let total: Double?
  package let shop: String?
  /// Whether its total is proven or was corrected by a person.
  package let isProven: Bool
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
      coalesce(json_extract(r.value, '$.fields.total.proof') IN ('proven', 'document') OR
        json_extract(r.value, '$.fields.total.corrected') AND json_extract(r.value, '$.fields.total.proof') <> 'conflict', 0)
    FROM json_each(iif(json_valid(\(value)), \(value), '[]')) r WHERE typeof(r.key) = 'integer' AND r.type = 'object'
    """
  }

  private static let all =
    rows("v.page", "v.value").replacing("FROM json_each", with: "FROM derived v, json_each")
    + " AND v.stage = '\(stage)'"

  /// Takes a page's number and the value of the stage.
  static let add = "INSERT INTO receipts \(rows("?1", "?2"))"
  static let fill = "INSERT INTO receipts \(all);"

  /// Each holds all that receipts are filtered by, so that no row of the table is looked up.
  static let indices = """
    CREATE INDEX IF NOT EXISTS receipts_by_date ON receipts (date, page, total, proven, shop);
    CREATE INDEX IF NOT EXISTS receipts_by_total ON receipts (total, date, proven, shop);
    CREATE INDEX IF NOT EXISTS receipts_by_shop ON receipts (shop, date, total, proven) WHERE shop IS NOT NULL;
    CREATE INDEX IF NOT EXISTS receipts_unproven ON receipts (page) WHERE proven = 0;
    """

  static let fillShops = "INSERT INTO shops SELECT DISTINCT shop FROM receipts WHERE shop IS NOT NULL;"

  static let shopTriggers = """
    CREATE TRIGGER shops_come AFTER INSERT ON receipts WHEN new.shop IS NOT NULL BEGIN
      INSERT OR IGNORE INTO shops VALUES (new.shop);
    END;
    CREATE TRIGGER shops_go AFTER DELETE ON receipts WHEN old.shop IS NOT NULL BEGIN
      DELETE FROM shops WHERE name = old.shop AND NOT EXISTS (SELECT 1 FROM receipts WHERE shop = old.shop);
    END;
    """

  /// Counts rows that differ from their receipts, and missing ones.
  static let unlike = """
    SELECT (SELECT count(*) FROM (SELECT * FROM receipts EXCEPT \(all)))
      + (SELECT count(*) FROM (\(all) EXCEPT SELECT * FROM receipts))
      + (SELECT count(*) FROM (SELECT name FROM shops EXCEPT SELECT shop FROM receipts))
      + (SELECT count(*) FROM (SELECT shop FROM receipts WHERE shop IS NOT NULL EXCEPT SELECT name FROM shops))
    """
}

extension ResultStore {
  /// The values of a page's receipts for filters, and the version of their stage; nil if it has not run.
  package func receiptRows(of page: PageID) throws(StoreError) -> (version: Int, rows: [ReceiptOutline])? {
    var found: (version: Int, rows: [ReceiptOutline])?
    try connection.query(
      """
      SELECT v.version, r.date, r.total, r.shop, r.proven
      FROM documents d JOIN derived v ON v.page = ? AND v.stage = '\(ReceiptRows.stage)'
        LEFT JOIN receipts r ON r.page = v.page
      WHERE d.id = ? AND d.id = \(Slots.representative)
      """, [.integer(page.number), .integer(page.document)]
    ) { row throws(StoreError) in
      if found == nil { found = (row.int(0), []) }
      guard !row.isNull(4) else { return true }
      found?.rows.append(
        ReceiptOutline(
          date: try row.textIfAny(1), total: row.isNull(2) ? nil : row.real(2), shop: try row.textIfAny(3),
          isProven: row.bool(4)))
      return true
    }
    return found
  }

  /// The number of receipts whose rows for filters differ from them.
  package func receiptsUnlikeRows() throws(StoreError) -> Int {
    try connection.first(ReceiptRows.unlike) { $0.int(0) } ?? 0
  }

  /// Makes the rows for filters of receipts again.
  package func rebuildReceiptRows() throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.execute("DELETE FROM receipts; DELETE FROM shops; \(ReceiptRows.fill)")
    }
  }

  /// The pages with a matching receipt, as far as they are known.
  enum WantedPages {
    case all
    case these(Set<Int64>)
    /// More than are kept in memory: those up to this number of which the rest of a statement's condition holds, where
    /// `%ID` is the page's number.
    case many(last: Int64, condition: String, values: [SQLValue])
  }

  func pages(with parts: [ReceiptCondition.Part], atMost most: Int) throws(StoreError) -> WantedPages {
    for case let (sql, values)? in parts.map(\.preparation) {
      try connection.execute(
        """
        CREATE TEMP TABLE IF NOT EXISTS wanted_shops (name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
        DELETE FROM temp.wanted_shops;
        """)
      try connection.run(sql, values)
    }
    // Looked up by what the fewest receipts say: SQLite, which has no statistics, takes any index.
    var fewest: (part: Int, count: Int)?
    for (number, part) in parts.enumerated() {
      let sql = "SELECT count(*) FROM (SELECT 1 FROM receipts r WHERE \(part.sql(isLookedUp: true)) LIMIT \(most + 1))"
      let count = try connection.first(sql, part.values) { $0.int(0) } ?? 0
      if count < fewest?.count ?? .max { fewest = (number, count) }
    }
    guard let fewest else { return .all }
    let values = parts.flatMap(\.values)
    guard fewest.count > most else {
      let tests = parts.enumerated().map { $1.sql(isLookedUp: $0 == fewest.part) }.joined(separator: " AND ")
      var pages: Set<Int64> = []
      try connection.forEach("SELECT r.page FROM receipts r WHERE \(tests)", values) { row in
        pages.insert(row.integer(0))
      }
      return .these(pages)
    }
    // Scans of a time were recorded in about that time: if a part's last page is long ago, all later ones are left out.
    var last = Int64.max
    for part in parts where part.tests.contains(where: { $0.hasPrefix("date") }) {
      let (sql, values) = Self.lastPage(of: part)
      last = try connection.first(sql, values) { $0.integer(0) } ?? last
    }
    let tests = parts.map { $0.sql() }.joined(separator: " AND ")
    return .many(
      last: last, condition: "EXISTS (SELECT 1 FROM receipts r WHERE r.page = %ID AND \(tests))", values: values)
  }

  /// SQL for the last page with a receipt of some days: the last one of each day, day after day, instead of all of them.
  private static func lastPage(of part: ReceiptCondition.Part) -> (sql: String, values: [SQLValue]) {
    // Days without an end are mostly those of the last pages: from there the first that fits is found at once.
    guard part.tests != ["date >= ?"] else {
      return ("SELECT max(r.page) FROM receipts r WHERE \(part.sql())", part.values)
    }
    let isWanted = part.sql(isLookedUp: true)
    let sql = """
      WITH RECURSIVE days (day) AS (
        SELECT max(r.date) FROM receipts r WHERE \(isWanted)
        UNION ALL
        SELECT (SELECT max(r.date) FROM receipts r WHERE r.date < day AND \(isWanted)) FROM days WHERE day IS NOT NULL)
      SELECT max((SELECT max(page) FROM receipts WHERE date = day)) FROM days
      """
    return (sql, part.values + part.values)
  }
}
