/// A browser's request, with the headers that the server uses.
struct HTTPRequest: Sendable {
  var method: String
  /// Without escapes and without what follows the question mark.
  var path: String
  /// The query by name, without names that are no UTF-8; in values U+FFFD replaces such bytes.
  var arguments: [String: String] = [:]
  /// By their names in lower case; the names in `Header` alone are kept.
  var headers: [Header: String] = [:]
  /// Whether one of these headers is given twice: another program might go by the other one.
  var isAmbiguous = false
  var body: [UInt8] = []

  /// The headers that something is decided by.
  enum Header: String, CaseIterable, Sendable {
    case host, origin, cookie
    case contentType = "content-type"
    case contentLength = "content-length"
    case changeToken = "x-hanscan-change"
    case fetchSite = "sec-fetch-site"
  }

  /// Whether it asks for something and changes nothing.
  var isReading: Bool { method == "GET" || method == "HEAD" }

  /// The value of a cookie; of several, the first.
  func cookie(_ name: String) -> String? {
    let cookies = (headers[.cookie] ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
    return cookies.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
