import Foundation
import TestSupport
import Testing

/// What is derived from pages: in every place where it is shown, and for pages of earlier runs without reading them.
@Suite struct DerivedTests {
  private func filled() throws -> Desk {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(1111 * number), "\(number).pnm") }
    try desk.put(Drawing.blank(), "blank.pnm")
    return desk
  }

  private func quality(_ desk: Desk, _ name: String) throws -> [String: Any]? {
    let file = try #require(try desk.tree()["\(name).p0001.json"])
    let page = try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any]
    return page?["quality"] as? [String: Any]
  }

  @Test func `the quality of a page stands in its JSON, in show and in list`() throws {
    let desk = try filled()
    try desk.run()
    let score = try #require(try quality(desk, "1.pnm")?["score"] as? Int)
    #expect(try quality(desk, "blank.pnm") == nil)
    #expect(try desk.list().compactMap { $0["quality"] as? Int }.count == 3)
    #expect(try desk.list("--quality-below", "101").count == 3)
    #expect(try desk.list("--quality-below", "1").isEmpty)
    let scores = try desk.list("--quality-below", "101").compactMap { $0["quality"] as? Int }
    #expect(scores.count == 3)
    let listed = try desk.hanscan(["list", "--quality-below", "101", "--out", desk.out]).outputText
    for score in scores { #expect(listed.contains("score \(score) of 100"), "\(listed)") }
    #expect(try !desk.hanscan(["list", "--out", desk.out]).outputText.contains(" of 100"))
    let shown = try desk.hanscan(["show", "1.pnm", "--quality", "--out", desk.out])
    #expect(shown.outputText.hasPrefix("score        \(score) of 100\n"), "\(shown.outputText)")
    #expect(shown.outputText.contains("text height"))
    let blank = try desk.hanscan(["show", "blank.pnm", "--quality", "--out", desk.out])
    #expect(blank.status == 65)
    #expect(blank.output.isEmpty)
    #expect(try desk.hanscan(["show", "1.pnm", "--quality", "--format", "json", "--out", desk.out]).status == 64)
  }

  @Test func `a page of an earlier run gets what is newly derived, without being read again`() throws {
    let desk = try filled()
    try desk.run()
    let files = try desk.tree()
    // As an older HanScan would have left it: nothing of one page, an earlier version of the next.
    try SQLite.change(
      desk.store,
      """
      DELETE FROM derived WHERE page = (SELECT min(page) FROM derived);
      UPDATE derived SET version = version - 1, value = '{"score":1}' WHERE page = (SELECT max(page) FROM derived);
      """)
    for name in ["1.pnm", "2.pnm", "3.pnm"] { try FileManager.default.removeItem(atPath: "\(desk.inbox)/\(name)") }
    let second = try desk.run()
    #expect(second.status == 0)
    #expect(!second.startedWorkers)
    #expect(second.summary["updated"] as? Int == 2)
    #expect(try desk.tree() == files)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
    #expect(try desk.run().summary["updated"] as? Int == 0)
  }

  @Test func `a page that can't be read back costs no other page its values`() throws {
    let desk = try filled()
    try desk.run()
    try SQLite.change(
      desk.store,
      """
      DELETE FROM derived;
      UPDATE lines SET words = '[' WHERE page = (SELECT min(page) FROM lines);
      """)
    unlink("\(desk.inbox)/3.pnm")
    let second = try desk.run()
    #expect(second.status == 0, "\(second.outcome.errorText)")
    #expect(second.outcome.errorText.contains("gets no new values"))
    #expect(second.summary["missing"] as? Int == 1)
    #expect(try desk.list().compactMap { $0["quality"] as? Int }.count == 2)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 65)
  }

  @Test func `files that a run does not write are known to be older than what was derived`() throws {
    let desk = try filled()
    try desk.run()
    let files = try desk.tree()
    try SQLite.change(desk.store, "UPDATE derived SET version = 0, value = '{\"score\":1}'")
    // The store alone: this run has no directory for files.
    let run = try desk.hanscan(["run", desk.inbox, "--store", desk.store, "--stdout", "--log", "json"] + Desk.quick)
    #expect(RunLog(run).summary["updated"] as? Int == 4)
    #expect(try desk.hanscan(["check", "--out", desk.out]).outputText.contains("is older than its page"))
    #expect(try desk.run().read == 0)
    #expect(try desk.tree() == files)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `schema prints a whole JSON Schema with the shape of everything derived`() throws {
    let outcome = try ChildProgram.run(Desk.program, ["schema"])
    #expect(outcome.status == 0)
    let schema = try JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any]
    let quality = (schema?["properties"] as? [String: Any])?["quality"] as? [String: Any]
    #expect(quality?["properties"] is [String: Any])
  }
}
