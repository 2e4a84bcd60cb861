import Documents
import Glibc
import PageModel
import TestSupport
import Testing

@Suite struct `A document session` {
  private func only(_ scratch: ScratchFolder) throws -> ScanFile {
    try #require(try files(in: scratch).first)
  }

  private func code(_ body: () throws -> Void) -> PageProblem.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? DocumentError)?.problem.code
    }
  }

  @Test(arguments: [
    ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ("a", 1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
    // Of the length of one piece, and one byte to either side; known from sha256sum(1).
    ("b", 262_143, "6c69a7a24b4a97b47e836420871112918b04855f2991578b552fa2bbdb4caf40"),
    ("b", 262_144, "9e240eace59e902546b5c777cec8b8c20017915d2e0ec85580d5cc7b586da7dd"),
    ("b", 262_145, "fd5fc0ec0fef838eb890189e85319af1785d52524ae7834ce13945bbcb141bd8"),
  ])
  func `gives the SHA-256 of the file`(text: String, times: Int, digest: String) throws {
    let scratch = try ScratchFolder()
    try scratch.file("a", Array(String(repeating: text, count: times).utf8))
    let session = try DocumentSession.open(try only(scratch))
    #expect(try session.digest().hex == digest)
    #expect(try session.digest().hex == digest)
  }

  @Test func `gives the same digest in slices of any size, and notices a change between two of them`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file("a", (0..<(1 << 20) + 7).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let session = try DocumentSession.open(try only(scratch))
    for size in [1, 300_000, 1 << 20, Int.max] {
      var hash = ContentHash(session)
      var slices = 1
      var digest = try hash.proceedUnchanged(atMost: size)
      while digest == nil {
        slices += 1
        digest = try hash.proceedUnchanged(atMost: size)
      }
      #expect(try digest == session.digest())
      // A slice is never less than what is read in one go, 256 KiB.
      #expect(slices == (size == 1 ? 5 : size == 300_000 ? 3 : size == 1 << 20 ? 2 : 1))
    }
    var hash = ContentHash(session)
    #expect(try hash.proceedUnchanged(atMost: 1) == nil)
    usleep(20_000)
    _ = path.withCString { truncate($0, 1 << 19) }
    #expect(code { _ = try hash.proceedUnchanged(atMost: 1) } == .changed)
  }

  @Test func `notices that the file grew, shrank, was written over or deleted`() throws {
    let actions: [(String, (ScanPath) -> Void, PageProblem.Code)] = [
      ("grew", { path in _ = path.withCString { truncate($0, 500_000) } }, .changed),
      ("shrank", { path in _ = path.withCString { truncate($0, 10) } }, .changed),
      ("touched", { path in _ = path.withCString { utimensat(AT_FDCWD, $0, nil, 0) } }, .changed),
      ("deleted", { path in _ = path.withCString { unlink($0) } }, .vanished),
    ]
    for (name, act, expected) in actions {
      let scratch = try ScratchFolder()
      let path = try scratch.file("a.png", [UInt8](repeating: 7, count: 300_000))
      let file = try only(scratch)
      let session = try DocumentSession.open(file)
      #expect(session.change() == nil)
      usleep(20_000)
      act(path)
      #expect(session.change()?.code == expected, "\(name)")
      #expect(code { _ = try session.digest() } == expected, "\(name)")
      #expect(code { _ = try DocumentSession.open(file) } == expected, "\(name)")
    }
  }

  @Test func `is not opened for a file that was replaced`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("a.png")
    let file = try only(scratch)
    let other = try scratch.file("b.png")
    rename("\(other)", "\(file.path)")
    #expect(code { _ = try DocumentSession.open(file) } == .changed)
    unlink("\(file.path)")
    mkfifo("\(file.path)", 0o644)
    #expect(code { _ = try DocumentSession.open(file) } == .specialFile)
  }

  @Test func `says what to do about a file that may not be read`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file("a.png")
    let file = try only(scratch)
    _ = scratch.root.withCString { chmod($0, 0o755) }
    _ = path.withCString { chmod($0, 0o755) }
    let readable = try only(scratch)
    _ = path.withCString { chmod($0, 0) }
    #expect(readable.path == file.path)
    try asNobody {
      let locked = try only(scratch)
      #expect(code { _ = try DocumentSession.open(locked) } == .unreadable)
    }
  }

  @Test func `hashes a file whose rights were changed once, not for each page`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file("a.txt", Array("0123456789".utf8))
    let session = try DocumentSession.open(try only(scratch))
    #expect(session.content() == .same)
    // The clock of a file system may tick but every few milliseconds.
    usleep(20_000)
    _ = path.withCString { chmod($0, 0o600) }
    #expect(session.content() == .unknown)
    var hash = ContentHash(session)
    #expect(try hash.proceed(atMost: .max) != nil)
    session.confirm(hash)
    #expect(session.content() == .same)
    usleep(20_000)
    _ = path.withCString { chmod($0, 0o644) }
    #expect(session.content() == .unknown)
  }

  @Test func `hands out descriptors with positions of their own, even of a renamed file`() throws {
    let scratch = try ScratchFolder()
    let path = try scratch.file("a.txt", Array("0123456789".utf8))
    let session = try DocumentSession.open(try only(scratch))
    let first = try session.openAnother()
    rename("\(path)", "\(path)-gone")
    let second = try session.openAnother()
    defer {
      close(first)
      close(second)
    }
    var byte: UInt8 = 0
    for expected in Array("012".utf8) {
      #expect(read(first, &byte, 1) == 1)
      #expect(byte == expected)
    }
    #expect(read(second, &byte, 1) == 1)
    #expect(byte == UInt8(ascii: "0"))
    #expect(fcntl(first, F_GETFD) & FD_CLOEXEC != 0)
    #expect(write(first, &byte, 1) == -1)
  }
}
