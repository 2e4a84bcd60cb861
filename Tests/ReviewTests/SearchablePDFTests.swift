import Foundation
import TestSupport
import Testing

/// Words of an exported PDF, searched by Chromium's own viewer.
@Suite(.enabled(if: Browser.isThere)) struct SearchablePDFTests {
  @Test func `a search for a word of two syllables in an exported PDF lands on the word`() throws {
    let desk = try Desk(samples: ["mart-ko.png"])
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "pdf,json"]).status == 0)
    let json = Data(try desk.scratch.read("out/mart-ko.png.p0001.json"))
    let page = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
    let lines = try #require(page["lines"] as? [[String: Any]])
    let text = lines.compactMap { $0["text"] as? String }.joined(separator: " ")
    var words: [(text: String, box: [String: Double])] = []
    for word in lines.flatMap({ $0["words"] as? [[String: Any]] ?? [] }) {
      let name = word["text"] as? String ?? ""
      let isHangul = name.unicodeScalars.allSatisfy { (0xAC00...0xD7A3).contains($0.value) }
      guard name.count == 2, isHangul, text.ranges(of: name).count == 1 else { continue }
      words.append((name, try #require(word["box"] as? [String: Double])))
    }
    try #require(words.count > 8)
    let searched = [words[0], words[words.count / 2], words[words.count - 1]]
    let file = "\(desk.out)/mart-ko.png.pdf"
    let found = try ChildProgram.run(
      "/usr/bin/python3", [Self.viewer, file, "150"] + searched.map(\.text) + ["하마"], within: 1800)
    try #require(found.status == 0, "\(found.errorText)")
    let answers = found.outputText.split(separator: "\n").map(String.init)
    try #require(answers.count == 4 && answers[3] == "nothing", "\(answers)")
    let facts = try ChildProgram.run("/usr/bin/pdfinfo", [file]).outputText
    let points = try #require(facts.firstMatch(of: /Page size: +([\d.]+) x/).flatMap { Double($0.1) })
    let marks = answers.dropLast().map { $0.split(separator: " ").compactMap { Double($0) } }
    try #require(marks.allSatisfy { $0.count == 4 }, "\(answers)")
    let boxes = searched.map { word in ["x", "y", "width", "height"].map { word.box[$0] ?? 0 } }
    // Of an inch the page has 72 points, and the window 96 pixels at its natural size, or as many as make whole pages.
    let scale = (marks[2][1] - marks[0][1]) / (boxes[2][1] - boxes[0][1])
    let nominal = points / (page["width"] as? Double ?? 1) * 1.5 * 96 / 72
    #expect(abs(scale / nominal - 1) < 0.03)
    for (mark, box) in zip(marks, boxes) {
      #expect(abs(mark[2] - mark[0] - box[2] * scale) < 5, "\(mark), \(box)")
      #expect(abs(mark[3] - mark[1] - box[3] * scale) < 5, "\(mark), \(box)")
      // Where the page begins in the window is the viewer's affair, but it is one place.
      #expect(abs(mark[0] - marks[0][0] - (box[0] - boxes[0][0]) * scale) < 5, "\(mark), \(box)")
      #expect(abs(mark[1] - marks[0][1] - (box[1] - boxes[0][1]) * scale) < 5, "\(mark), \(box)")
    }
  }

  private static let viewer: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    return parts.joined(separator: "/") + "/Documents/viewer.py"
  }()
}
