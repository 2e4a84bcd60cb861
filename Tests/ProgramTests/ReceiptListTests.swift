import Foundation
import TestSupport
import Testing

/// What is asked of many receipts: lists by what they say, what was scanned twice, and words of the user's own.
@Suite struct ReceiptListTests {
  private static let options = ["--settle", "0", "--format", "json"]

  /// A desk with a receipt, the same in a file of other bytes, and another one; all read.
  private func filled() throws -> Desk {
    let mart = try Samples.bytes("mart-ko.png")
    // What stands behind a picture's end is no part of the picture, but the file is another.
    let files = ["a.png": mart, "b.png": mart + [0], "c.png": try Samples.bytes("cafe-en.png")]
    return try Desk(reading: files, formats: "json")
  }

  private func page(_ desk: Desk, _ name: String) throws -> [String: Any] {
    let file = try #require(try desk.tree()["\(name).p0001.json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
  }

  @Test func `a receipt in two files is the same in JSON, in the lists and to compare, and exported once`() throws {
    let desk = try filled()
    for (name, other) in [("a.png", "b.png"), ("b.png", "a.png")] {
      let same = try #require(try page(desk, name)["sameAs"] as? [[String: Any]])
      #expect(same.map { $0["document"] as? String } == [other])
      #expect(same.first?["similarity"] as? Double == 1)
      #expect((same.first?["by"] as? String)?.contains("total") == true)
    }
    #expect(try page(desk, "c.png")["sameAs"] == nil)
    #expect(try desk.list("--same").compactMap { $0["path"] as? String } == ["a.png", "b.png"])
    let listed = try desk.hanscan(["list", "--same", "--out", desk.out]).outputText
    #expect(listed.contains("same as b.png (100 %)") && !listed.contains("c.png"))
    let once = try desk.hanscan(["export", "--stdout", "--once", "--format", "json", "--out", desk.out]).outputText
    #expect(once.split(separator: "\n").count == 2)
    #expect(!once.contains("\"path\":\"b.png\""))
    let lines = try desk.hanscan(["receipts", "--once", "--out", desk.out]).outputText.split(separator: "\n")
    #expect(lines.count == 2)
    let alike = try desk.hanscan(["compare", "a.png", "b.png", "--out", desk.out])
    #expect(alike.status == 0 && alike.outputText.hasPrefix("100 % of the digits agree: the same receipt"))
    let other = try desk.hanscan(["compare", "a.png", "c.png", "--json", "--out", desk.out])
    let found = try JSONSerialization.jsonObject(with: Data(other.output)) as? [String: Any]
    #expect(found?["same"] as? Bool == false)
    #expect(try desk.hanscan(["compare", "a.png", "--out", desk.out]).status == 64)
    #expect(try desk.hanscan(["compare", "a.png", "moon.png", "--out", desk.out]).status == 66)
    // The file goes, and with its page what was known of it.
    try desk.put(try Samples.bytes("cafe-en.png") + [0], "b.png")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out] + Self.options).status == 0)
    #expect(try page(desk, "a.png")["sameAs"] == nil)
    #expect((try page(desk, "c.png")["sameAs"] as? [[String: Any]])?.first?["document"] as? String == "b.png")
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `pages are listed by what their receipts say, with their kinds, and a run sums its receipts up`() throws {
    let desk = try filled()
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.scratch.path(of: "anew")] + Self.options)
    #expect(run.errorText.contains("hanscan: 3 receipts, "))
    #expect(run.errorText.contains(" KRW, ") && run.errorText.contains(" proven, "))
    let all = try desk.list()
    #expect(all.count == 3)
    let labels = all.compactMap { ($0["kinds"] as? [[String: Any]])?.first?["label"] as? String }
    #expect(labels == ["receipt", "receipt", "receipt"])
    #expect(try desk.list("--from", "2025-03-14", "--to", "2025-03-14").count >= 2)
    #expect(try desk.list("--from", "2099-01-01").isEmpty)
    #expect(try desk.list("--total-above", "0").count == 3)
    #expect(try desk.list("--total-below", "1").isEmpty)
    #expect(try desk.list("--merchant", "no such shop").isEmpty)
    for wrong in [
      ["--total-below", "much"], ["--from", "2026-03-02", "--to", "2026-03-01"],
      ["--total-above", "5,000", "--total-below", "5000"],
    ] {
      #expect(try desk.hanscan(["list", "--out", desk.out] + wrong).status == 64, "\(wrong)")
    }
    let shown = try desk.hanscan(["show", "a.png", "--kinds", "--out", desk.out])
    #expect(shown.outputText.hasPrefix("receipt (0."))
    #expect(try desk.hanscan(["list", "--out", desk.out]).outputText.contains("a.png  receipt (0."))
    #expect(try desk.hanscan(["show", "a.png", "--kinds", "--fields", "--out", desk.out]).status == 64)
  }

  @Test func `a user's words name shops for ever, and old pages get them without being read`() throws {
    let desk = try filled()
    let rows = try desk.hanscan(["receipts", "--csv", "--out", desk.out]).outputText.split(separator: "\r\n")
    let cells = try #require(rows.dropFirst().first?.split(separator: ","))
    let number = try #require(cells.first { $0.wholeMatch(of: /\d{3}-\d{2}-\d{5}/) != nil })
    #expect(number.count == 12)
    try desk.scratch.write(Array("[shop]\n\(number) = The Paper Boat\n".utf8), to: "words.txt")
    let words = desk.scratch.path(of: "words.txt")
    let run = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--lexicon", words, "--log", "json"] + Self.options)
    #expect(RunLog(run).summary["updated"] as? Int == 3)
    #expect(RunLog(run).read == 0)
    #expect(try desk.list("--merchant", "paper boat").count >= 2)
    // Later runs go by the same words, and an empty file takes them back.
    let later = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--log", "json"] + Self.options)
    #expect(RunLog(later).summary["updated"] as? Int == 0)
    #expect(try desk.hanscan(["receipts", "--out", desk.out]).errorText.isEmpty)
    try desk.scratch.write([], to: "none.txt")
    let none = ["--lexicon", desk.scratch.path(of: "none.txt")]
    let last = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--log", "json"] + none + Self.options)
    #expect(RunLog(last).summary["updated"] as? Int == 3)
    #expect(try desk.list("--merchant", "paper boat").isEmpty)
  }

  @Test func `words that are none, or that are not there, are refused before anything is made`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.scratch.write(Array("[total]\n합계\n[moon]\n".utf8), to: "words.txt")
    let wrong = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--lexicon", desk.scratch.path(of: "words.txt")] + Self.options)
    #expect(wrong.status == 64)
    #expect(wrong.errorText.contains("words.txt line 3: no section [moon]"), "\(wrong.errorText)")
    #expect(!FileManager.default.fileExists(atPath: desk.out))
    try desk.scratch.write([0xC7, 0xD5, 0xB0, 0xE8], to: "korean.txt")
    let foreign = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--lexicon", desk.scratch.path(of: "korean.txt")] + Self.options)
    #expect(foreign.status == 64 && foreign.errorText.contains("iconv -f CP949"), "\(foreign.errorText)")
    let missing = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--lexicon", "/no/such/file"] + Self.options)
    #expect(missing.status == 66)
  }

  @Test func `an accepted contradiction of a tax is listed with the unproven totals`() throws {
    let desk = try filled()
    #expect(try !desk.hanscan(["receipts", "--unproven", "--out", desk.out]).outputText.contains("a.png"))
    let made = try desk.hanscan(["correct", "a.png", "--field", "tax", "--value", "1", "--out", desk.out])
    #expect(made.status == 0 && made.errorText.contains("a.png: a check contradicts tax 1: "), "\(made.errorText)")
    let listed = try desk.hanscan(["receipts", "--unproven", "--out", desk.out]).outputText
    #expect(listed.contains("a.png") && !listed.contains("b.png"), "\(listed)")
    #expect(try desk.list("--unproven").compactMap { $0["path"] as? String } == ["a.png"])
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `a value that is confirmed once it was given is listed once, and twice in JSON`() throws {
    let desk = try filled()
    func correct(_ value: String) throws {
      let made = try desk.hanscan(["correct", "c.png", "--field", "total", "--value", value, "--out", desk.out])
      #expect(made.status == 0 && made.errorText.contains("contradicts") == (value != "20.25"), "\(made.errorText)")
    }
    func lines(_ more: String...) throws -> Int {
      try desk.hanscan(["correct", "list", "--out", desk.out] + more).outputText.split(separator: "\n").count
    }
    try correct("20.25")
    #expect(try lines() == 1)
    for value in ["2000188", "2000188"] { try correct(value) }
    #expect(try lines() == 2 && lines("--json") == 3)
    try correct("20.25")
    #expect(try lines() == 3)
  }

  @Test func `receipts says how many pages wait for this version`() throws {
    let desk = try filled()
    #expect(try desk.hanscan(["receipts", "--out", desk.out]).errorText.isEmpty)
    try SQLite.change(desk.store, "UPDATE derived SET version = version - 1 WHERE stage = 'receipts'")
    let outcome = try desk.hanscan(["receipts", "--out", desk.out])
    #expect(outcome.errorText.contains("read by an earlier version: 3 pages"), "\(outcome.errorText)")
    #expect(outcome.status == 0)
    let fields = try desk.hanscan(["show", "first", "--fields", "--out", desk.out])
    #expect(fields.status == 65)
    #expect(fields.errorText.contains("read by an earlier version"), "\(fields.errorText)")
    // Nothing is typed in over what is not known yet.
    let correct = ["correct", "first", "--field", "total", "--value", "1", "--out", desk.out]
    let early = try desk.hanscan(correct)
    #expect(early.status == 64)
    #expect(early.errorText.contains("read by an earlier version"), "\(early.errorText)")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out] + Self.options).status == 0)
    #expect(try desk.hanscan(correct).status == 0)
  }
}
