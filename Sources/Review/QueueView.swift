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
  private static let names = ["doubt", "q", "from", "to", "merchant", "least", "most", "state", "kind", "tag"]

  func response(to request: HTTPRequest, isReadOnly: Bool) throws(StoreError) -> HTTPResponse {
    let filter = QueueFilter(request.arguments)
    var data: JSONValue.Members = ["store": .string(store.path.description), "readOnly": .boolean(isReadOnly)]
    if let query = filter.query {
      data.add(try found(query, filter))
    } else {
      data.add(listed(filter, from: Int(request.arguments["offset"] ?? "") ?? 0))
    }
    var given: JSONValue.Members = [:]
    for name in Self.names {
      if let value = request.arguments[name], !value.isEmpty { given[name] = .string(value) }
    }
    data["filter"] = .object(given)
    return .html(WebPage(.queue, title: "HanScan", data: JSONValue.object(data).line).html(assets: "/assets/"))
  }

  private func listed(_ filter: QueueFilter, from wanted: Int) -> JSONValue.Members {
    let selection = queue.select(filter)
    let offset = min(max(wanted, 0), selection.entries.count)
    return [
      "rows": .array(selection.entries[offset...].prefix(Self.rowsAtOnce).map { $0.json() }),
      "offset": .integer(offset), "count": .integer(selection.entries.count), "step": .integer(Self.rowsAtOnce),
      "counts": Self.json(selection.counts),
    ]
  }

  /// Pages that hold words, in order of fit.
  private func found(_ query: SearchQuery, _ filter: QueueFilter) throws(StoreError) -> JSONValue.Members {
    var counts = ReviewQueue.Counts()
    let result = try store.search(query, limit: Self.foundAtMost) { page throws(StoreError) in
      guard let entry = queue.entry(of: page.id), filter.takesWithoutDoubts(entry) else { return false }
      counts.add(entry)
      return filter.takesDoubts(entry)
    }
    let rows = result.hits.compactMap { hit in queue.entry(of: hit.page.id)?.json(Array(hit.lines.prefix(3))) }
    return [
      "rows": .array(rows), "offset": .integer(0), "count": .integer(result.count), "step": .integer(rows.count),
      "counts": Self.json(counts), "isComplete": .boolean(result.isComplete),
    ]
  }

  private static func json(_ counts: ReviewQueue.Counts) -> JSONValue {
    var members: JSONValue.Members = ["any": .integer(counts.any), "all": .integer(counts.all)]
    for doubt in Doubt.allCases { members[doubt.rawValue] = .integer(counts.doubts[doubt] ?? 0) }
    return .object(members)
  }
}
