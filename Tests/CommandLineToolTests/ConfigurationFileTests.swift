import Foundation
import RunSupport
import TestSupport
import Testing

@testable import CommandLineTool

/// The parsing of a file with options.
@Suite struct ConfigurationFileTests {
  private func settings(_ text: String) throws -> [ConfigurationFile.Setting] {
    try ConfigurationFile.parsed(text, name: "f", options: RunCommand.options)
  }

  @Test func `a file holds options below a section, with comments and lines that go on`() throws {
    let found = try settings(
      "# c\n; c\n\n[run]\n format = text,json \r\nexclude=*.a\nexclude = *.b, \\\n# c\n  *.c\nstrict = yes\n")
    #expect(
      found == [
        .init(name: "format", value: "text,json", origin: "f:5"), .init(name: "exclude", value: "*.a", origin: "f:6"),
        .init(name: "exclude", value: "*.b, *.c", origin: "f:7"), .init(name: "strict", value: "yes", origin: "f:10"),
      ])
  }

  @Test(
    arguments: [
      ("format = text", "f:1: a line [run]"), ("[list]", "no section [list]"),
      ("[run]\nformatt = text", "f:2: run has"),
      ("[run]\nformat", "'name = value'"), ("[run]\nstrict = maybe", "yes or no"), ("[run]\nout = a\\", "backslash"),
      ("[run]\nconfig = other", "no option 'config'"),
    ])
  func `what can't be understood is refused with its line`(text: String, message: String) {
    #expect { try settings(text) } throws: { ($0 as? RunFailure)?.description.contains(message) == true }
  }

  @Test func `the sample file is understood, with and without its comments, and says what holds without it`() throws {
    let file = Samples.scans.replacingOccurrences(of: "samples/scans", with: "samples/hanscan.conf")
    let shown = try ChildProgram.run(BuiltProgram.path("hanscan"), ["config", "--config", file])
    #expect(shown.status == 0, "\(shown.errorText)")
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for line in try ConfigurationFile.parsed(text, name: "sample", options: RunCommand.options) {
      let option = try #require(RunCommand.options.first { $0.name == line.name })
      let (help, standard) = (RunCommand.text(of: option), line.value.replacing("s", with: " s"))
      #expect(
        help.contains("Default: \(line.value).")
          || help.contains("Default: \(standard)."), "\(line)")
    }
    let all = text.replacing(/(?m)^#(?=[a-z-]+ = )/, with: "")
    let settings = try ConfigurationFile.parsed(all, name: "sample", options: RunCommand.options)
    #expect(settings.count > 8)
  }
}
