package import PageModel

/// Another reader's result for a page; the store keeps it beside the current reading until a person accepts or rejects
/// it.
package struct KeptReading: Sendable {
  package let page: PageID
  package let reader: ReaderRecord
  /// The current reader's result, without corrections.
  package let old: RecognisedPage
  /// `recognised` or `blank`.
  package let new: PageOutcome
}

/// Readings by reader: a page shows one of them, the others are kept with its content.
extension ResultStore {
  /// Keeps what a reader made of a page that shows another one's reading; in place of an earlier one of that reader.
  package func keep(
    _ outcome: PageOutcome, by reader: ReaderRecord, of content: ContentDigest, index: Int
  ) throws(StoreError) {
    guard let reading = outcome.reading else { return }
    let json = try encode(reading)
    try transaction { () throws(StoreError) in
      _ = try connection.insert(
        into: "readings", replacing: true,
        [
          ("content", content), ("ordinal", index), ("reader", try number(of: reader)),
          ("state", outcome.state.rawValue), ("reading", json),
        ])
    }
  }

  /// Whether a reader's reading of a page is kept beside the one that is shown.
  package func hasKept(_ content: ContentDigest, index: Int, by reader: ReaderKey) throws(StoreError) -> Bool {
    guard let number = try number(of: reader) else { return false }
    return try connection.holds(
      "SELECT 1 FROM readings WHERE content = ? AND ordinal = ? AND reader = ?", [content, index, number])
  }

  /// The readers whose readings are kept for pages that show another's, with the number of these pages; the latest last.
  package func keptReaders(of page: PageID? = nil) throws(StoreError) -> [(reader: ReaderRecord, pages: Int)] {
    try connection.all(
      """
      SELECT k.reader, count(*) FROM readings k JOIN pages p ON p.content = k.content AND p.ordinal = k.ordinal
      WHERE p.state IN ('recognised', 'blank') AND p.reader IS NOT k.reader \(page == nil ? "" : "AND p.id = ?")
      GROUP BY k.reader ORDER BY k.reader
      """, page.map { [$0] } ?? []
    ) { row throws(StoreError) in (try reader(row.integer(0)), row.int(1)) }
    .compactMap { reader, pages in reader.map { ($0, pages) } }
  }

  /// Calls `body` with every reading of a reader that is kept for a page with another's, in natural order, until it
  /// returns false.
  package func forEachKept(
    by reader: ReaderKey, of page: PageID? = nil, _ body: (KeptReading) throws(StoreError) -> Bool
  ) throws(StoreError) {
    guard let number = try number(of: reader) else { return }
    try connection.query(
      """
      SELECT p.id, d.id, k.reader, k.state, k.reading
      FROM readings k JOIN \(Slots.pagesOnce) AND p.content = k.content AND p.ordinal = k.ordinal
      WHERE k.reader = ? AND p.state IN ('recognised', 'blank') AND p.reader IS NOT k.reader \(page == nil ? "" : "AND p.id = ?")
      ORDER BY \(Slots.order)
      """, [number] + (page.map { [$0] } ?? [])
    ) { row throws(StoreError) in
      guard let page = try self.page(row.pageID, asRead: true), let reader = try self.reader(row.integer(2)),
        let old = page.record.outcome.reading
      else { return true }
      let reading = try decode(RecognisedPage.self, row, 4)
      let new: PageOutcome =
        try row.text(3) == PageState.blank.rawValue
        ? .blank(width: reading.width, height: reading.height) : .recognised(reading)
      return try body(KeptReading(page: page.id, reader: reader, old: old, new: new))
    }
  }

  /// Lets a page show a kept reading; what it showed is kept in its place.
  package func exchange(_ kept: KeptReading, derived: DerivedValues) throws(StoreError) {
    try transaction { () throws(StoreError) in
      guard let page = try page(kept.page, asRead: true), let content = page.record.content else { return }
      if let former = page.record.reader {
        try keep(page.record.outcome, by: former, of: content, index: page.record.index)
      }
      try record(
        PageEntry(
          document: page.id.document, index: page.record.index, reader: kept.reader, outcome: kept.new,
          earlierAttempts: page.earlierAttempts, derived: derived), in: page.run)
      try markStale(withPage: kept.page.number)
      try set(.staleTables, to: "")
      try connection.run(
        "DELETE FROM readings WHERE content = ? AND ordinal = ? AND reader = ?",
        [content, page.record.index, try number(of: kept.reader)])
    }
  }
}
