import Foundation
import Glibc
import TestSupport
import Testing

/// What a run does with a directory that it has read before.
@Suite struct SecondRunTests {
  @Test func `a second run reads nothing, starts no worker and changes no file`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number * 1111), "\(number).pnm") }
    try desk.put(Drawing.blank(), "blank.pnm")
    try desk.put(Array("just words\n".utf8), "notes.txt")
    let first = try desk.run()
    #expect(first.status == 0)
    #expect(first.read == 4)
    #expect(first.startedWorkers)
    let before = try desk.tree()
    #expect(String(decoding: before["1.pnm.p0001.txt"] ?? [], as: UTF8.self) == "1111\n")
    #expect(before["blank.pnm.p0001.txt"] == [])
    #expect(before["notes.txt.p0001.txt"] == nil)

    let second = try desk.run()
    #expect(second.status == 0)
    #expect(second.read == 0)
    #expect(second.unchanged == 5)
    #expect(!second.startedWorkers)
    #expect(try desk.tree() == before)
  }

  @Test func `only what is new, changed or was not finished is read`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number), "\(number).pnm") }
    try desk.run()
    try desk.put(Drawing.number(4), "sub/4.pnm")
    #expect(try desk.run().read == 1)

    let before = try desk.tree()
    try desk.put(Drawing.number(1212), "2.pnm")
    let changed = try desk.run()
    #expect(changed.read == 1)
    #expect(changed.unchanged == 3)
    #expect(try desk.tree()["2.pnm.p0001.txt"] != before["2.pnm.p0001.txt"])

    // Touched: the bytes are looked at, and nothing is read.
    utimes("\(desk.inbox)/3.pnm", nil)
    let touched = try desk.run()
    #expect(touched.read == 0)
    #expect(touched.unchanged == 4)
  }

  @Test func `a file that moved takes its result along, and nothing stays under its old name`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(5), "old.pnm")
    try desk.run()
    rename("\(desk.inbox)/old.pnm", "\(desk.inbox)/new.pnm")
    let moved = try desk.run()
    #expect(moved.read == 0)
    #expect(!moved.startedWorkers)
    #expect(moved.summary["missing"] as? Int == 0)
    #expect(try desk.states() == ["new.pnm:1": "recognised"])
    #expect(try desk.tree().keys.sorted() == ["new.pnm.p0001.json", "new.pnm.p0001.txt"])
    #expect(try desk.list("--missing").isEmpty)
    rename("\(desk.inbox)/new.pnm", "\(desk.inbox)/old.pnm")
    #expect(try desk.run().read == 0)
    #expect(try desk.states() == ["old.pnm:1": "recognised"])
    #expect(try desk.list("--missing").isEmpty)
  }

  @Test func `a run finishes before it complains of an input that held scans and is empty now`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(5), "a.pnm")
    try desk.run("--exclude", "*.tmp")
    #expect(unlink("\(desk.inbox)/a.pnm") == 0)
    let empty = try desk.run("--exclude", "*.tmp")
    #expect(empty.status == 66 && empty.summary["missing"] as? Int == 0)
    #expect(empty.error?.contains("is empty now") == true, "\(empty.error ?? "")")
    #expect(try desk.list("--missing").isEmpty)
    // A file that the pattern leaves out shows that the directory is there.
    try desk.put([1], "b.tmp")
    let next = try desk.run("--exclude", "*.tmp")
    #expect(next.status == 0 && next.summary["missing"] as? Int == 1)
    #expect(try desk.list("--missing").count == 1)
  }

  @Test func `a copy is a duplicate with the text of the first, whichever run meets it`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(12), "a.pnm")
    try desk.put(Drawing.number(12), "b.pnm")
    try desk.put(Drawing.blank(1), "c.pnm")
    try desk.put(Drawing.blank(1), "d.pnm")
    let first = try desk.run()
    #expect(first.read == 2)
    #expect(first.count("duplicate") == 2)
    try desk.put(Drawing.number(12), "e.pnm")
    let second = try desk.run()
    #expect(second.read == 0)
    #expect(second.count("duplicate") == 1)
    let tree = try desk.tree()
    for name in ["a", "b", "e"] { #expect(tree["\(name).pnm.p0001.txt"] == Array("12\n".utf8), "\(name)") }
    for name in ["c", "d"] { #expect(tree["\(name).pnm.p0001.txt"] == [], "\(name)") }

    // The first goes: the next runs make one of the copies the original, without reading.
    unlink("\(desk.inbox)/a.pnm")
    #expect(try desk.run().read == 0)
    #expect(try desk.run().read == 0)
    let states = try desk.states()
    #expect(states["b.pnm:1"] == "recognised")
    #expect(states["e.pnm:1"] == "duplicate")
    #expect(try desk.run().unchanged == 4)
  }

  @Test func `the pages of a file that changed into one that can't be read stay in the store, as missing ones`() throws
  {
    let desk = try Desk()
    try desk.put(Drawing.tiff([Drawing.number(1), Drawing.number(2)]), "x.tif")
    #expect(try desk.run().count("recognised") == 2)
    #expect(try desk.tree().keys.sorted().count == 4)
    try desk.put([], "x.tif")
    let second = try desk.run()
    #expect(second.status == 65)
    #expect(try desk.tree().keys.sorted() == ["x.tif.p0001.json"])
    #expect(try desk.list("--present").map { $0["state"] as? String } == ["failed"])
    #expect(try desk.list("--missing").map { $0["state"] as? String } == ["recognised", "recognised"])
  }

  @Test func `--force reads everything once, --verify reads nothing, --reread asks for another reader`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(12), "b.pnm")
    try desk.run()
    // The copy comes first in order, and was met last.
    try desk.put(Drawing.number(12), "a.pnm")
    try desk.run()
    let forced = try desk.run("--force")
    #expect(forced.read == 1)
    #expect(forced.count("duplicate") == 1)
    #expect(try desk.states() == ["a.pnm:1": "recognised", "b.pnm:1": "duplicate"])

    #expect(try desk.run("--verify").read == 0)
    #expect(try desk.run("--reread").read == 0)
    // Another reader alone is no reason; asked, it reads again.
    #expect(try desk.run("--psm", "7").read == 0)
    #expect(try desk.run("--psm", "7", "--reread").read == 1)
    #expect(try desk.run("--psm", "7", "--reread").read == 0)
  }

  @Test func `bytes that changed behind an unchanged size and time are found by --verify`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "x.pnm")
    try desk.run()
    // What a restored file system can do: the same facts, other bytes. Here the store is told the new facts.
    try desk.put(Drawing.number(1212), "x.pnm")
    var facts = stat()
    stat("\(desk.inbox)/x.pnm", &facts)
    let modified = Int64(facts.st_mtim.tv_sec) * 1_000_000_000 + Int64(facts.st_mtim.tv_nsec)
    let changed = Int64(facts.st_ctim.tv_sec) * 1_000_000_000 + Int64(facts.st_ctim.tv_nsec)
    try SQLite.change(desk.store, "UPDATE documents SET modified = \(modified), changed = \(changed)")
    #expect(try desk.run().read == 0)
    #expect(try desk.run("--verify").read == 1)
    #expect(try desk.tree()["x.pnm.p0001.txt"] != Array("1111\n".utf8))
  }

  @Test func `a failed page stays failed until --retry-failed, and then is gone`() throws {
    let desk = try Desk()
    try desk.put(Array(Drawing.number(1).prefix(900)), "cut.pnm")
    try desk.put(Drawing.number(2), "good.pnm")
    #expect(try desk.run().status == 65)
    let second = try desk.run()
    #expect(second.status == 0)
    #expect(second.summary["failedEarlier"] as? Int == 1)
    let retried = try desk.run("--retry-failed")
    #expect(retried.status == 65)
    #expect(retried.count("failed") == 1)
    let reasons = try #require(try desk.list("--state", "failed").first?["reasons"] as? [[String: Any]])
    #expect(["truncated", "damaged"].contains(reasons.first?["code"] as? String))
  }

  @Test func `a file that is still being written waits for the next run`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "new.pnm")
    /// A run while something goes on writing the file.
    func runBesideWriter() throws -> RunLog {
      let loop = "import os, sys, time\nprint('begun', flush=True)\nwhile True: os.utime(sys.argv[1]); time.sleep(0.01)"
      let writer = try ChildProgram("/usr/bin/python3", ["-I", "-c", loop, "\(desk.inbox)/new.pnm"])
      #expect(writer.line() == "begun")
      let log = try desk.run("--settle", "3")
      writer.signal(SIGKILL)
      _ = writer.finish()
      return log
    }
    let first = try runBesideWriter()
    #expect(first.status == 0)
    #expect(first.summary["unsettled"] as? Int == 1)
    #expect(try desk.list().isEmpty)
    #expect(try desk.run("--settle", "0").read == 1)
    // A known file that is being written again is not missing.
    try desk.put(Drawing.number(2), "new.pnm")
    #expect(try runBesideWriter().summary["missing"] as? Int == 0)
    #expect(try desk.states() == ["new.pnm:1": "recognised"])
    // One that has come to rest meanwhile is not left.
    let rested = try desk.run("--settle", "1")
    #expect(rested.read == 1)
    #expect(rested.summary["unsettled"] as? Int == 0)
  }

  @Test func `an empty file is a failure with a reason, so that a half-copied upload is noticed`() throws {
    let desk = try Desk()
    try desk.put([], "empty.jpg")
    #expect(try desk.run().status == 65)
    let page = try #require(try desk.list().first)
    #expect(page["state"] as? String == "failed")
    #expect((page["reasons"] as? [[String: Any]])?.first?["code"] as? String == "empty")
  }

  @Test func `only a run over a whole directory says what is missing, and only below it`() throws {
    let desk = try Desk()
    for name in ["a/1.pnm", "a/2.pnm", "b/3.pnm", "b/4.pnm"] { try desk.put(Drawing.blank(name.hashValue), name) }
    try desk.run()
    unlink("\(desk.inbox)/a/1.pnm")
    unlink("\(desk.inbox)/b/3.pnm")
    func missing(_ arguments: String...) throws -> Int? {
      let log = RunLog(
        try desk.hanscan(["run", "--out", desk.out, "--log", "json", "--base", desk.inbox] + Desk.quick + arguments))
      #expect(log.status == 0, "\(log.outcome.errorText)")
      return log.summary["missing"] as? Int
    }
    #expect(try missing("\(desk.inbox)/a/2.pnm") == 0)
    #expect(try missing(desk.inbox, "--exclude", "1.pnm", "--exclude", "3.pnm") == 0)
    #expect(try missing("\(desk.inbox)/b") == 1)
    #expect(try desk.list("--missing").compactMap { $0["path"] as? String } == ["b/3.pnm"])
    #expect(try missing(desk.inbox, "--exclude", "*.tif") == 1)
  }

  @Test func `one store holds the scans of one directory, unless the user says which`() throws {
    let desk = try Desk()
    try desk.put(Drawing.blank(1), "a/x.pnm")
    try desk.put(Drawing.blank(2), "b/x.pnm")
    func run(_ arguments: String...) throws -> RunLog {
      RunLog(try desk.hanscan(["run", "--out", desk.out, "--log", "json"] + Desk.quick + arguments))
    }
    #expect(try run("\(desk.inbox)/a").status == 0)
    let other = try run("\(desk.inbox)/b")
    #expect(other.status == 64)
    #expect(other.error?.contains("--base \(desk.inbox)/a") == true, "\(other.error ?? "")")
    #expect(try run("\(desk.inbox)/a/x.pnm").status == 0)
    #expect(try desk.list().count == 1)
    // The directory was moved: the user says so, and nothing is read again.
    rename("\(desk.inbox)/a", "\(desk.inbox)/c")
    #expect(try run("\(desk.inbox)/c").status == 64)
    let moved = try run("\(desk.inbox)/c", "--base", "\(desk.inbox)/c")
    #expect(moved.status == 0)
    #expect(moved.read == 0)
    #expect(try run("\(desk.inbox)/c").status == 0)
    #expect(try run(desk.inbox, "--base", "\(desk.inbox)/c").status == 64)
    #expect(try run("\(desk.inbox)/c", "--base", "\(desk.inbox)/none").status == 66)
  }
}
