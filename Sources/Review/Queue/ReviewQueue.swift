import Export
import PageModel
import ResultStore
import Support

/// All pages of a store, each once, by what is doubtful about them, in memory: some hundred bytes for each.
///
/// It is filled in slices, so that a server goes on answering while it reads a large store anew.
struct ReviewQueue {
  /// In natural order of the pages.
  private(set) var entries: [QueueEntry] = []
  /// By the number of the page.
  private var places: [Int64: Int] = [:]
  /// The pages that wait to be looked at, last first, while it is being filled.
  private var waiting: [PageSummary] = []
  /// What somebody has settled about pages as a whole; few pages have such a thing.
  private var settled: [PageID: Set<Doubt>] = [:]

  var isComplete: Bool { waiting.isEmpty }
  var pageCount: Int { entries.count + waiting.count }

  /// Notes which pages there are; `fill` looks at them.
  init(of store: ResultStore) throws(StoreError) {
    try store.forEachPage { page in
      if page.state != .duplicate { waiting.append(page) }
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
      places[summary.id.number] = entries.count
      entries.append(
        QueueEntry(summary, try store.derived(of: summary.id), settled: settled[summary.id] ?? []))
    }
  }

  /// Looks at one page again, where its values have changed.
  mutating func update(_ page: PageID, _ derived: DerivedValues, settled now: Set<Doubt>) {
    settled[page] = now
    guard let place = places[page.number] else { return }
    entries[place] = QueueEntry(entries[place], derived, settled: now)
  }

  func entry(of page: PageID) -> QueueEntry? { entry(of: page.number) }

  func entry(of page: Int64) -> QueueEntry? { places[page].map { entries[$0] } }

  /// The pages before and after one in natural order.
  func neighbours(of page: PageID) -> (before: PageID?, after: PageID?) {
    guard let place = places[page.number] else { return (nil, nil) }
    return (place > 0 ? entries[place - 1].id : nil, place + 1 < entries.count ? entries[place + 1].id : nil)
  }

  /// The page to look at when this one is done: the next with a doubt, in the order of the queue, or the first.
  func next(after page: PageID) -> PageID? {
    let order = select(QueueFilter([:])).entries
    guard let place = order.firstIndex(where: { $0.id == page }) else { return order.first { $0.id != page }?.id }
    return place + 1 < order.count ? order[place + 1].id : nil
  }

  /// How many pages a filter takes, whatever its doubts, in each list.
  struct Counts {
    var doubts: [Doubt: Int] = [:]
    var any = 0
    var all = 0

    mutating func add(_ entry: QueueEntry) {
      all += 1
      if !entry.doubts.isEmpty { any += 1 }
      for doubt in entry.doubts { doubts[doubt, default: 0] += 1 }
    }
  }

  /// What a filter takes: the gravest doubt first, then the pages of the lowest score, then in natural order.
  func select(_ filter: QueueFilter) -> (entries: [QueueEntry], counts: Counts) {
    var counts = Counts()
    var taken: [(entry: QueueEntry, place: Int)] = []
    for (place, entry) in entries.enumerated() where filter.takesWithoutDoubts(entry) {
      counts.add(entry)
      if filter.takesDoubts(entry) { taken.append((entry, place)) }
    }
    // As numbers: comparing the parts one by one took most of the time of a large queue.
    let keyed = taken.map { ($0.entry, key(of: $0.entry) << 32 | UInt64(truncatingIfNeeded: $0.place)) }
    return (keyed.sorted { $0.1 < $1.1 }.map { $0.0 }, counts)
  }

  private func key(of entry: QueueEntry) -> UInt64 {
    let doubt = entry.doubts.first.flatMap { Doubt.allCases.firstIndex(of: $0) } ?? Doubt.allCases.count
    return UInt64(doubt) << 8 | UInt64(min(max(entry.facts.score ?? 101, 0), 255))
  }
}
