package import Export
import PageModel
package import ResultStore

/// All pages of a store, each once, by what is doubtful about them, in memory: some hundred bytes for each.
///
/// It is filled in slices, so that a server continues to answer while it reads a large store again.
struct ReviewQueue {
  /// In natural order of the pages.
  private(set) var entries: [QueueEntry] = []
  /// By the number of the page.
  private var places: [Int64: Int] = [:]
  /// The pages that wait to be looked at, last first, while it is being filled.
  private var waiting: [PageSummary] = []
  /// The settled doubts about whole pages; few pages have one.
  private var settled: [PageID: Set<Doubt>] = [:]
  /// Receipts that agree in shop, date and total, by these.
  private var groups: [[String]: [Copy]] = [:]

  /// Other pages that are noted for a receipt, at most.
  private static let mostDoubles = 20

  var isComplete: Bool { waiting.isEmpty }

  /// Notes which pages there are, or those of some numbers; `fill` looks at them.
  init(of store: ResultStore, only numbers: Set<Int64>? = nil) throws(StoreError) {
    try store.forEachPage { page in
      if page.state != .duplicate, numbers?.contains(page.id.number) != false { waiting.append(page) }
      return true
    }
    waiting.reverse()
    settled = try store.doubtsFoundRight().mapValues { Set($0.flatMap(Doubt.named)) }
    entries.reserveCapacity(waiting.count)
  }

  /// Looks at so many pages more.
  mutating func fill(from store: ResultStore, atMost count: Int = .max) throws(StoreError) {
    var left = count
    while left > 0, let summary = waiting.popLast() {
      left -= 1
      let place = entries.count
      places[summary.id.number] = place
      entries.append(
        QueueEntry(summary, try store.derived(of: summary.id), settled: settled[summary.id] ?? []))
      for (group, copy) in copies(at: place) { groups[group, default: []].append(copy) }
    }
    if isComplete { for (group, copies) in groups where copies.count > 1 { markDoubles(in: group) } }
  }

  /// A receipt of a page, by the place of the page and the receipt's number on it.
  private typealias Copy = (place: Int, number: Int, approval: String?)

  /// The receipts of a page that others may repeat, each with its shop, date and total.
  private func copies(at place: Int) -> [(group: [String], copy: Copy)] {
    entries[place].facts.receipts.enumerated().compactMap { index, receipt in
      guard let date = receipt.date?.value, let total = receipt.total?.value,
        let shop = receipt.businessNumber ?? receipt.merchant?.value
      else { return nil }
      let copy: Copy = (place, receipt.number ?? index + 1, receipt.approvalNumber)
      return ([shop, date, total], copy)
    }
  }

  /// Notes which receipts of a group are on other pages, too, with the same approval number if both have one.
  ///
  /// An answer on one page of a pair is the answer for both.
  private mutating func markDoubles(in group: [String]) {
    let copies = groups[group] ?? []
    for copy in copies { entries[copy.place].doubles[copy.number] = nil }
    let open = copies.filter { !entries[$0.place].facts.settled.contains(.double) }
    for copy in open {
      var pages: [PageID] = []
      for other in open where other.place != copy.place && pages.count < Self.mostDoubles {
        let agrees = (other.approval ?? copy.approval) == (copy.approval ?? other.approval)
        if agrees, !pages.contains(entries[other.place].id) { pages.append(entries[other.place].id) }
      }
      entries[copy.place].doubles[copy.number] = pages.isEmpty ? nil : pages
    }
  }

  /// Looks at one page again, if its values have changed.
  mutating func update(_ page: PageID, _ derived: DerivedValues, settled now: Set<Doubt>) {
    settled[page] = now
    guard let place = places[page.number] else { return }
    var changed = copies(at: place).map(\.group)
    for group in changed { groups[group]?.removeAll { $0.place == place } }
    entries[place].update(derived, settled: now)
    for (group, copy) in copies(at: place) {
      groups[group, default: []].append(copy)
      changed.append(group)
    }
    if isComplete { Set(changed).forEach { markDoubles(in: $0) } }
  }

  func entry(of page: PageID) -> QueueEntry? { entry(of: page.number) }

  func entry(of page: Int64) -> QueueEntry? { places[page].map { entries[$0] } }

  /// The pages before and after one in natural order.
  func neighbours(of page: PageID) -> (before: PageID?, after: PageID?) {
    guard let place = places[page.number] else { return (nil, nil) }
    return (place > 0 ? entries[place - 1].id : nil, place + 1 < entries.count ? entries[place + 1].id : nil)
  }

  /// The page to look at when this one is done: the next with a doubt, in the order of the list, or the first.
  ///
  /// Nil for a search: only the store knows its order.
  func next(after page: PageID, in list: QueueFilter) -> PageID? {
    let order = list.query == nil ? select(list).entries.filter { $0.isOpen || list.doubts != .all } : []
    guard let place = order.firstIndex(where: { $0.id == page }) else { return order.first { $0.id != page }?.id }
    return place + 1 < order.count ? order[place + 1].id : nil
  }

  /// The number of pages that a filter selects in each list, apart from its doubts.
  struct Counts {
    var doubts: [Doubt: Int] = [:]
    var any = 0
    var all = 0

    mutating func add(_ entry: QueueEntry) {
      all += 1
      if entry.isOpen { any += 1 }
      for doubt in entry.doubts { doubts[doubt, default: 0] += 1 }
    }
  }

  /// The pages that a filter takes: those with the most fields that may be wrong first, then in natural order.
  func select(_ filter: QueueFilter) -> (entries: [QueueEntry], counts: Counts) {
    var counts = Counts()
    var taken: [(entry: QueueEntry, order: UInt64)] = []
    for (place, entry) in entries.enumerated() where filter.takesWithoutDoubts(entry) {
      counts.add(entry)
      if filter.takesDoubts(entry) { taken.append((entry, key(of: entry) << 32 | UInt64(truncatingIfNeeded: place))) }
    }
    // As numbers: comparing the parts one by one took most of the time of a large queue.
    return (taken.sorted { $0.order < $1.order }.map(\.entry), counts)
  }

  private func key(of entry: QueueEntry) -> UInt64 {
    UInt64(max(0, 1_000_000 - entry.facts.expectedWrong * 1_000))
  }

  /// The months of the receipts' dates, the last one first.
  var months: [String] {
    Set(entries.flatMap { $0.facts.receipts.compactMap { $0.date?.value.prefix(7) } }).sorted(by: >).map(String.init)
  }

  /// A receipt of the same business number: its page, its number on the page, and its shop.
  typealias Sibling = (entry: QueueEntry, number: Int, name: String?, isNamed: Bool)

  /// The receipts of a business number; `isNamed` says whether a person has named the shop.
  func receipts(of businessNumber: String, besides page: PageID) -> [Sibling] {
    entries.filter { $0.id != page }.flatMap { entry in
      entry.facts.receipts.enumerated().filter { $0.element.businessNumber == businessNumber }.map { place, receipt in
        (entry, receipt.number ?? place + 1, receipt.merchant?.value, receipt.merchant?.isCorrected == true)
      }
    }
  }
}

extension ResultStore {
  /// The doubts of a page as the queue has them, which knows possible doubles, too.
  package func queuedDoubts(of page: StoredPage) throws(StoreError) -> [Doubt] {
    var queue = try ReviewQueue(of: self, only: try pagesWithTotals(of: page.id))
    try queue.fill(from: self)
    return queue.entry(of: page.id)?.doubts ?? []
  }
}
