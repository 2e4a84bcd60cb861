import Foundation
import PageModel
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

  @Test func `a colon between spaces parts a label from its value`() throws {
    let boxes = [("상호", 20, 60), (":", 110, 5), ("해솔약국", 125, 120)]
    let words = boxes.map { text, x, width in
      Word(text: text, box: Box(x: x, y: 0, width: width, height: text == ":" ? 20 : 30), confidence: 0.9)
    }
    let line = Line(box: Box(x: 20, y: 0, width: 225, height: 30), confidence: 0.9, words: words)
    let page = RecognisedPage(width: 600, height: 800, confidence: 0.9, lines: [line])
    let form = try #require(FormDescription.all.first)
    #expect(FormStretch.all(in: [0], of: page, form).map(\.cell.text) == ["상호", "해솔약국"])
  }
}
