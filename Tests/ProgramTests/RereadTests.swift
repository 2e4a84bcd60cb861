import Foundation
import TestSupport
import Testing

/// Pages that another reader reads: kept beside what they show, compared, taken; and lines as training material.
@Suite struct RereadTests {
  private func filled() throws -> Desk {
    let desk = try Desk()
    let scan = Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/cafe-en.png")))
    try desk.put(scan, "cafe.png")
    try desk.put(scan, "copy.png")
    #expect(try desk.run().status == 0)
    return desk
  }

  private func text(_ desk: Desk, _ name: String = "cafe.png") throws -> [String] {
    let file = try #require(try desk.tree()["\(name).p0001.txt"])
    return String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func diff(_ desk: Desk, _ more: String...) throws -> [[String: Any]] {
    let outcome = try desk.hanscan(["diff", "--json", "--out", desk.out] + more)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `another reading is compared with the first by what was put right, and exchanged when asked`() throws {
    let desk = try filled()
    let first = try text(desk)
    #expect(try desk.hanscan(["diff", "--out", desk.out]).errorText.contains("no other reading is kept"))
    let made = try desk.hanscan(["correct", "cafe.png", "--line", "1", "--text", "Paper Boat Café", "--out", desk.out])
    #expect(made.status == 0, "\(made.errorText)")
    #expect(try text(desk, "copy.png").first == "Paper Boat Café")
    let confirmed = try desk.hanscan(["correct", "cafe.png", "--field", "total", "--value", "20.25", "--out", desk.out])
    #expect(confirmed.status == 0, "\(confirmed.errorText)")
    let reread = try desk.run("--set", "tessedit_char_blacklist=0123456789", "--reread")
    #expect(reread.status == 0)
    #expect(reread.read == 1)
    #expect(try text(desk) == ["Paper Boat Café"] + first.dropFirst())
    #expect(try desk.run("--set", "tessedit_char_blacklist=0123456789", "--reread").read == 0)
    let compared = try diff(desk)
    let share = try #require(compared.last)
    #expect(share["pages"] as? Int == 1)
    #expect(share["corrected"] as? Int == 1)
    #expect(share["correctedFields"] as? Int == 1)
    #expect((share["same"] as? Int ?? 0) < (share["lines"] as? Int ?? 0))
    let changes = try #require(compared.first?["changes"] as? [[String: Any]])
    // Without a digit the reader loses the total that a person has confirmed.
    let total = try #require(changes.first { $0["field"] as? String == "total" })
    #expect(total["right"] as? String == "20.25" && total["verdict"] as? String == "worse")
    let gone = try #require(first.first { $0.contains("20.25") })
    #expect(changes.contains { $0["old"] as? String == gone })
    let taken = try desk.hanscan(["diff", "--accept", "--out", desk.out])
    #expect(taken.status == 0 && taken.errorText.contains("1 page exchanged"), "\(taken.errorText)")
    #expect(try text(desk).first == "Paper Boat Café")
    #expect(try !text(desk).contains(gone))
    #expect(try text(desk, "copy.png") == text(desk))
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
    // The first reading is kept in turn, and comes back.
    #expect(try desk.hanscan(["diff", "--accept", "--out", desk.out]).status == 0)
    #expect(try text(desk) == ["Paper Boat Café"] + first.dropFirst())
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
    #expect(try desk.hanscan(["diff", "--reader", "zz", "--out", desk.out]).status == 64)
  }

  @Test func `one page is exchanged and taken back by itself, whatever reader others wait for`() throws {
    let desk = try filled()
    try desk.put(try Samples.bytes("mart-ko.png"), "mart.png")
    #expect(try desk.run().status == 0)
    #expect(try desk.run("--set", "tessedit_char_blacklist=0123456789", "--reread").read == 2)
    let first = try text(desk)
    // The document that represents the content is one of the two; each of them names the page.
    for (name, isFirst) in [("cafe.png", false), ("copy.png", true), ("copy.png", false), ("cafe.png", true)] {
      let taken = try desk.hanscan(["diff", name, "--accept", "--out", desk.out])
      #expect(taken.status == 0 && taken.errorText.contains("1 page exchanged"), "\(taken.errorText)")
      #expect(try (text(desk) == first) == isFirst)
    }
  }

  @Test func `a receipt that is none and the kind of a page stay so whatever reads it, and can be taken back`() throws {
    let desk = try filled()
    func correct(_ words: String...) throws -> ChildProgram.Outcome {
      try desk.hanscan(["correct", "cafe.png"] + words + ["--out", desk.out])
    }
    func output(_ words: String...) throws -> String { try desk.hanscan(words + ["--out", desk.out]).outputText }
    let before = try output("receipts")
    #expect(before.contains("20.25"))
    for words in [
      ["--no-receipt", "2"], ["--no-receipt", "0"], ["--kind", "moon"], ["--kind", "photo", "--checked"],
      ["--no-receipt", "1", "--receipt", "1"], ["--kind", "photo", "--text", "x"],
    ] {
      #expect(try desk.hanscan(["correct", "cafe.png"] + words + ["--out", desk.out]).status == 64, "\(words)")
    }
    #expect(try correct("--no-receipt", "1", "--receipt", "1").errorText.contains("--no-receipt stands alone"))
    #expect(try correct("--field", "total", "--text", "x").errorText.contains("goes with --value, --receipt"))
    #expect(try correct("--no-receipt", "1").outputText.contains("20.25 is no receipt"))
    #expect(try correct("--kind", "photo").outputText.contains("kind: receipt -> photo"))
    func isSo() throws {
      #expect(try output("receipts") == "" && output("search", "total", "--total", "20.25") == "")
      #expect(try output("show", "cafe.png", "--kinds") == "photo (put right by a person)\n")
      let json = try output("show", "cafe.png", "--format", "json")
      #expect(json.contains("\"corrected\": true") && !json.contains("\"receipts\""))
      #expect(try !output("correct", "list").contains("it waits"))
    }
    try isSo()
    let again = try correct("--no-receipt", "1")
    #expect(again.status == 64 && again.errorText.contains("was found to be none"), "\(again.errorText)")
    #expect(try correct("--field", "total", "--value", "1").status == 64)
    #expect(try desk.run("--set", "tessedit_char_blacklist=0123456789", "--reread").read == 1)
    let compared = try diff(desk)
    #expect(compared.last?["correctedFields"] as? Int == 2)
    let changes = try #require(compared.first?["changes"] as? [[String: Any]])
    let receipt = changes.first { $0["field"] as? String == "receipt" }
    #expect((receipt?["old"] as? String)?.contains("20.25") == true && receipt?["right"] as? String == "")
    #expect(try desk.hanscan(["diff", "--accept", "--out", desk.out]).status == 0)
    #expect(try output("receipts") == "" && output("show", "cafe.png", "--kinds") == "photo (put right by a person)\n")
    #expect(try desk.hanscan(["diff", "--accept", "--out", desk.out]).status == 0)
    try isSo()
    // One that is typed in comes behind it, and goes with the same command.
    #expect(try correct("--field", "total", "--value", "5", "--receipt", "2").status == 0)
    #expect(try output("show", "cafe.png", "--fields").hasPrefix("receipt 2\n"))
    #expect(try correct("--no-receipt", "2").status == 0)
    #expect(try output("receipts") == "")
    #expect(try desk.hanscan(["correct", "undo", "1", "2", "3", "--out", desk.out]).status == 0)
    #expect(try output("receipts") == before)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `a correction goes with a scan that is moved, and can be taken back there`() throws {
    let desk = try filled()
    let first = try text(desk)
    try FileManager.default.removeItem(atPath: "\(desk.inbox)/copy.png")
    #expect(try desk.hanscan(["correct", "cafe.png", "--line", "2", "--text", "x y z", "--out", desk.out]).status == 0)
    try FileManager.default.moveItem(atPath: "\(desk.inbox)/cafe.png", toPath: "\(desk.inbox)/moved.png")
    let run = try desk.run()
    #expect(run.status == 0 && run.read == 0)
    #expect(try text(desk, "moved.png")[1] == "x y z")
    #expect(try desk.hanscan(["correct", "undo", "1", "--out", desk.out]).status == 0)
    #expect(try text(desk, "moved.png") == first)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `lines that were put right become pictures with their texts, a scan that is gone is said`() throws {
    let desk = try Desk()
    try desk.put(Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/mart-ko.png"))), "mart.png")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0"]).status == 0)
    for (line, text) in [("1", "종이배 문구점"), ("3", "바른 줄")] {
      let arguments = ["correct", "mart.png", "--line", line, "--text", text, "--out", desk.out]
      #expect(try desk.hanscan(arguments).status == 0)
    }
    let lines = desk.scratch.path(of: "lines")
    let made = try desk.hanscan(["corrections", "export", lines, "--out", desk.out])
    #expect(made.status == 0 && made.errorText.contains("2 lines in"), "\(made.errorText)")
    let files = try desk.tree(lines)
    let texts = files.filter { $0.key.hasSuffix(".gt.txt") }
    #expect(Set(texts.values.map { String(decoding: $0, as: UTF8.self) }) == ["종이배 문구점\n", "바른 줄\n"])
    for name in texts.keys {
      let picture = try #require(files[name.replacingOccurrences(of: ".gt.txt", with: ".png")])
      #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    }
    #expect(files["held-out.txt"] != nil)
    try desk.scratch.write("mine", to: "lines/notes.txt")
    #expect(try desk.hanscan(["correct", "undo", "2", "--out", desk.out]).status == 0)
    #expect(try desk.hanscan(["corrections", "export", lines, "--out", desk.out]).status == 0)
    let left = try desk.tree(lines)
    #expect(left.keys.filter { $0.hasSuffix(".png") }.count == 1 && left["notes.txt"] != nil)
    #expect(left.values.contains(Array("종이배 문구점\n".utf8)) && !left.values.contains(Array("바른 줄\n".utf8)))
    try FileManager.default.removeItem(atPath: "\(desk.inbox)/mart.png")
    let gone = try desk.hanscan(["corrections", "export", lines, "--out", desk.out])
    #expect(gone.status == 65 && gone.errorText.contains("mart.png: "), "\(gone.errorText)")
    #expect(try desk.tree(lines).keys.filter { $0.hasSuffix(".png") }.count == 1)
    #expect(try desk.hanscan(["corrections", "import", lines, "--out", desk.out]).status == 64)
  }
}
