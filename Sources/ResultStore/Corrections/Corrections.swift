package import PageModel

/// A correction's number in its store; later ones have larger ones.
package struct CorrectionID: Hashable, Sendable, SQLInteger {
  package let number: Int64

  package init(number: Int64) {
    self.number = number
  }
}

/// A correction as the store has it.
package struct StoredCorrection: Hashable, Sendable {
  package let id: CorrectionID
  package let correction: Correction
  /// The page that it is shown on; nil if no page of the store has this content any more.
  package let page: PageReference?
  /// The time when it was taken back, UTC for people; nil for one that holds.
  package let undone: String?
}

/// Corrections are rows of their own: no result of a reader takes one away, and none is lost when a scan is moved.
extension ResultStore {
  /// Keeps a correction on a page, and brings its text and the search index up to it.
  ///
  /// Its derived values are gone until they are made again, and its files are stale, those of its duplicates and of its
  /// document as well. A caller that computes the values again does so in the same transaction.
  @discardableResult
  package func correct(_ corrections: [Correction], on page: PageID) throws(StoreError) -> [CorrectionID] {
    try transaction { () throws(StoreError) in
      // A page without a reading can have corrections of the page and its kind, too.
      let place = try connection.first(
        """
        SELECT content, ordinal, reader FROM pages
        WHERE id = ? AND substr(content, 1, 1) <> '?' AND (state = 'recognised' OR ?)
        """, [page, corrections.allSatisfy { $0.target == .page || $0.target == .kind }]
      ) { (row) throws(StoreError) in (content: try row.text(0), ordinal: row.integer(1), reader: row.integerIfAny(2)) }
      guard let place else { throw StoreError(.misuse, path, "a correction on a page that can't have it") }
      let ids = try corrections.map { correction throws(StoreError) in
        try insert(correction, place.content, place.ordinal, place.reader)
      }
      try refresh(place.content, place.ordinal)
      return ids
    }
  }

  /// The values of `field` for corrections of no field; no field has one of these names.
  private static let (wholePage, wholeReceipt, kind) = ("page", "receipt", "kind")
  private static let mostReceipts = 1_000_000

  private func insert(
    _ correction: Correction, _ content: String, _ ordinal: Int64, _ reader: Int64?
  ) throws(StoreError) -> CorrectionID {
    var target: (line: Int?, field: String?, receipt: Int?)
    switch correction.target {
    case .line(let index): target = (index, nil, nil)
    case .field(let name, let receipt): target = (nil, name, receipt)
    case .receipt(let receipt): target = (nil, Self.wholeReceipt, receipt)
    case .kind: target = (nil, Self.kind, 0)
    case .page: target = (nil, Self.wholePage, 0)
    }
    let id = try connection.insert(
      into: "corrections",
      [
        ("content", content), ("ordinal", ordinal), ("line", target.line), ("field", target.field),
        ("receipt", target.receipt), ("x", correction.box.x), ("y", correction.box.y),
        ("width", correction.box.width), ("height", correction.box.height), ("old", correction.old),
        ("new", correction.new), ("made", correction.made), ("author", correction.author), ("reader", reader),
        ("shop", correction.shop),
      ])
    return CorrectionID(number: id)
  }

  /// Takes a correction back, and brings what was made of it up to that; false if there is none that holds.
  package func undoCorrection(_ id: CorrectionID, at time: String) throws(StoreError) -> Bool {
    try transaction { () throws(StoreError) in
      let place = try connection.first(
        "UPDATE corrections SET undone = ? WHERE id = ? AND undone IS NULL RETURNING content, ordinal",
        [time, id]
      ) { (row) throws(StoreError) in (content: try row.text(0), ordinal: row.integer(1)) }
      guard let place else { return false }
      try refresh(place.content, place.ordinal)
      return true
    }
  }

  /// The corrections that hold on a page, the first one first.
  package func corrections(of page: PageID) throws(StoreError) -> [StoredCorrection] {
    try corrections(
      """
      WHERE c.undone IS NULL AND (c.content, c.ordinal) = (SELECT content, ordinal FROM pages WHERE id = ?)
      """, [page])
  }

  /// A correction by its number, whether it holds or not.
  package func correction(_ id: CorrectionID) throws(StoreError) -> StoredCorrection? {
    try corrections("WHERE c.id = ?", [id]).first
  }

  /// Calls `body` with every correction that holds, the first one first, until it returns false.
  package func forEachCorrection(_ body: (StoredCorrection) throws(StoreError) -> Bool) throws(StoreError) {
    try connection.query("\(Self.correctionColumns) WHERE c.undone IS NULL ORDER BY c.id") { row throws(StoreError) in
      try body(try correction(row))
    }
  }

  package func pages(of correction: CorrectionID) throws(StoreError) -> [PageID] {
    try connection.pages(
      """
      SELECT p.id, d.id FROM corrections c JOIN \(Slots.pagesOnce) AND p.content = c.content AND p.ordinal = c.ordinal
      WHERE c.id = ?
      """, [correction])
  }

  /// The names of doubts that a person has settled, by page.
  package func doubtsFoundRight() throws(StoreError) -> [PageID: [String]] {
    var doubts: [PageID: [String]] = [:]
    try connection.forEach(
      """
      SELECT p.id, d.id, c.old
      FROM corrections c JOIN \(Slots.pagesOnce) AND p.content = c.content AND p.ordinal = c.ordinal
      WHERE c.field = ? AND c.undone IS NULL
      """, [Self.wholePage]
    ) { row throws(StoreError) in
      doubts[row.pageID, default: []].append(try row.text(2))
    }
    return doubts
  }

  /// Names of shops that corrections gave, by business number, ten digits: of several the last one.
  package func correctedShops() throws(StoreError) -> [String: String] {
    let shops = try connection.all(
      """
      SELECT shop, new FROM corrections WHERE shop IS NOT NULL AND field = 'merchant' AND undone IS NULL ORDER BY id
      """
    ) { row throws(StoreError) in (try row.text(0), try row.text(1)) }
    return Dictionary(shops) { $1 }
  }

  /// The corrections that hold on a page of this content, the first one first.
  package func corrections(content: ContentDigest?, index: Int) throws(StoreError) -> [Correction] {
    guard let content else { return [] }
    return try corrections(
      "WHERE c.content = ? AND c.ordinal = ? AND c.undone IS NULL", [content, index]
    ).map(\.correction)
  }

  private static let correctionColumns = """
    SELECT c.id, c.line, c.field, c.receipt, c.x, c.y, c.width, c.height, c.old, c.new, c.made, c.author, c.reader,
      c.shop, c.undone,
      (SELECT d.path FROM \(Slots.pagesOnce) WHERE p.content = c.content AND p.ordinal = c.ordinal),
      c.ordinal
    FROM corrections c
    """

  private func corrections(_ condition: String, _ values: [any SQLValue]) throws(StoreError) -> [StoredCorrection] {
    try connection.all("\(Self.correctionColumns) \(condition) ORDER BY c.id", values) { row throws(StoreError) in
      try correction(row)
    }
  }

  private func correction(_ row: Row) throws(StoreError) -> StoredCorrection {
    let target: Correction.Target
    if let line = row.integerIfAny(1) {
      target = .line(Int(line))
    } else {
      // Numbers of any size come out of a damaged store.
      let receipt = min(max(0, row.int(3)), Self.mostReceipts)
      switch try row.text(2) {
      case Self.wholePage: target = .page
      case Self.kind: target = .kind
      case Self.wholeReceipt: target = .receipt(receipt)
      case let field: target = .field(field, receipt: receipt)
      }
    }
    let box = Box(x: row.int(4), y: row.int(5), width: row.int(6), height: row.int(7))
    return StoredCorrection(
      id: CorrectionID(number: row.integer(0)),
      correction: Correction(
        target: target, box: box, old: try row.text(8), new: try row.text(9), made: try row.text(10),
        author: try row.text(11), reader: try reader(row.integerIfAny(12))?.key, shop: try row.textIfAny(13)),
      page: row.isNull(15) ? nil : PageReference(path: row.scan(15), index: row.int(16)),
      undone: try row.textIfAny(14))
  }

  /// Brings the page of a content up to its corrections: text, index, and what was made of them.
  private func refresh(_ content: String, _ ordinal: Int64) throws(StoreError) {
    try set(.staleTables, to: "")
    guard let (id, old) = try textRow(content, ordinal), let record = try page(number: id)?.record else { return }
    if case .recognised(let reading) = record.outcome {
      let text = reading.searched(with: record.corrections)
      try index(id, from: old, to: text)
      try connection.run("UPDATE pages SET text = ? WHERE id = ?", [text, id])
    }
    try connection.run("DELETE FROM derived WHERE page = ?", [id])
    try markStale(withPage: id)
  }
}
