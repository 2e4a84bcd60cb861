import Foundation
import TestSupport
import Testing

/// What comes out: streams, single pages, listings, exported files.
@Suite struct ResultTests {
  private func filled() throws -> Desk {
    let desk = try Desk()
    for number in [1, 2, 10] { try desk.put(Drawing.number(1111 * number), "scan\(number).pnm") }
    try desk.put(Drawing.tiff([Drawing.number(1212), Drawing.blank(), Drawing.number(2121)]), "scan3.tif")
    try desk.put(Drawing.number(1111), "scan4.pnm")
    try desk.put(Array("words".utf8), "scan5.txt")
    return desk
  }

  private static let order = [
    "scan1.pnm:1", "scan2.pnm:1", "scan3.tif:1", "scan3.tif:2", "scan3.tif:3", "scan4.pnm:1", "scan5.txt:1",
    "scan10.pnm:1",
  ]

  @Test func `--stdout gives pages in natural order, text between form feeds, and keeps nothing`() throws {
    let desk = try filled()
    let outcome = try desk.hanscan(["run", desk.inbox, "--stdout", "--jobs", "3"] + Desk.quick)
    #expect(outcome.status == 0)
    let pages = outcome.outputText.split(separator: "\u{0C}", omittingEmptySubsequences: false)
    #expect(pages.count == 8)
    #expect(pages.first == "1111\n")
    #expect(pages[3] == "")
    #expect(pages[5] == "1111\n")
    #expect(pages[6] == "")
    #expect(!FileManager.default.fileExists(atPath: desk.out))
    // The same by a list on standard input.
    let list = try desk.hanscan(
      ["run", "--stdout", "--files-from", "-", "--null"] + Desk.quick,
      input: Array("\(desk.inbox)/scan2.pnm\0\(desk.inbox)/scan1.pnm\0".utf8))
    #expect(list.status == 0)
    let listed = list.outputText.split(separator: "\u{0C}")
    #expect(listed == [pages[1], pages[0]])
    let lines = try desk.hanscan(
      ["run", "--stdout", "--files-from", "-"] + Desk.quick, input: Array("\(desk.inbox)/scan1.pnm\n".utf8))
    #expect(lines.outputText == "1111\n")
  }

  @Test func `--stdout with --out keeps the store there, writes no files and reads nothing twice`() throws {
    let desk = try filled()
    // The output lies in the input: its files are no scans.
    let out = desk.inbox + "/results"
    let arguments = ["run", desk.inbox, "--stdout", "--format", "json", "--out", out, "--log", "json"] + Desk.quick
    let first = try desk.hanscan(arguments)
    #expect(first.status == 0)
    #expect(RunLog(first).read == 6)
    #expect(try desk.tree(out).isEmpty)
    let second = try desk.hanscan(arguments)
    #expect(second.output == first.output)
    #expect(RunLog(second).read == 0)
    #expect(RunLog(second).summary["files"] as? Int == 6)
    let names = try first.outputText.split(separator: "\n").map { line -> String in
      let page = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      return "\((page["source"] as? [String: Any])?["path"] ?? "?"):\(page["page"] ?? "?")"
    }
    #expect(names == Self.order)
  }

  @Test func `standard output that is full or closed is an error of output`() throws {
    let desk = try filled()
    for place in ["/dev/full", "&-"] {
      let script = "exec \"$0\" run \"$1\" --stdout --settle 0 --level fast --lang eng >\(place)"
      let outcome = try ChildProgram.run("/bin/sh", ["-c", script, Desk.program, desk.inbox])
      #expect(outcome.status == 74, "\(outcome.errorText)")
    }
    #expect(try desk.run().status == 0)
    for command in ["list", "export --stdout", "show first", "list --help"] {
      let script = "exec \"$0\" \(command) --out \"$1\" >/dev/full"
      #expect(try ChildProgram.run("/bin/sh", ["-c", script, Desk.program, desk.out]).status == 74, "\(command)")
    }
  }

  @Test func `show gives a page, its neighbours and the ends, and says why there is nothing`() throws {
    let desk = try filled()
    try desk.run()
    func show(_ arguments: String...) throws -> ChildProgram.Outcome {
      try desk.hanscan(["show", "--out", desk.out] + arguments)
    }
    #expect(try show("scan1.pnm").outputText == "1111\n")
    #expect(try show("first").outputText == "1111\n")
    #expect(try show("scan2.pnm", "--previous").outputText == "1111\n")
    #expect(try show("scan3.tif:3").output == show("scan4.pnm", "--previous").output)
    #expect(try show("scan3.tif:2").output.isEmpty)
    #expect(try show("last", "--next").status == 66)
    #expect(try show("first", "--previous").status == 66)
    #expect(try show("scan3.tif:4").status == 66)
    let reason = try show("scan5.txt")
    #expect(reason.status == 65)
    #expect(reason.errorText.contains("unsupported"))
    let json = try show("scan4.pnm", "--format", "json")
    #expect(json.outputText.contains("\"duplicate\""))
  }

  @Test func `list gives every page in order with its state, and filters`() throws {
    let desk = try filled()
    try desk.run()
    let pages = try desk.list()
    #expect(pages.map { "\($0["path"] ?? "?"):\($0["page"] ?? "?")" } == Self.order)
    #expect(try desk.list("--state", "blank,duplicate").count == 2)
    let text = try desk.hanscan(["list", "--out", desk.out])
    #expect(text.outputText.split(separator: "\n").first?.hasPrefix("recognised") == true)
    #expect(text.outputText.contains("page 2 of 3"))
  }

  @Test func `export makes the files of a run again, there or elsewhere`() throws {
    let desk = try filled()
    try desk.run()
    let files = try desk.tree()
    let elsewhere = desk.scratch.path(of: "elsewhere")
    let export = try desk.hanscan(["export", "--out", desk.out, "--to", elsewhere, "--format", "text,json"])
    #expect(export.status == 0)
    #expect(try desk.tree(elsewhere) == files)
    #expect(
      export.outputText.split(separator: "\n").sorted().map(String.init)
        == files.keys.sorted().map { "\(elsewhere)/\($0)" })
    for name in files.keys { try FileManager.default.removeItem(atPath: "\(desk.out)/\(name)") }
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "text,json"]).status == 0)
    #expect(try desk.tree() == files)
    let stream = try desk.hanscan(["export", "--out", desk.out, "--stdout"])
    #expect(stream.outputText.split(separator: "\u{0C}", omittingEmptySubsequences: false).count == 8)
  }

  @Test func `a format that is asked for later is made without reading`() throws {
    let desk = try filled()
    try desk.hanscan(["run", desk.inbox, "--out", desk.out] + Desk.quick)
    #expect(try desk.tree().keys.allSatisfy { $0.hasSuffix(".txt") })
    let second = try desk.run()
    #expect(second.read == 0)
    #expect(!second.startedWorkers)
    let quiet = desk.scratch.path(of: "quiet")
    try desk.run(out: quiet)
    #expect(try desk.tree() == desk.tree(quiet))
  }

  @Test func `every page that a run writes is valid by the schema`() throws {
    let desk = try filled()
    try desk.put([], "empty.png")
    try desk.run()
    let program = """
      import glob, json, sys
      try:
          from jsonschema import Draft202012Validator
      except ImportError:
          sys.exit("python3-jsonschema is missing: apt-get install python3-jsonschema")
      validator = Draft202012Validator(json.load(open(sys.argv[1], encoding="utf-8")))
      for path in sorted(glob.glob(sys.argv[2] + "/*.json")):
          page = json.load(open(path, encoding="utf-8"))
          problems = [problem.message for problem in validator.iter_errors(page)]
          print(page["state"], problems[0][:200] if problems else "valid")
      """
    let schema = try desk.scratch.write(desk.hanscan(["schema"]).output, to: "schema.json")
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-I", "-c", program, schema, desk.out])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let verdicts = outcome.outputText.split(separator: "\n")
    #expect(verdicts.count == 9)
    #expect(verdicts.allSatisfy { $0.hasSuffix(" valid") }, "\(outcome.outputText)")
    #expect(Set(verdicts.compactMap { $0.split(separator: " ").first }).count == 5)
  }

  @Test func `a letter is read by the network for documents in a worker's sandbox`() throws {
    func confidences(_ more: [String] = []) throws -> [String: [Double]] {
      let desk = try Desk()
      try desk.put(Samples.bytes("letter-2-pages.tif"), "letter.tif")
      let options = ["--format", "json", "--settle", "0", "--level", "fast", "--quiet"] + more
      #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out] + options).status == 0)
      return try desk.tree().filter { $0.key.hasSuffix(".json") }.mapValues { bytes in
        let page = try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any]
        let lines = page?["lines"] as? [[String: Any]] ?? []
        return lines.flatMap { $0["words"] as? [[String: Any]] ?? [] }.compactMap { $0["confidence"] as? Double }
      }
    }
    let (both, one) = (try confidences(), try confidences(["--without", "document-network"]))
    // The first page is Korean, and the same network reads it either way.
    let korean = try #require(both["letter.tif.p0001.json"])
    let english = try #require(both["letter.tif.p0002.json"])
    #expect(one["letter.tif.p0001.json"] == korean)
    #expect(one["letter.tif.p0002.json"] != english)
    #expect(korean.count > 20)
    #expect(english.count > 20)
  }
}
