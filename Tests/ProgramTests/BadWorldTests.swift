import Foundation
import Glibc
import TestSupport
import Testing

/// Full disks, media that can't be written, stores in others' hands.
@Suite struct BadWorldTests {
  /// A small file system of its own below a desk; nil where this user may not mount one.
  private final class SmallDisk {
    let path: String
    /// Kept, so that the folder is removed when nothing is mounted in it any more.
    private let desk: Desk

    init?(_ desk: Desk, kibibytes: Int) {
      self.desk = desk
      path = desk.scratch.path(of: "disk")
      mkdir(path, 0o755)
      guard mount("tmpfs", path, "tmpfs", 0, "size=\(kibibytes)k") == 0 else { return nil }
    }

    func remount(_ options: String) -> Bool {
      let outcome = try? ChildProgram.run("/bin/mount", ["-o", "remount,\(options)", path])
      return outcome?.status == 0
    }

    deinit { umount2(path, CInt(MNT_DETACH)) }
  }

  private static let mayMount: Bool = {
    guard geteuid() == 0, let desk = try? Desk() else { return false }
    return SmallDisk(desk, kibibytes: 64) != nil
  }()

  @Test(.enabled(if: mayMount, "only root may mount a small file system"), arguments: [4, 40, 100, 130, 150, 180, 220])
  func `a full disk ends the run, leaves no half file, and a later run completes`(kibibytes: Int) throws {
    let desk = try Desk()
    for number in 1...12 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let quiet = desk.scratch.path(of: "quiet")
    try desk.run(out: quiet)
    let expected = try desk.tree(quiet)
    let disk = try #require(SmallDisk(desk, kibibytes: kibibytes))
    let out = disk.path + "/out"
    let full = try desk.run(out: out)
    #expect(full.status == 73 || full.status == 74, "\(full.outcome.errorText)")
    #expect(full.error?.contains("space") == true, "\(full.error ?? "")")
    if FileManager.default.fileExists(atPath: out) {
      let check = try desk.hanscan(["check", "--out", out])
      #expect(!check.outputText.contains("of no page that the store knows"), "\(check.outputText)")
      if check.status == 66 { #expect(try desk.tree(out).isEmpty) }
      for (name, bytes) in try desk.tree(out) where !name.contains(".hanscan-tmp-") {
        #expect(expected[name] == bytes, "\(name)")
      }
    }
    try #require(disk.remount("size=4m"))
    #expect(try desk.run(out: out).status == 0)
    #expect(try desk.tree(out) == expected)
    #expect(try desk.hanscan(["check", "--out", out]).status == 0)
  }

  @Test(.enabled(if: mayMount, "only root may mount a small file system"))
  func `what is known can be looked at while the disk is full`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.put(Drawing.number(2), "2.pnm")
    let disk = try #require(SmallDisk(desk, kibibytes: 1024))
    let out = disk.path + "/out"
    #expect(try desk.run(out: out).status == 0)
    try FileManager.default.removeItem(atPath: out + "/1.pnm.p0001.txt")
    let filler = open(disk.path + "/filler", O_WRONLY | O_CREAT, 0o600)
    defer { close(filler) }
    let block = [UInt8](repeating: 1, count: 4096)
    while write(filler, block, block.count) > 0 {}
    #expect(try desk.list(out: out).count == 2)
    #expect(try desk.hanscan(["show", "1.pnm", "--out", out]).outputText == "1\n")
    let check = try desk.hanscan(["check", "--out", out])
    #expect(check.status == 65, "\(check.outputText)\(check.errorText)")
    #expect(check.outputText.contains("1.pnm.p0001.txt"))
    for command in [["check", "--repair", "--out", out], ["export", "--out", out]] {
      let outcome = try desk.hanscan(command)
      #expect(outcome.status == 73 || outcome.status == 74, "\(command): \(outcome)")
    }
    #expect(ftruncate(filler, 0) == 0)
    #expect(try desk.hanscan(["check", "--repair", "--out", out]).status == 0)
    #expect(try desk.hanscan(["check", "--out", out]).status == 0)
  }

  @Test(.enabled(if: mayMount, "only root may mount a small file system"))
  func `an output that can't be written ends with 73 and can still be looked at`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    let disk = try #require(SmallDisk(desk, kibibytes: 4096))
    let out = disk.path + "/out"
    #expect(try desk.run(out: out).status == 0)
    try #require(disk.remount("ro"))
    let log = try desk.run(out: out)
    #expect(log.status == 73, "\(log.outcome.errorText)")
    #expect(try desk.run(out: disk.path + "/new").status == 73)
    #expect(try desk.list(out: out).count == 1)
    #expect(try desk.hanscan(["check", "--out", out]).status == 0)
    try #require(disk.remount("rw"))
  }

  @Test(.enabled(if: mayMount, "only root may mount a small file system"))
  func `a disk without free inodes ends the run, and a later run completes`() throws {
    let desk = try Desk()
    for number in 1...6 { try desk.put(Drawing.number(number * 101), "\(number).pnm") }
    let disk = try #require(SmallDisk(desk, kibibytes: 4096))
    try #require(disk.remount("nr_inodes=9"))
    let out = disk.path + "/out"
    let full = try desk.run(out: out)
    #expect(full.status == 73 || full.status == 74, "\(full.outcome.errorText)")
    try #require(disk.remount("nr_inodes=0") || disk.remount("nr_inodes=1000"))
    #expect(try desk.run(out: out).status == 0)
    #expect(try desk.tree(out).count == 12)
  }

  @Test func `a store that another program holds ends the run with 75`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.run()
    let holder = try SQLite.lock(desk.store)
    let log = try desk.run("--force")
    #expect(log.status == 75, "\(log.outcome.errorText)")
    #expect(log.error?.contains("another program holds the store") == true)
    #expect(try desk.list().count == 1)
    holder.signal(SIGKILL)
    _ = holder.finish()
    #expect(try desk.run("--force").status == 0)
  }

  @Test func `a store that is deleted during a run stops it with 73, and the next run reads what was lost`() throws {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number), "\(number).pnm") }
    // A list that has not ended keeps the run from ending before the store is gone.
    let run = try ChildProgram(
      Desk.program,
      ["run", "--files-from", "-", "--base", desk.inbox, "--out", desk.out, "--log", "json"] + Desk.quick)
    run.send(Array("\(desk.inbox)/1.pnm\n".utf8))
    #expect(run.finishes(pages: 1))
    for suffix in ["", "-wal", "-shm"] { unlink(desk.store + suffix) }
    run.send(Array("\(desk.inbox)/2.pnm\n".utf8))
    let log = RunLog(run.finish())
    #expect(log.status == 73, "\(log.outcome.errorText)")
    #expect(log.error?.contains("taken away") == true, "\(log.error ?? "")")
    #expect(try desk.run().read == 3)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }

  @Test(arguments: ["folder", "pipe", "none"])
  func `where no store can be, nothing is waited for or left`(what: String) throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    let place = desk.scratch.path(of: what)
    if what == "folder" { mkdir(place, 0o755) }
    if what == "pipe" { mkfifo(place, 0o600) }
    for command in [["list"], ["show", "first"], ["export"], ["check"]] {
      let outcome = try desk.hanscan(command + ["--out", desk.out, "--store", place])
      let expected: [CInt] = what == "none" ? [66, 73] : [65, 73, 74]
      #expect(outcome.status.map(expected.contains) == true, "\(command): \(outcome.status ?? -1)")
    }
    if what != "none" { #expect(try desk.run("--store", place).status == 73) }
    #expect(!FileManager.default.fileExists(atPath: place + ".lock"))
  }

  @Test func `a damaged store ends with 74, and is named by check`() throws {
    let desk = try Desk()
    for number in 1...30 { try desk.put(Drawing.blank(number), "\(number).pnm") }
    try desk.run()
    try SQLite.change(desk.store, "PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: desk.store)))
    for index in 4096..<bytes.count { bytes[index] = UInt8(truncatingIfNeeded: index &* 7) }
    try Data(bytes).write(to: URL(fileURLWithPath: desk.store))
    let log = try desk.run()
    #expect(log.status == 74, "\(log.outcome.errorText)")
    #expect(log.error?.contains("damaged") == true)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 65)
    #expect(try desk.hanscan(["list", "--out", desk.out]).status == 74)
  }

  @Test func `a store of a later version, or something else in its place, ends with 73 and stays as it is`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.run()
    try SQLite.change(desk.store, "PRAGMA user_version = 900")
    let log = try desk.run()
    #expect(log.status == 73)
    #expect(log.error?.contains("later version") == true, "\(log.error ?? "")")
    #expect(try desk.hanscan(["list", "--out", desk.out]).status == 74)
    let other = desk.scratch.path(of: "other")
    try desk.scratch.write("no store at all", to: "other/hanscan.sqlite")
    #expect(try desk.run(out: other).status == 73)
    #expect(try desk.scratch.read("other/hanscan.sqlite") == Array("no store at all".utf8))
  }

  @Test func `many jobs need more descriptors than usual, and few are enough otherwise`() throws {
    let desk = try Desk()
    for number in 1...4 { try desk.put(Drawing.number(number), "\(number).pnm") }
    let script = "ulimit -Hn 64; exec \"$0\" run \"$1\" --out \"$2\" --jobs 2 --settle 0 --level fast --lang eng"
    let outcome = try ChildProgram.run("/bin/sh", ["-c", script, Desk.program, desk.inbox, desk.out])
    #expect(outcome.status == 0, "\(outcome.errorText)")
  }

  @Test func `what stands in the way of a file is named and left alone`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.scratch.write("mine", to: "out/1.pnm.p0001.txt/keep")
    let log = try desk.run()
    #expect(log.status == 73)
    #expect(log.error?.contains("a directory") == true, "\(log.error ?? "")")
    #expect(try desk.scratch.read("out/1.pnm.p0001.txt/keep") == Array("mine".utf8))
  }
}
