import Foundation
import Glibc
import TestSupport
import Testing

/// Which files a run makes, where, and which it leaves alone.
@Suite struct OutputTests {
  @Test func `one store with another output directory makes all files there and touches no other`() throws {
    let desk = try Desk()
    for number in 1...2 { try desk.put(Drawing.number(number * 11), "\(number).pnm") }
    let store = desk.scratch.path(of: "store.sqlite")
    try desk.run("--store", store)
    let before = try desk.tree()
    let other = desk.scratch.path(of: "other")
    // A name that a page would have there, and that is somebody else's.
    try desk.scratch.write(Array("mine".utf8), to: "other/2.pnm.p0001.txt")
    try desk.put(Array("words".utf8), "2.pnm")
    let second = try desk.run("--store", store, out: other)
    #expect(second.read == 0)
    #expect(second.outcome.errorText.contains("the files of earlier runs stay in \(desk.out)"))
    #expect(try desk.tree() == before)
    #expect(try desk.tree(other)["1.pnm.p0001.txt"] == before["1.pnm.p0001.txt"])
    #expect(try desk.tree(other)["2.pnm.p0001.txt"] == Array("mine".utf8))
  }

  @Test func `a changed page leaves no file of another format as it was`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(11), "1.pnm")
    try desk.run()
    try desk.put(Drawing.number(2222), "1.pnm")
    let arguments = ["run", desk.inbox, "--out", desk.out, "--format", "text"] + Desk.quick
    #expect(try desk.hanscan(arguments).status == 0)
    let json = try #require(try desk.tree()["1.pnm.p0001.json"])
    #expect(String(decoding: json, as: UTF8.self).contains("2222"))
    // Recorded by a run that kept no files: the next one that does makes all of them again.
    try desk.put(Array(Drawing.number(2222).prefix(20)), "1.pnm")
    let store = ["--stdout", "--store", desk.store] + Desk.quick
    #expect(try desk.hanscan(["run", desk.inbox] + store).status == 65)
    #expect(try desk.hanscan(arguments).status == 0)
    #expect(try desk.tree()["1.pnm.p0001.txt"] == nil)
    #expect(String(decoding: try #require(try desk.tree()["1.pnm.p0001.json"]), as: UTF8.self).contains("failed"))
  }

  @Test func `a run that writes no files forgets none, and a check looks only where they are`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(11), "1.pnm")
    let store = desk.scratch.path(of: "store.sqlite")
    try desk.run("--store", store)
    let before = try desk.tree()
    let other = desk.scratch.path(of: "other")
    mkdir(other, 0o755)
    let stream = try desk.run("--store", store, "--stdout", out: other)
    #expect(!stream.outcome.errorText.contains("stay in"))
    let elsewhere = try desk.hanscan(["check", "--out", other, "--store", store, "--repair"])
    #expect(elsewhere.status == 64)
    #expect(elsewhere.errorText.contains(desk.out))
    let check = try desk.hanscan(["check", "--out", desk.out, "--store", store])
    #expect(check.status == 0)
    #expect(check.errorText.contains("2 files"))
    #expect(try desk.tree() == before)
  }

  @Test func `results that were moved together with their store are not made again`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(42), "1.pnm")
    try desk.run()
    let moved = desk.scratch.path(of: "moved")
    rename(desk.out, moved)
    let inode = { () -> UInt in
      var facts = stat()
      stat("\(moved)/1.pnm.p0001.txt", &facts)
      return facts.st_ino
    }
    let before = inode()
    let second = try desk.run(out: moved)
    #expect(second.status == 0)
    #expect(!second.outcome.errorText.contains("stay in"))
    #expect(inode() == before)
  }
}
