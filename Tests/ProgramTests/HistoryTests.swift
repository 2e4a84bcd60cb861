import Foundation
import Glibc
import TestSupport
import Testing

/// Runs over time, as a table, as JSON and as a picture.
@Suite struct HistoryTests {
  /// A store of six runs of four pages each; the pages of the last three lie askew.
  private func desk() throws -> Desk {
    let desk = try Desk()
    for run in 1...6 {
      for page in 1...4 { try desk.put(Drawing.number(1000 * run + page), "\(run)-\(page).pnm") }
      try desk.run()
    }
    try SQLite.change(
      desk.store,
      """
      UPDATE runs SET started = '2026-03-0' || id || 'T21:00:00Z';
      UPDATE derived SET value = json_set(value, '$.score', 90, '$.skew',
        CASE WHEN (SELECT run FROM pages WHERE id = page) > 3 THEN 1.8 ELSE 0.1 END) WHERE stage = 'quality';
      """)
    return desk
  }

  @Test func `each run has its medians, and what lasts is said in a sentence`() throws {
    let desk = try desk()
    let picture = desk.scratch.path(of: "history.svg")
    let shown = try desk.hanscan(["history", "--out", desk.out, "--svg", picture])
    #expect(shown.status == 0, "\(shown.errorText)")
    let lines = shown.outputText.split(separator: "\n")
    #expect(lines.filter { $0.contains("2026-03-0") && $0.contains("1.8°") && !$0.contains("Since") }.count == 3)
    #expect(shown.outputText.contains("Since the run of 2026-03-04 pages lie askew by 1.8° clockwise"))
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.hasPrefix("<svg ") && svg.contains("<polyline"))
    let outcome = try ChildProgram.run(
      "/usr/bin/python3", ["-I", "-c", "import sys, xml.dom.minidom as m; m.parse(sys.argv[1])", picture])
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }

  @Test func `for programs each run and each change is an object`() throws {
    let desk = try desk()
    let outcome = try desk.hanscan(["history", "--out", desk.out, "--json"])
    let objects = try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(objects.compactMap { $0["run"] as? Int } == [1, 2, 3, 4, 5, 6])
    #expect(objects.first?["quality"] as? Double == 90)
    #expect(objects.last?["trend"] as? String == "skew")
    #expect(objects.last?["since"] as? Int == 4)
  }

  @Test func `a file that is no picture of ours is not written over, be it the store`() throws {
    let desk = try desk()
    let note = try desk.scratch.write("mine", to: "note.txt")
    let pipe = desk.scratch.path(of: "pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let link = desk.scratch.path(of: "link.svg")
    try #require(symlink(pipe, link) == 0)
    for place in [desk.store, note, pipe, link, desk.out] {
      let outcome = try desk.hanscan(["history", "--out", desk.out, "--svg", place])
      #expect(outcome.status == 64 && outcome.output.isEmpty, "\(place): \(outcome.errorText)")
    }
    #expect(try desk.list().count == 24)
    #expect(try String(contentsOfFile: note, encoding: .utf8) == "mine")
    var facts = stat()
    #expect(stat(pipe, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
    // An earlier one is, and so is an empty file.
    let picture = try desk.scratch.write("", to: "history.svg")
    for _ in 0..<2 { #expect(try desk.hanscan(["history", "--out", desk.out, "--svg", picture]).status == 0) }
    #expect(try String(contentsOfFile: picture, encoding: .utf8).hasPrefix("<svg "))
  }

  @Test func `of several runs on a day the sentence names the time, and no skew is below none by nothing`() throws {
    let desk = try desk()
    try SQLite.change(
      desk.store,
      """
      UPDATE runs SET started = '2026-03-02T0' || id || ':30:00Z';
      UPDATE derived SET value = json_set(value, '$.skew', -0.04) WHERE stage = 'quality'
        AND (SELECT run FROM pages WHERE id = page) < 4;
      """)
    let shown = try desk.hanscan(["history", "--out", desk.out]).outputText
    #expect(shown.contains("Since the run of 2026-03-02 04:30 UTC pages lie askew by 1.8° clockwise"), "\(shown)")
    #expect(shown.contains("     0.0°") && !shown.contains("-0.0"), "\(shown)")
  }

  @Test func `a store without pages, a damaged value and a place that is none`() throws {
    let desk = try Desk()
    try desk.run()
    #expect(try desk.hanscan(["history", "--out", desk.out]).outputText == "no run has read a page yet\n")
    try desk.put(Drawing.number(1111), "1.pnm")
    try desk.run()
    try SQLite.change(desk.store, "UPDATE derived SET value = '{\"score\":'")
    let damaged = try desk.hanscan(["history", "--out", desk.out])
    #expect(damaged.status == 0)
    #expect(damaged.outputText.contains("-"))
    let nowhere = try desk.hanscan(["history", "--out", desk.out, "--svg", desk.scratch.path(of: "no/such/x.svg")])
    #expect(nowhere.status == 73)
    #expect(try desk.hanscan(["history", "more", "--out", desk.out]).status == 64)
  }
}
