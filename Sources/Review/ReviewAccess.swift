import Support

/// The rules of access: judges requests by host, origin, cookie and secrets, before anything else looks at them.
///
/// The printed address holds a one-time token. The server exchanges it for a signed cookie that expires. It then prints a
/// new address, for another browser or for the time after that. A change also needs a secret that only the pages contain.
/// A page of another site can make a browser send requests here, but knows neither the token, the cookie nor the secret.
struct ReviewAccess: Sendable {
  private var token = Secret()
  /// Authenticates the cookies: only this server makes valid ones, and none is valid after it has expired.
  private let key = Secret()
  private let change = Secret()
  private let hosts: Set<String>
  private let cookieName: String
  private let isReadOnly: Bool
  private let port: UInt16

  /// The time that a cookie is valid; each page that is opened renews it.
  static let sessionSeconds = 12 * 3600

  /// - Parameter port: The server's.
  init(port: UInt16, isReadOnly: Bool) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Cookies know no ports: two servers on one machine would take each other's.
    cookieName = "hanscan-\(port)"
    (self.isReadOnly, self.port) = (isReadOnly, port)
  }

  /// The address that the server prints; it opens one browser.
  var address: String { "http://127.0.0.1:\(port)/?token=\(token.text)" }
  /// The token that pages send with a change; nil if the review is read-only.
  var changeToken: String? { isReadOnly ? nil : change.text }

  /// The refusal of a request, from its head alone; nil for an accepted one.
  ///
  /// - Parameter now: Seconds since 1970.
  func refusal(of head: HTTPRequest, now: Int) -> HTTPResponse? {
    // A name that an attacker's DNS leads here is none of ours (rebinding).
    guard let host = head.headers[.host], hosts.contains(host) else {
      return .message(403, "This server answers as 127.0.0.1 alone.")
    }
    guard head.isReading || head.method == "POST" else {
      var response = HTTPResponse.message(405, "This server takes GET, HEAD and POST.")
      response.headers.append(("Allow", "GET, HEAD, POST"))
      return response
    }
    if Self.asksForSession(head) { return nil }
    guard isKnown(head, now: now) else {
      let ended: Message =
        "This browser has no session, or its session has ended. Open the last address that 'hanscan review' printed."
      // Scripts show the answer to a change or a picture as text.
      let isPage = head.isReading && !head.path.hasPrefix("/picture/")
      return isPage ? .notice(403, ended) : .message(403, ended)
    }
    return head.isReading ? nil : changeRefusal(of: head, host: host)
  }

  /// The answer to the printed address: a cookie in exchange for the token, and a new token.
  ///
  /// - Returns: The answer, and whether there is a new address to print; nil for another request.
  mutating func session(for request: HTTPRequest, now: Int) -> (response: HTTPResponse, hasNewAddress: Bool)? {
    guard Self.asksForSession(request) else { return nil }
    let isOpen = isKnown(request, now: now)
    guard isOpen || token.isKnown(to: request.arguments["token"]) else {
      return (.notice(403, "This address has been opened before, or is not the one that was printed last."), false)
    }
    var response = HTTPResponse.message(303, "/")
    response.headers += [("Location", "/"), renewal(now: now)]
    if !isOpen { token = Secret() }
    return (response, !isOpen)
  }

  /// A header that lets the session of a browser go on.
  func renewal(now: Int) -> (name: String, value: String) {
    let end = now + Self.sessionSeconds
    let attributes = "Path=/; Max-Age=\(Self.sessionSeconds); HttpOnly; SameSite=Strict"
    return ("Set-Cookie", "\(cookieName)=\(end).\(signature(of: end)); \(attributes)")
  }

  private static func asksForSession(_ request: HTTPRequest) -> Bool {
    request.method == "GET" && request.path == "/" && request.arguments["token"] != nil
  }

  private func isKnown(_ request: HTTPRequest, now: Int) -> Bool {
    let parts = (request.cookie(cookieName) ?? "").split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let end = Int(parts[0]), "\(end)" == parts[0], now < end else { return false }
    return Secret(signature(of: end)).isKnown(to: String(parts[1]))
  }

  /// HMAC-SHA256 of the end of a session.
  private func signature(of end: Int) -> String { key.authentication(of: "\(cookieName) \(end)") }

  private func changeRefusal(of head: HTTPRequest, host: String) -> HTTPResponse? {
    guard !isReadOnly else { return .message(403, "This server was started with --read-only.") }
    let isOwn = head.headers[.origin] == "http://\(host)" && head.headers[.fetchSite] ?? "same-origin" == "same-origin"
    guard isOwn, change.isKnown(to: head.headers[.changeToken]) else {
      return .message(403, "A change comes from a page of this server alone.")
    }
    let type = head.headers[.contentType]?.prefix { $0 != ";" && $0 != " " }
    return type == "application/json" ? nil : .message(415, "A change is a JSON object.")
  }
}
