import Foundation
import PageModel
import Testing
import Understanding

@testable import Export

/// The schema against real output, judged by Debian's python3-jsonschema.
@Suite struct PageSchemaTests {
  @Test func `every page that is written is valid, and the schema itself too`() throws {
    var cut = Pages.reading
    cut.preparation?.warnings = PictureWarning.allCases
    var stamped = Pages.reading
    stamped.signals = stamped.signals ?? PageSignals()
    stamped.signals?.seals = [Pages.reading.box]
    stamped.signals?.handwriting = Pages.reading.lines.flatMap(\.words).map(\.box)
    var joined = Pages.derived
    let own = joined.derived.value(of: ReceiptsStage.self) ?? []
    var receipt = try #require(own.first)
    (receipt.pages, receipt.otherLines, receipt.otherTags) = ([1, 2], ["TOTAL 7"], ["trip"])
    joined.derived[ReceiptsStage.name]?.json = DerivedValues.encoded([receipt])
    joined.derived[JoinedReceipts.name] = DerivedValues.Value(
      version: JoinedReceipts.version,
      json: DerivedValues.encoded(JoinedReceipts.Value(pages: [1, 2], receipts: own)))
    var second = joined
    second.derived[ReceiptsStage.name]?.json = nil
    var gone = Pages.recognised
    gone.isMissing = true
    let pages = Pages.all + [Pages.record(.recognised(cut)), Pages.record(.recognised(stamped)), joined, second, gone]
    let verdicts = try judge(pages.map { JSONExporter().streamed($0, original: nil, position: 0) })
    for (page, verdict) in zip(pages, verdicts) { #expect(verdict == "valid", "\(page.path)") }
  }

  @Test func `what is no page is refused`() throws {
    let changes: [(page: PageRecord, what: String, change: (inout [String: Any]) -> Void)] = [
      (Pages.recognised, "a later version", { $0["version"] = 3 }),
      (Pages.recognised, "no version", { $0["version"] = nil }),
      (Pages.recognised, "another schema", { $0["schema"] = "urn:other" }),
      (Pages.recognised, "an unknown state", { $0["state"] = "lost" }),
      (Pages.recognised, "an unknown member", { $0["run"] = 7 }),
      (Pages.recognised, "no text", { $0["text"] = nil }),
      (Pages.recognised, "no lines", { $0["lines"] = nil }),
      (Pages.recognised, "no content", { $0["content"] = nil }),
      (Pages.recognised, "a content that is no digest", { $0["content"] = "xyz" }),
      (Pages.recognised, "a page number 0", { $0["page"] = 0 }),
      (Pages.recognised, "a confidence above 1", { $0["confidence"] = 1.5 }),
      (Pages.recognised, "a reason to fail", { $0["problem"] = ["code": "empty", "message": "x"] }),
      (Pages.recognised, "a turn by 45 degrees", { Self.change(&$0, "preparation") { $0["rotation"] = 45 } }),
      (Pages.recognised, "a source without a path", { $0["source"] = [String: Any]() }),
      (Pages.recognised, "a line without words", { Self.changeLine(&$0) { $0["words"] = nil } }),
      (Pages.recognised, "a line of an unknown kind", { Self.changeLine(&$0) { $0["kind"] = "column" } }),
      (
        Pages.recognised, "a box without a width",
        { Self.changeLine(&$0) { $0["box"] = ["x": 1, "y": 1, "height": 1] } }
      ),
      (Pages.recognised, "a baseline of one point", { Self.changeLine(&$0) { $0["baseline"] = ["x1": 1, "y1": 1] } }),
      (Pages.recognised, "a word that is a text", { Self.changeLine(&$0) { $0["words"] = ["합계"] } }),
      (Pages.derived, "a score above 100", { Self.change(&$0, "quality") { $0["score"] = 101 } }),
      (
        Pages.derived, "a reason of an unknown code",
        { Self.change(&$0, "quality") { $0["reasons"] = [["code": "x", "detail": "y"]] } }
      ),
      (Pages.blank, "a text", { $0["text"] = "" }),
      (Pages.blank, "no width", { $0["width"] = nil }),
      (Pages.failed, "no attempts", { $0["attempts"] = nil }),
      (Pages.failed, "an empty list of attempts", { $0["attempts"] = [Any]() }),
      (Pages.unsupported, "no reason", { $0["problem"] = nil }),
      (Pages.unsupported, "an unknown reason", { $0["problem"] = ["code": "boredom", "message": "x"] }),
      (Pages.duplicate, "no original", { $0["duplicateOf"] = nil }),
      (Pages.oddPath, "bytes that are no base64", { $0["source"] = ["path": "x", "bytes": "?"] }),
    ]
    let lines = try changes.map { change in
      let line = Data(JSONExporter().streamed(change.page, original: nil, position: 0))
      var object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      change.change(&object)
      return Array(try JSONSerialization.data(withJSONObject: object)) + [0x0A]
    }
    for (change, verdict) in zip(changes, try judge(lines)) { #expect(verdict != "valid", "\(change.what)") }
  }

  @Test func `the schema knows every code, state and kind`() throws {
    let schema = try #require(try JSONSerialization.jsonObject(with: Data(PageSchema.bytes)) as? [String: Any])
    #expect(schema["$id"] as? String == PageSchema.identifier)
    let definitions = try #require(schema["$defs"] as? [String: [String: Any]])
    #expect(definitions["code"]?["enum"] as? [String] == PageProblem.Code.allCases.map(\.rawValue))
    let properties = try #require(schema["properties"] as? [String: [String: Any]])
    for stage in DerivedStages.values { #expect(properties[stage.name]?["type"] != nil, "\(stage.name)") }
    #expect(properties["state"]?["enum"] as? [String] == PageState.allCases.map(\.rawValue))
  }

  /// "valid" or what is wrong, for each line of JSON.
  private func judge(_ lines: [[UInt8]]) throws -> [String] {
    let scratch = try Scratch()
    try Data(PageSchema.bytes).write(to: URL(fileURLWithPath: scratch.path + "/schema.json"))
    try Data(lines.flatMap { $0 }).write(to: URL(fileURLWithPath: scratch.path + "/pages.jsonl"))
    let program = """
      import json, sys
      try:
          from jsonschema import Draft202012Validator
      except ImportError:
          sys.exit("python3-jsonschema is missing: apt-get install python3-jsonschema")
      schema = json.load(open("schema.json", encoding="utf-8"))
      Draft202012Validator.check_schema(schema)
      validator = Draft202012Validator(schema)
      for line in open("pages.jsonl", encoding="utf-8", newline="\\n"):
          problems = [problem.message for problem in validator.iter_errors(json.loads(line))]
          print("valid" if not problems else json.dumps(problems[0])[:200])
      """
    let process = Process()
    // The system's own Python: that is the one that Debian's package belongs to.
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = ["-I", "-c", program]
    process.currentDirectoryURL = URL(fileURLWithPath: scratch.path)
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let verdicts = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    let result = String(decoding: verdicts, as: UTF8.self).split(separator: "\n").map(String.init)
    try #require(result.count == lines.count)
    return result
  }

  private static func change(_ object: inout [String: Any], _ name: String, _ change: (inout [String: Any]) -> Void) {
    var inner = object[name] as? [String: Any] ?? [:]
    change(&inner)
    object[name] = inner
  }

  private static func changeLine(_ object: inout [String: Any], _ change: (inout [String: Any]) -> Void) {
    var lines = object["lines"] as? [[String: Any]] ?? []
    if !lines.isEmpty { change(&lines[0]) }
    object["lines"] = lines
  }
}
