import CMicrohttpd
import Glibc
import Support

/// The object that answers the requests of a daemon.
protocol HTTPHandler: AnyObject {
  /// Whether a request is refused by its head alone, before its body is read; nil if it is not.
  func refusal(of head: HTTPRequest) -> HTTPResponse?
  /// The answer; nil if it comes later, by `HTTPDaemon.answer`.
  func answer(_ request: HTTPRequest, as exchange: HTTPDaemon.Exchange) -> HTTPResponse?
}

/// A server on 127.0.0.1 by libmicrohttpd, without threads: its owner waits for `descriptor` and calls `run`.
///
/// It is the only owner of the library's daemon. Everything happens on the thread that calls `run`, which must be the
/// one that made it; the library calls back into this object alone, and only while it lives.
final class HTTPDaemon {
  /// One request on its way to its answer.
  final class Exchange {
    fileprivate var request: HTTPRequest
    fileprivate let connection: OpaquePointer
    fileprivate var response: HTTPResponse?

    fileprivate init(_ request: HTTPRequest, _ connection: OpaquePointer) {
      (self.request, self.connection) = (request, connection)
    }
  }

  /// Limits of one request, and of all together.
  struct Limits: Sendable {
    /// Bytes of a body: a correction is one line of text.
    var body = 64 << 10
    /// Bytes of the request's line and headers.
    var head = 16 << 10
    var connections = 128
    /// For a request, and for taking its answer.
    var patience = Duration.seconds(20)
  }

  private let daemon: OpaquePointer
  private let limits: Limits
  private weak var handler: (any HTTPHandler)?
  fileprivate var connections: ConnectionList<OpaquePointer>
  private let box: Box
  /// Those that wait for their answer; the library must not be stopped before they are resumed.
  private var suspended: [OpaquePointer: Exchange] = [:]

  /// - Parameter port: 0 for any that is free.
  init(port: UInt16, limits: Limits = Limits()) throws(SystemError) {
    let box = Box()
    self.limits = limits
    connections = ConnectionList(most: limits.connections, patience: limits.patience)
    // The library's own limit is higher: it would take no new connection while strangers hold all of them.
    let started = hanscan_http_start(
      port, UInt32(limits.connections + 32), 30, limits.head, Box.answer, Box.connection, Box.completed,
      Unmanaged.passUnretained(box).toOpaque())
    guard let started else { throw SystemError("127.0.0.1:\(port)", errno) }
    (daemon, self.box) = (started, box)
    box.owner = self
  }

  deinit {
    for connection in suspended.keys { MHD_resume_connection(connection) }
    // The library calls back for every open connection.
    MHD_stop_daemon(daemon)
    withExtendedLifetime(box) {}
  }

  /// Readable when `run` has something to do.
  var descriptor: CInt { hanscan_http_descriptor(daemon) }
  var port: UInt16 { hanscan_http_port(daemon) }

  /// Does what can be done without waiting.
  func run(answeringBy handler: any HTTPHandler) {
    self.handler = handler
    for connection in connections.overdue(now: .now) { drop(connection) }
    MHD_run(daemon)
  }

  /// The longest wait until the next call of `run`; nil for no limit.
  var timeout: Duration? {
    var milliseconds: UInt64 = 0
    let isKnown = MHD_get_timeout(daemon, &milliseconds) == MHD_Result.YES
    let own = isKnown ? Duration.milliseconds(Int64(clamping: milliseconds)) : nil
    let due = connections.nextDue.map { max(.zero, $0 - .now) }
    return [own, due].compactMap { $0 }.min()
  }

  /// Answers a request that was waiting.
  func answer(_ exchange: Exchange, _ response: HTTPResponse) {
    guard suspended.removeValue(forKey: exchange.connection) != nil else { return }
    exchange.response = response
    MHD_resume_connection(exchange.connection)
  }

  /// Ends a connection from below; the library notices, and closes it.
  private func drop(_ connection: OpaquePointer) {
    let descriptor = hanscan_http_socket(connection)
    if descriptor >= 0 { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }

  // MARK: Functions that the library calls

  /// The first call for a request: its head is there.
  fileprivate func begin(_ exchange: Exchange) -> MHD_Result {
    guard let handler else { return MHD_Result.NO }
    guard !exchange.request.isAmbiguous else { return queue(.message(400, "A header is given twice."), exchange) }
    if let refusal = handler.refusal(of: exchange.request) { return queue(refusal, exchange) }
    if let length = exchange.request.headers[.contentLength], (Int(length) ?? .max) > limits.body {
      return queue(.message(413, "The request is too large."), exchange)
    }
    return MHD_Result.YES
  }

  /// A piece of the body; one that is too long closes the connection, as nothing can be answered in its midst.
  fileprivate func take(_ piece: UnsafeRawBufferPointer, _ exchange: Exchange) -> MHD_Result {
    guard exchange.request.body.count + piece.count <= limits.body else { return MHD_Result.NO }
    exchange.request.body += piece
    return MHD_Result.YES
  }

  /// The request is complete, or its answer is there.
  fileprivate func finish(_ exchange: Exchange) -> MHD_Result {
    guard let handler else { return MHD_Result.NO }
    if let response = exchange.response { return queue(response, exchange) }
    connections.serve(exchange.connection)
    if let response = handler.answer(exchange.request, as: exchange) { return queue(response, exchange) }
    suspended[exchange.connection] = exchange
    MHD_suspend_connection(exchange.connection)
    return MHD_Result.YES
  }

  private func queue(_ response: HTTPResponse, _ exchange: Exchange) -> MHD_Result {
    connections.answer(exchange.connection, now: .now)
    let made = response.body.withUnsafeBytes { bytes in
      // Copied by the library before the call returns; it takes no pointer to constants.
      MHD_create_response_from_buffer(
        bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), MHD_ResponseMemoryMode.RESPMEM_MUST_COPY)
    }
    guard let made else { return MHD_Result.NO }
    defer { MHD_destroy_response(made) }
    let headers = HTTPResponse.everywhere + response.headers + [("Content-Type", response.type)]
    for (name, value) in headers {
      guard MHD_add_response_header(made, name, value) == MHD_Result.YES else { return MHD_Result.NO }
    }
    return MHD_queue_response(exchange.connection, UInt32(response.status), made)
  }

  /// The library's reference to the owner of a daemon; it outlives the library's daemon.
  final class Box {
    fileprivate weak var owner: HTTPDaemon?

    fileprivate static let connection: MHD_NotifyConnectionCallback = { context, connection, _, what in
      guard let connection, let owner = owner(context) else { return }
      switch what {
      case .CONNECTION_NOTIFY_STARTED:
        if let surplus = owner.connections.open(connection, now: .now) { owner.drop(surplus) }
      default: owner.connections.close(connection)
      }
    }

    fileprivate static let completed: MHD_RequestCompletedCallback = { context, _, slot, _ in
      guard let held = slot?.pointee else { return }
      slot?.pointee = nil
      let exchange = Unmanaged<Exchange>.fromOpaque(held).takeRetainedValue()
      owner(context)?.connections.answer(exchange.connection, now: .now)
    }

    fileprivate static let answer: MHD_AccessHandlerCallback = {
      context, connection, url, method, _, bytes, count, slot in
      guard let connection, let url, let method, let count, let slot, let owner = owner(context) else { return .NO }
      guard let held = slot.pointee else {
        let exchange = Exchange(HTTPRequest(connection, url: url, method: method), connection)
        slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
        return owner.begin(exchange)
      }
      let exchange = Unmanaged<Exchange>.fromOpaque(held).takeUnretainedValue()
      guard count.pointee > 0 else { return owner.finish(exchange) }
      let piece = UnsafeRawBufferPointer(start: bytes, count: count.pointee)
      count.pointee = 0
      return owner.take(piece, exchange)
    }

    private static func owner(_ context: UnsafeMutableRawPointer?) -> HTTPDaemon? {
      context.flatMap { Unmanaged<Box>.fromOpaque($0).takeUnretainedValue().owner }
    }
  }
}

extension HTTPRequest {
  /// Repairs bytes of the path that are no UTF-8; no resource has such a name.
  fileprivate init(_ connection: OpaquePointer, url: UnsafePointer<CChar>, method: UnsafePointer<CChar>) {
    self.init(method: String(cString: method), path: String(cString: url))
    for (name, value) in Self.values(of: connection, MHD_ValueKind.HEADER_KIND) {
      guard let header = Header(rawValue: name.lowercased()) else { continue }
      if headers[header] != nil { isAmbiguous = true }
      headers[header] = headers[header] ?? value.flatMap { String(validatingCString: $0) } ?? ""
    }
    for (name, value) in Self.values(of: connection, MHD_ValueKind.GET_ARGUMENT_KIND) {
      // Bytes that are no UTF-8 are no valid value, but the argument exists.
      arguments[name] = value.map { String(cString: $0) } ?? ""
    }
  }

  private typealias Values = [(name: String, value: UnsafePointer<CChar>?)]

  /// The values of a kind in their order, without names that are no UTF-8.
  private static func values(of connection: OpaquePointer, _ kind: MHD_ValueKind) -> Values {
    var values: Values = []
    let take: MHD_KeyValueIterator = { context, _, name, value in
      guard let name = name.flatMap({ String(validatingCString: $0) }) else { return .YES }
      context?.assumingMemoryBound(to: Values.self).pointee.append((name, value))
      return .YES
    }
    withUnsafeMutablePointer(to: &values) { _ = MHD_get_connection_values(connection, kind, take, $0) }
    return values
  }
}
