import Support
import PageModel
import Testing
import Understanding

@testable import Export

@Suite struct NamePatternTests {
  private static let fields =
    #""merchant":{"value":"가/나: \"<마트>\"..","text":"","lines":[],"box":{"x":0,"y":0,"width":1,"height":1},"#
    + #""confidence":1,"proof":"read"},"date":{"value":"2025-03-14","text":"","lines":[],"#
    + #""box":{"x":0,"y":0,"width":1,"height":1},"confidence":1,"proof":"read"}"#

  private static func page(_ path: String, fields: String?) -> PageRecord {
    var page = Pages.record(.recognised(Pages.reading), path: ScanPath(path))
    let json = fields.map {
      #"[{"box":{"x":0,"y":0,"width":1,"height":1},"lines":[],"fields":{\#($0)},"items":[],"checks":[]}]"#
    }
    page.derived[ReceiptsStage.name] = DerivedValues.Value(version: ReceiptsStage.version, json: json)
    return page
  }

  private func name(_ pattern: String, _ page: PageRecord) throws -> String {
    try NamePattern(pattern).components(of: page).map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
  }

  @Test(arguments: [
    ("{date}_{merchant}_{total}", "2025-03-14_가-나- --마트--.._unknown"),
    ("{year}/{month}/{name}", "2025/03/IMG 1"), ("../{date}/./x", "2025-03-14/x"), ("  .{date} ", "2025-03-14"),
    ("{merchant}", "가-나- --마트--"),
  ]) func `fields take their places, and nothing leaves the folder`(pattern: String, expected: String) throws {
    #expect(try name(pattern, Self.page("a/IMG 1.JPG", fields: Self.fields)) == expected)
  }

  @Test func `a scan without any of the fields keeps its own name`() throws {
    #expect(try name("{date}_{total}", Self.page("a/b.c.png", fields: nil)) == "b.c")
    #expect(try name("{date}_{total}", Self.page("..", fields: nil)) == "unknown")
    #expect(NamePattern.suffix(of: ScanPath("a/b.c.JPEG")) == ".jpeg")
    #expect(NamePattern.suffix(of: ScanPath("a/.hidden")) == "")
    #expect(NamePattern.suffix(of: ScanPath("a.b c")) == "")
  }

  @Test func `a name is never longer than a file system takes`() throws {
    let long = Self.page(String(repeating: "한", count: 85), fields: nil)
    let components = try NamePattern("{name}").components(of: long)
    #expect(components.count == 1 && components[0].count <= 200)
    #expect(String(validating: components[0], as: UTF8.self) != nil)
  }

  @Test(arguments: ["", "plain", "{", "}", "{date", "{nothing}", "a}b{date}", "{}"])
  func `a pattern that names nothing is refused`(pattern: String) {
    #expect(throws: TextFault.self) { try NamePattern(pattern) }
  }
}
