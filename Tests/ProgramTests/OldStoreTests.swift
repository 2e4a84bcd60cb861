import Foundation
import Glibc
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

  /// Each version read the samples, and ran again without one scan and with another renamed; 0.2.0 was told two
  /// corrections before.
  @Test(arguments: [("0.1.0", 2, 26, "ASH = 00 가 0000"), ("0.2.0", 8, 13, "차량번호 00가 0001")])
  func `a store that an earlier version left is migrated and shown, and the next run reads nothing again`(
    version: String, schema: Int, files: Int, line: String
  ) throws {
    let desk = try Desk()
    for name in try FileManager.default.contentsOfDirectory(atPath: Samples.scans) where !name.hasSuffix(".txt") {
      let scan = Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/\(name)")))
      if name != "hardware-tilted.png" { try desk.put(scan, name == "pharmacy-exif-6.jpg" ? "pharmacy.jpg" : name) }
    }
    try unpack(version, to: desk)
    let pages = [
      "blank.jpg", "cafe-en.png", "diner-mixed.png", "hardware-tilted.png", "letter-2-pages.tif", "mart-ko.png",
      "parking-faded.jpg", "pharmacy.jpg", "repeated-mart-ko.png", "statement-3-pages.tif",
    ]
    // A copy of it is as old.
    let copy = desk.scratch.path(of: "copy.sqlite")
    #expect(try desk.hanscan(["backup", copy, "--out", desk.out]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: copy))[60..<64] == Data([0, 0, 0, UInt8(schema)]))
    for isMigrated in [false, true] {
      let list = try desk.hanscan(["list", "--out", desk.out])
      #expect(list.status == 0 && pages.allSatisfy(list.outputText.contains), "\(list.outputText)")
      #expect(list.outputText.contains("hardware-tilted.png") && list.outputText.contains("(of mart-ko.png)"))
      guard !isMigrated else { break }
      // The scans lie elsewhere now.
      let run = try desk.hanscan(
        ["run", desk.inbox, "--out", desk.out, "--base", desk.inbox, "--settle", "0", "--format", "text"])
      #expect(run.status == 0 && run.errorText.contains("9 files, 9 unchanged"), "\(run.errorText)")
      #expect(run.errorText.contains(": 0 read in") && run.errorText.contains("12 earlier pages"), "\(run.errorText)")
      #expect(access("\(desk.store).version\(schema)", R_OK) == 0)
    }
    let receipts = try desk.hanscan(["receipts", "--out", desk.out]).outputText
    #expect(receipts.split(separator: "\n").count == 9)
    #expect(receipts.contains("CAFE  cafe-en.png") && receipts.contains("견본마트  mart-ko.png"), "\(receipts)")
    let parking = try desk.hanscan(["show", "parking-faded.jpg", "--out", desk.out]).outputText
    #expect(parking.split(separator: "\n").dropFirst(2).first == Substring(line))
    // Its files of text did not come along.
    #expect(try desk.hanscan(["check", "--repair", "--out", desk.out]).status == 0)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
    #expect(try desk.tree().count == files)
  }

  private func unpack(_ version: String = "0.2.0", to desk: Desk) throws {
    let packed = "\(Samples.scans)/../../Tests/Stores/\(version).sqlite.gz"
    try desk.scratch.write(try ChildProgram.run("/usr/bin/gzip", ["-dc", packed]).output, to: "out/hanscan.sqlite")
  }

  @Test func `a book, an export and a check before the first run see all receipts of such a store`() throws {
    let desk = try Desk()
    try unpack(to: desk)
    let stream = try desk.hanscan(["export", "--stdout", "--format", "json", "--out", desk.out])
    #expect(stream.status == 0 && stream.errorText.contains("read by an earlier version: 11 pages"))
    let check = try desk.hanscan(["check", "--out", desk.out])
    #expect(check.errorText.contains("read by an earlier version: 11 pages"), "\(check.errorText)")
    #expect(!check.outputText.contains("search index"))
    let export = try desk.hanscan(["export", "--out", desk.out, "--format", "json,csv"])
    #expect(export.status == 0 && !export.errorText.contains("earlier version"), "\(export.errorText)")
    let page = String(decoding: try desk.scratch.read("out/mart-ko.png.p0001.json"), as: UTF8.self)
    #expect(page.contains("\"receipts\""))
    #expect(try desk.hanscan(["receipts", "--out", desk.out]).outputText.split(separator: "\n").count == 9)
  }

  @Test func `receipts that were booked are not booked again by a version that reads them anew`() throws {
    let desk = try Desk()
    try unpack(to: desk)
    let book = ["book", "--out", desk.out, "--program", "beancount"]
    let first = try desk.hanscan(book)
    #expect(first.errorText.contains(" 7 new lines"), "\(first.errorText)")
    try SQLite.change(desk.store, "UPDATE derived SET version = 1 WHERE stage = 'receipts'")
    let second = try desk.hanscan(book)
    #expect(second.errorText.contains(" 0 new lines"), "\(second.errorText)")
    #expect(!second.errorText.contains("it is gone"))
    #expect(try desk.hanscan(["match", "--out", desk.out]).status == 64)
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
