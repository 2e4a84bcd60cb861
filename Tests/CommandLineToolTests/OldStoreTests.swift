import Foundation
import TestSupport
import Testing

/// A store that an earlier version left: the next run brings it up to date, without reading a picture.
@Suite struct OldStoreTests {
  @Test func `a store of version 2 gets baselines with new pages, and its old pages what can be derived`() throws {
    let desk = try Desk()
    for number in 1...2 { try desk.put(Drawing.number(1111 * number), "\(number).pnm") }
    try desk.run()
    // What version 2 knew of these pages, in the tables that it had.
    try SQLite.change(
      desk.store,
      """
      DROP TABLE derived;
      DROP TABLE receipts;
      DROP TABLE shops;
      DROP TABLE same_pages;
      DROP TABLE trace_keys;
      DROP TABLE traces;
      DROP TABLE corrections;
      DROP TABLE readings;
      DROP TABLE search;
      DELETE FROM facts WHERE name = 'search';
      ALTER TABLE pages DROP COLUMN picture;
      ALTER TABLE lines DROP COLUMN baseline;
      ALTER TABLE pages DROP COLUMN signals;
      INSERT INTO lines (page, ordinal, kind, block, x, y, width, height, confidence, words)
        SELECT pages.id, 9, 'scrap', 0, 1, 1, 2, 2, 0.1, '[]' FROM pages JOIN documents ON documents.id = document
        WHERE path = CAST('2.pnm' AS BLOB);
      PRAGMA user_version = 2;
      """)
    let texts = try desk.tree().filter { $0.key.hasSuffix(".txt") }
    try desk.put(Drawing.number(3333), "3.pnm")
    let run = try desk.run()
    #expect(run.status == 0)
    #expect(run.read == 1)
    #expect(run.summary["updated"] as? Int == 2)
    let files = try desk.tree()
    for (name, text) in texts { #expect(files[name] == text) }
    for (number, hasBaseline) in [(1, false), (2, false), (3, true)] {
      let file = try #require(files["\(number).pnm.p0001.json"])
      let page = try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
      let lines = try #require(page["lines"] as? [[String: Any]])
      #expect(lines.contains { $0["baseline"] != nil } == hasBaseline)
      #expect(lines.contains { $0["kind"] as? String == "noise" } == (number == 2))
      #expect(page["quality"] is [String: Any])
      #expect(page["version"] as? Int == 2)
    }
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
    // The pages that were there are in the search index, too.
    for number in 1...2 {
      let found = try desk.hanscan(["search", String(1111 * number), "--out", desk.out]).outputText
      #expect(found.hasPrefix("\(number).pnm\n"), "\(found)")
    }
    let elsewhere = desk.scratch.path(of: "elsewhere")
    #expect(try desk.hanscan(["export", "--out", desk.out, "--to", elsewhere, "--format", "text,json"]).status == 0)
    #expect(try desk.tree(elsewhere) == files)
  }

  @Test func `a file that an earlier version could not read is read by the first run that can`() throws {
    let desk = try Desk()
    try desk.put(HEIFSample.heic, "phone.heic")
    try desk.put(HEIFSample.avif, "phone.avif")
    try desk.put(Array("words".utf8), "notes.txt")
    let first = try desk.run()
    #expect(first.read == 2)
    let texts = try desk.tree()
    #expect(String(decoding: texts["phone.heic.p0001.txt"] ?? [], as: UTF8.self) == "1212\n")
    #expect(texts["phone.avif.p0001.txt"] == texts["phone.heic.p0001.txt"])
    // What a version that did not read HEIF left.
    try SQLite.change(
      desk.store,
      """
      DELETE FROM facts WHERE name = 'formats';
      DELETE FROM lines;
      DELETE FROM files;
      UPDATE pages SET state = 'unsupported', problem = pages.problem, text = NULL, width = NULL, height = NULL,
        confidence = NULL, preparation = NULL
        WHERE content IN (SELECT content FROM documents WHERE kind = 'heif');
      UPDATE pages SET problem = (SELECT problem FROM pages WHERE problem IS NOT NULL LIMIT 1)
        WHERE state = 'unsupported';
      """)
    let second = try desk.run()
    #expect(second.read == 2)
    #expect(second.status == 0)
    #expect(try desk.tree() == texts)
    #expect(try desk.run().unchanged == 3)
  }

  @Test(arguments: [["--prepare", "none", "--psm", "6"], ["--psm", "6"], []])
  func `every line of text has a baseline in the lower half of its box or just below`(options: [String]) throws {
    let desk = try Desk()
    let run = try desk.hanscan(
      ["run", "\(Samples.scans)/cafe-en.png", "--stdout", "--format", "json", "--settle", "0", "--lang", "eng"]
        + options)
    let page = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    let lines = try #require(page["lines"] as? [[String: Any]]).filter { $0["kind"] as? String == "text" }
    #expect(lines.count > 5)
    for line in lines {
      let box = try #require(line["box"] as? [String: Double])
      let baseline = try #require(line["baseline"] as? [String: Double], "\(line["text"] ?? "")")
      let (x, y, width, height) = (box["x"] ?? 0, box["y"] ?? 0, box["width"] ?? 0, box["height"] ?? 0)
      for end in ["1", "2"] {
        let place = try #require(baseline["y" + end])
        #expect(place > y + height * 0.4 && place < y + height * 1.3, "\(line["text"] ?? ""): \(place) in \(box)")
      }
      #expect(abs((baseline["x1"] ?? 0) - x) <= height && abs((baseline["x2"] ?? 0) - x - width) <= height)
    }
  }
}
