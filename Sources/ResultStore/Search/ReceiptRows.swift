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

  /// What is asked of one column of a receipt's row `r`.
  struct Part {
    fileprivate let tests: [String]
    fileprivate var values: [SQLValue]
    /// Gives the value of the only test, which takes longer than all others: it is asked once.
    fileprivate var lookup: String?

    /// - Parameter isLookedUp: Whether SQLite is to take the column's index; behind a plus a column has none.
    fileprivate func sql(isLookedUp: Bool = false) -> String {
      tests.map { (isLookedUp ? "r." : "+r.") + $0 }.joined(separator: " AND ")
    }
  }

  /// Unicode scalars at the beginning of the part that are looked for: each may take two calls that stand in each other,
  /// and SQLite's parser takes some twenty of them.
  private static let longestPart = 10

  /// SQL for a text in lower case, as far as what is looked for in it depends on that.
  ///
  /// SQLite knows the cases of ASCII alone: each letter beyond it that becomes one of the part's is replaced by itself.
  private static func lowercased(_ text: String, where part: String) -> String {
    let ascii = part.unicodeScalars.contains { $0.isASCII && $0.properties.isCased } ? "lower(\(text))" : text
    let wanted = Set(part.unicodeScalars.filter { !$0.isASCII && ($0.properties.isCased || $0 == "\u{307}") })
    guard !wanted.isEmpty else { return ascii }
    // Up to the last letter with a case, that of Adlam. İ alone becomes two: i and the dot over it.
    return (0x80...0x1E943).compactMap(Unicode.Scalar.init).reduce(ascii) { sql, letter in
      guard letter.properties.changesWhenLowercased else { return sql }
      let lower = letter.properties.lowercaseMapping.unicodeScalars
      guard lower.contains(where: wanted.contains) else { return sql }
      return "replace(\(sql), char(\(letter.value)), char(\(lower.map { String($0.value) }.joined(separator: ", "))))"
    }
  }

  /// What is asked of each column; empty where every page is wanted, as far as the store can tell.
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
      let name = Self.lowercased("name", where: part)
      parts.append(
        Part(
          tests: ["shop IN (SELECT value FROM json_each(?))"], values: [.text(part)],
          lookup: "SELECT json_group_array(name) FROM shops WHERE instr(\(name), ?) > 0"))
    }
    if isUnproven { parts.append(Part(tests: ["proven = 0"], values: [])) }
    return parts
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

  /// The names of shops that receipts have, each once.
  static let shopTable = "CREATE TABLE shops (name TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;"
  static let fillShops = "INSERT INTO shops SELECT DISTINCT shop FROM receipts WHERE shop IS NOT NULL;"

  static let shopIndices = """
    CREATE INDEX receipts_by_shop ON receipts (shop) WHERE shop IS NOT NULL;
    CREATE INDEX receipts_unproven ON receipts (page) WHERE proven = 0;
    """

  static let shopTriggers = """
    CREATE TRIGGER shops_come AFTER INSERT ON receipts WHEN new.shop IS NOT NULL BEGIN
      INSERT OR IGNORE INTO shops VALUES (new.shop);
    END;
    CREATE TRIGGER shops_go AFTER DELETE ON receipts WHEN old.shop IS NOT NULL BEGIN
      DELETE FROM shops WHERE name = old.shop AND NOT EXISTS (SELECT 1 FROM receipts WHERE shop = old.shop);
    END;
    """

  /// How many rows are no more what they were made of, or are lacking.
  static let unlike = """
    SELECT (SELECT count(*) FROM (SELECT * FROM receipts EXCEPT \(all)))
      + (SELECT count(*) FROM (\(all) EXCEPT SELECT * FROM receipts))
      + (SELECT count(*) FROM (SELECT name FROM shops EXCEPT SELECT shop FROM receipts))
      + (SELECT count(*) FROM (SELECT shop FROM receipts WHERE shop IS NOT NULL EXCEPT SELECT name FROM shops))
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
    try transaction { () throws(StoreError) in
      try connection.execute("DELETE FROM receipts; DELETE FROM shops; \(ReceiptRows.fill)")
    }
  }

  /// What is known of the pages with a receipt that is wanted.
  enum WantedPages {
    case all
    case these(Set<Int64>)
    /// More than are kept in memory: those up to this number of which the rest of a statement's condition holds, where
    /// `%ID` is the page's number.
    case many(last: Int64, condition: String, values: [SQLValue])
  }

  /// The pages with a receipt of which all parts of a condition hold.
  ///
  /// - Parameter most: So many are told one by one.
  func pages(with parts: [ReceiptCondition.Part], atMost most: Int) throws(StoreError) -> WantedPages {
    var parts = parts
    for (number, part) in parts.enumerated() {
      guard let lookup = part.lookup else { continue }
      let value = try connection.first(lookup, part.values) { (row) throws(StoreError) in try row.text(0) }
      parts[number].values = [.text(value ?? "[]")]
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
      try connection.query("SELECT r.page FROM receipts r WHERE \(tests)", values) { row in
        pages.insert(row.integer(0))
        return true
      }
      return .these(pages)
    }
    // Scans of a time were recorded in about that time: where a part's last page is long ago, all later ones are left out.
    var last = Int64.max
    for part in parts where part.tests.contains(where: { $0.hasPrefix("date") }) {
      let sql = "SELECT max(r.page) FROM receipts r WHERE \(part.sql(isLookedUp: true))"
      last = try connection.first(sql, part.values) { $0.integer(0) } ?? last
    }
    let tests = parts.map { $0.sql() }.joined(separator: " AND ")
    return .many(
      last: last, condition: "EXISTS (SELECT 1 FROM receipts r WHERE r.page = %ID AND \(tests))", values: values)
  }
}
