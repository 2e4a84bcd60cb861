import Foundation
import Glibc
import TestSupport
import Testing

/// Losses of power, and disks that fail, at chosen calls of the program.
@Suite struct PowerLossTests {
  private func copy(_ source: String, _ target: String) throws {
    try? FileManager.default.removeItem(atPath: target)
    try FileManager.default.copyItem(atPath: source, toPath: target)
  }

  /// Loses power at each call in turn of a run over an inbox that has changed; the run after it must leave these files,
  /// and, looked at every fifth time, a store that is sound.
  private func losePower(_ desk: Desk, changing change: () throws -> Void, leaving files: [String]) throws {
    try desk.run()
    let before = desk.scratch.path(of: "before")
    try copy(desk.out, before)
    try change()
    let removed = desk.scratch.path(of: "removed")
    let arguments = ["run", desk.inbox, "--out", desk.out, "--format", "text,json"] + Desk.quick
    var kills = 0
    while true {
      try copy(before, desk.out)
      try? FileManager.default.removeItem(atPath: removed)
      mkdir(removed, 0o755)
      let run = try desk.hanscan(arguments, faults: ["HANSCAN_DIE_AT=\(kills + 1)", "HANSCAN_LOSE_IN=\(removed)"])
      guard run.signal == SIGKILL else { break }
      kills += 1
      let again = try desk.hanscan(arguments)
      #expect([0, 65].contains(again.status), "after call \(kills): \(again.errorText)")
      #expect(try desk.tree().keys.sorted() == files, "after call \(kills)")
      // One call in five, at another place in each five, so that no phase of a page is left out.
      guard kills % 5 == kills / 5 % 5 else { continue }
      let check = try desk.hanscan(["check", "--out", desk.out])
      #expect(check.status == 0, "after call \(kills): \(check.outputText)\(check.errorText)")
    }
    // Writes to the log of the store alone are more than that.
    #expect(kills > 10)
  }

  @Test func `after a loss of power at any call no file is left that the store doesn't know`() throws {
    let desk = try Desk()
    try desk.put(Drawing.tiff([Drawing.blank(1), Drawing.blank(2), Drawing.blank(3)]), "x.tif")
    // Two pages go, and the text of the first; no worker is needed to find that out.
    try losePower(desk, changing: { try desk.put([], "x.tif") }, leaving: ["x.tif.p0001.json"])
  }

  @Test func `after a loss of power at any call no text is left that its page doesn't have`() throws {
    let desk = try Desk()
    let scan = Drawing.number(1212)
    try desk.put(scan, "x.pnm")
    // The scan is replaced by one that is cut: its page fails, without a worker, and has no text.
    try losePower(desk, changing: { try desk.put(Array(scan.prefix(20)), "x.pnm") }, leaving: ["x.pnm.p0001.json"])
  }

  @Test func `where a whole file system can't be synced, each file is, and none is lost`() throws {
    let desk = try Desk()
    for number in 1...20 { try desk.put(Drawing.blank(number), "\(number).pnm") }
    try desk.run()
    let files = try desk.tree()
    #expect(files.count == 40)
    let elsewhere = desk.scratch.path(of: "elsewhere")
    let export = try desk.hanscan(
      ["export", "--out", desk.out, "--to", elsewhere, "--format", "text,json"], faults: ["HANSCAN_FAIL_SYNCFS=1"])
    #expect(export.status == 0, "\(export.errorText)")
    #expect(try desk.tree(elsewhere) == files)
  }

  @Test func `the texts of duplicates are synced together`() throws {
    let desk = try Desk()
    try desk.put(Drawing.blank(1), "original.pnm")
    for number in 1...40 { try desk.put(Drawing.blank(1), "\(number).pnm") }
    let log = desk.scratch.path(of: "log")
    let arguments = ["run", desk.inbox, "--out", desk.out] + Desk.quick
    let run = try desk.hanscan(arguments, faults: ["HANSCAN_LOG_SYNCS=\(log)"])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try desk.tree().count == 41)
    let synced = String(decoding: try desk.scratch.read("log"), as: UTF8.self).split(separator: "\n")
    // The page that was read is synced by itself; sixteen files or more are synced with their file system.
    #expect(synced.count { $0.contains("/.hanscan-tmp-") } == 1, "\(synced)")
  }
}
