import CSQLite
import Foundation
import PageModel
import TestSupport
import Testing

@testable import ResultStore

extension Connection {
  /// All rows of all tables, table by table.
  func dump() throws -> [String] {
    var tables: [String] = []
    try query("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") { row throws(StoreError) in
      tables.append(try row.text(0))
      return true
    }
    var rows: [String] = []
    // The index of texts has a table that can't be listed; its content lies in others, which can.
    for table in tables where table != "search" {
      try query("SELECT * FROM \(table)") { row in
        let cells = (0..<sqlite3_column_count(row.statement)).map { row.isNull($0) ? "NULL" : "\(row.bytes($0))" }
        rows.append("\(table): \(cells.joined(separator: ", "))")
        return true
      }
    }
    return rows
  }
}

@Suite struct BackupTests {
  @Test func `a copy of a store in use equals the store as it was after its last change`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let run = try store.begin()
    var dice = SeededRandom(seed: 5)
    for number in 0..<30 {
      try store.add("\(number).png", content: number, in: run, outcome: .recognised(dice.reading()))
    }
    let expected = try store.connection.dump()
    let target = ScanPath(scratch.path).appending("copy.sqlite")
    try Data("something else".utf8).write(to: URL(fileURLWithPath: "\(target)"))
    let reader = try ResultStore(scratch.storePath, mode: .readOnly)
    try store.transaction { () throws(StoreError) in
      // Not yet done: it is no part of the copy.
      _ = try store.begin(version: "1", reader: nil, started: "")
      try reader.backUp(to: target)
    }
    let copy = try ResultStore(target, mode: .readOnly)
    #expect(try copy.connection.dump() == expected)
    #expect(try copy.problems().isEmpty)
    #expect(try copy.allPages().count == 30)
    // Nothing lies beside it, and it is a store like any other.
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).filter { $0.hasSuffix(".part") }.isEmpty)
    let later = try ResultStore(target, mode: .readWrite(creating: false))
    try later.add("more.png", content: 99, in: try later.begin())
    #expect(try later.allPages().count == 31)
    #expect(try store.allPages().count == 30)
  }

  @Test func `no copy takes the place of a store or of its logs, by whatever name`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    try store.add("a.png", content: 1, in: try store.begin())
    let link = "\(scratch.path)/link.sqlite"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "\(scratch.storePath)")
    for name in [
      "hanscan.sqlite", "./hanscan.sqlite", "hanscan.sqlite-wal", "hanscan.sqlite-shm", "hanscan.sqlite.lock",
      "link.sqlite",
    ] {
      let target = ScanPath("\(scratch.path)/\(name)")
      #expect(store.isEndangered(byCopyTo: target))
      #expect(throws: StoreError.self) { try store.backUp(to: target) }
    }
    let copy = ScanPath("\(scratch.path)/copy.sqlite")
    for _ in 0..<2 {
      #expect(!store.isEndangered(byCopyTo: copy))
      try store.backUp(to: copy)
    }
    #expect(try store.problems().isEmpty)
    #expect(try ResultStore(scratch.storePath, mode: .readOnly).allPages().count == 1)
  }

  @Test(arguments: [".part", ".part-wal", ".part-journal"])
  func `no copy is made through the file of its own store`(ending: String) throws {
    let scratch = try Scratch()
    let path = ScanPath("\(scratch.path)/copy.sqlite\(ending)")
    let store = try ResultStore(path, mode: .readWrite(creating: true))
    let target = ScanPath("\(scratch.path)/copy.sqlite")
    #expect(store.isEndangered(byCopyTo: target))
    #expect(throws: StoreError.self) { try store.backUp(to: target) }
    try store.checkIsStillThere()
    #expect(try store.problems().isEmpty)
  }

  @Test func `a copy of a store of an earlier version is of that version`() throws {
    let scratch = try Scratch()
    let earlier = try scratch.earlierStore(version: 8)
    try earlier.execute(
      """
      INSERT INTO runs (id, started, version) VALUES (1, '2025-01-01T00:00:00Z', '0.2.0');
      """)
    let target = ScanPath("\(scratch.path)/copy.sqlite")
    let store = try ResultStore(scratch.storePath, mode: .readOnly)
    #expect(try store.connection.number("PRAGMA user_version") == Schema.version)
    try store.backUp(to: target)
    let copy = try Connection(target, flags: SQLITE_OPEN_READONLY)
    #expect(try copy.number("PRAGMA user_version") == 8 && copy.dump() == earlier.dump())
  }

  @Test func `a copy takes no place of a pipe, a link or a folder, and needs a folder that is there`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let path = { (name: String) in ScanPath("\(scratch.path)/\(name)") }
    try Data("words".utf8).write(to: URL(fileURLWithPath: "\(path("words"))"))
    #expect(path("pipe").withCString { mkfifo($0, 0o600) } == 0)
    #expect(path("folder").withCString { mkdir($0, 0o755) } == 0)
    for (name, target) in [("link", "words"), ("dangling", "nothing")] {
      try FileManager.default.createSymbolicLink(atPath: "\(path(name))", withDestinationPath: target)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    for (name, obstacle) in [
      ("pipe", "a named pipe"), ("folder", "a directory"), ("link", "a symbolic link"), ("dangling", "a symbolic link"),
      ("none/copy", "there is no folder \(path("none/"))"), ("words/copy", "there is no folder \(path("words/"))"),
    ] {
      let error = #expect(throws: StoreError.self, "\(name)") { try store.backUp(to: path(name)) }
      #expect(error?.reason == .target && error?.detail == obstacle && error?.path == path(name))
    }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: scratch.path)) == Set(names))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(path("link"))") == "words")
    try store.backUp(to: path("words"))
    #expect(try ResultStore(path("words"), mode: .readOnly).problems().isEmpty)
  }

  @Test func `a copy that can't be made says so and leaves what was there`() throws {
    let scratch = try Scratch()
    let store = try scratch.store()
    let nowhere = ScanPath(scratch.path).appending("no such folder").appending("copy.sqlite")
    #expect(throws: StoreError.self) { try store.backUp(to: nowhere) }
    let folder = ScanPath(scratch.path).appending("folder")
    try FileManager.default.createDirectory(atPath: "\(folder)/in it", withIntermediateDirectories: true)
    #expect(throws: StoreError.self) { try store.backUp(to: folder) }
    let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
    #expect(names.filter { !$0.hasPrefix("hanscan") } == ["folder"])
  }
}
