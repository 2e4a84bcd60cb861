import Support

/// A response to a browser.
struct HTTPResponse: Sendable {
  var status = 200
  var type: String
  var body: [UInt8]
  /// Besides those that every response has.
  var headers: [(name: String, value: String)] = []

  static func html(_ text: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, type: "text/html; charset=utf-8", body: Array(text.utf8))
  }

  static func json(_ bytes: [UInt8]) -> HTTPResponse {
    HTTPResponse(type: "application/json; charset=utf-8", body: bytes)
  }

  /// A short message for a person: in English, and in Korean on the line below, as only the page knows its language.
  static func message(_ status: Int, _ message: Message) -> HTTPResponse {
    let text = "\(message)\n\(message.text(in: .korean))\n"
    return HTTPResponse(status: status, type: "text/plain; charset=utf-8", body: Array(text.utf8))
  }

  /// A sentence in both languages as a page of its own, for a person who opened an address.
  static func notice(_ status: Int, _ message: Message) -> HTTPResponse {
    let head = "<meta charset=\"utf-8\"><meta name=\"color-scheme\" content=\"light dark\"><title>HanScan</title>"
    let text = "<h1>HanScan</h1>\n<p>\(message)</p>\n<p lang=\"ko\">\(message.text(in: .korean))</p>"
    let page = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\(head)</head>\n<body><main>\(text)</main></body>\n</html>\n"
    return .html(page, status: status)
  }

  /// The headers of every response.
  ///
  /// No script and no style but those of this server; nothing from elsewhere, nothing inside of other pages; nothing is
  /// kept by the browser, as receipts are nobody else's business.
  static let everywhere: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), microphone=(), geolocation=()"),
    ("Cache-Control", "no-store"),
  ]
}
