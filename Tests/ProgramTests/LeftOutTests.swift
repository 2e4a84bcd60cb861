import Foundation
import Glibc
import TestSupport
import Testing

/// Files that a run leaves out by default, and systems that lack a directory.
@Suite struct LeftOutTests {
  @Test func `thumbnails of a server are left out, counted in one line, and read if asked for`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(21), "r.png")
    try desk.put(Drawing.number(22), "@eaDir/r.png/SYNOPHOTO_THUMB_M.jpg")
    try desk.put(Drawing.number(23), ".Trash-1000/r.png")
    let arguments = ["run", desk.inbox, "--out", desk.out] + Desk.quick
    let run = try desk.hanscan(arguments)
    let line = "left out: 1 system or temporary name, 1 hidden name (--include takes names in)"
    #expect(run.errorText.contains(line), "\(run.errorText)")
    #expect(try desk.states() == ["r.png:1": "recognised"])
    let log = try desk.run()
    let leftOut = try #require(log.summary["leftOut"] as? [String: Int])
    #expect(leftOut == ["litter": 1, "hidden": 1, "thumbnails": 0])
    #expect(try desk.run("--include", "@eaDir", "--include", ".Trash-*").read == 2)
  }

  @Test func `what an earlier version read of them can be forgotten`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(21), "r.png")
    try desk.put(Drawing.number(22), "@eaDir/r.png")
    try desk.run("--include", "*")
    try desk.run()
    #expect(try desk.list("--missing").map { $0["path"] as? String } == ["@eaDir/r.png"])
    let forget = try desk.hanscan(["forget", "@eaDir/**", "--out", desk.out])
    #expect(forget.status == 0, "\(forget.errorText)")
    #expect(try desk.states() == ["r.png:1": "recognised"])
  }

  @Test func `an older output inside of the input is no input`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(21), "r.png")
    try desk.put(PDFSample.document([.text("LETTER 4711")]), "letter.pdf")
    let formats = ["--format", "text,json,md,hocr,alto,page,tsv,csv,xlsx,pdf,html"] + Desk.quick
    let old = desk.inbox + "/old"
    #expect(try desk.hanscan(["run", desk.inbox, "--out", old] + formats).status == 0)
    #expect(FileManager.default.fileExists(atPath: old + "/r.png.pdf"))
    let log = try desk.run()
    #expect(try desk.list().map { $0["path"] as? String } == ["letter.pdf", "r.png"])
    let files = try FileManager.default.subpathsOfDirectory(atPath: old)
    #expect((log.summary["leftOut"] as? [String: Int])?["litter"] == files.count)
    // Somebody may have nothing else of a scan.
    #expect(try desk.run("--include", "*.pdf").count("recognised") == 2)
  }

  @Test func `a thumbnail of a TIFF is no page, and is counted`() throws {
    let desk = try Desk()
    var sample = TIFFSample(pages: [(160, 200), (16, 20)])
    sample.tag = (254, [0, 1])
    try desk.put(sample.bytes, "a.tif")
    let log = try desk.run("--attempts", "1")
    #expect((log.summary["leftOut"] as? [String: Int])?["thumbnails"] == 1)
    #expect(try desk.list().count == 1)
  }

  @Test func `a working directory that is gone is no matter, unless a path starts from it`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(21), "r.png")
    let script = "mkdir -p \"$0/gone\" && cd \"$0/gone\" && rmdir \"$0/gone\" && exec \"$@\""
    func run(_ input: String, _ output: String) throws -> ChildProgram.Outcome {
      try ChildProgram.run(
        "/bin/sh", ["-c", script, desk.scratch.path, Desk.program, "run", input, "--out", output] + Desk.quick)
    }
    let absolute = try run(desk.inbox, desk.out)
    #expect(absolute.status == 0, "\(absolute.errorText)")
    #expect(try desk.states() == ["r.png:1": "recognised"])
    #expect(try run("in", desk.out).status == 66)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may take /proc away"))
  func `without /proc stored results are shown, and a run says what is missing`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(21), "r.png")
    try desk.run()
    func hanscan(_ arguments: String...) throws -> ChildProgram.Outcome {
      let script = "mount -t tmpfs tmpfs /proc && exec \"$0\" \"$@\""
      return try ChildProgram.run("/usr/bin/unshare", ["-m", "/bin/sh", "-c", script, Desk.program] + arguments)
    }
    let version = try hanscan("--version")
    // A machine on which nothing may be mounted can't try this.
    if version.status != 0, version.errorText.contains("unshare") || version.errorText.contains("mount") { return }
    #expect(version.status == 0 && version.outputText.hasPrefix("hanscan"), "\(version.errorText)")
    #expect(try hanscan("show", "r.png", "--out", desk.out).outputText == "21\n")
    let run = try hanscan("run", desk.inbox, "--out", desk.out)
    #expect(run.status == 69 && run.errorText.contains("/proc is not mounted"), "\(run.errorText)")
  }
}
