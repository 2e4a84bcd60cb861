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

  @Test func `a change that asks for nothing known is refused in words`() throws {
    let token = try #require((try review.data(page)["view"] as? [String: Any])?["change"] as? String)
    let headers = [
      "Origin: http://127.0.0.1:\(review.port)", "X-HanScan-Change: \(token)", "Content-Type: application/json",
    ]
    for (body, sentence) in [
      ("{}", "say what is put right"), ("", "JSON object"), ("no JSON", "JSON object"), ("[]", "JSON object"),
      (#"{"field": "totl", "value": "1"}"#, "no field 'totl' among merchant"),
      (#"{"kind": "moon"}"#, "no kind 'moon' among receipt"), (#"{"checked": false}"#, "'checked' is true"),
      (#"{"line": 1}"#, "say what is put right"), (#"{"field": "total", "value": "1", "recipt": 2}"#, "'recipt'"),
      (#"{"undo": 1, "field": "total", "value": "1"}"#, "'undo' stands alone"), (#"{"amount": 5}"#, "'amount'"),
      (#"{"line": "1", "text": "x"}"#, "JSON object"), (#"{"checked": true, "kind": "photo"}"#, "one of them"),
    ] {
      let answer = try review.post(page, body, headers: headers)
      #expect(answer.status == 400 && answer.text.contains(sentence), "\(body): \(answer.status) \(answer.text)")
      // The same in Korean, for a page in that language.
      let korean = answer.text.split(separator: "\n").dropFirst().joined()
      #expect(korean.unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) }, "\(answer.text)")
      let listed = try desk.hanscan(["correct", "list", "--out", desk.out])
      #expect(listed.status == 0 && listed.outputText.isEmpty, "\(body): \(listed.outputText)")
    }
  }

  @Test func `a filter that is no value is refused, and nothing is listed in its place`() throws {
    for (query, name) in [
      ("from=garbage", "from"), ("to=2026-02-30", "to"), ("least=x", "least"), ("most=1e5", "most"),
      ("most=51.000", "most"),
      ("state=moon", "state"), ("kind=moon", "kind"), ("doubt=moon", "doubt"), ("total=x", "total"),
      ("from=2026-03-02&to=2026-03-01", "from..to"), ("least=5,001&most=5,000", "least..most"),
      ("q=6000&from=x", "from"), ("offset=-1", "offset"), ("from=%FF", "from"),
    ] {
      let answer = try review.get("/?\(query)")
      #expect(answer.status == 400, "\(query)")
      let data = try review.data("/?\(query)")
      #expect((data["faults"] as? [[String: Any]])?.map { $0["name"] as? String } == [name], "\(query)")
      #expect((data["rows"] as? [Any])?.isEmpty == true, "\(query)")
    }
  }

  @Test func `what is too much to search for is not cut short, and what is no text is not passed over`() throws {
    for query in [String(repeating: "6", count: 201), "%FF", "%22%22"] {
      let data = try review.data("/?q=\(query)")
      #expect(data["isImpossible"] as? Bool == true && (data["rows"] as? [Any])?.isEmpty == true, "\(query)")
    }
  }

  @Test func `filters in any notation are taken`() throws {
    for query in ["from=2020-01-01&to=2099-12-31", "least=5,000&most=%E2%82%A97,000", "q=", "from=&state=recognised"] {
      #expect(try review.get("/?doubt=all&\(query)").status == 200, "\(query)")
      #expect(try review.data("/?doubt=all&\(query)")["count"] as? Int == 1, "\(query)")
    }
  }

  @Test(.enabled(if: Browser.isThere), arguments: ["en", "ko"])
  func `the sentence stands where the list would`(language: String) throws {
    let browser = try Browser(language: language)
    browser.companions = [desk, review]
    let other = try Review(desk)
    try browser.open(other.address)
    for (query, sentence) in [
      ("from=garbage", language == "en" ? "“garbage” is no day" : "형식의 날짜를"),
      ("least=%3Cb%3E", language == "en" ? "“<b>” is no amount" : "형식의 금액을"),
      ("from=2026-03-02&to=2026-03-01", language == "en" ? "after the last one" : "종료일보다"),
      ("total=x", language == "en" ? "no filter “total”" : "없는 조건"),
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
