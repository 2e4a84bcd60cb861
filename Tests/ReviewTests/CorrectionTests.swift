import Foundation
import Glibc
import TestSupport
import Testing

/// Changes by way of the server: who may make them, and what becomes of them.
@Suite struct CorrectionTests {
  private let desk: Desk
  private let review: Review
  private let page: String

  init() throws {
    desk = try Desk(samples: ["parking-faded.jpg"])
    review = try Review(desk)
    try review.open()
    page = try #require(try review.pages()["parking-faded.jpg"])
  }

  private func token() throws -> String {
    try #require((try review.data(page)["view"] as? [String: Any])?["change"] as? String)
  }

  private func headers(_ token: String, origin: String? = nil, type: String = "application/json") -> [String] {
    ["Origin: \(origin ?? "http://127.0.0.1:\(review.port)")", "X-HanScan-Change: \(token)", "Content-Type: \(type)"]
  }

  private let body = #"{"field": "total", "value": "7000", "old": "6000"}"#

  private func total(_ data: [String: Any]) -> [String: Any]? {
    let receipts = (data["page"] as? [String: Any])?["receipts"] as? [[String: Any]]
    return (receipts?.first?["fields"] as? [String: Any])?["total"] as? [String: Any]
  }

  @Test func `pages of other sites change nothing, whatever they send`() throws {
    let token = try token()
    let before = try desk.files()
    let own = "http://127.0.0.1:\(review.port)"
    let refused: [(status: Int, headers: [String])] = [
      (403, headers(token, origin: "http://evil.example")), (403, headers(token, origin: "null")),
      (403, headers(token, origin: "http://127.0.0.1:1")), (403, headers(String(token.reversed()))),
      (403, ["Origin: \(own)", "Content-Type: application/json"]), (403, Array(headers(token).dropFirst())),
      (403, headers(token) + ["Sec-Fetch-Site: cross-site"]), (403, headers(token) + ["Sec-Fetch-Site: same-site"]),
      // What a form can send.
      (415, headers(token, type: "text/plain")), (415, headers(token, type: "application/x-www-form-urlencoded")),
    ]
    for (status, headers) in refused {
      #expect(try review.post(page, body, headers: headers).status == status, "\(headers)")
    }
    // With all that a page of this server sends, but without its cookie.
    let stranger = try RawHTTP.request(
      "POST", page, port: review.port, headers: headers(token), body: Array(body.utf8))
    #expect(stranger?.status == 403)
    #expect(try desk.files() == before)
    #expect(total(try review.data(page))?["value"] as? String == "6000")
  }

  @Test func `a change takes effect at once, and can be taken back`() throws {
    let answer = try review.post(page, body, headers: headers(try token()))
    #expect(answer.status == 200)
    let data = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    #expect(total(data)?["value"] as? String == "7000")
    #expect(total(data)?["corrected"] as? Bool == true)
    #expect(try review.data("/?doubt=unproven")["count"] as? Int == 0)
    let number = try #require((data["view"] as? [String: Any])?["made"] as? Int)
    #expect(try review.post(page, "{\"undo\": \(number)}", headers: headers(try token())).status == 200)
    #expect(total(try review.data(page))?["value"] as? String == "6000")
    #expect(try review.data("/?doubt=unproven")["count"] as? Int == 1)
    #expect(try review.post(page, "{\"undo\": \(number)}", headers: headers(try token())).status != 200)
  }

  @Test func `a change that is tried shows what the page would say, and keeps nothing`() throws {
    let answer = try review.post("\(page)?try=1", body, headers: headers(try token()))
    #expect(answer.status == 200)
    let data = try #require(try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any])
    #expect(total(data)?["value"] as? String == "7000" && total(data)?["corrected"] as? Bool == true)
    #expect(total(try review.data(page))?["value"] as? String == "6000")
    #expect(try review.post("\(page)?try=1", #"{"undo": 1}"#, headers: headers(try token())).status == 404)
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
  }

  @Test func `what is no correction of this page changes nothing`() throws {
    let headers = headers(try token())
    let bodies = [
      "", "{}", "[]", "no JSON", #"{"line": 1}"#, #"{"line": 0, "text": "x"}"#, #"{"line": 9999, "text": "x"}"#,
      #"{"line": -9223372036854775808, "text": "x"}"#, #"{"field": "nothing", "value": "x"}"#,
      #"{"field": "total", "value": "many"}"#, #"{"field": "total", "value": "1", "receipt": 9223372036854775807}"#,
      #"{"field": "total", "value": "1", "receipt": -9223372036854775808}"#, #"{"undo": 77}"#,
      #"{"checked": false}"#, #"{"checked": true, "line": 1, "text": "x"}"#, #"{"checked": 1}"#,
      #"{"checked": true, "text": "x"}"#, #"{"noReceipt": 2}"#, #"{"noReceipt": 0}"#,
      #"{"noReceipt": -9223372036854775808}"#, #"{"noReceipt": 9223372036854775807}"#,
      #"{"noReceipt": 1, "old": "x"}"#, #"{"noReceipt": 1, "kind": "photo"}"#, #"{"kind": "moon"}"#, #"{"kind": ""}"#,
      #"{"kind": "photo", "text": "x"}"#, #"{"kind": "photo", "receipt": 1}"#, #"{"checked": true, "kind": "photo"}"#,
      #"{"line": 1, "text": "x", "field": "total", "value": "1"}"#, #"{"field": "total", "value": "1", "old": "5"}"#,
    ]
    for body in bodies {
      #expect((400..<500).contains(try review.post(page, body, headers: headers).status), "\(body)")
    }
    #expect(try review.post("/page/99", body, headers: headers).status == 404)
    #expect(try review.post("/", body, headers: headers).status == 404)
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
  }

  @Test func `a run that is under way is not disturbed, and says so`() throws {
    let lock = try #require(FileHandle(forUpdatingAtPath: "\(desk.out)/hanscan.sqlite.lock"))
    #expect(flock(lock.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(try review.post(page, body, headers: headers(try token())).status == 423)
    #expect(flock(lock.fileDescriptor, LOCK_UN) == 0)
    #expect(try review.post(page, body, headers: headers(try token())).status == 200)
  }
}
