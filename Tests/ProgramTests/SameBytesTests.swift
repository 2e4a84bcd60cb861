import Foundation
import TestSupport
import Testing

/// The results depend on the scans and the settings alone.
@Suite struct SameBytesTests {
  private func filled() throws -> Desk {
    let names = ["mart-ko.png", "cafe-en.png"]
    return try Desk(
      reading: Dictionary(uniqueKeysWithValues: try names.map { ($0, try Samples.bytes($0)) }), formats: "text,json")
  }

  /// The rows of a store's tables, without the log of corrections and the search index, whose pages depend on the order
  /// of writing.
  private func rows(_ desk: Desk) throws -> String {
    let program = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      names = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
      for (name,) in store.execute(names).fetchall():
          if name != "corrections" and not name.startswith(("search", "sqlite_")):
              for row in sorted(map(repr, store.execute(f"SELECT * FROM {name}"))): print(name, ascii(row))
      """
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-I", "-c", program, desk.store])
    try #require(outcome.status == 0 && !outcome.output.isEmpty, "\(outcome.errorText)")
    return outcome.outputText
  }

  /// The files of the output directory, of an export and of a book, and the answers of the store.
  private func results(_ desk: Desk, environment: [String] = []) throws -> [String: [UInt8]] {
    func hanscan(_ words: [String]) throws -> [UInt8] {
      let outcome = try ChildProgram.run(
        Desk.program, words + ["--out", desk.out], environment: environment)
      #expect(outcome.status == 0, "\(words): \(outcome.errorText)")
      return outcome.output
    }
    var results = try desk.tree()
    let folder = desk.scratch.path(of: "export")
    try? FileManager.default.removeItem(atPath: folder)
    let language = ["--export-language", "ko"]
    _ = try hanscan(["export", "--to", folder, "--format", "md,hocr,alto,csv,xlsx,pdf,html"] + language)
    for (name, bytes) in try desk.tree(folder) { results["export \(name)"] = bytes }
    for words in [
      ["list", "--json"], ["receipts", "--json"], ["search", "합계", "--json"], ["search", "total", "--json"],
    ] { results[words.joined(separator: " ")] = try hanscan(words) }
    return results
  }

  private func compare(_ found: [String: [UInt8]], _ expected: [String: [UInt8]], _ what: String) {
    #expect(found.keys.sorted() == expected.keys.sorted(), "\(what)")
    for (name, bytes) in expected where found[name] != bytes { Issue.record("\(what): \(name) differs") }
  }

  @Test(arguments: [1, 2] as [UInt64])
  func `corrections in a drawn order that are taken back in another leave no trace`(seed: UInt64) throws {
    var random = SeededRandom(seed: seed)
    let desk = try filled()
    // The store keeps the language of the first export, so the rows are those after it.
    let results = try results(desk)
    let rows = try rows(desk)
    let (shop, cafe) = ("mart-ko.png", "cafe-en.png")
    let changes = [
      [shop, "--line", "2", "--text", "e\u{301} \"=x,\u{202E}"], [shop, "--line", "2", "--text", ""],
      [shop, "--field", "total", "--value", "41000"], [shop, "--field", "date", "--value", "2024-02-29"],
      [shop, "--field", "merchant", "--value", "=가,\"\u{200F}👩‍👩‍👧"], [shop, "--kind", "photo"], [shop, "--checked"],
      [cafe, "--no-receipt", "1"], [cafe, "--field", "total", "--value", "7", "--receipt", "2"],
    ]
    for change in changes.shuffled(using: &random) {
      let outcome = try desk.hanscan(["correct"] + change + ["--out", desk.out])
      try #require(outcome.status == 0, "seed \(seed), \(change): \(outcome.errorText)")
    }
    #expect(try self.rows(desk) != rows)
    // That a page was checked is kept only if something is doubtful about it by then.
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText.split(separator: "\n")
    let numbers = list.compactMap { $0.split(separator: " ").first.map(String.init) }.shuffled(using: &random)
    #expect(numbers.count >= changes.count - 1)
    // Some are taken back one by one, and the others together.
    for part in [Array(numbers.prefix(1)), Array(numbers.dropFirst())] {
      let undone = try desk.hanscan(["correct", "undo"] + part + ["--out", desk.out])
      try #require(undone.status == 0, "seed \(seed), \(numbers): \(undone.errorText)")
    }
    #expect(try self.rows(desk) == rows, "seed \(seed)")
    compare(try self.results(desk), results, "seed \(seed)")
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  private static let worlds = [
    ["LC_ALL=C", "LANG=C", "TZ=UTC"], ["LC_ALL=tr_TR.UTF-8", "LANG=tr_TR.UTF-8", "TZ=Pacific/Kiritimati"],
    ["LC_ALL=", "LANG=ko_KR.UTF-8", "TZ=<-11>+11"],
  ]

  @Test func `locale and time zone change no byte of any export`() throws {
    let desk = try filled()
    let expected = try results(desk, environment: Self.worlds[0])
    for world in Self.worlds.dropFirst() { compare(try results(desk, environment: world), expected, "\(world)") }
  }

  @Test func `locale, time zone and the number of jobs change no byte of what a run writes`() throws {
    let desk = try Desk()
    for number in 1...5 { try desk.put(Drawing.number(number * 123), "\(number).pnm") }
    try desk.put(Drawing.tiff([Drawing.number(7), Drawing.blank(), Drawing.number(8)]), "three.tif")
    let options = ["--format", "text,json,csv", "--export-language", "ko"] + Desk.quick
    var expected: [String: [UInt8]] = [:]
    for (jobs, world) in Self.worlds.enumerated() {
      let out = desk.scratch.path(of: "out-\(jobs)")
      let outcome = try ChildProgram.run(
        Desk.program, ["run", desk.inbox, "--out", out, "--jobs", "\(jobs + 1)"] + options, environment: world)
      try #require(outcome.status == 0, "\(outcome.errorText)")
      let files = try desk.tree(out)
      if jobs == 0 { expected = files }
      compare(files, expected, "\(world)")
    }
    #expect(expected.count > 10)
  }
}
