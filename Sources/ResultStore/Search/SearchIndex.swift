/// The index of the pages' text: it is changed in the transaction that changes the text, and made of nothing else.
///
/// It holds, for each entry, the numbers of the pages that hold it and no place, so that a page is looked for in the
/// index and its words in the page's text. In an older store it is filled page by page, in the order of their numbers;
/// until then the fact `search` says up to which page it goes.
extension ResultStore {
  /// Pages that are put into the index in one transaction.
  private static let pagesAtATime = 500

  /// The number of the last page that the index covers: -1 for none, the largest number for all, now and later.
  var lastIndexed: Int64 {
    get throws(StoreError) {
      let parts = (try text(.search) ?? "").split(separator: ":")
      guard parts.count == 2, parts[0] == "\(SearchTerms.version)" else { return -1 }
      return parts[1] == "whole" ? .max : Int64(parts[1]) ?? -1
    }
  }

  /// Whether every page is in the index that has a text.
  package var hasWholeSearchIndex: Bool {
    get throws(StoreError) { try lastIndexed == .max }
  }

  /// Brings the index up to what a page says now; to be called in the transaction that changes its text.
  func index(_ page: Int64, from old: String?, to new: String?) throws(StoreError) {
    guard old != new, try page <= lastIndexed else { return }
    // An index without a text of its own removes an entry if it gets the entry again.
    if let old, let entries = Self.entries(of: old) {
      try connection.run("INSERT INTO search (search, rowid, entries) VALUES ('delete', ?, ?)", [page, entries])
    }
    if let new, let entries = Self.entries(of: new) {
      try connection.run("INSERT INTO search (rowid, entries) VALUES (?, ?)", [page, entries])
    }
  }

  /// The index entries of a page's text; nil for a text without a letter or digit.
  private static func entries(of text: String) -> String? {
    let entries = SearchTerms.entries(of: text)
    return entries.isEmpty ? nil : entries.sorted().joined(separator: " ")
  }

  /// Fills the index of a store that an earlier version made, and returns how many pages it put into it.
  @discardableResult
  package func fillSearchIndex(isStopped: () -> Bool = { false }) throws(StoreError) -> Int {
    var count = 0
    while !isStopped() {
      let last = try lastIndexed
      guard last < .max else { break }
      count += try transaction { () throws(StoreError) in try fill(after: last) }
    }
    return count
  }

  private func fill(after last: Int64) throws(StoreError) -> Int {
    if last < 0 {
      try connection.execute("DROP TABLE search")
      try connection.execute(
        """
        CREATE VIRTUAL TABLE search USING fts5
          (entries, content = '', detail = none, columnsize = 0, prefix = '1',
            tokenize = 'unicode61 remove_diacritics 0')
        """)
    }
    let texts = try connection.all(
      "SELECT id, text FROM pages WHERE id > ? ORDER BY id LIMIT \(Self.pagesAtATime)", [last]
    ) { row throws(StoreError) in
      (page: row.integer(0), text: try row.textIfAny(1))
    }
    guard let end = texts.last else {
      try set(.search, to: "\(SearchTerms.version):whole")
      return 0
    }
    for (page, text) in texts {
      guard let text, let entries = Self.entries(of: text) else { continue }
      try connection.run("INSERT INTO search (rowid, entries) VALUES (?, ?)", [page, entries])
    }
    try set(.search, to: "\(SearchTerms.version):\(end.page)")
    return texts.count
  }

  /// Makes the index again from the pages' texts.
  package func rebuildSearchIndex() throws(StoreError) {
    try set(.search, to: nil)
    try fillSearchIndex()
  }

  /// The number of pages whose index entries differ from their text.
  package func pagesUnlikeSearchIndex() throws(StoreError) -> Int {
    try connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.entries USING fts5vocab (main, search, instance)")
    let last = try lastIndexed
    // For each page the sum of what its entries hash to: equal sums for equal sets.
    var sums: [Int64: UInt64] = [:]
    try connection.forEach("SELECT term, doc FROM temp.entries") { row in
      sums[row.integer(1), default: 0] &+= Self.hash(row.bytes(0))
    }
    var unlike = 0
    try connection.forEach("SELECT id, text FROM pages WHERE text IS NOT NULL") { row throws(StoreError) in
      guard row.integer(0) <= last else { return }
      let sum = SearchTerms.entries(of: try row.text(1)).reduce(UInt64(0)) { $0 &+ Self.hash($1.utf8) }
      if sums.removeValue(forKey: row.integer(0)) ?? 0 != sum { unlike += 1 }
    }
    return unlike + sums.count
  }

  /// FNV-1a of 64 bits.
  private static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
