import Glibc
import Support
import SyncRecorder
import TestSupport
import Testing

@Suite struct FileTests {
  @Test func `a file is read whole, whatever its size, and not at all beyond the limit`() throws {
    let folder = try ScratchFolder()
    for size in [0, 1, 1 << 14, (1 << 20) + 3] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 / 7) }
      let path = try folder.write(bytes, to: "file")
      #expect(try SmallFile.read(path, atMost: size, onlyRegular: true) == bytes)
      if size > 0 {
        #expect(throws: SmallFileError.tooLarge) { try SmallFile.read(path, atMost: size - 1) }
      }
    }
  }

  @Test func `a file of the kernel, which has no size, is read to its end within the limit`() throws {
    let text = try #require(SmallFile.text("/proc/self/status"))
    #expect(text.contains("VmHWM:"))
    #expect(throws: SmallFileError.tooLarge) { try SmallFile.read("/proc/self/status", atMost: 10) }
  }

  @Test func `where a regular file is wanted, a directory and a pipe are refused without waiting`() throws {
    let folder = try ScratchFolder()
    let pipe = folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, pipe] {
      #expect(throws: SmallFileError.notRegular) { try SmallFile.read(path, atMost: 1000, onlyRegular: true) }
    }
  }

  @Test func `what is missing or unreadable says so with the number of the system`() throws {
    let folder = try ScratchFolder()
    #expect(throws: SmallFileError.notOpened(SystemError(ENOENT))) {
      try SmallFile.read(folder.path(of: "none"), atMost: 1000)
    }
    #expect(throws: SmallFileError.notRead(SystemError(EISDIR))) { try SmallFile.read(folder.path, atMost: 1000) }
    #expect(SmallFile.text(folder.path(of: "none")) == nil)
  }

  @Test func `a written file replaces the one before it, and only its own name is left`() throws {
    let folder = try ScratchFolder()
    let path = folder.path(of: "model")
    for bytes in [[UInt8](repeating: 7, count: 100_000), []] {
      try SmallFile.write(bytes, to: path)
      #expect(try folder.read("model") == bytes)
    }
    #expect(access("\(path).\(getpid()).part", F_OK) != 0)
  }

  @Test func `a pipe is not replaced by a file, also behind a link`() throws {
    let folder = try ScratchFolder()
    let (pipe, link) = (folder.path(of: "pipe"), folder.path(of: "link"))
    #expect(mkfifo(pipe, 0o600) == 0 && symlink(pipe, link) == 0)
    for path in [pipe, link] { #expect(throws: SystemError(EEXIST)) { try SmallFile.write([1], to: path) } }
    var facts = stat()
    #expect(lstat(pipe, &facts) == 0 && facts.st_mode & S_IFMT == S_IFIFO)
    #expect(lstat(link, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK)
  }

  @Test func `a file that cannot get its name leaves nothing behind`() throws {
    let folder = try ScratchFolder()
    try folder.write("in the way", to: "taken/file")
    let path = folder.path(of: "taken")
    #expect(throws: SystemError(EISDIR)) { try SmallFile.write([1, 2, 3], to: path) }
    #expect(access("\(path).\(getpid()).part", F_OK) != 0)
    #expect(throws: SystemError(ENOENT)) { try SmallFile.write([1], to: folder.path(of: "none/file")) }
  }

  @Test func `a written file is synced, and so is the directory that holds its name`() throws {
    let folder = try ScratchFolder()
    let start = sync_recorder_now()
    try SmallFile.write([1, 2, 3], to: folder.path(of: "model"))
    #expect(sync_recorder_count(folder.path(of: "model"), start) > 0)
    #expect(sync_recorder_count(folder.path, start) > 0)
  }

  @Test func `each directory that is made is synced into the one above it`() throws {
    let folder = try ScratchFolder()
    let start = sync_recorder_now()
    try SmallFile.makeDirectory(folder.path(of: "a/b/c"))
    #expect(sync_recorder_count(folder.path, start) > 0)
    #expect(sync_recorder_count(folder.path(of: "a"), start) > 0)
    #expect(sync_recorder_count(folder.path(of: "a/b"), start) > 0)
    let again = sync_recorder_now()
    try SmallFile.makeDirectory(folder.path(of: "a/b/c"))
    #expect(sync_recorder_count(folder.path(of: "a/b"), again) == 0)
    try folder.write("a file", to: "file")
    #expect(throws: SystemError(ENOTDIR)) { try SmallFile.makeDirectory(folder.path(of: "file/below")) }
  }

  @Test func `a full disk is an error with its number`() throws {
    let full = open("/dev/full", O_WRONLY)
    try #require(full >= 0)
    defer { close(full) }
    #expect(throws: SystemError(ENOSPC)) { try FileWriting.writeAll([1, 2, 3], to: full) }
    try FileWriting.writeAll([], to: full)
  }

  @Test func `a new name is synced into the directory above it, however its path is written`() throws {
    let folder = try ScratchFolder()
    for path in ["a", "a/", "a//"] {
      let start = sync_recorder_now()
      try FileWriting.syncDirectory(of: folder.path(of: path).utf8)
      #expect(sync_recorder_count(folder.path, start) > 0, "\(path)")
    }
    for path in ["/", "/x", "x", ""] { try FileWriting.syncDirectory(of: path.utf8) }
    #expect(throws: SystemError(ENOENT)) { try FileWriting.syncDirectory(of: folder.path(of: "none/x").utf8) }
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
    try FileWriting.writeAll(bytes, to: writing)
    close(writing)
    #expect(await reader.value == bytes)
  }

  @Test func `the bytes of an open file are the same read or mapped, wherever the descriptor stands`() throws {
    let folder = try ScratchFolder()
    let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 / 3) }
    let descriptor = open(try folder.write(bytes, to: "file"), O_RDONLY)
    defer { close(descriptor) }
    #expect(lseek(descriptor, 100, SEEK_SET) == 100)
    for largest in [0, 19_999, 20_000] {
      let file = try FileBytes(descriptor: descriptor, largestRead: largest)
      #expect(file.withBytes { Array($0) } == bytes)
    }
  }

  @Test func `an empty file has no bytes, and what is no regular file is refused`() throws {
    let folder = try ScratchFolder()
    let descriptor = open(try folder.write("", to: "empty"), O_RDONLY)
    defer { close(descriptor) }
    #expect(try FileBytes(descriptor: descriptor).withBytes { $0.isEmpty })
    let directory = open(folder.path, O_RDONLY)
    defer { close(directory) }
    #expect(throws: SystemError("size", EINVAL)) { try FileBytes(descriptor: directory) }
  }

  @Test func `an error says what was called and what the system says`() {
    #expect(SystemError("mmap", ENOMEM).description == "mmap: Cannot allocate memory")
    #expect(SystemError(ENOENT).description == "No such file or directory")
    #expect(SystemError.text(of: 99_999).contains("99999"))
    #expect(throws: SystemError("call", EPERM)) { try SystemError.check("call", -EPERM) }
  }
}
