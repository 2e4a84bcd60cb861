import Foundation
import Testing
import Understanding

@testable import CommandLineTool

@Suite struct `The quality that show writes` {
  @Test func `has a row for the share of unclear text`() throws {
    let json = #"{"score":90,"reasons":[],"unread":0.5,"measures":{"unclear":0.125}}"#
    let quality = try JSONDecoder().decode(PageQuality.self, from: Data(json.utf8))
    #expect(
      ShowCommand.text(of: quality)
        == "score        90 of 100\nunread       50.0 % of the text\nunclear      12.5 % of the text\n")
  }
}
