import Foundation
import TestSupport
import Testing

/// What nobody can mean is said to be so, and is not passed over.
@Suite struct BadRequestTests {
  private let desk: Desk
  private let review: Review
  private let page: String

  init() throws {
    desk = try Desk(samples: ["parking-faded.jpg"])
    review = try Review(desk)
    try review.open()
    page = try #require(try review.pages()["parking-faded.jpg"])
  }

  @Test(arguments: [
    ("{}", "say what is put right"), ("", "JSON object"), ("no JSON", "JSON object"), ("[]", "JSON object"),
    (#"{"field": "totl", "value": "1"}"#, "no field 'totl' among merchant"),
    (#"{"kind": "moon"}"#, "no kind 'moon' among receipt"), (#"{"checked": false}"#, "'checked' is true"),
    (#"{"line": 1}"#, "say what is put right"), (#"{"field": "total", "value": "1", "recipt": 2}"#, "'recipt'"),
    (#"{"undo": 1, "field": "total", "value": "1"}"#, "'undo' stands alone"), (#"{"amount": 5}"#, "'amount'"),
    (#"{"line": "1", "text": "x"}"#, "JSON object"), (#"{"checked": true, "kind": "photo"}"#, "one of them"),
  ])
  func `a change that asks for nothing known is refused in words`(body: String, sentence: String) throws {
    let token = try #require((try review.data(page)["view"] as? [String: Any])?["change"] as? String)
    let headers = [
      "Origin: http://127.0.0.1:\(review.port)", "X-HanScan-Change: \(token)", "Content-Type: application/json",
    ]
    let answer = try review.post(page, body, headers: headers)
    #expect(answer.status == 400 && answer.text.contains(sentence), "\(body): \(answer.status) \(answer.text)")
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.isEmpty)
  }

  @Test(arguments: [
    ("from=garbage", "from", "no day"), ("to=2026-02-30", "to", "no day"), ("least=x", "least", "no amount"),
    ("most=1e5", "most", "no amount"), ("state=moon", "state", "There is no"), ("kind=moon", "kind", "There is no"),
    ("doubt=moon", "doubt", "There is no"), ("total=x", "total", "There is no filter"),
    ("q=6000&from=x", "from", "no day"), ("offset=-1", "offset", "There is no"),
  ])
  func `a filter that is no value is refused, and the page says which`(
    query: String, name: String, sentence: String
  ) throws {
    let answer = try review.get("/?\(query)")
    #expect(answer.status == 400)
    let data = try review.data("/?\(query)")
    #expect((data["faults"] as? [[String: Any]])?.map { $0["name"] as? String } == [name])
    #expect((data["rows"] as? [Any])?.isEmpty == true)
  }

  @Test func `filters in any notation are taken`() throws {
    for query in ["from=2020-01-01&to=2099-12-31", "least=5,000&most=%E2%82%A97,000", "q=", "from=&state=recognised"] {
      #expect(try review.get("/?doubt=all&\(query)").status == 200, "\(query)")
      #expect(try review.data("/?doubt=all&\(query)")["count"] as? Int == 1, "\(query)")
    }
  }

  @Test(arguments: ["en", "ko"])
  func `the sentence stands where the list would`(language: String) throws {
    let browser = try Browser(language: language)
    browser.companions = [desk, review]
    let other = try Review(desk)
    try browser.open(other.address)
    for (query, sentence) in [
      ("from=garbage", language == "en" ? "“garbage” is no day" : "같은 날짜를"),
      ("least=%3Cb%3E", language == "en" ? "“<b>” is no amount" : "같은 금액을"),
      ("total=x", language == "en" ? "no filter “total”" : "그런 조건은"),
    ] {
      try browser.open("http://127.0.0.1:\(other.port)/?\(query)")
      try browser.wait(for: "document.querySelector('main [role=alert]')")
      let text = try browser.text("document.querySelector('main [role=alert]').textContent")
      #expect(text.contains(sentence), "\(text)")
    }
    let file = try desk.browse(file: "hanscan.receipts.html?doubt=all&from=garbage")
    try file.wait(for: "document.querySelector('main [role=alert]')")
  }
}
