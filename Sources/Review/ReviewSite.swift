import Export
import Foundation
import PageModel
import PictureFormats
import Pipeline
import ResultStore
import Support

/// What the server shows: the queue, the pages, their pictures, scripts and style; nothing else has an address.
final class ReviewSite: HTTPHandler {
  private let store: ResultStore
  private let views: PageViews
  private var access: ReviewAccess
  private var queue: ReviewQueue
  /// The queue that takes the other's place when it is complete; nil while the store does not change.
  private var nextQueue: ReviewQueue?
  private var storeVersion: Int64
  private var cache = PictureCache(most: 24 << 20)
  /// Pages whose pictures are being made, with those who wait for them.
  private var making: [UInt64: (page: PageID, waiting: [HTTPDaemon.Exchange])] = [:]
  private var lastNumber: UInt64 = 0

  /// Rows of a queue's page.
  private static let rowsAtOnce = 200
  /// Pages that are looked at between two looks at the network.
  private static let slice = 200

  init(store: ResultStore, views: PageViews, access: ReviewAccess) throws(StoreError) {
    self.store = store
    self.views = views
    self.access = access
    storeVersion = try store.changeMark()
    queue = try ReviewQueue(of: store)
    try queue.fill(from: store)
  }

  // MARK: Requests

  func refusal(of head: HTTPRequest) -> HTTPResponse? { access.refusal(of: head) }

  func answer(_ request: HTTPRequest, as exchange: HTTPDaemon.Exchange) -> HTTPResponse? {
    if let response = access.session(for: request) { return response }
    do {
      return try route(request, exchange)
    } catch {
      // What a damaged store says goes to whoever opened it, not into the log of a program that goes on.
      return .message(500, "\(error)")
    }
  }

  private func route(_ request: HTTPRequest, _ exchange: HTTPDaemon.Exchange) throws -> HTTPResponse? {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    switch (request.isReading, parts.count, parts.first ?? "") {
    case (true, 1, ""): return queuePage(request)
    case (true, 2, "assets"):
      return WebPage.asset(parts[1]).map { HTTPResponse(200, $0.type, $0.bytes) } ?? Self.nothing
    case (true, 2, "page"): return try Self.page(parts[1]).flatMap(pagePage) ?? Self.nothing
    case (true, 2, "picture"):
      guard let page = Self.page(parts[1]) else { return Self.nothing }
      return try picture(of: page, exchange)
    default: return Self.nothing
    }
  }

  private static var nothing: HTTPResponse { .message(404, "There is nothing here.") }

  /// A page's number as addresses have it: digits alone.
  private static func page(_ text: String) -> PageID? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(text).map { PageID(number: $0) }
  }

  // MARK: Queue and pages

  private func queuePage(_ request: HTTPRequest) -> HTTPResponse {
    let selection = queue.select(QueueFilter(request.arguments))
    let offset = min(max(Int(request.arguments["offset"] ?? "") ?? 0, 0), selection.entries.count)
    var counts: JSONValue.Members = ["any": .integer(selection.any), "all": .integer(selection.all)]
    for doubt in Doubt.allCases { counts[doubt.rawValue] = .integer(selection.counts[doubt] ?? 0) }
    var filter: JSONValue.Members = [:]
    for name in ["doubt", "from", "to", "merchant", "least", "most", "state", "kind"] {
      if let value = request.arguments[name], !value.isEmpty { filter[name] = .string(value) }
    }
    let data = JSONValue.object([
      "rows": .array(selection.entries[offset...].prefix(Self.rowsAtOnce).map(\.json)),
      "offset": .integer(offset), "count": .integer(selection.entries.count), "step": .integer(Self.rowsAtOnce),
      "counts": .object(counts), "filter": .object(filter), "store": .string(store.path.description),
    ])
    return .html(WebPage(.queue, title: "HanScan", data: data.line).html(assets: "/assets/"))
  }

  private func pagePage(_ id: PageID) throws -> HTTPResponse? {
    guard let page = try store.page(id) else { return nil }
    let neighbours = queue.neighbours(of: id)
    var view: JSONValue.Members = [
      "id": .integer(Int(id.number)), "picture": .string("/picture/\(id.number)"),
      "isMissing": .boolean(page.isMissing),
      "doubts": .array((queue.entry(of: id)?.doubts ?? []).map { .string($0.rawValue) }),
    ]
    func place(_ name: String, _ page: PageID?) {
      if let page { view[name] = .string("/page/\(page.number)") }
    }
    place("before", neighbours.before)
    place("after", neighbours.after)
    place("next", queue.next(after: id))
    if case .duplicate(let original) = page.record.outcome {
      place("original", try store.page(original.path, original.index)?.id)
    }
    let title = "\(page.record.path)\(page.record.pageCount > 1 ? " (\(page.record.index + 1))" : "") – HanScan"
    let data = WebPage.data(of: page.record, view: view)
    return .html(WebPage(.page, title: title, data: data).html(assets: "/assets/"))
  }

  // MARK: Pictures

  private func picture(of id: PageID, _ exchange: HTTPDaemon.Exchange) throws -> HTTPResponse? {
    if let view = cache.take(id) { return Self.response(view) }
    if let number = making.first(where: { $0.value.page == id })?.key {
      making[number]?.waiting.append(exchange)
      return nil
    }
    guard let page = try store.page(id), let document = try store.document(page.record.path),
      let base = try store.base()
    else { return Self.nothing }
    lastNumber += 1
    try views.request(lastNumber, page: page.record.index, of: document, below: base)
    making[lastNumber] = (id, [exchange])
    return nil
  }

  private static func response(_ view: PageViews.View) -> HTTPResponse {
    HTTPResponse(200, view.format == .png ? "image/png" : "image/jpeg", Array(view.file))
  }

  /// A picture was made, or can't be; those who wait for it are answered.
  func take(_ number: UInt64, _ outcome: PageViews.Outcome, by daemon: HTTPDaemon) {
    guard let (page, waiting) = making.removeValue(forKey: number) else { return }
    let response: HTTPResponse
    switch outcome {
    case .made(let view):
      cache.keep(view, of: page)
      response = Self.response(view)
    case .failed(let problem): response = .message(404, problem.message)
    }
    for exchange in waiting { daemon.answer(exchange, response) }
  }

  // MARK: A store that changes

  /// Whether `keepUp` has something to do at once.
  var isBehind: Bool { nextQueue != nil }

  /// Looks whether another program has changed the store, and at a part of what it says now.
  func keepUp() throws(StoreError) {
    if nextQueue == nil {
      let version = try store.changeMark()
      guard version != storeVersion else { return }
      storeVersion = version
      nextQueue = try ReviewQueue(of: store)
    }
    try nextQueue?.fill(from: store, atMost: Self.slice)
    guard let complete = nextQueue, complete.isComplete else { return }
    queue = complete
    nextQueue = nil
  }
}
