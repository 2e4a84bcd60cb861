import Foundation
import Support
import Testing
import Understanding

@testable import Export

/// The texts of the pages for a browser, in both languages.
@Suite struct PageTextsTests {
  private func texts(_ language: String) throws -> [String: Any] {
    let page = WebPage.html(.queue, title: "HanScan", data: Array("{}".utf8))
    let start = try #require(page.range(of: "id=\"texts\">"))
    let end = try #require(page.range(of: "</script>", range: start.upperBound..<page.endIndex))
    let all = try JSONSerialization.jsonObject(with: Data(page[start.upperBound..<end.lowerBound].utf8))
    return try #require((all as? [String: [String: Any]])?[language])
  }

  private func names(_ value: Any, _ name: String = "") -> Set<String> {
    guard let group = value as? [String: Any] else { return [name] }
    return Set(group.flatMap { names($0.value, "\(name)/\($0.key)") })
  }

  @Test func `both languages have the same texts`() throws {
    let (english, korean) = (names(try texts("en")), names(try texts("ko")))
    #expect(english.symmetricDifference(korean).isEmpty && english.count > 200)
  }

  @Test func `Korean has one word for a thing, on pages as in messages`() throws {
    let korean = try texts("ko")
    for group in ["fieldNames", "kinds", "states", "payments", "reasons"] {
      for (name, word) in try #require(korean[group] as? [String: String]) {
        #expect(Message(stringLiteral: name).text(in: .korean) == word, "\(group)/\(name)")
      }
    }
    let proofs = try #require(korean["proofs"] as? [String: String])
    for name in ["proven", "read", "computed", "conflict"] {
      #expect(Message(stringLiteral: name).text(in: .korean) == proofs[name], "\(name)")
    }
    #expect(("e-document" as Message).text(in: .korean) == proofs["document"])
    for name in FieldName.allCases {
      #expect((korean["fieldNames"] as? [String: String])?[name.rawValue] != nil, "\(name)")
    }
  }
}
