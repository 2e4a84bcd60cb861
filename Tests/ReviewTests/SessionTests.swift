import Foundation
import TestSupport
import Testing

@testable import Review

/// Sessions of browsers, and two of them at once.
@Suite struct SessionTests {
  private func request(_ target: String, _ cookie: String, token: String? = nil) -> HTTPRequest {
    var request = HTTPRequest(method: "GET", path: target)
    request.headers = [.host: "127.0.0.1:80", .cookie: cookie]
    if let token { request.arguments["token"] = token }
    return request
  }

  @Test func `a signed cookie opens pages until its end, and neither a changed nor a foreign one does`() throws {
    var access = ReviewAccess(port: 80, isReadOnly: false)
    let token = String(try #require(access.address.split(separator: "=").last))
    let opened = access.session(for: request("/", "", token: token), now: 1_000)
    let answer = try #require(opened)
    let header = try #require(answer.response.headers.first { $0.name == "Set-Cookie" }?.value)
    let cookie = String(header.prefix { $0 != ";" })
    #expect(answer.hasNewAddress && !access.address.contains(token))
    let end = 1_000 + ReviewAccess.sessionSeconds
    #expect(access.refusal(of: request("/", cookie), now: end - 1) == nil)
    #expect(access.refusal(of: request("/", cookie), now: end)?.status == 403)
    let later = cookie.replacing("\(end)", with: "\(end + 1)")
    for stolen in [later, cookie + "0", String(cookie.dropLast()), "hanscan-80=\(end)", "hanscan-80=\(end).", ""] {
      #expect(access.refusal(of: request("/", stolen), now: 1_000)?.status == 403, "\(stolen)")
    }
    #expect(ReviewAccess(port: 80, isReadOnly: false).refusal(of: request("/", cookie), now: 1_000)?.status == 403)
    let renewed = String(access.renewal(now: end - 1).value.prefix { $0 != ";" })
    #expect(access.refusal(of: request("/", renewed), now: end)?.status == nil)
  }

  @Test func `a new address opens another browser, and what one of them changes the other can't overwrite unseen`()
    throws
  {
    let desk = try Desk(samples: ["parking-faded.jpg"])
    let review = try Review(desk)
    try review.open()
    let printed = try #require(review.program.message(with: "for another browser"))
    let other = try Visitor(address: String(try #require(printed.split(separator: " ").last)))
    try other.open()
    let page = try #require(try other.pages()["parking-faded.jpg"])
    func change(_ visitor: Visitor, _ value: String, old: String) throws -> RawHTTP.Answer {
      let token = try #require((try visitor.data(page)["view"] as? [String: Any])?["change"] as? String)
      return try visitor.post(
        page, "{\"field\": \"total\", \"value\": \"\(value)\", \"old\": \"\(old)\"}",
        headers: [
          "Origin: http://127.0.0.1:\(visitor.port)", "X-HanScan-Change: \(token)", "Content-Type: application/json",
        ])
    }
    #expect(try change(review, "7000", old: "6000").status == 200)
    let refused = try change(other, "8000", old: "6000")
    #expect(refused.status == 409 && refused.text.contains("7000"), "\(refused.text)")
    #expect(try change(other, "8000", old: "7000").status == 200)
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    #expect(list.contains("-> 7000") && list.contains("-> 8000"), "\(list)")
  }
}
