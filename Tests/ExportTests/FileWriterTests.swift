import Foundation
import Glibc
import PageModel
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
    try writer.write(Array("old".utf8), to: components("a.txt"))
    let old = try #require(FileHandle(forReadingAtPath: scratch.path + "/out/a.txt"))
    try writer.write(Array("new and longer".utf8), to: components("a.txt"))
    #expect(try old.readToEnd() == Data("old".utf8))
    #expect(try scratch.bytes("out/a.txt") == Array("new and longer".utf8))
  }

  @Test func `names are bytes: no UTF-8, 255 bytes, a leading dash, a newline`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let names: [[UInt8]] = [[0xFF, 0xFE], Array(repeating: 0x61, count: 255), Array("-rf".utf8), Array("a\nb".utf8)]
    for name in names { try writer.write(name, to: [Array("d".utf8), name]) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/out/d").count == names.count)
    let long = reason { try writer.write([1], to: [Array(repeating: 0x61, count: 256)]) }
    #expect(long == .nameTooLong)
  }

  @Test(arguments: ["", ".", "..", "a/b", "a\0b"]) func `a component that is no name is refused`(name: String) throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    #expect(reason { try writer.write([1], to: [Array(name.utf8)]) } == .invalidName)
    #expect(reason { try writer.write([1], to: [Array(name.utf8), Array("x".utf8)]) } == .invalidName)
    #expect(reason { try writer.remove([Array(name.utf8)]) } == .invalidName)
    #expect(reason { try writer.write([1], to: []) } == .invalidName)
    #expect(try scratch.names() == ["out"])
  }

  @Test func `a link below the output directory leads nowhere`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let files = FileManager.default
    try files.createDirectory(atPath: scratch.path + "/secret", withIntermediateDirectories: false)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/secret/a.txt"))
    try files.createSymbolicLink(atPath: scratch.path + "/out/folder", withDestinationPath: "../secret")
    try files.createSymbolicLink(atPath: scratch.path + "/out/a.txt", withDestinationPath: "../secret/a.txt")
    #expect(reason { try writer.write([1], to: components("folder/a.txt")) } == .inTheWay)
    #expect(reason { try writer.write([1], to: components("folder/deeper/a.txt")) } == .inTheWay)
    #expect(reason { try writer.remove(components("folder/a.txt")) } == .inTheWay)
    // A link under a file's own name is replaced, not followed.
    try writer.write([1], to: components("a.txt"))
    #expect(try scratch.bytes("out/a.txt") == [1])
    #expect(try scratch.bytes("secret/a.txt") == Array("mine".utf8))
  }

  @Test func `a directory or file in the way is named and left alone`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.write([1], to: components("a.txt/b.txt"))
    do {
      try writer.write([2], to: components("a.txt"))
      Issue.record("written over a directory")
    } catch {
      #expect(error.reason == .inTheWay)
      #expect(
        error.description.hasSuffix(
          "/out/a.txt: something stands in the way (a directory, error 21); move it away and run again"))
    }
    try writer.write([3], to: components("c.txt"))
    #expect(reason { try writer.write([4], to: components("c.txt/d.txt")) } == .inTheWay)
    #expect(try scratch.names() == ["out", "out/a.txt", "out/a.txt/b.txt", "out/c.txt"])
  }

  @Test func `what a killed run left under the temporary name is written over`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    let name = Array("a.txt".utf8)
    let temporary = FileWriter.temporaryPrefix + SHA256.hex(of: name).prefix(16)
    try Data(repeating: 0x7A, count: 9_999).write(to: URL(fileURLWithPath: scratch.path + "/out/" + temporary))
    try writer.write([1], to: [name])
    #expect(try scratch.names() == ["out", "out/a.txt"])
    // Even a link planted there is not followed.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: scratch.path + "/secret"))
    try FileManager.default.createSymbolicLink(
      atPath: scratch.path + "/out/" + temporary, withDestinationPath: "../secret")
    try writer.write([2], to: [name])
    #expect(try scratch.bytes("secret") == Array("mine".utf8))
    #expect(try scratch.bytes("out/a.txt") == [2])
  }

  @Test func `a directory that is removed while a run goes on is made again`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.write([1], to: components("x/y/a.txt"))
    try FileManager.default.removeItem(atPath: scratch.path + "/out/x")
    try writer.write([2], to: components("x/y/b.txt"))
    #expect(try scratch.bytes("out/x/y/b.txt") == [2])
    try FileManager.default.removeItem(atPath: scratch.path + "/out")
    #expect(reason { try writer.write([3], to: components("x/y/c.txt")) } == .missing)
  }

  @Test func `removing a file says whether there was one`() throws {
    let scratch = try Scratch()
    let writer = try scratch.writer()
    try writer.write([1], to: components("x/a.txt"))
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

  @Test func `a full disk is an error with a number, whoever finds it`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    #expect(Folder.writeAll([1, 2, 3], to: full) == ENOSPC)
    #expect(ExportError(ScanPath("a"), code: ENOSPC).reason == .full)
    #expect(ExportError(ScanPath("a"), code: EDQUOT).reason == .full)
    #expect(ExportError(ScanPath("a"), code: EROFS).reason == .readOnly)
    #expect(ExportError(ScanPath("a"), code: EACCES).reason == .denied)
    #expect(ExportError(ScanPath("a"), code: EIO).reason == .inputOutput)
  }

  /// A pipe takes less than it is given, and the rest only when someone reads.
  @Test func `all bytes are written, however few at a time`() async throws {
    var ends: [CInt] = [0, 0]
    try #require(pipe(&ends) == 0)
    let (reading, writing) = (ends[0], ends[1])
    let bytes = (0..<400_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let reader = Task.detached {
      var all: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 7_001)
      while true {
        let count = read(reading, &buffer, buffer.count)
        if count <= 0 { break }
        all += buffer.prefix(count)
      }
      close(reading)
      return all
    }
    #expect(Folder.writeAll(bytes, to: writing) == 0)
    close(writing)
    #expect(await reader.value == bytes)
  }

  /// A small file system of its own, where this user may mount one.
  @Test(.enabled(if: geteuid() == 0)) func `on a full disk nothing half-written stands under a final name`() throws {
    let scratch = try Scratch()
    let disk = scratch.path + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    guard mount("tmpfs", disk, "tmpfs", 0, "size=64k,nr_inodes=8") == 0 else { return }
    defer { umount2(disk, CInt(2)) }
    let writer = try FileWriter(ScanPath(disk))
    try writer.write(Array(repeating: 1, count: 30_000), to: components("a.txt"))
    #expect(reason { try writer.write(Array(repeating: 2, count: 60_000), to: components("b.txt")) } == .full)
    #expect(reason { try writer.write(Array(repeating: 2, count: 60_000), to: components("a.txt")) } == .full)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk) == ["a.txt"])
    #expect(try scratch.bytes("disk/a.txt").count == 30_000)
    // Out of inodes, with space left.
    var written = 0
    let inodes = reason { for number in 0..<20 { try writer.write([], to: components("\(number).txt")); written += 1 } }
    #expect(inodes == .full)
    #expect(written < 8)
    // Space again: the same writer goes on.
    try writer.remove(components("a.txt"))
    try writer.write(Array(repeating: 3, count: 40_000), to: components("0.txt"))
    #expect(mount("tmpfs", disk, "tmpfs", UInt(MS_REMOUNT | MS_RDONLY), nil) == 0)
    #expect(reason { try writer.write([1], to: components("0.txt")) } == .readOnly)
    #expect(reason { _ = try FileWriter(ScanPath(disk)) } == .readOnly)
    #expect(try scratch.bytes("disk/0.txt").count == 40_000)
  }

  private func reason(_ body: () throws -> Void) -> ExportError.Reason? {
    do { try body() } catch { return (error as? ExportError)?.reason }
    return nil
  }
}
