import Foundation
import TestSupport
import Testing

/// Options of `run` from files.
@Suite struct ConfigurationTests {
  @Test func `the command line wins over files, and lists add up`() throws {
    let desk = try Desk()
    let file = try desk.scratch.write(
      "[run]\nformat = json\njobs = 1\nexclude = a*\nstrict = yes\nquiet = no\nlang =\n", to: "settings")
    let shown = try desk.hanscan(["config", "--config", file, "--format", "text", "--exclude", "b*"])
    #expect(shown.status == 0, "\(shown.errorText)")
    let rows = shown.outputText.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
    #expect(rows.contains("format = text # command line"))
    #expect(!rows.contains { $0.hasPrefix("format = json") })
    #expect(rows.contains("jobs = 1 # \(file):3"))
    #expect(rows.contains("exclude = a* # \(file):4") && rows.contains("exclude = b* # command line"))
    #expect(rows.contains("strict = yes # \(file):5"))
    #expect(rows.contains("quiet = no # default"))
    #expect(rows.contains("settle = 2 s # default"))
  }

  @Test func `a value that no run takes is refused where it stands, before a run and by it`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "a.pnm")
    for (line, option) in [
      ("jobs = abc", "jobs"), ("format = nonsense", "format"), ("metrics = foo.txt", "metrics"),
      ("force = yes\nreread = yes", "force"),
    ] {
      let file = try desk.scratch.write("[run]\n\(line)\n", to: "settings")
      for words in [["config"], ["run", desk.inbox, "--out", desk.out]] {
        let outcome = try desk.hanscan(words + ["--config", file])
        #expect(outcome.status == 64, "\(line)")
        #expect(outcome.errorText.contains("--\(option) stands in \(file):2"), "\(outcome.errorText)")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: desk.store))
  }

  @Test func `a call takes back a switch, and what is nothing for it`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "a.pnm")
    let file = try desk.scratch.write(
      "[run]\nwatch = yes\nuntil-idle = 1h\nout = \(desk.out)\nsettle = 0\nlang = eng\nprepare = none\n", to: "settings"
    )
    let stream = try desk.hanscan(["run", desk.inbox, "--stdout", "--config", file])
    #expect(stream.status == 0 && !stream.output.isEmpty, "\(stream.errorText)")
    #expect(!FileManager.default.fileExists(atPath: desk.out))
    let shards = desk.scratch.path(of: "shards")
    let shard = try desk.hanscan(["run", desk.inbox, "--shard", "1/1", "--out", shards, "--config", file])
    #expect(shard.status == 0, "\(shard.errorText)")
    let once = try desk.hanscan(["run", desk.inbox, "--no-watch", "--no-quiet", "--config", file])
    #expect(once.status == 0, "\(once.errorText)")
    #expect(FileManager.default.fileExists(atPath: desk.store))
    let shown = try desk.hanscan(["config", "--no-watch", "--config", file]).outputText
    #expect(shown.contains("watch = no ") && !shown.contains("until-idle = 1h"), "\(shown)")
  }

  @Test func `a run does what its file says`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "a.pnm")
    try desk.put(Drawing.number(2222), "b.pnm")
    let file = try desk.scratch.write("[run]\nformat = json\nexclude = b*\nsettle = 0\n", to: "settings")
    let outcome = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--config", file, "--lang", "eng", "--prepare", "none"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try desk.tree().keys.filter { !$0.hasPrefix("hanscan.sqlite") }.sorted() == ["a.pnm.p0001.json"])
    let missing = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--config", file + "x"])
    #expect(missing.status == 66)
    #expect(missing.errorText.contains("\(file)x can't be opened"))
  }

  @Test func `a usual file that is no text is named, and no option that nobody gave`() throws {
    let desk = try Desk()
    let file = try desk.scratch.write([0x5B, 0xFF, 0x5D], to: "home/hanscan/config")
    let outcome = try ChildProgram.run(
      Desk.program, ["config"], environment: ["XDG_CONFIG_HOME=\(desk.scratch.path(of: "home"))"])
    #expect(outcome.status == 64)
    #expect(outcome.errorText.contains("\(file) is no valid UTF-8") && !outcome.errorText.contains("--config"))
  }
}
