import Foundation
import Glibc
import TestSupport
import Testing

/// How the program exits, and what it says then.
@Suite struct ExitStatusTests {
  @Test(arguments: [
    [], ["frobnicate"], ["run"], ["run", "in"], ["run", "--out", "o"], ["run", "in", "--out", "o", "--bogus"],
    ["run", "in", "--out", "o", "--jobs", "0"], ["run", "in", "--out", "o", "--jobs", "two"],
    ["run", "in", "--out", "o", "--settle", "-1"], ["run", "in", "--out", "o", "--page-memory", "1K"],
    ["run", "in", "--out", "o", "--max-failures", "many"], ["run", "in", "--out", "o", "--format", "docx"],
    ["run", "in", "--out", "o", "--format", "text,text"], ["run", "in", "--stdout", "--format", "text,json"],
    ["run", "in", "--out", "o", "--force", "--reread"], ["run", "in", "--out", "o", "--force", "--retry-failed"],
    ["run", "in", "--out", "o", "--null"], ["run", "in", "--out", "o", "--quiet=yes"], ["run", "in", "--out"],
    ["run", "in", "--out", ""], ["run", "in", "--out", "o", "--lang", "../kor"],
    ["run", "in", "--out", "o", "--without", "skew,magic"], ["run", "in", "--out", "o", "--without", ""],
    ["run", "in", "--out", "o", "--log", "xml"], ["run", "in", "--out", "o", "--psm", "6", "--layout", "receipt"],
    ["show", "--out", "o"], ["show", "a", "b", "--out", "o"],
    ["show", "a", "--next", "--previous", "--out", "o"], ["list"], ["list", "--out", "o", "--state", "lost"],
    ["list", "extra", "--out", "o"], ["export", "--out", "o", "--to", "p", "--stdout"], ["export"], ["check"],
    ["check", "x", "--out", "o"], ["inspect", "--out", "o"], ["inspect", "a.png"],
    ["help", "frobnicate"], ["worker", "--file-size=x"],
  ])
  func `wrong usage ends with 64 before anything is made`(arguments: [String]) throws {
    let desk = try Desk()
    let outcome = try ChildProgram.run(
      "/bin/sh", ["-c", "cd \"$0\" && exec \"$@\"", desk.inbox, Desk.program] + arguments)
    #expect(outcome.status == 64, "\(outcome.errorText)")
    #expect(outcome.output.isEmpty)
    #expect(!outcome.errors.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.inbox).isEmpty)
  }

  @Test func `an input that is not there ends with 66, and nothing is made`() throws {
    let desk = try Desk()
    #expect(try desk.hanscan(["run", desk.inbox + "/none", "--out", desk.out]).status == 66)
    #expect(try desk.hanscan(["run", "--files-from", desk.inbox + "/none", "--out", desk.out]).status == 66)
    let pattern = try desk.hanscan(["run", desk.inbox + "/*.heic", "--out", desk.out])
    #expect(pattern.status == 66 && pattern.errorText.contains("\(desk.inbox)/*.heic"), "\(pattern.errorText)")
    #expect(!FileManager.default.fileExists(atPath: desk.out))
    #expect(try desk.hanscan(["run", "--files-from", desk.inbox, "--out", desk.out]).status == 66)
    #expect(try desk.hanscan(["list", "--out", desk.inbox]).status == 66)
    #expect(try desk.hanscan(["show", "x", "--out", desk.inbox]).status == 66)
    #expect(try desk.hanscan(["check", "--out", desk.inbox]).status == 66)
    #expect(try FileManager.default.contentsOfDirectory(atPath: desk.inbox).isEmpty)
  }

  @Test func `a language or a variable that Tesseract doesn't have ends with 69 and is named`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    let log = try desk.run("--lang", "fra+eng")
    #expect(log.status == 69)
    #expect(log.error?.contains("tesseract-ocr-fra") == true, "\(log.error ?? "")")
    #expect(!FileManager.default.fileExists(atPath: desk.out))
    let variable = try desk.run("--set", "no_such_thing=1")
    #expect(variable.status == 69)
    #expect(variable.error?.contains("no_such_thing") == true, "\(variable.error ?? "")")
  }

  @Test func `unsupported files raise the status only with --strict`() throws {
    let desk = try Desk()
    try desk.put(Array("read me".utf8), "README")
    #expect(try desk.run().status == 0)
    #expect(try desk.run("--force", "--strict").status == 65)
  }

  @Test func `--max-failures ends a run whose input has gone bad`() throws {
    let desk = try Desk()
    for number in 1...40 { try desk.put(Array(Drawing.blank(number).prefix(300)), "\(number).pnm") }
    let log = try desk.run("--max-failures", "5", "--jobs", "1")
    #expect(log.status == 65)
    #expect(log.summary["gaveUp"] as? Bool == true)
    #expect((log.count("failed") ?? 0) == 6)
    let share = try desk.run("--max-failures", "50%", "--jobs", "1", out: desk.scratch.path(of: "share"))
    #expect(share.summary["gaveUp"] as? Bool == true)
    #expect(share.count("failed") == 20)
    #expect(try desk.run().summary["gaveUp"] as? Bool == false)
    #expect(try desk.list().count == 40)
  }

  @Test func `help and version are results, on standard output`() throws {
    let desk = try Desk()
    for arguments in [["--help"], ["help"], ["-h"], ["--version"], ["-v"], ["version"]] {
      let outcome = try desk.hanscan(arguments)
      #expect(outcome.status == 0)
      #expect(outcome.errors.isEmpty)
      #expect(!outcome.output.isEmpty)
    }
    for command in ["run", "show", "list", "export", "check", "inspect", "model", "languages", "doctor", "worker"] {
      let help = try desk.hanscan([command, "--help"])
      #expect(help.status == 0)
      #expect(help.errors.isEmpty)
      #expect(help.outputText.contains("Usage: hanscan \(command)"))
      #expect(try desk.hanscan(["help", command]).output == help.output)
    }
  }

  @Test func `--quiet says nothing of a good run and names what failed`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.put(Array("words".utf8), "notes.txt")
    let arguments = ["run", desk.inbox, "--out", desk.out, "--quiet"] + Desk.quick
    let good = try desk.hanscan(arguments)
    #expect(good.status == 0)
    #expect(good.errorText == "")
    try desk.put([], "empty.png")
    let bad = try desk.hanscan(arguments)
    #expect(bad.status == 65)
    #expect(bad.errorText.split(separator: "\n").count == 1)
    #expect(bad.errorText.contains("empty.png"))
    let summary = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--force"] + Desk.quick)
    #expect(summary.errorText.contains("1 recognised, 1 unsupported, 1 failed"), "\(summary.errorText)")
    #expect(summary.errorText.contains("results: \(desk.out)"))
  }

  @Test func `--require-sandbox reads where all layers are active`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    let isWhole = try !desk.hanscan(["doctor"]).outputText.split(separator: "\n").contains {
      $0.hasPrefix("BAD") && ($0.contains("seccomp") || $0.contains("Landlock") || $0.contains("privileges"))
    }
    let log = try desk.run("--require-sandbox")
    #expect(log.status == (isWhole ? 0 : 69), "\(log.outcome.errorText)")
    let plain = try desk.run("--force")
    #expect(plain.status == 0)
    #expect(plain.events.contains { $0["event"] as? String == "warning" } == !isWhole)
  }

  @Test(arguments: [["landlock"], ["seccomp"], ["landlock", "seccomp"]])
  func `where a layer is missing, doctor says which, a run warns once, and --require-sandbox refuses`(
    layers: [String]
  ) throws {
    let desk = try Desk()
    for number in 1...5 { try desk.put(Drawing.number(number), "\(number).pnm") }
    let prefix = ["--hide-layers", layers.joined(separator: ","), Desk.program]
    func hanscan(_ arguments: [String]) throws -> ChildProgram.Outcome {
      try ChildProgram.run(BuiltProgram.fixtureWorker, prefix + arguments)
    }
    let doctor = try hanscan(["doctor"])
    #expect(doctor.status == 69)
    let complaints = doctor.outputText.split(separator: "\n").filter { $0.hasPrefix("BAD") }.map { $0.lowercased() }
    for layer in layers { #expect(complaints.contains { $0.contains(layer) }, "\(doctor.outputText)") }

    let arguments = ["run", desk.inbox, "--out", desk.out, "--log", "json", "--jobs", "2"] + Desk.quick
    let refused = RunLog(try hanscan(arguments + ["--require-sandbox"]))
    #expect(refused.status == 69)
    for layer in layers { #expect(refused.error?.contains(layer) == true, "\(refused.error ?? "")") }
    #expect(!FileManager.default.fileExists(atPath: desk.out))

    let read = RunLog(try hanscan(arguments))
    #expect(read.status == 0, "\(read.outcome.errorText)")
    #expect(read.count("recognised") == 5)
    let warnings = read.events.filter { $0["event"] as? String == "warning" }
    #expect(warnings.count == 1)
    for layer in layers { #expect((warnings.first?["message"] as? String)?.contains(layer) == true) }
  }

  @Test func `doctor and languages look at this machine and end with 0`() throws {
    let desk = try Desk()
    let languages = try desk.hanscan(["languages"])
    #expect(languages.status == 0)
    #expect(languages.outputText.contains("kor"))
    let doctor = try desk.hanscan(["doctor"])
    #expect(doctor.status == 0 || doctor.status == 69)
    #expect(doctor.outputText.contains("tesseract"))
    #expect(try desk.hanscan(["model", "list"]).status == 0)
  }
}
