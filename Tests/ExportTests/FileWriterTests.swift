import Foundation
import Glibc
import PageModel
import Support
import Testing

@testable import Export

@Suite struct FileWriterTests {
  @Test func `a file is written whole, with its directories, and no temporary name is left`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer("new/out")
    let written = try writer.write(Array("abc".utf8), to: components("2024/01/a.png.p0001.txt"))
    try writer.write([], to: components("empty.txt"))
    try writer.sync()
    #expect(written.size == 3)
    #expect(written.digest == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(try scratch.bytes("new/out/2024/01/a.png.p0001.txt") == Array("abc".utf8))
    #expect(try scratch.bytes("new/out/empty.txt") == [])
    #expect(
      try scratch.names() == [
        "new", "new/out", "new/out/2024", "new/out/2024/01", "new/out/2024/01/a.png.p0001.txt", "new/out/empty.txt",
      ])
  }

  @Test func `a file written again is replaced, and another reader keeps the old one whole`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try put(Array("old".utf8), components("a.txt"), writer)
    let old = try #require(FileHandle(forReadingAtPath: scratch.path + "/out/a.txt"))
    try put(Array("new and longer".utf8), components("a.txt"), writer)
    #expect(try old.readToEnd() == Data("old".utf8))
    #expect(try scratch.bytes("out/a.txt") == Array("new and longer".utf8))
  }

  @Test func `names are bytes: no UTF-8, 255 bytes, a leading dash, a newline`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let names: [[UInt8]] = [[0xFF, 0xFE], Array(repeating: 0x61, count: 255), Array("-rf".utf8), Array("a\nb".utf8)]
    for name in names { try put(name, [Array("d".utf8), name], writer) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out/d").count == names.count)
    let long = reason { try put([1], [Array(repeating: 0x61, count: 256)], writer) }
    #expect(long == .nameTooLong)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0b"]) func `a component that is no name is refused`(name: String) throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    #expect(reason { try put([1], [Array(name.utf8)], writer) } == .invalidName)
    #expect(reason { try put([1], [Array(name.utf8), Array("x".utf8)], writer) } == .invalidName)
    #expect(reason { try writer.remove([Array(name.utf8)]) } == .invalidName)
    #expect(reason { try put([1], [], writer) } == .invalidName)
    #expect(try scratch.names() == ["out"])
  }

  @Test func `a device or a pipe stays what it is, also behind a link`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let pipe = scratch.path + "/out/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    try #require(symlink("pipe", scratch.path + "/out/link") == 0)
    for name in ["pipe", "link"] { #expect(reason { try put([1], components(name), writer) } == .inTheWay) }
    var facts = stat()
    #expect(stat(pipe, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
    #expect(try scratch.names() == ["out", "out/link", "out/pipe"])
  }

  @Test func `a link below the output directory leads nowhere`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let files = FileManager.default
    try files.createDirectory(atPath: scratch.path + "/secret", withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/secret/a.txt"))
    try files.createSymbolicLink(atPath: scratch.path + "/out/folder", withDestinationPath: "../secret")
    try files.createSymbolicLink(atPath: scratch.path + "/out/a.txt", withDestinationPath: "../secret/a.txt")
    #expect(reason { try put([1], components("folder/a.txt"), writer) } == .inTheWay)
    #expect(reason { try put([1], components("folder/deeper/a.txt"), writer) } == .inTheWay)
    #expect(reason { try writer.remove(components("folder/a.txt")) } == .inTheWay)
    // A link under a file's own name is replaced, not followed.
    try put([1], components("a.txt"), writer)
    #expect(try scratch.bytes("out/a.txt") == [1])
    #expect(try scratch.bytes("secret/a.txt") == Array("mine".utf8))
  }

  @Test func `a directory or file in the way is named and left alone`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try put([1], components("a.txt/b.txt"), writer)
    do {
      try put([2], components("a.txt"), writer)
      Issue.record("written over a directory")
    } catch {
      #expect(error.reason == .inTheWay)
      #expect(
        error.description.hasSuffix(
          "/out/a.txt: something is in the way (a directory, error 21); move it away and run again"))
    }
    try put([3], components("c.txt"), writer)
    #expect(reason { try put([4], components("c.txt/d.txt"), writer) } == .inTheWay)
    #expect(try scratch.names() == ["out", "out/a.txt", "out/a.txt/b.txt", "out/c.txt"])
  }

  @Test func `what a killed run left under the temporary name is written over`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let name = Array("a.txt".utf8)
    let temporary = FileWriter.temporaryPrefix + SHA256.digest(of: name).hex.prefix(16)
    try Data(repeating: 0x7A, count: 9_999).write(to: URL(fileURLWithPath: scratch.path + "/out/" + temporary))
    try put([1], [name], writer)
    #expect(try scratch.names() == ["out", "out/a.txt"])
    // Even a link planted there is not followed.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/secret"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/out/" + temporary, withDestinationPath: "../secret")
    try put([2], [name], writer)
    #expect(try scratch.bytes("secret") == Array("mine".utf8))
    #expect(try scratch.bytes("out/a.txt") == [2])
  }

  @Test func `a directory that is removed while a run goes on is made again`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try put([1], components("x/y/a.txt"), writer)
    try FileManager.default.removeItem(atPath: scratch.path + "/out/x")
    try put([2], components("x/y/b.txt"), writer)
    #expect(try scratch.bytes("out/x/y/b.txt") == [2])
    try FileManager.default.removeItem(atPath: scratch.path + "/out")
    #expect(reason { try put([3], components("x/y/c.txt"), writer) } == .missing)
  }

  @Test func `removing a file says whether there was one`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try put([1], components("x/a.txt"), writer)
    #expect(try writer.remove(components("x/a.txt")))
    #expect(try !writer.remove(components("x/a.txt")))
    try writer.sync()
    #expect(try scratch.names() == ["out", "out/x"])
  }

  @Test func `many directories are written with few open at a time`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    for number in 0..<300 { try writer.write([UInt8(number % 256)], to: components("\(number % 150)/d/\(number).txt")) }
    try writer.sync()
    let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }.filter { $0.hasPrefix(scratch.path) }
    #expect(open.count < 70)
    #expect(try scratch.bytes("out/149/d/299.txt") == [43])
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: scratch.path).filter { $0.hasSuffix(".txt") }.count == 300)
  }

  @Test func `an output directory that is missing or is a file is refused before any work`() throws {
    let scratch = try Scratch()
    let path = ScanPath(scratch.path)
    #expect(reason { _ = try FileWriter(path.appending("none"), creating: false) } == .missing)
    try Data().write(to: URL(fileURLWithPath: scratch.path + "/file"))
    #expect(reason { _ = try FileWriter(path.appending("file")) } == .inTheWay)
    #expect(reason { _ = try FileWriter(path.appending("file/out")) } == .inTheWay)
    #expect(reason { _ = try FileWriter(ScanPath("/proc/hanscan")) } != nil)
  }

  @Test func `a number of the system says why a file can't be written`() {
    #expect(ExportError(ScanPath("a"), code: ENOSPC).reason == .full)
    #expect(ExportError(ScanPath("a"), code: EDQUOT).reason == .full)
    #expect(ExportError(ScanPath("a"), code: EROFS).reason == .readOnly)
    #expect(ExportError(ScanPath("a"), code: EACCES).reason == .denied)
    #expect(ExportError(ScanPath("a"), code: EXDEV).reason == .otherFileSystem)
    #expect(ExportError(ScanPath("a"), code: EIO).reason == .inputOutput)
  }

  /// A small file system of its own, where this user may mount one.
  @Test(.enabled(if: geteuid() == 0)) func `on a full disk nothing half-written stands under a final name`() throws {
    let scratch = try Scratch()
    let disk = scratch.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    guard mount("tmpfs", disk, "tmpfs", 0, "size=64k,nr_inodes=8") == 0 else { return }
    defer { umount2(disk, CInt(2)) }
    let writer = try FileWriter(ScanPath(disk))
    try put(Array(repeating: 1, count: 30_000), components("a.txt"), writer)
    #expect(reason { try put(Array(repeating: 2, count: 60_000), components("b.txt"), writer) } == .full)
    #expect(reason { try put(Array(repeating: 2, count: 60_000), components("a.txt"), writer) } == .full)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["a.txt"])
    #expect(try scratch.bytes("disk/a.txt").count == 30_000)
    // Out of inodes, with space left.
    var written = 0
    let inodes = reason { for number in 0..<20 { try put([], components("\(number).txt"), writer); written += 1 } }
    #expect(inodes == .full)
    #expect(written < 8)
    // Space again: the same writer goes on.
    try writer.remove(components("a.txt"))
    try put(Array(repeating: 3, count: 40_000), components("0.txt"), writer)
    #expect(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    #expect(reason { try put([1], components("0.txt"), writer) } == .readOnly)
    #expect(reason { _ = try FileWriter(ScanPath(disk)) } == .readOnly)
    #expect(try scratch.bytes("disk/0.txt").count == 40_000)
  }

  @Test func `a file has its name after a sync, and nobody sees it before`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.write([1], to: components("x/a.txt"))
    try writer.write([2], to: components("x/b.txt"))
    let names = try scratch.names().filter { $0.hasPrefix("out/x/") }
    #expect(names.count == 2)
    #expect(names.allSatisfy { $0.hasPrefix("out/x/" + FileWriter.temporaryPrefix) })
    try writer.sync()
    #expect(try scratch.names() == ["out", "out/x", "out/x/a.txt", "out/x/b.txt"])
  }

  @Test func `of two files for one name the last counts`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.write([1], to: components("a.txt"))
    try writer.write([2], to: components("a.txt"))
    try writer.sync()
    #expect(try scratch.bytes("out/a.txt") == [2])
    try writer.write([3], to: components("a.txt"))
    try writer.remove(components("a.txt"))
    try writer.sync()
    #expect(try scratch.names() == ["out"])
  }

  @Test func `a writer that goes away before its sync leaves nothing behind`() throws {
    let scratch = try Scratch()
    do {
      let writer = try scratch.writer()
      try writer.write([1], to: components("a.txt"))
    }
    #expect(try scratch.names() == ["out"])
  }

  @Test func `forty files synced together are all there, but for the one whose place is taken`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try FileManager.default.createDirectory(atPath: scratch.path + "/out/7.txt", withIntermediateDirectories: false)
    for number in 0..<40 { try writer.write([UInt8(number)], to: components("\(number).txt")) }
    #expect(reason { try writer.sync() } == .inTheWay)
    for number in 0..<40 where number != 7 { #expect(try scratch.bytes("out/\(number).txt") == [UInt8(number)]) }
    #expect(try scratch.names().count == 41)
  }

  @Test func `a file that can't be finished costs no other file`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try FileManager.default.createDirectory(atPath: scratch.path + "/out/b.txt", withIntermediateDirectories: false)
    for name in ["a.txt", "b.txt", "c.txt"] { try writer.write([1], to: components(name)) }
    #expect(reason { try writer.sync() } == .inTheWay)
    #expect(try scratch.names() == ["out", "out/a.txt", "out/b.txt", "out/c.txt"])
    try writer.write([2], to: components("c.txt"))
    try writer.sync()
    #expect(try scratch.bytes("out/c.txt") == [2])
  }

  private func put(_ bytes: [UInt8], _ components: [[UInt8]], _ writer: FileWriter) throws(ExportError) {
    try writer.write(bytes, to: components)
    try writer.sync()
  }

  private func reason(_ body: () throws -> Void) -> ExportError.Reason? {
    do { try body() } catch { return (error as? ExportError)?.reason }
    return nil
  }
}
