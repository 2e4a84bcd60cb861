package import PageModel

/// Values that people and exports give to lines of the book.
extension ResultStore {
  /// A value of a line of the book under a name within a topic.
  package struct BookValue: Hashable, Sendable {
    package let content: ContentDigest
    /// From 0.
    package let page: Int
    /// From 1, as corrections number the receipts of a page; `part` is from 1 as well.
    package let receipt: Int
    package let part: Int
    package let name: String
    /// Empty to remove the value.
    package let value: String

    package init(content: ContentDigest, page: Int, receipt: Int, part: Int, name: String, value: String) {
      (self.content, self.page, self.receipt, self.part) = (content, page, receipt, part)
      (self.name, self.value) = (name, value)
    }
  }

  package func bookValues(_ topic: String) throws(StoreError) -> [BookValue] {
    try connection.all(
      "SELECT content, ordinal, receipt, part, name, value FROM book WHERE topic = ?", [.text(topic)]
    ) { row throws(StoreError) in
      BookValue(
        content: ContentDigest(hex: try row.text(0)), page: row.int(1), receipt: row.int(2), part: row.int(3),
        name: try row.text(4), value: try row.text(5))
    }
  }

  package func setBookValues(_ values: [BookValue], topic: String) throws(StoreError) {
    try transaction { () throws(StoreError) in
      for value in values {
        let key: [(name: String, value: SQLValue)] = [
          ("content", .text(value.content.hex)), ("ordinal", .integer(value.page)),
          ("receipt", .integer(value.receipt)), ("part", .integer(value.part)), ("topic", .text(topic)),
          ("name", .text(value.name)),
        ]
        if value.value.isEmpty {
          let isKey = key.map { "\($0.name) = ?" }.joined(separator: " AND ")
          try connection.run("DELETE FROM book WHERE \(isKey)", key.map(\.value))
        } else {
          try connection.insert(into: "book", replacing: true, key + [("value", .text(value.value))])
        }
      }
    }
  }

  /// Keeps lines of lists by their names, and returns how many were kept already.
  package func keepStatementLines(
    _ lines: [(id: String, date: String, source: String, line: String)]
  ) throws(StoreError) -> Int {
    try transaction { () throws(StoreError) in
      let before = try statementLineCount()
      for line in lines {
        try connection.run(
          "INSERT OR REPLACE INTO statement_lines (id, date, source, line) VALUES (?, ?, ?, ?)",
          [.text(line.id), .text(line.date), .text(line.source), .text(line.line)])
      }
      return try before + lines.count - statementLineCount()
    }
  }

  private func statementLineCount() throws(StoreError) -> Int {
    try connection.first("SELECT count(*) FROM statement_lines") { $0.int(0) } ?? 0
  }

  /// The kept lines of these days with their lists, in order of date.
  package func statementRecords(
    from: String?, to: String?
  ) throws(StoreError) -> [(source: String, line: String)] {
    try connection.all(
      "SELECT source, line FROM statement_lines WHERE date BETWEEN ? AND ? ORDER BY date, id",
      [.text(from ?? ""), .text(to ?? "~")]
    ) { row throws(StoreError) in (try row.text(0), try row.text(1)) }
  }

  /// The pages with a receipt of these days or without a day, or all pages with receipts, each once.
  package func pagesWithReceipts(from: String?, to: String?) throws(StoreError) -> [PageID] {
    let isWanted = from == nil && to == nil ? "true" : "(r.date BETWEEN ? AND ? OR r.date IS NULL)"
    return try connection.all(
      """
      SELECT p.id, \(Slots.representativeOfPage) FROM pages p
      WHERE p.id IN (SELECT r.page FROM receipts r WHERE \(isWanted)) ORDER BY p.id
      """, from == nil && to == nil ? [] : [.text(from ?? ""), .text(to ?? "~")]
    ) { $0.pageID }
  }

  /// A page by its content, as one of the document that represents it; or nil.
  package func page(content: ContentDigest, index: Int) throws(StoreError) -> StoredPage? {
    let number = try connection.first(
      "SELECT id FROM pages WHERE content = ? AND ordinal = ?", [.text(content.hex), .integer(index)]
    ) { $0.integer(0) }
    guard let number else { return nil }
    return try page(number: number)
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

  /// Calls `body` with each shop's name and how many receipts have it, until it returns false.
  package func forEachShop(_ body: (String, Int) -> Bool) throws(StoreError) {
    try connection.query("SELECT shop, count(*) FROM receipts WHERE shop IS NOT NULL GROUP BY shop") {
      row throws(StoreError) in body(try row.text(0), row.int(1))
    }
  }
}
