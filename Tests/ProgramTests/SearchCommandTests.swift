import Foundation
import Glibc
import PageModel
import ResultStore
import TestSupport
import Testing

/// Search and corrections with the real program, over the samples.
@Suite struct SearchCommandTests {
  /// A desk with two receipts, read.
  private func filled(_ formats: String = "text,json") throws -> Desk {
    let names = ["mart-ko.png", "cafe-en.png"]
    return try Desk(
      reading: Dictionary(uniqueKeysWithValues: try names.map { ($0, try Samples.bytes($0)) }), formats: formats)
  }

  private func text(_ desk: Desk, _ name: String = "mart-ko.png") throws -> [String] {
    let file = try #require(try desk.tree()["\(name).p0001.txt"])
    return String(decoding: file, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func page(_ desk: Desk, _ name: String = "mart-ko.png") throws -> [String: Any] {
    let file = try #require(try desk.tree()["\(name).p0001.json"])
    return try #require(try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])
  }

  private func search(_ desk: Desk, _ words: String...) throws -> [[String: Any]] {
    let outcome = try desk.hanscan(["search", "--json", "--out", desk.out] + words)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func `pages are found by words, amounts and phrases, with their lines marked`() throws {
    let desk = try filled()
    let lines = try text(desk)
    let wanted = try #require(lines.firstIndex { $0.contains("합계") || $0.contains("합 계") } ?? lines.indices.first)
    let word = try #require(lines[wanted].split(separator: " ").first.map(String.init))
    let found = try desk.hanscan(["search", word, "--out", desk.out])
    #expect(found.status == 0)
    #expect(found.outputText.hasPrefix("mart-ko.png\n"))
    #expect(found.outputText.contains("«\(word)»"), "\(found.outputText)")
    #expect(found.errorText == "hanscan: 1 page\n")
    let hit = try #require(try search(desk, "\"\(lines[wanted])\"").first)
    #expect(hit["path"] as? String == "mart-ko.png")
    #expect((hit["lines"] as? [[String: Any]])?.first?["line"] as? Int == wanted + 1)
    #expect(try search(desk, word, "--from", "2099-01-01").isEmpty)
    #expect(try search(desk, word, "--total-above", "0").count == 1)
    for total in ["55130", "55,130", "₩55,130", "50000..60,000"] {
      #expect(try search(desk, word, "--total", total).count == 1, "\(total)")
    }
    #expect(try search(desk, word, "--total", "55131").isEmpty)
    for amount in [
      "55130", "55,130", "55,130 원", "₩ 55,130", "KRW55,130", "55,130 KRW", "55,130.00", "W55,130", "₩55,130", "55 130",
      "55.130", "55.130,00",
    ] {
      #expect(try search(desk, amount).count == 1, "\(amount)")
    }
    #expect(try search(desk, "55", "130").count == 1)
    for amount in ["551.30", "5.513", "55,131.00", "55 13"] { #expect(try search(desk, amount).isEmpty, "\(amount)") }
    #expect(try desk.hanscan(["search", word, "--total", "2..1", "--out", desk.out]).status == 64)
    let nothing = try desk.hanscan(["search", "뷁뛟쉙", "--out", desk.out])
    #expect(nothing.status == 0 && nothing.output.isEmpty)
    #expect(nothing.errorText.contains("nothing was found"))
    #expect(try desk.hanscan(["search", "--out", desk.out]).status == 64)
    #expect(try desk.hanscan(["search", "!?", "--out", desk.out]).status == 64)
    #expect(try desk.hanscan(["search", "합계", "--out", desk.out + "/none"]).status == 66)
  }

  @Test func `a scan that was moved is found once, under the path that is there`() throws {
    let desk = try filled()
    mkdir("\(desk.inbox)/moved", 0o755)
    rename("\(desk.inbox)/cafe-en.png", "\(desk.inbox)/moved/cafe-en.png")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text"]).status == 0)
    let hits = try search(desk, "cafe")
    #expect(hits.compactMap { $0["path"] as? String } == ["moved/cafe-en.png"])
  }

  @Test func `a line that is put right is so in text, JSON and search, and stays so when it is read again`() throws {
    let desk = try filled()
    let before = try text(desk)
    let made = try desk.hanscan([
      "correct", "mart-ko.png", "--line", "1", "--text", "종이배 문구점", "--by", "tester", "--out", desk.out,
    ])
    #expect(made.status == 0, "\(made.errorText)")
    #expect(made.outputText.hasPrefix("1     mart-ko.png  line: \(before[0]) -> 종이배 문구점"))
    #expect(try text(desk) == ["종이배 문구점"] + before.dropFirst())
    let line = try #require((try page(desk)["lines"] as? [[String: Any]])?.first { $0["corrected"] != nil })
    #expect(line["text"] as? String == "종이배 문구점" && line["read"] as? String == before[0])
    #expect(try search(desk, "종이배").count == 1)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
    let again = try desk.hanscan([
      "run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text,json", "--force",
    ])
    #expect(again.status == 0)
    #expect(try text(desk).first == "종이배 문구점")
    let listed = try desk.hanscan(["correct", "list", "--json", "--out", desk.out]).outputText
    let row = try #require(try JSONSerialization.jsonObject(with: Data(listed.utf8)) as? [String: Any])
    #expect(row["by"] as? String == "tester" && row["stands"] as? Bool == true)
    #expect(try desk.hanscan(["correct", "undo", "1", "--out", desk.out]).status == 0)
    #expect(try text(desk) == before)
    #expect(try search(desk, "종이배").isEmpty)
    #expect(try desk.hanscan(["correct", "undo", "1", "--out", desk.out]).status == 66)
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `a field that is put right is so in JSON, tables and lists, and its shop is known by its number`() throws {
    let desk = try filled("json,csv")
    try desk.put(
      Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/mart-ko.png"))) + [0], "second.png")
    let options = ["--settle", "0", "--format", "json,csv"]
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out] + options).status == 0)
    for (field, value) in [("total", "98,700"), ("merchant", "종이배 문구점")] {
      let made = try desk.hanscan(["correct", "mart-ko.png", "--field", field, "--value", value, "--out", desk.out])
      #expect(made.status == 0, "\(made.errorText)")
      #expect(made.errorText.contains("is unchanged, in text and PDF, too; --line "), "\(made.errorText)")
    }
    let receipts = try #require(try page(desk)["receipts"] as? [[String: Any]])
    let fields = try #require(receipts.first?["fields"] as? [String: [String: Any]])
    #expect(fields["total"]?["value"] as? String == "98700" && fields["total"]?["corrected"] as? Bool == true)
    let table = String(decoding: try #require(try desk.tree()["hanscan.receipts.csv"]), as: UTF8.self)
    #expect(table.contains("98700") && table.contains("종이배 문구점"))
    #expect(try desk.list("--merchant", "종이배").compactMap { $0["path"] as? String } == ["mart-ko.png"])
    // The items contradict it: it stays among those to look at.
    let unproven = try desk.hanscan(["receipts", "--unproven", "--out", desk.out]).outputText
    #expect(unproven.contains("conflict  종이배 문구점  mart-ko.png"))
    // The next run puts the name beside that of the other page, without reading it, and changes nothing there.
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--log", "json"] + options)
    #expect(RunLog(run).read == 0)
    #expect(try desk.list("--merchant", "종이배").count == 1)
    let second = String(decoding: try #require(try desk.tree()["second.png.p0001.json"]), as: UTF8.self)
    #expect(second.contains("\"known\"") && second.contains("종이배 문구점"))
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test func `what can't be put right is refused, and nothing is changed`() throws {
    let desk = try filled()
    let before = try desk.tree()
    let refused: [(arguments: [String], status: CInt)] = [
      (["mart-ko.png", "--line", "999", "--text", "x"], 64), (["mart-ko.png", "--line", "1"], 64),
      (["mart-ko.png", "--field", "totl", "--value", "1"], 64),
      (["mart-ko.png", "--field", "total", "--value", "x"], 64),
      (["mart-ko.png", "--field", "total", "--value", "1", "--receipt", "9"], 64), (["mart-ko.png"], 64),
      (["moon.png", "--line", "1", "--text", "x"], 66), (["mart-ko.png", "--line", "1", "--field", "total"], 64),
      (["undo", "7"], 66), (["undo", "x"], 64), (["undo"], 64), (["apply", "/no/such/file"], 66),
      // 51,000 in much of Europe, and 51 elsewhere.
      (["mart-ko.png", "--field", "total", "--value", "51.000"], 64),
    ]
    for (arguments, status) in refused {
      let outcome = try desk.hanscan(["correct", "--out", desk.out] + arguments)
      #expect(outcome.status == status, "\(arguments): \(outcome.errorText)")
      #expect(outcome.output.isEmpty)
    }
    #expect(try desk.hanscan(["correct", "files", "--store", desk.store]).status == 64)
    for command in [["search", "합계"], ["list"], ["receipts"]] {
      #expect(try desk.hanscan(command + ["--merchant", "", "--out", desk.out]).status == 64)
    }
    #expect(try desk.tree() == before)
    #expect(try desk.hanscan(["correct", "list", "--out", desk.out]).output.isEmpty)
  }

  @Test func `a page without doubts, and one that repeats another, are found right without a word too many`() throws {
    let desk = try filled()
    try desk.put(try Samples.bytes("mart-ko.png"), "repeated.png")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text"]).status == 0)
    let before = try desk.tree()
    for name in ["cafe-en.png", "repeated.png", "repeated.png"] {
      let checked = try desk.hanscan(["correct", name, "--checked", "--out", desk.out])
      #expect(checked.status == 0 && checked.output.isEmpty)
      #expect(checked.errorText == "hanscan: \(name): nothing about the page is doubtful\n")
    }
    #expect(try desk.tree() == before)
  }

  @Test func `a file of corrections is made as a whole or not at all`() throws {
    let desk = try filled()
    let before = try text(desk)
    func apply(_ json: String) throws -> ChildProgram.Outcome {
      try desk.scratch.write(Array(json.utf8), to: "corrections.json")
      return try desk.hanscan(["correct", "apply", desk.scratch.path(of: "corrections.json"), "--out", desk.out])
    }
    let wrong = try apply(
      """
      {"version": 1, "corrections": [
        {"source": "mart-ko.png", "page": 1, "line": 1, "text": "새 이름"},
        {"source": "mart-ko.png", "page": 1, "line": 2, "text": "x", "old": "what never stood there"}]}
      """)
    #expect(wrong.status == 64 && wrong.errorText.contains("what never stood there"), "\(wrong.errorText)")
    #expect(wrong.errorText.contains("correction 2 of ") && wrong.errorText.contains("corrections.json: mart-ko.png"))
    #expect(try text(desk) == before)
    for json in ["", "[]", "{\"version\": 9, \"corrections\": []}", "{\"version\": 1, \"corrections\": [{}]}"] {
      #expect(try apply(json).status == 64, "\(json)")
    }
    for number in [Int.min, -1, 0, Int.max] {
      let entry = "\"source\": \"mart-ko.png\", \"text\": \"x\""
      for numbers in [
        "\"page\": \(number), \"line\": 1", "\"page\": 1, \"line\": \(number)", "\"page\": 1, \"index\": \(number)",
      ] {
        let json = "{\"version\": 1, \"corrections\": [{\(entry), \(numbers)}]}"
        if numbers != "\"page\": 1, \"index\": 0" {
          #expect([64, 66].contains(try apply(json).status ?? -1), "\(json)")
        }
      }
    }
    let right = try apply(
      """
      {"version": 1, "corrections": [
        {"source": "mart-ko.png", "page": 1, "line": 1, "text": "새 이름"},
        {"source": "cafe-en.png", "page": 1, "field": "total", "value": "12.50"}]}
      """)
    #expect(right.status == 0, "\(right.errorText)")
    #expect(right.outputText.split(separator: "\n").count == 2)
    #expect(try text(desk).first == "새 이름")
  }

  /// One receipt, read, with its files and the tables of all.
  private func readReceipt() throws -> Desk {
    try Desk(reading: ["cafe.png": try Samples.bytes("cafe-en.png")], formats: "text,json,csv")
  }

  /// What the store says of the page now, without another program.
  private func stored(
    _ desk: Desk, finding phrase: String
  ) throws -> (text: [String], total: String?, isFound: Bool, corrections: Int) {
    let store = try ResultStore(ScanPath(desk.store), mode: .readOnly)
    let page = try #require(try store.page(ScanPath("cafe.png"), 0))
    guard case .recognised(let reading) = page.record.outcome else { throw SQLite.Failure(text: "no text") }
    let json = Data((page.record.derived["receipts"]?.json ?? "[]").utf8)
    let receipts = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
    let total = ((receipts?.first?["fields"] as? [String: Any])?["total"] as? [String: Any])?["value"] as? String
    let hits = try store.search(try SearchQuery("\"\(phrase)\""), limit: 5).hits
    var corrections = 0
    try store.forEachCorrection { _ in
      corrections += 1
      return true
    }
    return (reading.text.split(separator: "\n").map(String.init), total, !hits.isEmpty, corrections)
  }

  @Test func `killed at any call, a correction is there whole or not at all, a hundred times`() throws {
    let desk = try readReceipt()
    let before = try text(desk, "cafe.png")
    let options = ["--out", desk.out]
    var (line, total) = (before[0], try #require(try stored(desk, finding: before[0]).total))
    var (call, kills, made, round) = (0, 0, 0, 0)
    var isLine = true
    while kills < 100 {
      call += 1
      round += 1
      let wanted = (line: "Right Cafe \(round)", total: "\(1000 + round).25")
      let what = isLine ? ["--line", "1", "--text", wanted.line] : ["--field", "total", "--value", wanted.total]
      let outcome = try desk.hanscan(["correct", "cafe.png"] + what + options, faults: ["HANSCAN_DIE_AT=\(call)"])
      if outcome.signal == SIGKILL { kills += 1 } else { call = 0 }
      // In the store it is one thing, before any other command.
      let now = try stored(desk, finding: wanted.line)
      let isMade = isLine ? now.text.first == wanted.line : now.total == wanted.total
      if isMade { made += 1 } else { #expect(outcome.signal == SIGKILL) }
      if isMade, isLine { line = wanted.line }
      if isMade, !isLine { total = wanted.total }
      #expect(now.text == [line] + before.dropFirst() && now.total == total, "after call \(call)")
      #expect(now.isFound == (isMade && isLine), "after call \(call)")
      #expect(now.corrections == made, "after call \(call), round \(round)")
      // The next command brings the files into agreement.
      let repair = try desk.hanscan(["check", "--repair"] + options)
      #expect(repair.status == 0, "after call \(call): \(repair.outputText)")
      #expect(try text(desk, "cafe.png") == [line] + before.dropFirst(), "after call \(call)")
      let fields = (try page(desk, "cafe.png")["receipts"] as? [[String: Any]])?.first?["fields"] as? [String: Any]
      #expect((fields?["total"] as? [String: Any])?["value"] as? String == total, "after call \(call)")
      let table = String(decoding: try #require(try desk.tree()["hanscan.receipts.csv"]), as: UTF8.self)
      #expect(table.contains(total), "after call \(call)")
      if outcome.signal != SIGKILL { isLine.toggle() }
    }
    #expect(made > 0)
    let sound = try desk.hanscan(["check"] + options)
    #expect(sound.status == 0 && sound.output.isEmpty, "\(sound.outputText)")
    let listed = try desk.hanscan(["correct", "list"] + options)
    #expect(listed.status == 0 && listed.outputText.split(separator: "\n").count == made, "\(listed.errorText)")
  }
}
