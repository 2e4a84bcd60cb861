import Export
import PageModel
import ResultStore
import Support

/// The data of the queue's page: one list of pages with the numbers of all lists.
struct QueueView {
  let queue: ReviewQueue
  let store: ResultStore

  /// Rows of one page.
  private static let rowsAtOnce = 200
  /// Pages that a search shows, at most: the best of them.
  private static let foundAtMost = 30
  private static let mostOffset = 100_000
  /// Texts that a search looks at: some 20 µs for each.
  private static let mostLookedAt = 3_000

  /// - Parameter change: The token for changes; nil if the review is read-only.
  func response(to request: HTTPRequest, change: String?) throws(StoreError) -> HTTPResponse {
    let filter = QueueFilter(request.arguments)
    var data: JSONValue.Members = [
      "store": .string(store.path.description), "readOnly": .boolean(change == nil),
      "months": .array(queue.months.map { .string($0) }), "change": change.map { .string($0) },
      "isImpossible": filter.isImpossible ? .boolean(true) : nil,
    ]
    let offset = max(0, Int(request.arguments["offset"] ?? "") ?? 0)
    if !filter.faults.isEmpty {
      // Not another list than the one that was asked for.
      data.add(Self.nothing)
      data["faults"] = .array(
        filter.faults.map { name in
          .object(["name": .string(name), "value": .string(request.arguments[name] ?? "")])
        })
    } else if let query = filter.query {
      data.add(try found(query, filter, from: min(offset, Self.mostOffset)))
    } else {
      data.add(listed(filter, from: offset))
    }
    let given = request.arguments.filter { name, value in QueueFilter.names.contains(name) && !value.isEmpty }
    data["filter"] = .object(JSONValue.Members(given.map { ($0, .string($1)) }))
    let page = WebPage.html(.queue, title: "HanScan", data: JSONValue.object(data).line)
    return .html(page, status: filter.faults.isEmpty ? 200 : 400)
  }

  private static let nothing: JSONValue.Members = [
    "rows": .array([]), "offset": .integer(0), "count": .integer(0), "step": .integer(rowsAtOnce),
    "counts": .object([:]),
  ]

  private func listed(_ filter: QueueFilter, from wanted: Int) -> JSONValue.Members {
    let selection = queue.select(filter)
    let offset = min(wanted, selection.entries.count)
    return [
      "rows": .array(selection.entries[offset...].prefix(Self.rowsAtOnce).map { $0.json() }),
      "offset": .integer(offset), "count": .integer(selection.entries.count), "step": .integer(Self.rowsAtOnce),
      "counts": Self.json(selection.counts),
    ]
  }

  /// Pages that hold words, in order of fit.
  ///
  /// For one list, this examines only its pages, and counts no other list.
  private func found(
    _ query: SearchQuery, _ filter: QueueFilter, from offset: Int
  ) throws(StoreError) -> JSONValue.Members {
    var counts = ReviewQueue.Counts()
    let result = try store.search(
      query, offset: offset, limit: Self.foundAtMost, lookingAt: Self.mostLookedAt, receipts: filter.receipts
    ) { page throws(StoreError) in
      queue.entry(of: page).map { filter.takesWithoutDoubts($0) && filter.takesDoubts($0) } ?? false
    } telling: { page in
      if let entry = queue.entry(of: page) { counts.add(entry) }
    }
    let rows = result.hits.compactMap { queue.entry(of: $0.page.id)?.json($0) }
    var members: JSONValue.Members = [
      "rows": .array(rows), "offset": .integer(offset), "count": .integer(result.count),
      "step": .integer(Self.foundAtMost), "isComplete": .boolean(result.isComplete),
    ]
    switch filter.doubts {
    case .all: members["counts"] = Self.json(counts)
    case .any: members["counts"] = .object(["any": .integer(counts.any)])
    case .one(let doubt): members["counts"] = .object([doubt.rawValue: .integer(counts.doubts[doubt] ?? 0)])
    }
    return members
  }

  private static func json(_ counts: ReviewQueue.Counts) -> JSONValue {
    var members: JSONValue.Members = ["any": .integer(counts.any), "all": .integer(counts.all)]
    for doubt in Doubt.allCases { members[doubt.rawValue] = .integer(counts.doubts[doubt] ?? 0) }
    return .object(members)
  }
}
