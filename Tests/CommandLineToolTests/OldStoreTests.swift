import Foundation
import TestSupport
import Testing

/// A store that an earlier version left: the next run brings it up to date, without reading a picture.
@Suite struct OldStoreTests {
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
