import Foundation
import TestSupport
import Testing

/// A reader who tries the commands of the documents in a clone sees the output that they show.
@Suite struct ReadmeTests {
  private static let root = String(Samples.scans.dropLast("/samples/scans".count))

  /// The texts between fences of a document, with the language after the opening one.
  private func fences(of document: String) throws -> [(kind: String, text: String)] {
    let text = try String(contentsOfFile: "\(Self.root)/\(document)", encoding: .utf8)
    return text.components(separatedBy: "\n```").enumerated().compactMap { place, part in
      guard place % 2 == 1, let end = part.firstIndex(of: "\n") else { return nil }
      return (String(part[..<end]), String(part[end...].dropFirst()))
    }
  }

  /// A text without the numbers that differ between runs and machines: times, and the number of workers.
  private func lasting(_ text: String) -> String {
    text.replacing(/in [0-9.]+ m?s, [0-9.]+ pages\/s/, with: "in time").replacing(/, [0-9]+ workers?/, with: "")
      .replacing(/[0-9.]+(초|ms|밀리초) 동안/, with: "동안").replacing(/초당 [0-9.]+쪽/, with: "")
      .replacing(/작업 프로세스 [0-9]+개/, with: "")
  }

  /// Whether two JSON values are alike; confidences may differ in the last digits between processors.
  private func isAlike(_ one: Any, _ other: Any) -> Bool {
    switch (one, other) {
    case (let one as [String: Any], let other as [String: Any]):
      one.keys.sorted() == other.keys.sorted()
        && one.allSatisfy { name, value in
          other[name].map { isAlike(value, $0) } ?? false
        }
    case (let one as [Any], let other as [Any]):
      one.count == other.count && zip(one, other).allSatisfy { isAlike($0, $1) }
    case (let one as Double, let other as Double): abs(one - other) <= 0.001
    default: "\(one)" == "\(other)"
    }
  }

  @Test(arguments: [
    ("C.UTF-8", ["README.md", "Sources/CommandLineTool/Commands.md", "Sources/Bookkeeping/Bookkeeping.md"]),
    ("ko_KR.UTF-8", ["README.ko.md"]),
  ])
  func `each command that a document shows prints what it shows there`(locale: String, documents: [String]) throws {
    let scratch = try ScratchFolder()
    let examples = try documents.flatMap(fences).filter { $0.text.hasPrefix("$ hanscan ") }.flatMap { fence in
      "\n\(fence.text)".components(separatedBy: "\n$ hanscan ").dropFirst()
    }
    #expect(examples.count >= 5)
    for example in examples {
      let lines = example.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      var words = lines[0].split(separator: " ").map { word in word.filter { $0 != "'" } }
      for place in words.indices where place > 0 && words[place - 1] == "--out" {
        words[place] = scratch.path(of: words[place])
      }
      // A reader calls the program in the clone, and sees both of its streams.
      let program = ["-c", "cd \"$0\" && exec \"$@\" 2>&1", Self.root, Desk.program]
      let outcome: ChildProgram.Outcome = try ChildProgram.run(
        "/bin/sh", program + words, environment: ["LC_ALL=\(locale)"])
      #expect(outcome.status == 0, "\(outcome.outputText)")
      let printed = outcome.outputText.replacing("\(scratch.path)/", with: "")
      #expect(lasting(printed) == lasting(lines.dropFirst().joined(separator: "\n") + "\n"), "hanscan \(lines[0])")
    }
    let shown = try #require(try fences(of: "Sources/Export/Formats.md").first { $0.kind == "json" })
    let file = try scratch.read("texts/parking-faded.jpg.p0001.json")
    let page = try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any]
    let line = try #require((page?["lines"] as? [Any])?.first)
    #expect(isAlike(try JSONSerialization.jsonObject(with: Data(shown.text.utf8)), line), "\(line)")
  }
}
