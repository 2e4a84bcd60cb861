package import PageModel
import Support

/// A page that holds the same receipt as another one.
package struct SamePage: Hashable, Sendable {
  package var page: PageReference
  /// 0 to 1.
  package var similarity: Double
  /// The equal values, in words.
  package var agreement: String
}

/// Two pages that hold the same receipt, as they are recorded.
package struct SamePair: Hashable, Sendable {
  package var other: PageID
  /// 0 to 1.
  package var similarity: Double
  /// The equal values, in words.
  package var agreement: String
  /// Whether every receipt of the page is on the other one.
  package var isWhole: Bool
  /// Whether every receipt of the other page is on this one.
  package var otherIsWhole: Bool

  package init(other: PageID, similarity: Double, agreement: String, isWhole: Bool = true, otherIsWhole: Bool = true) {
    (self.other, self.similarity, self.agreement, self.isWhole) = (other, similarity, agreement, isWhole)
    self.otherIsWhole = otherIsWhole
  }
}

extension ResultStore {
  /// Pages looked at for one key: a key that more of them have tells nothing.
  static let commonKey = 64

  /// Keeps what tells a page's receipts from others, and the keys that it is found by, in place of earlier ones.
  ///
  /// - Parameter trace: Nil for a page without receipts.
  package func record(trace: String?, keys: [Int64], of page: PageID) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try forgetTrace(of: page.number)
      guard let trace else { return }
      let keys = Set(keys).sorted()
      let bytes = keys.flatMap { key in withUnsafeBytes(of: key.bigEndian) { Array($0) } }
      try connection.run("INSERT INTO traces (page, trace, keys) VALUES (?, ?, ?)", [page, trace, bytes])
      for key in keys {
        try connection.run("INSERT INTO trace_keys (key, page) VALUES (?, ?)", [key, page])
      }
    }
  }

  /// The keys are beside the trace as well: an index of them by page would take as much room as they do.
  private func forgetTrace(of page: Int64) throws(StoreError) {
    let bytes = try connection.first("SELECT keys FROM traces WHERE page = ?", [page]) { $0.bytes(0) }
    for key in Self.traceKeys(bytes ?? []) {
      try connection.run("DELETE FROM trace_keys WHERE key = ? AND page = ?", [key, page])
    }
    try connection.run("DELETE FROM traces WHERE page = ?", [page])
  }

  static func traceKeys(_ bytes: [UInt8]) -> [Int64] {
    bytes.prefix(bytes.count / 8 * 8).chunks(of: 8).map { $0.reduce(0) { $0 << 8 | Int64($1) } }
  }

  /// Other pages that share a key, with their traces: those that share most of them first, at most so many.
  package func pages(
    sharing keys: [Int64], except page: PageID?, atMost count: Int
  ) throws(StoreError) -> [(page: PageID, trace: String)] {
    var shared: [Int64: Int] = [:]
    for key in Set(keys).sorted() {
      let pages = try connection.numbers("SELECT page FROM trace_keys WHERE key = ? LIMIT \(Self.commonKey + 1)", [key])
      guard pages.count <= Self.commonKey else { continue }
      for other in pages where other != page?.number { shared[other, default: 0] += 1 }
    }
    let best = shared.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(count)
    var found: [(page: PageID, trace: String)] = []
    for (number, _) in best {
      let other = try connection.first(
        "SELECT p.id, d.id, t.trace FROM traces t JOIN \(Slots.pagesOnce) AND p.id = t.page WHERE t.page = ?",
        [number]
      ) { row throws(StoreError) in (row.pageID, try row.text(2)) }
      if let other { found.append(other) }
    }
    return found
  }

  /// Records which pages hold a page's receipts, too, in place of what was known, and returns all whose pairs changed.
  package func record(_ pairs: [SamePair], of page: PageID) throws(StoreError) -> Set<PageID> {
    try transaction { () throws(StoreError) in
      var touched: Set<PageID> = [page]
      touched.formUnion(
        try connection.pages(
          "SELECT p.id, \(Slots.representativeOfPage) FROM same_pages s JOIN pages p ON p.id = s.other WHERE s.page = ?",
          [page]))
      try connection.run("DELETE FROM same_pages WHERE page = ? OR other = ?", [page, page])
      for pair in pairs {
        touched.insert(pair.other)
        for (one, other, isWhole) in [(page, pair.other, pair.isWhole), (pair.other, page, pair.otherIsWhole)] {
          try connection.insert(
            into: "same_pages",
            [
              ("page", one), ("other", other), ("whole", isWhole), ("similarity", pair.similarity),
              ("agreement", pair.agreement),
            ])
        }
      }
      return touched
    }
  }

  /// All pages that hold a receipt of another one, too.
  package func pagesWithSame() throws(StoreError) -> [PageID] {
    try connection.pages(
      "SELECT p.id, d.id FROM \(Slots.pagesOnce) WHERE p.id IN (SELECT page FROM same_pages) ORDER BY p.id")
  }

  /// Whether a page that is missing is on a present one as well, such as a scan that was rotated and saved.
  package func isReplaced(_ page: PageID) throws(StoreError) -> Bool {
    try connection.holds(
      "SELECT 1 FROM pages p, documents d WHERE p.id = ? AND d.id = ? AND \(Slots.isReplaced)", [page, page.document])
  }

  /// The pages that hold a receipt of this page, too, in natural order; of a page that is there, those that are there.
  package func samePages(as page: PageID) throws(StoreError) -> [SamePage] {
    try connection.all(
      """
      SELECT d.path, p.ordinal, s.similarity, s.agreement FROM same_pages s JOIN \(Slots.pagesOnce) AND p.id = s.other
      WHERE s.page = ?1 AND d.missing <= (SELECT missing FROM documents WHERE id = ?2) ORDER BY \(Slots.order)
      """, [page, page.document]
    ) { row throws(StoreError) in
      SamePage(
        page: PageReference(path: row.scan(0), index: row.int(1)), similarity: row.real(2),
        agreement: try row.text(3))
    }
  }

  /// Whether an earlier page, in natural order, or one of a receipt over several pages, holds all receipts of this page,
  /// or this is of the same bytes as another one with receipts.
  package func isRepeated(_ page: PageID) throws(StoreError) -> Bool {
    try connection.holds(
      """
      SELECT 1 WHERE EXISTS (
        SELECT 1 FROM documents hd JOIN pages h ON h.id = ?1
        JOIN same_pages s ON s.page = h.id AND s.whole = 1 JOIN \(Slots.pagesOnce) AND p.id = s.other
        WHERE hd.id = ?2 AND ((d.missing, d.sort_key, p.ordinal) < (hd.missing, hd.sort_key, h.ordinal)
          OR d.missing <= hd.missing AND \(Self.isJoined("p")) AND NOT \(Self.isJoined("h")))
      ) OR EXISTS (
        SELECT 1 FROM documents d JOIN receipts r ON r.page = ?1 WHERE d.id = ?2 AND d.id <> \(Slots.representative))
      """, [page, page.document])
  }

  /// Whether that is so of all pages of a document; another one of its path that is missing may have more.
  package func isRepeated(_ path: ScanPath) throws(StoreError) -> Bool {
    guard let document = try document(path)?.id else { return false }
    var index = 0
    while let page = try page(of: document, index) {
      guard try isRepeated(page.id) else { return false }
      index += 1
    }
    return index > 0
  }

  /// Sets one derived value of a page; the others stay.
  package func record(_ value: DerivedValues.Value, stage: String, of page: PageID) throws(StoreError) {
    try transaction { () throws(StoreError) in
      try connection.run("DELETE FROM derived WHERE page = ? AND stage = ?", [page, stage])
      try insert(value, stage: stage, page)
    }
  }

  /// Forgets what is known of pages that share receipts with a page, before it goes or is another.
  func forgetSame(_ page: Int64) throws(StoreError) {
    try connection.run(
      """
      UPDATE derived SET version = 0 WHERE stage = '\(Self.sameStage)'
        AND page IN (SELECT page FROM same_pages WHERE other = ?)
      """, [page])
    try connection.run("DELETE FROM same_pages WHERE page = ? OR other = ?", [page, page])
    try forgetTrace(of: page)
  }

  /// The derived value that says which pages hold the same receipts.
  package static let sameStage = "sameAs"
}
