import PageModel
package import ResultStore
package import Understanding

extension DerivedUpdate {
  /// Joins receipts that go over several pages, for the pages that have not been looked at yet.
  ///
  /// - Parameter isStopped: Asked before each group of pages.
  func joinReceipts(_ stages: DerivedStages, isStopped: () -> Bool) throws {
    let versions = [JoinedReceipts.name: JoinedReceipts.version]
    _ = try forEachGroup(lackingAnyOf: versions, isStopped: isStopped) { pages in
      try writeAgain(try store.transaction { () throws(StoreError) in try joinReceipts(of: pages, stages) })
    }
  }

  /// Joins the receipts of pages with those of other pages of their files, or parts them; returns the pages that changed.
  ///
  /// The transaction that changes joined pages calls it, so that no amount is in two receipts.
  package func joinReceipts(of pages: [PageID], _ stages: DerivedStages) throws(StoreError) -> [PageID] {
    var join = ReceiptJoin(update: self, reader: stages.receiptReader)
    for page in pages { try join.settle(page) }
    return join.changed
  }
}

/// Decides which pages are parts of one receipt.
///
/// The receipt is one of the first page. The others have none of their own, so that no table counts one twice.
private struct ReceiptJoin {
  let update: DerivedUpdate
  let reader: ReceiptReader
  private(set) var changed: [PageID] = []
  /// Nil for a page that is no part.
  private var parts: [PageID: ReceiptPart?] = [:]
  private var settled: Set<PageID> = []
  private var damaged: Set<PageID> = []
  private var blank: Set<PageID> = []

  /// A long file of such pages must not be read as one receipt.
  private static let mostPages = 20

  init(update: DerivedUpdate, reader: ReceiptReader) { (self.update, self.reader) = (update, reader) }

  /// Records of which receipt a page is a part, and then the same of neighbours: of a blank page, or joined with it.
  mutating func settle(_ page: PageID) throws(StoreError) {
    var waiting = [page]
    while let next = waiting.popLast() {
      guard !settled.contains(next) else { continue }
      let (group, receipt) = try group(with: next)
      if damaged.contains(next) { continue }
      let isChanged = try record(receipt, of: group)
      settled.formUnion(group)
      guard isChanged || next == page else { continue }
      for (edge, isAfter) in [(group[0], false), (group[group.count - 1], true)] {
        guard let other = try update.store.page(beside: edge, isAfter: isAfter) else { continue }
        let isJoined = try update.store.isJoined(other)
        if isJoined || blank.contains(next) { waiting.append(other) }
      }
    }
  }

  /// The pages of the receipt that goes over a page; the page alone if none does.
  private mutating func group(with page: PageID) throws(StoreError) -> (pages: [PageID], receipt: Receipt?) {
    guard let own = try part(page) else { return ([page], nil) }
    var (pages, found) = ([page], [own])
    while found[0].place != .first, pages.count < Self.mostPages,
      let other = try update.store.page(beside: pages[0], isAfter: false), let part = try part(other),
      part.place != .last
    {
      pages.insert(other, at: 0)
      found.insert(part, at: 0)
    }
    while found[found.count - 1].place != .last, pages.count < Self.mostPages,
      let other = try update.store.page(beside: pages[pages.count - 1], isAfter: true), let part = try part(other),
      part.place != .first
    {
      pages.append(other)
      found.append(part)
    }
    guard found[0].place == .first, found[found.count - 1].place == .last,
      let receipt = ReceiptPart.receipt(of: found, by: reader)
    else { return ([page], nil) }
    return (pages, receipt)
  }

  private mutating func part(_ page: PageID) throws(StoreError) -> ReceiptPart? {
    if let known = parts[page] { return known }
    let stored = try update.page(page)
    if stored == nil { damaged.insert(page) }
    if stored?.record.outcome.state == .blank { blank.insert(page) }
    let part = stored.flatMap { ReceiptPart($0.record, by: reader) }
    parts[page] = .some(part)
    return part
  }

  /// Records the receipt of the first page, and what each page has alone; returns whether any page changed.
  private mutating func record(_ receipt: Receipt?, of pages: [PageID]) throws(StoreError) -> Bool {
    var isChanged = false
    for (place, page) in pages.enumerated() {
      let derived = try update.store.derived(of: page)
      guard let shown = derived[ReceiptsStage.name] else { continue }
      let (own, old) = (derived.ownReceipts, derived[JoinedReceipts.name])
      var receipts = shown
      var joined = DerivedValues.Value(version: JoinedReceipts.version, json: nil)
      if let receipt {
        let value = JoinedReceipts.Value(pages: receipt.pages ?? [], receipts: own ?? [])
        joined.json = DerivedValues.encoded(value)
        receipts = DerivedValues.Value(version: shown.version, receipts: place == 0 ? [receipt] : [])
      } else if old?.json != nil {
        // If it can't be read, the next run computes it again.
        receipts = DerivedValues.Value(version: own == nil ? 0 : shown.version, receipts: own ?? [])
      }
      if receipts != shown {
        try update.store.record(receipts, stage: ReceiptsStage.name, of: page)
        let same = DerivedValues.Value(version: 0, json: derived[SameReceipts.name]?.json)
        try update.store.record(same, stage: SameReceipts.name, of: page)
      }
      if joined != old { try update.store.record(joined, stage: JoinedReceipts.name, of: page) }
      // Files hold no value of another version.
      guard receipts != shown || old?.json != joined.json || joined.json != nil && joined != old else { continue }
      try update.store.markStale(DerivedUpdate.formats, of: page)
      changed.append(page)
      isChanged = true
    }
    return isChanged
  }
}
