import Foundation
import Testing

@testable import Understanding

@Suite struct FormDescriptionTests {
  @Test func `every form in the folder is read, and each of its lines has a known role`() throws {
    let folder = URL(filePath: #filePath)
      .appending(path: "../../../../Sources/Understanding/Forms/Descriptions").standardized
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0 != "labels.form" }
    #expect(FormDescription.all.count == files.count)
    #expect(FormDescription.all.allSatisfy { $0.kind != .unknown && !$0.titles.isEmpty })
    for file in files {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where !line.hasPrefix("#") {
        let role = String(line.prefix { $0 != ":" })
        #expect(["kind", "title"].contains(role) || FormRole.named(role) != nil, "\(file): \(line)")
      }
    }
  }
}
