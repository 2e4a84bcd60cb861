import PageModel
import ResultStore
import Understanding

extension DerivedUpdate {
  /// The most pages that a page is compared with: those that share most keys with it.
  private static let mostCompared = 24

  /// Finds the pages with the same receipts, for the pages that have not been compared yet.
  ///
  /// Each is compared with the few pages of the store that share a key with it.
  ///
  /// - Parameter isStopped: Asked before each group of pages.
  package func compareReceipts(isStopped: () -> Bool) throws {
    let versions = [SameReceipts.name: SameReceipts.version]
    let isComplete = try forEachGroup(lackingAnyOf: versions, isStopped: isStopped) { pages in
      try writeAgain(try store.transaction { () throws(StoreError) in try compare(pages) })
    }
    // Pages may refer to others whose documents were renamed, added or removed.
    guard try isComplete && store.text(.documentsChanged) != nil else { return }
    try writeAgain(try store.transaction { () throws(StoreError) in try recordOthers(of: try store.pagesWithSame()) })
    try store.set(.documentsChanged, to: nil)
  }

  /// Compares pages, and returns those whose files became stale.
  private func compare(_ pages: [PageID]) throws(StoreError) -> [PageID] {
    var touched: Set<PageID> = []
    for id in pages {
      guard let page = try self.page(id) else { continue }
      let trace = ReceiptTrace(page.record)
      let keys = trace?.keys ?? []
      try store.record(trace: trace?.text, keys: keys, of: id)
      var pairs: [SamePair] = []
      if let trace {
        let isJoined = try store.isJoined(id)
        let total = try store.receiptRows(of: id)?.rows.first?.total
        for (other, text) in try store.pages(sharing: keys, except: id, atMost: Self.mostCompared) {
          guard let otherTrace = ReceiptTrace(text: text), let found = SameReceipts.find(trace, otherTrace) else {
            continue
          }
          // A receipt over several pages is more than one of its pages alone, and has the total of the last one.
          let otherIsJoined = try store.isJoined(other)
          let isOther =
            try isJoined && otherIsJoined ? store.receiptRows(of: other)?.rows.first?.total != total : false
          pairs.append(
            SamePair(
              other: other, similarity: found.similarity, agreement: found.agreement,
              isWhole: found.isWhole && (otherIsJoined || !isJoined) && !isOther,
              otherIsWhole: found.otherIsWhole && (isJoined || !otherIsJoined) && !isOther))
        }
      }
      touched.formUnion(try store.record(pairs, of: id))
    }
    return try recordOthers(of: touched.sorted { $0.number < $1.number })
  }

  /// Records for the JSON of each page which other pages hold its receipts; returns the pages for which that changed.
  private func recordOthers(of pages: [PageID]) throws(StoreError) -> [PageID] {
    var changed: [PageID] = []
    for page in pages {
      let others = try store.samePages(as: page).map {
        SameReceipts.Other(
          document: $0.page.path.description, page: $0.page.index + 1, similarity: $0.similarity, by: $0.agreement)
      }
      let json = others.isEmpty ? nil : DerivedValues.encoded(others)
      let old = try store.derived(of: page)[SameReceipts.name]
      try store.record(
        DerivedValues.Value(version: SameReceipts.version, json: json), stage: SameReceipts.name, of: page)
      // Files hold no value of another version. Compare bytes: strings are equal even if names differ in their Unicode
      // form.
      let isOther = old?.json.map { Array($0.utf8) } != json.map { Array($0.utf8) }
      guard isOther || json != nil && old?.version != SameReceipts.version else { continue }
      try store.markStale(Self.formats, of: page)
      changed.append(page)
    }
    return changed
  }
}
