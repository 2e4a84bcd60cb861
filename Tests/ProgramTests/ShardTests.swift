import Foundation
import Glibc
import TestSupport
import Testing

/// An input that is read in parts and joined again.
@Suite struct ShardTests {
  /// Scans of all states, some of several pages, copies of each other in the same and in other folders.
  private func fill(_ desk: Desk) throws {
    for number in 1...9 { try desk.put(Drawing.number(number * 123), "\(number).pnm") }
    for name in ["a", "b", "z"] {
      try desk.put(Drawing.number(246), "\(name)/copy.pnm")
      try desk.put(Drawing.tiff([Drawing.number(7), Drawing.blank(), Drawing.number(8)]), "\(name)/three.tif")
      try desk.put(Drawing.blank(), "\(name)/blank.pnm")
      try desk.put(Array(Drawing.number(9).prefix(700)), "\(name)/cut.pnm")
      try desk.put([], "\(name)/empty.png")
      try desk.put(Drawing.tiff([Drawing.number(10), Drawing.number(11)], losing: true), "\(name)/lost.tif")
      // An archive whose first member is cut off.
      try desk.put(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 20, count: 40), "\(name)/cut.zip")
      try desk.put(Array("words".utf8), "\(name)/notes.txt")
    }
    for name in ["mart-ko.png", "cafe-en.png"] {
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/\(name)")))
      // The same receipt in other bytes is no duplicate, but the same receipt.
      for (place, mark) in ["", "1", "2", "3"].enumerated() {
        try desk.put(bytes + Array(mark.utf8), "r\(place)/\(name)")
      }
    }
  }

  /// A desk with these scans, and three shards of them, read.
  private func divided() throws -> Desk {
    let desk = try Desk()
    try FolderTemplate.fill(desk.scratch, as: "three shards") { folder in
      let model = try Desk()
      try fill(model)
      for part in 1...3 {
        let outcome = try read(model, "\(part)/3")
        #expect(outcome.status == 65 || outcome.status == 0, "\(outcome.errorText)")
      }
      try model.give(["in", "shards"], to: folder)
    }
    return desk
  }

  private func shards(_ desk: Desk) -> String { desk.scratch.path(of: "shards") }

  @discardableResult
  private func read(_ desk: Desk, _ part: String, _ more: String...) throws -> ChildProgram.Outcome {
    try desk.hanscan(["run", desk.inbox, "--out", shards(desk), "--shard", part] + Desk.quick + more)
  }

  private func merge(_ desk: Desk, _ more: String...) throws -> ChildProgram.Outcome {
    try desk.hanscan(["merge", shards(desk), "--out", desk.out] + more)
  }

  static let formats = ["text", "json", "md", "hocr", "tsv", "alto", "page", "csv", "xlsx", "pdf", "html"]

  /// The files of every format, and what can be asked of the store.
  private func exports(_ desk: Desk, of out: String, as formats: [String] = Self.formats) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let folder = desk.scratch.path(of: "export")
    try? FileManager.default.removeItem(atPath: folder)
    let export = try desk.hanscan(
      ["export", "--out", out, "--to", folder, "--format", formats.joined(separator: ",")])
    // A PDF of a file that is no picture can't be made.
    #expect([0, 65].contains(export.status), "\(export.errorText)")
    for (name, bytes) in try desk.tree(folder) { files["export/\(name)"] = bytes }
    for words in [["list", "--json"], ["receipts", "--json"], ["list", "--same"], ["search", "합계"]] {
      files[words.joined(separator: " ")] = try desk.hanscan(words + ["--out", out]).output
    }
    return files
  }

  @Test func `three shards that are joined hold what one machine makes of the input, in every format`() throws {
    let desk = try divided()
    let one = desk.scratch.path(of: "one")
    #expect(try desk.run(out: one).status == 65)
    let merged = try merge(desk, "--base", desk.inbox)
    #expect(merged.status == 0, "\(merged.errorText)")
    let expected = try exports(desk, of: one)
    let found = try exports(desk, of: desk.out)
    #expect(found.keys.sorted() == expected.keys.sorted())
    for (name, bytes) in expected { #expect(found[name] == bytes, "\(name)") }
    #expect(expected["list --same"]?.isEmpty == false)
    #expect(try desk.list("--state", "duplicate").count > 4)
    // The store takes part in everything else: it is sound, and a run over the input finds nothing to do.
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
    #expect(try desk.run().read == 0)
    #expect(try desk.tree() == desk.tree(one))
    // A second time there is nothing to join; what was recorded since stays.
    let again = try merge(desk)
    #expect(again.status == 0)
    #expect(again.errorText.contains("nothing to do"))
  }

  @Test func `shards that are given in another order make the same files and answers`() throws {
    let desk = try divided()
    #expect(try merge(desk).status == 0)
    let expected = try exports(desk, of: desk.out, as: ["json", "csv", "xlsx"])
    for (place, order) in [[3, 1, 2], [2, 3, 1]].enumerated() {
      let joined = desk.scratch.path(of: "joined-\(place)")
      let folders = order.map { "\(shards(desk))/shard-\($0)-of-3" }
      let outcome = try desk.hanscan(["merge"] + folders + ["--out", joined])
      #expect(outcome.status == 0, "\(outcome.errorText)")
      let found = try exports(desk, of: joined, as: ["json", "csv", "xlsx"])
      #expect(found.keys.sorted() == expected.keys.sorted())
      for (name, bytes) in expected { #expect(found[name] == bytes, "\(order): \(name)") }
    }
  }

  @Test func `a page that is lost in a file is lost in its copies, whenever these are met`() throws {
    let lost = Drawing.tiff([Drawing.number(10), Drawing.number(11)], losing: true)
    let (together, apart) = (try Desk(), try Desk())
    for desk in [together, apart] {
      try desk.put(lost, "a.tif")
      if desk === apart { #expect(try desk.run().status == 65) }
      try desk.put(lost, "b.tif")
      #expect(try desk.run().status == 65)
    }
    for part in ["1/2", "2/2"] { try read(apart, part) }
    let joined = apart.scratch.path(of: "joined")
    #expect(try apart.hanscan(["merge", shards(apart), "--out", joined]).status == 0)
    for out in [together.out, apart.out, joined] {
      let states = try apart.hanscan(["list", "--json", "--out", out]).outputText.split(separator: "\n").map { line in
        (try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["state"] as? String
      }
      #expect(
        states == ["recognised", "recognised", "failed", "duplicate", "duplicate", "failed"], "\(out): \(states)")
    }
  }

  @Test func `gaps, doubles and shards that were read otherwise are refused by name`() throws {
    let desk = try Desk()
    for number in 1...12 { try desk.put(Drawing.number(number), "\(number).pnm") }
    for part in [1, 3] { #expect(try read(desk, "\(part)/3").status == 0) }
    func refused(_ words: [String], _ status: CInt, _ text: String) throws {
      let outcome = try desk.hanscan(["merge"] + words + ["--out", desk.out])
      #expect(outcome.status == status, "\(outcome.errorText)")
      #expect(outcome.errorText.contains(text), "\(outcome.errorText)")
      #expect(!FileManager.default.fileExists(atPath: desk.store))
    }
    let folder = { (part: Int) in "\(self.shards(desk))/shard-\(part)-of-3" }
    try refused([shards(desk)], 66, "1 of 3 shards are missing (2)")
    mkdir(folder(2), 0o755)
    try refused([shards(desk)], 66, "shard-2-of-3 is not whole")
    #expect(try read(desk, "2/3", "--exclude", "7.pnm").status == 0)
    try refused([shards(desk)], 64, "shard 2 of 3 (\(folder(2))) has exclude '7.pnm', shard 1 of 3 has ''")
    try FileManager.default.removeItem(atPath: folder(2))
    #expect(try read(desk, "2/3", "--candidates", "3").status == 0)
    try refused([shards(desk)], 64, "shard 2 of 3 (\(folder(2))) has candidates '3', shard 1 of 3 has '1'")
    try FileManager.default.removeItem(atPath: folder(2))
    #expect(try read(desk, "2/3").status == 0)
    try FileManager.default.copyItem(atPath: folder(2), toPath: desk.scratch.path(of: "another"))
    try refused([shards(desk), desk.scratch.path(of: "another")], 64, "are both shard 2 of 3")
    #expect(try read(desk, "1/2").status == 0)
    try refused([shards(desk)], 64, "shards of two divisions")
    try FileManager.default.removeItem(atPath: "\(shards(desk))/shard-1-of-2")
    // The store of another part under the name of this one: the same scans twice.
    let names = try (1...3).map { part in
      try FileManager.default.contentsOfDirectory(atPath: folder(part)).first { $0.hasPrefix("pages-") } ?? ""
    }
    for name in [names[1], "manifest.json"] {
      try FileManager.default.copyItem(atPath: "\(folder(2))/\(name)", toPath: desk.scratch.path(of: name))
    }
    try FileManager.default.removeItem(atPath: folder(2))
    mkdir(folder(2), 0o755)
    try FileManager.default.copyItem(atPath: "\(folder(1))/\(names[0])", toPath: "\(folder(2))/\(names[0])")
    let manifest = try String(contentsOfFile: "\(folder(1))/manifest.json", encoding: .utf8)
    try manifest.replacingOccurrences(of: "\"shard\" : 1", with: "\"shard\" : 2")
      .write(toFile: "\(folder(2))/manifest.json", atomically: true, encoding: .utf8)
    try refused([shards(desk)], 64, "is in shard 1 of 3 and in shard 2 of 3")
    // A store that is not what its manifest says.
    for name in [names[1], "manifest.json"] {
      try? FileManager.default.removeItem(atPath: "\(folder(2))/\(name)")
      try FileManager.default.copyItem(atPath: desk.scratch.path(of: name), toPath: "\(folder(2))/\(name)")
    }
    let store = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(folder(2))/\(names[1])"))
    try store.seekToEnd()
    try store.write(contentsOf: Data([0]))
    try store.close()
    try refused([shards(desk)], 74, "is not what the manifest of shard 2 of 3 says")
    try "{}".write(toFile: "\(folder(2))/manifest.json", atomically: true, encoding: .utf8)
    try refused([shards(desk)], 74, "is damaged")
  }

  @Test func `shards that have met other scans are refused until they are read again`() throws {
    let desk = try Desk()
    for number in 1...6 { try desk.put(Drawing.number(number), "sub/\(number).pnm") }
    #expect(try read(desk, "1/2").status == 0)
    for number in 7...12 { try desk.put(Drawing.number(number), "\(number).pnm") }
    #expect(try read(desk, "2/2").status == 0)
    let refused = try merge(desk)
    #expect(refused.status == 66)
    #expect(
      refused.errorText.contains("held 6 scans") && refused.errorText.contains("again: 1"), "\(refused.errorText)")
    #expect(!FileManager.default.fileExists(atPath: desk.store))
    #expect(try read(desk, "1/2").status == 0)
    #expect(try merge(desk).status == 0)
    #expect(try desk.list().count == 12)
    // Another directory, whose scans have other names.
    try FileManager.default.removeItem(atPath: "\(shards(desk))/shard-2-of-2")
    let part = try desk.hanscan(
      ["run", desk.inbox + "/sub", "--out", shards(desk), "--shard", "2/2"] + Desk.quick)
    #expect(part.status == 0)
    #expect(try merge(desk).status == 66)
  }

  @Test func `the joined store takes another base from the same call`() throws {
    let desk = try Desk()
    for number in 1...4 { try desk.put(Drawing.number(number), "\(number).pnm") }
    for part in 1...2 { try read(desk, "\(part)/2") }
    #expect(try merge(desk).status == 0)
    let moved = desk.scratch.path(of: "moved")
    try FileManager.default.moveItem(atPath: desk.inbox, toPath: moved)
    #expect(try merge(desk, "--base", moved).status == 0)
    let log = RunLog(try desk.hanscan(["run", moved, "--out", desk.out, "--log", "json"] + Desk.quick))
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(log.read == 0)
  }

  @Test func `a store with corrections or of other runs is never replaced`() throws {
    let desk = try Desk()
    for number in 1...4 { try desk.put(Drawing.number(number), "\(number).pnm") }
    #expect(try desk.run().status == 0)
    for part in 1...2 { try read(desk, "\(part)/2") }
    let refused = try merge(desk)
    #expect(refused.status == 64)
    #expect(refused.errorText.contains("is the store of runs"))
    let run = try desk.hanscan(["merge", desk.out, "--out", desk.scratch.path(of: "other")])
    #expect(run.status == 64)
    #expect(run.errorText.contains("holds the store of a run, and no shard"), "\(run.errorText)")
    try FileManager.default.removeItem(atPath: desk.out)
    #expect(try merge(desk).status == 0)
    // New scans: the shards go on from their stores, and are joined anew.
    try desk.put(Drawing.number(5), "5.pnm")
    for part in 1...2 { try read(desk, "\(part)/2") }
    #expect(try merge(desk).status == 0)
    #expect(try desk.list().count == 5)
    #expect(try desk.run().status == 0)
    try desk.put(Drawing.number(6), "6.pnm")
    for part in 1...2 { try read(desk, "\(part)/2") }
    let kept = try merge(desk)
    #expect(kept.status == 64)
    #expect(kept.errorText.contains("holds corrections or runs since"))
    #expect(try desk.list().count == 5)
  }

  @Test func `joining that is killed after any change of a file goes on, and leaves the same`() throws {
    let desk = try divided()
    #expect(try merge(desk).status == 0)
    let expected = try exports(desk, of: desk.out, as: ["json"])
    var kills = 0
    // Each time from the beginning, and each attempt goes some calls further than the one before.
    for step in [3, 10] {
      try FileManager.default.removeItem(atPath: desk.out)
      var call = 0
      repeat {
        call += step
        let words = ["merge", shards(desk), "--out", desk.out]
        let outcome = try desk.hanscan(words, faults: ["HANSCAN_DIE_AT=\(call)"])
        guard outcome.signal == SIGKILL else {
          #expect(outcome.status == 0, "\(outcome.errorText)")
          break
        }
        kills += 1
      } while true
      #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
      let left = try FileManager.default.contentsOfDirectory(atPath: desk.out).sorted()
      #expect(
        left.filter { !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") } == ["hanscan.sqlite", "hanscan.sqlite.lock"])
      let found = try exports(desk, of: desk.out, as: ["json"])
      for (name, bytes) in expected { #expect(found[name] == bytes, "\(name)") }
    }
    #expect(kills > 20)
  }
}
