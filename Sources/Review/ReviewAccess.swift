import Support

/// Who may ask for what: judges requests by host, origin, cookie and secrets, before anything else looks at them.
///
/// The printed address holds a token that is taken once, for a cookie; every change needs a secret besides, which stands
/// in the pages alone. A page of another site can make a browser send requests here, but knows none of the three.
struct ReviewAccess: Sendable {
  private let token = Secret()
  private let session = Secret()
  private let change = Secret()
  private var isTokenTaken = false
  private let hosts: Set<String>
  private let cookieName: String
  private let isReadOnly: Bool

  /// - Parameter port: The server's.
  init(port: UInt16, isReadOnly: Bool) {
    hosts = ["127.0.0.1:\(port)", "localhost:\(port)"]
    // Cookies know no ports: two servers on one machine would take each other's.
    cookieName = "hanscan-\(port)"
    self.isReadOnly = isReadOnly
    address = "http://127.0.0.1:\(port)/?token=\(token.text)"
  }

  /// What is printed for the user to open.
  let address: String
  /// What pages send with a change; nil where nothing may be changed.
  var changeToken: String? { isReadOnly ? nil : change.text }

  /// Why a request is refused, by its head alone; nil for one that is answered.
  func refusal(of head: HTTPRequest) -> HTTPResponse? {
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
    guard isKnown(head) else {
      return .message(
        403,
        "Open the address that 'hanscan review' printed; it opens once, in one browser.\n"
          + "'hanscan review'가 보여 준 주소를 여십시오. 그 주소는 한 브라우저에서 한 번만 열립니다.")
    }
    return head.isReading ? nil : changeRefusal(of: head, host: host)
  }

  /// The answer to the printed address: a cookie in exchange for the token, the first time.
  mutating func session(for request: HTTPRequest) -> HTTPResponse? {
    guard Self.asksForSession(request) else { return nil }
    if isKnown(request) { return .redirect(to: "/") }
    guard !isTokenTaken, token.isKnown(to: request.arguments["token"]) else {
      return .message(
        403,
        "This address has been opened before, or is not the one that was printed. Start 'hanscan review' again.\n"
          + "이미 열린 주소이거나 보여 준 주소가 아닙니다. 'hanscan review'를 다시 시작하십시오.")
    }
    isTokenTaken = true
    var response = HTTPResponse.redirect(to: "/")
    response.headers.append(("Set-Cookie", "\(cookieName)=\(session.text); Path=/; HttpOnly; SameSite=Strict"))
    return response
  }

  private static func asksForSession(_ request: HTTPRequest) -> Bool {
    request.method == "GET" && request.path == "/" && request.arguments["token"] != nil
  }

  private func isKnown(_ request: HTTPRequest) -> Bool {
    session.isKnown(to: request.cookie(cookieName))
  }

  private func changeRefusal(of head: HTTPRequest, host: String) -> HTTPResponse? {
    guard !isReadOnly else { return .message(403, "This server was started with --read-only.") }
    let isOwn = head.headers[.origin] == "http://\(host)" && head.headers[.fetchSite] ?? "same-origin" == "same-origin"
    guard isOwn, change.isKnown(to: head.headers[.changeToken]) else {
      return .message(403, "A change comes from a page of this server alone.")
    }
    let type = head.headers[.contentType]?.prefix { $0 != ";" && $0 != " " }
    guard type == "application/json" else { return .message(415, "A change is a JSON object.") }
    return nil
  }
}
