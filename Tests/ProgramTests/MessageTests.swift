import Foundation
import Glibc
import TestSupport
import Testing

/// What is said on standard error, and what happens when nobody reads it.
@Suite struct MessageTests {
  /// A named pipe that takes nothing more, as behind a pager that stands still.
  private final class FullPipe {
    let path: String
    private let descriptor: CInt

    init(_ path: String) throws {
      self.path = path
      try #require(mkfifo(path, 0o600) == 0)
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      let junk = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
      while write(descriptor, junk, junk.count) > 0 {}
      while write(descriptor, junk, 1) > 0 {}
    }

    deinit { close(descriptor) }

    /// The output up to a text; nil if the text does not come in the time that a test waits.
    func read(until text: String) -> String? {
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let end = time(nil) + ChildProgram.patience
      while time(nil) < end {
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        if count > 0 { bytes += buffer[..<count] } else { usleep(10_000) }
        let all = String(decoding: bytes, as: UTF8.self)
        if all.contains(text) { return String(all.drop { $0 == "x" }) }
      }
      return nil
    }
  }

  /// Starts a run whose messages go to the pipe, and which has no end of its own: it waits for more of a list.
  private func begin(_ desk: Desk, _ pipe: FullPipe) throws -> ChildProgram {
    let options = Desk.quick.joined(separator: " ")
    let script = "exec \"$0\" run --files-from - --base \"$1\" --out \"$2\" \(options) 2>\"$3\""
    return try ChildProgram("/bin/sh", ["-c", script, Desk.program, desk.inbox, desk.out, pipe.path])
  }

  private func appears(_ path: String) -> Bool {
    let end = time(nil) + ChildProgram.patience
    while access(path, F_OK) != 0 {
      if time(nil) > end { return false }
      usleep(10_000)
    }
    return true
  }

  @Test func `a run that nobody listens to reads on, and stops when it is asked to`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1212), "1.pnm")
    let pipe = try FullPipe(desk.scratch.path(of: "messages"))
    let run = try begin(desk, pipe)
    run.send(Array("\(desk.inbox)/1.pnm\n".utf8))
    #expect(appears("\(desk.out)/1.pnm.p0001.txt"))
    run.signalAlone(SIGTERM)
    #expect(run.finish().status == 143)
  }

  @Test func `what a slow reader did not take is said when it reads on`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1212), "1.pnm")
    try desk.put(Array("words".utf8), "2.txt")
    let pipe = try FullPipe(desk.scratch.path(of: "messages"))
    let run = try begin(desk, pipe)
    run.send(Array("\(desk.inbox)/1.pnm\n\(desk.inbox)/2.txt\n".utf8))
    run.closeInput()
    #expect(appears("\(desk.out)/1.pnm.p0001.txt"))
    let messages = try #require(pipe.read(until: "hanscan: results: "))
    #expect(run.finish().status == 0)
    let lines = messages.split(separator: "\n")
    #expect(lines.first?.hasPrefix("hanscan: reading with eng") == true, "\(messages)")
    #expect(lines.contains { $0.contains("2.txt: unsupported") })
    #expect(messages.contains("hanscan: 2 files, 0 unchanged\nhanscan: 2 pages: 1 recognised, 1 unsupported\n"))
  }

  @Test func `one of anything is said as one`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1212), "1.pnm")
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--jobs", "1"] + Desk.quick)
    #expect(run.errorText.contains(", 1 worker\nhanscan: 1 file, 0 unchanged\nhanscan: 1 page: 1 recognised\n"))
    let check = try desk.hanscan(["check", "--out", desk.out])
    #expect(check.errorText == "hanscan: 1 document, 1 page, 1 file: all sound\n")
  }

  @Test(arguments: [
    (["runn"], "did you mean run?"), (["lst"], "did you mean list?"), (["help", "exprot"], "did you mean export?"),
    (["list", "--fromat", "x"], "unknown option --fromat"), (["list", "--quality-bellow", "3"], "--quality-below?"),
    (["run", "--formt", "json"], "did you mean --format?"), (["show", "a", "--format", "jsom"], "did you mean json?"),
    (["list", "--state", "falied", "--out", "x"], "did you mean failed?"),
    (["run", "a", "--out", "b", "--layout", "recipt"], "did you mean receipt?"),
    (["run", "a", "--out", "b", "--without", "orientaton"], "did you mean orientation?"),
    (["model", "lst"], "did you mean list?"), (["doctor", "foo"], "foo"), (["languages", "foo"], "foo"),
  ]) func `a near miss is answered with what may have been meant`(words: [String], hint: String) throws {
    let outcome = try ChildProgram.run(Desk.program, words)
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains(hint), "\(outcome.errorText)")
  }

  @Test func `a far miss is answered with none`() throws {
    let outcome = try ChildProgram.run(Desk.program, ["quicksort"])
    #expect(outcome.status == 64)
    #expect(!outcome.errorText.contains("did you mean"))
  }

  @Test func `a reason that quotes a file is told, costs no worker, and moves no cursor`() throws {
    let desk = try Desk()
    // Bytes behind the picture, as of one more box that is cut.
    for (name, type) in [("control", [UInt8](repeating: 1, count: 4)), ("turn", [0xE2, 0x80, 0xAE, 0x41])] {
      try desk.put(HEIFSample.heic + [0, 0, 0x40, 0] + type, "\(name).heic")
    }
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "json"] + Desk.quick)
    let list = try desk.hanscan(["list", "--out", desk.out])
    let json = try desk.hanscan(["list", "--json", "--out", desk.out])
    let reasons = try desk.list().map { $0["reasons"] as? [[String: Any]] ?? [] }
    #expect(reasons.map { $0.map { $0["code"] as? String } } == [["truncated"], ["truncated"]], "\(json.outputText)")
    let files = try desk.tree().values.map { String(decoding: $0, as: UTF8.self) }
    for text in [run.errorText, list.outputText, json.outputText] + files {
      #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 32 || $0 == "\u{202E}") }, "\(text)")
    }
    #expect(list.outputText.contains(#"\x01\x01\x01\x01"#) && list.outputText.contains(#"\xE2\x80\xAE"#))
  }

  @Test func `a Korean session shows no English sentence, and its logs and results are those of an English one`() throws
  {
    let desk = try Desk()
    try desk.put(Drawing.number(1212), "1.pnm")
    try desk.put(Array("words".utf8), "2.txt")
    let korean = ["--ui-language", "ko"]
    let run = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--jobs", "1"] + Desk.quick + korean)
    #expect(run.errorText.contains("hanscan: 2쪽: 인식 1, 미지원 1\n"), "\(run.errorText)")
    let calls = [
      ["list"], ["list", "--from", "2025년3월", "--total", "5만원"], ["list", "--state", "실패"], ["check"], ["receipts"],
      ["search", "nowhere"], ["show", "2.txt"], ["show", "x"], ["show", "1.pnm", "--quality"], ["history"],
      ["receipts", "--payment", "현금"], ["correct", "list"], ["diff"], ["forget", "*"], ["export", "--jobs", "x"],
      ["book", "--month", "13"], ["correct", "1.pnm", "--field", "total"], ["doctor"],
      ["run", desk.inbox, "--model", "nosuch"], ["match", "\(desk.inbox)/1.pnm"], ["match", "--forget", "nosuch"],
      ["backup", "\(desk.out)/hanscan.sqlite"],
    ]
    let called = try calls.map { try desk.hanscan($0 + ["--out", desk.out] + korean) }
    let texts =
      [run.errorText] + called.map { $0.outputText + $0.errorText }
      + [try desk.hanscan(["lst"] + korean), try desk.hanscan(["run", desk.inbox, "결과"] + korean)].map(\.errorText)
    for text in texts {
      let sentences = text.replacing(desk.scratch.path, with: "").matches(of: /[A-Za-z]{2,} [a-z]{2,}[a-z ]*/)
        .map { String($0.output) }.filter { !$0.hasPrefix("apt install") && !$0.hasPrefix("hanscan ") }
      #expect(sentences.isEmpty, "\(text)")
    }
    #expect(called[0].outputText.contains("인식"))
    #expect(called.last?.status == 64 && called.last?.errorText.contains("저장소를 가리키거나") == true)
    // Only the option itself is taken out of the words.
    #expect(try desk.hanscan(["list", "--ui-languageXko", "--out", desk.out]).status == 64)
    let json = try desk.hanscan(["list", "--json", "--out", desk.out] + korean)
    #expect(json.outputText == (try desk.hanscan(["list", "--json", "--out", desk.out]).outputText))
    let log = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--log", "json"] + Desk.quick + korean)
    #expect(!log.errorText.contains { ("가"..."힣").contains($0) })
  }

  @Test func `a Korean session shows the sentences, columns and words of receipts in Korean`() throws {
    let names = ["mart-ko.png", "cafe-en.png", "parking-faded.jpg"]
    let desk = try Desk(
      reading: Dictionary(uniqueKeysWithValues: try names.map { ($0, try Samples.bytes($0)) }), formats: "json")
    let list = try desk.scratch.write("이용일자,가맹점명,이용금액\n2025-03-14,견본마트,55130\n", to: "card.csv")
    // Words of the program that stand before a message.
    let commands = ["hanscan", "correct", "match", "inspect"]
    for words in [
      ["show", "mart-ko.png", "--fields"], ["show", "parking-faded.jpg", "--fields"],
      ["show", "mart-ko.png", "--quality"], ["correct", "mart-ko.png", "--field", "payment", "--value", "현금"],
      ["correct", "mart-ko.png", "--field", "total", "--value", "2000"], ["correct", "mart-ko.png", "--kind", "photo"],
      ["correct", "mart-ko.png", "--field", "date", "--value", "x"], ["correct", "list"], ["match", list],
      ["help", "show"],
    ] {
      let call = words[0] == "help" ? words : words + ["--out", desk.out]
      let outcome = try desk.hanscan(call + ["--ui-language", "ko"])
      let text = (outcome.outputText + outcome.errorText).replacing(desk.scratch.path, with: "")
      let english = text.split { " \n:,;()[]'".contains($0) }.filter { word in
        word.count > 2 && word.allSatisfy { ("a"..."z").contains($0) } && !commands.contains(String(word))
      }
      let isHelp = words[0] == "help"
      #expect(isHelp ? text.contains("[옵션...]") : english.isEmpty, "\(words): \(english)")
    }
    let page = desk.scratch.path(of: "inspection")
    let inspected = try desk.hanscan(
      ["inspect", "\(desk.inbox)/parking-faded.jpg", "--out", page, "--ui-language", "ko"])
    #expect(inspected.status == 0, "\(inspected.errorText)")
    let html = try String(contentsOfFile: "\(page)/index.html", encoding: .utf8)
    let english = html.matches(of: />([^<>{}\n]*[a-z]{3,} [a-z]{3,}[^<>\n]*)</).map { String($0.1) }
    #expect(english.isEmpty && html.contains("<html lang=\"ko\">"), "\(english)")
  }
}
