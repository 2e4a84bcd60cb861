import Foundation
import PageModel
import Testing

@Suite struct PageProblemTests {
  @Test(arguments: [
    ("its \u{1}\u{9B} box", "its \\x01\\xC2\\x9B box"), ("a box '\u{202E}A'", "a box '\\xE2\\x80\\xAEA'"),
    ("unknown brands:\n\ta, b \r\n", "unknown brands: a, b"), ("한 줄, ½ 'C:\\a'", "한 줄, ½ 'C:\\a'"),
  ])
  func `a message that quotes a file is one printable line`(_ text: String, _ line: String) {
    #expect(PageProblem(.damaged, text).message == line)
  }

  @Test func `a message is of bounded length, whatever it quotes`() {
    let message = PageProblem(.damaged, String(repeating: "한\u{7}", count: 5_000)).message
    #expect(message.utf8.count <= 4_000 && message.hasSuffix("…"))
  }

  @Test func `a message that a store or a worker gives is a printable line, too`() throws {
    let json = #"{"code": "truncated", "message": "its \u0001\u202e box"}"#
    let problem = try JSONDecoder().decode(PageProblem.self, from: Data(json.utf8))
    #expect(problem == PageProblem(.truncated, #"its \x01\xE2\x80\xAE box"#))
  }
}
