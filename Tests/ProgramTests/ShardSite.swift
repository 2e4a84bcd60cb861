import Foundation
import TestSupport
import Testing

/// A desk with a few scans, and what one undisturbed shard of them makes.
final class ShardSite {
  let desk: Desk
  var shards: String { desk.scratch.path(of: "shards") }
  var folder: String { "\(shards)/shard-1-of-1" }
  /// What one machine makes of the scans.
  let expected: [UInt8]

  init(scans: Int = 12) throws {
    desk = try Desk()
    // One machine makes the same of them each time.
    try FolderTemplate.fill(desk.scratch, as: "\(scans) scans, read by one machine") { folder in
      let model = try Desk()
      for number in 1...scans { try model.put(Drawing.number(number * 101), "\(number).pnm") }
      let one = model.scratch.path(of: "one")
      try model.run(out: one)
      let output = try model.hanscan(["export", "--stdout", "--format", "json", "--out", one]).output
      try Data(output).write(to: URL(fileURLWithPath: "\(folder)/expected"))
      try model.give(["in", "one"], to: folder)
    }
    expected = try desk.scratch.read("expected")
  }

  func words(_ scratch: String?) -> [String] {
    let place = scratch.map { ["--scratch", desk.scratch.path(of: $0)] } ?? []
    return ["run", desk.inbox, "--out", shards, "--shard", "1/1", "--log", "json"] + Desk.quick + place
  }

  func read(_ scratch: String? = nil) throws -> RunLog { RunLog(try desk.hanscan(words(scratch))) }

  /// Whether the joined store is what one machine would have made, and nothing else is left.
  func check(_ label: String = "") throws {
    try? FileManager.default.removeItem(atPath: desk.out)
    let merged = try desk.hanscan(["merge", shards, "--out", desk.out])
    #expect(merged.status == 0, "\(label) \(merged.errorText)")
    #expect(
      try desk.hanscan(["export", "--stdout", "--format", "json", "--out", desk.out]).output == expected, "\(label)")
  }
}

extension Desk {
  /// Moves what lies in its folder to another one.
  func give(_ names: [String], to folder: String) throws {
    for name in names {
      try FileManager.default.moveItem(atPath: scratch.path(of: name), toPath: "\(folder)/\(name)")
    }
  }
}
