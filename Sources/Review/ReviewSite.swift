import Corrections
import RunSupport
import Views
import Export
import Foundation
import PageModel
import PageWorker
import PictureFormats
import ResultStore
import Support

/// The content of the server: the queue, the pages, their pictures, scripts and style; nothing else has an address.
final class ReviewSite: HTTPHandler {
  private let store: ResultStore
  private let views: PageViews
  private var access: ReviewAccess
  /// Nil if nothing may be changed.
  private let corrections: ReviewCorrections?
  private var queue: ReviewQueue
  /// The queue that takes the other's place when it is complete; nil while the store does not change.
  private var nextQueue: ReviewQueue?
  private var storeVersion: Int64
  /// Pictures that were shown lately, by the number of their page.
  private let pictures = NSCache<NSNumber, Picture>()
  /// Pages whose pictures are being made, with those who wait for them.
  private var making: [UInt64: (page: PageID, waiting: [HTTPDaemon.Exchange])] = [:]
  private var lastNumber: UInt64 = 0
  /// The time when files that are older than their pages are written: a while after the last change.
  private(set) var filesDue: SuspendingClock.Instant?
  /// The program that writes them; a change stops it, and it starts again after that.
  private var files: FilesProgram?
  /// The address of another session, until it is printed.
  var newAddress: String?

  /// Pages that are looked at between two looks at the network.
  private static let slice = 200
  /// From the last change to the writing of files, and from one that failed to the next.
  private static let restBeforeFiles = Duration.seconds(3)

  init(
    store: ResultStore, views: PageViews, access: ReviewAccess, corrections: ReviewCorrections?
  ) throws(StoreError) {
    (self.store, self.views, self.access, self.corrections) = (store, views, access, corrections)
    pictures.totalCostLimit = 24 << 20
    storeVersion = try store.changeMark()
    queue = try ReviewQueue(of: store)
    try queue.fill(from: store)
  }

  private final class Picture {
    let response: HTTPResponse

    init(_ view: DecodedPicture) {
      response = HTTPResponse(type: view.format == .png ? "image/png" : "image/jpeg", body: Array(view.file))
    }
  }

  // MARK: Requests

  /// Seconds since 1970.
  private var now: Int { time(nil) }

  func refusal(of head: HTTPRequest) -> HTTPResponse? { access.refusal(of: head, now: now) }

  func answer(_ request: HTTPRequest, as exchange: HTTPDaemon.Exchange) -> HTTPResponse? {
    if let (response, hasNewAddress) = access.session(for: request, now: now) {
      if hasNewAddress { newAddress = access.address }
      return response
    }
    do {
      var response = try route(request, exchange)
      if response?.type.hasPrefix("text/html") == true { response?.headers.append(access.renewal(now: now)) }
      return response
    } catch {
      // The error of a damaged store goes to the browser that asked, not into the log of a server that continues.
      return .message(error is CorrectionFault ? 409 : (error as? RunFailure)?.status == .held ? 423 : 500, "\(error)")
    }
  }

  private func route(_ request: HTTPRequest, _ exchange: HTTPDaemon.Exchange) throws -> HTTPResponse? {
    let parts = request.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(String.init)
    switch (request.isReading, parts.count, parts.first ?? "") {
    case (true, 1, ""):
      return try QueueView(queue: queue, store: store).response(to: request, change: access.changeToken)
    case (true, 2, "assets"):
      return WebPage.asset(parts[1]).map { HTTPResponse(type: $0.type, body: $0.bytes) } ?? Self.nothing
    case (true, 2, "page"):
      guard let id = try page(parts[1]), let page = try store.page(id) else { return Self.noPage }
      return .html(WebPage.html(.page, title: Self.title(of: page), data: try data(of: page, in: request.arguments)))
    case (false, 2, "page"): return try page(parts[1]).flatMap { try change($0, request) } ?? Self.nothing
    case (true, 2, "picture"):
      guard let page = try page(parts[1]) else { return Self.nothing }
      return try picture(of: page, exchange)
    default: return request.isReading ? Self.noPage : Self.nothing
    }
  }

  private static var nothing: HTTPResponse { .message(404, "There is nothing here.") }
  private static var noPage: HTTPResponse { .notice(404, "There is nothing here.") }

  /// A page by its number as addresses have it, digits alone, as one of the document that represents it now.
  private func page(_ text: String) throws(StoreError) -> PageID? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else {
      return nil
    }
    return try store.page(number: number)?.id
  }

  // MARK: Pages

  private static func title(of page: StoredPage) -> String {
    "\(page.record.path)\(page.record.pageCount > 1 ? " (\(page.record.index + 1))" : "") – HanScan"
  }

  /// - Parameters:
  ///   - made: The correction that was just made on it.
  ///   - list: The conditions of the list that it was opened from.
  private func data(of page: StoredPage, made: CorrectionID? = nil, in list: [String: String] = [:]) throws -> [UInt8] {
    let neighbours = queue.neighbours(of: page.id)
    func place(_ page: PageID?) -> JSONValue? { page.map { .string("/page/\($0.number)") } }
    let original = try store.original(of: page.record)?.id
    let view: JSONValue.Members = [
      "id": .integer(Int(page.id.number)), "picture": .string("/picture/\(page.id.number)"),
      "isMissing": .boolean(page.isMissing), "doubts": Doubt.json(queue.entry(of: page.id)?.doubts ?? []),
      "book": try ReceiptBook(store: store, queue: queue).json(for: page), "original": place(original),
      "before": place(neighbours.before), "after": place(neighbours.after),
      "next": place(queue.next(after: page.id, in: QueueFilter(list))),
      "change": access.changeToken.map { .string($0) }, "made": made.map { .integer(Int($0.number)) },
      "corrections": .array(try store.corrections(of: page.id).compactMap { Self.json($0, on: page) }),
    ]
    return WebPage.data(of: page.record, view: view)
  }

  /// A correction that holds, with the line or field of the page that shows it; nil if nothing does.
  private static func json(_ stored: StoredCorrection, on page: StoredPage) -> JSONValue? {
    let key: String
    switch stored.correction.target {
    case .field(let name, let receipt): key = "field \(receipt) \(name)"
    case .receipt(let receipt): key = "receipt \(receipt)"
    case .kind: key = "kind"
    case .page: key = "page"
    case .line:
      guard case .recognised(let reading) = page.record.outcome, let line = reading.line(of: stored.correction) else {
        return nil
      }
      key = "line \(line)"
    }
    return .object(["id": .integer(Int(stored.id.number)), "key": .string(key)])
  }

  /// Makes a correction, or takes one back, and shows what the page says now; with `?try` nothing of it is kept.
  private func change(_ id: PageID, _ request: HTTPRequest) throws -> HTTPResponse? {
    let asked = try? JSONDecoder().decode(ReviewCorrections.Change.self, from: Data(request.body))
    guard let corrections, let change = asked else {
      return .message(
        400, "this is no correction: a JSON object is, such as {\"field\": \"total\", \"value\": \"41000\"}")
    }
    if let fault = change.fault { return .message(400, "\(fault)") }
    // Stops the program that writes files; it starts again later.
    if files != nil {
      files = nil
      filesDue = .now + Self.restBeforeFiles
    }
    if request.arguments["try"] != nil { return try corrections.trial(change, on: id).map { .json(try data(of: $0)) } }
    guard
      let outcome = try corrections.perform(
        change, on: id, doubts: queue.entry(of: id)?.doubts ?? [],
        whileLocked: { storeVersion = try store.changeMark() })
    else { return nil }
    for page in outcome.pages {
      let derived = try store.derived(of: page)
      let settled = try store.corrections(of: page).map(\.correction).settledDoubts
      queue.update(page, derived, settled: settled)
      nextQueue?.update(page, derived, settled: settled)
    }
    filesDue = .now + Self.restBeforeFiles
    return try store.page(id).map { .json(try data(of: $0, made: outcome.made)) }
  }

  // MARK: Files

  /// Readable when there is something to look at in `keepFiles`; nil for nothing.
  var filesDescriptor: CInt? { files.flatMap { $0.descriptor >= 0 ? $0.descriptor : nil } }
  var isWritingFiles: Bool { files != nil }
  /// Whether files are older than their pages.
  var hasOldFiles: Bool { filesDue != nil || files != nil }

  /// Begins to write the files of corrected pages if that is due, and checks the result.
  func keepFiles(tell: (String) -> Void) {
    if let outcome = files?.look() {
      files = nil
      outcome.problems.forEach(tell)
      if !outcome.isDone { filesDue = .now + Self.restBeforeFiles * 10 }
    }
    guard let due = filesDue, due <= .now, files == nil, let corrections else { return }
    filesDue = nil
    do throws(SystemError) { files = try corrections.beginFiles() } catch {
      tell("the files of corrected pages are not written yet: \(error)")
      filesDue = .now + Self.restBeforeFiles * 10
    }
  }

  /// Lets the files be written at once, as nobody will look at a page any more.
  func finishFiles() {
    if filesDue != nil { filesDue = .now }
  }

  // MARK: Pictures

  private func picture(of id: PageID, _ exchange: HTTPDaemon.Exchange) throws -> HTTPResponse? {
    if let picture = pictures.object(forKey: NSNumber(value: id.number)) { return picture.response }
    if let number = making.first(where: { $0.value.page == id })?.key {
      making[number]?.waiting.append(exchange)
      return nil
    }
    // Another scan may have the name of one that is gone.
    guard let page = try store.page(id), let document = try store.document(page.record.path),
      document.entry.digest == page.record.content, let base = try store.base()
    else { return Self.nothing }
    if let preview = PagePreview.svg(of: page.record.outcome) {
      return HTTPResponse(type: "image/svg+xml", body: preview)
    }
    lastNumber += 1
    views.request(lastNumber, page: page.record.index, of: document, below: base)
    making[lastNumber] = (id, [exchange])
    return nil
  }

  /// A picture was made, or can't be; those who wait for it are answered.
  func take(_ number: UInt64, _ outcome: PageViews.Outcome, by daemon: HTTPDaemon) {
    guard let (page, waiting) = making.removeValue(forKey: number) else { return }
    let response: HTTPResponse
    switch outcome {
    case .success(let view):
      let picture = Picture(view)
      pictures.setObject(picture, forKey: NSNumber(value: page.number), cost: view.file.count)
      response = picture.response
    case .failure(let error): response = .message(404, "\(error)")
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
    (queue, nextQueue) = (complete, nil)
  }
}
