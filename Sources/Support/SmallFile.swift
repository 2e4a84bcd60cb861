import CPosix
import Glibc

package enum SmallFileError: Error, Hashable, Sendable {
  case notOpened(SystemError)
  case notRegular
  /// It has more bytes than allowed.
  case tooLarge
  case notRead(SystemError)
}

package enum SmallFile {
  /// Reads a file of at most `limit` bytes.
  ///
  /// - Parameter onlyRegular: Refuses pipes and the kernel's files, which have bytes, but no size.
  package static func read(
    _ path: UnsafePointer<CChar>, atMost limit: Int, onlyRegular: Bool = false
  ) throws(SmallFileError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .notOpened(SystemError(errno)) }
    defer { close(descriptor) }
    if onlyRegular, cposix_regular_size(descriptor) == -Int64(EINVAL) { throw .notRegular }
    return try read(descriptor: descriptor, atMost: limit)
  }

  /// Reads from the descriptor's position to the end, at most `limit` bytes.
  package static func read(descriptor: CInt, atMost limit: Int) throws(SmallFileError) -> [UInt8] {
    let size = max(0, Int(clamping: cposix_regular_size(descriptor)))
    guard size <= limit else { throw .tooLarge }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    // Enough for most files in one call, and cheap to discard.
    var buffer = [UInt8](repeating: 0, count: max(1 << 14, min(size + 1, 1 << 20)))
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .notRead(SystemError(errno)) }
      if count == 0 { return bytes }
      guard bytes.count + count <= limit else { throw .tooLarge }
      bytes += buffer[..<count]
    }
  }

  /// The text of a file of a few lines, such as the kernel's; nil if it can't be read.
  package static func text(_ path: String) -> String? {
    (try? read(path, atMost: textLimit)).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same, from the descriptor's position.
  package static func text(descriptor: CInt) -> String? {
    (try? read(descriptor: descriptor, atMost: textLimit)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static let textLimit = 16 << 20

  /// Writes a file atomically and durably.
  ///
  /// It gets another name first, is synced and renamed, and then its directory is synced: without that the file's name
  /// could be lost. If the last step alone fails the file exists and the error is thrown all the same. A device or a
  /// pipe, whose name would become that of a file, is refused with `EEXIST`.
  package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    var facts = stat()
    if stat(path, &facts) == 0, ![S_IFREG, S_IFDIR].contains(facts.st_mode & S_IFMT) { throw SystemError(EEXIST) }
    let temporary = "\(path).\(getpid()).part"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644)
    guard descriptor >= 0 else { throw SystemError(errno) }
    var problem: CInt?
    do throws(SystemError) { try FileWriting.writeAll(bytes, to: descriptor) } catch { problem = error.number }
    if problem == nil, fsync(descriptor) != 0 { problem = errno }
    close(descriptor)
    if problem == nil, rename(temporary, path) != 0 { problem = errno }
    if let problem {
      unlink(temporary)
      throw SystemError(problem)
    }
    try FileWriting.syncDirectory(of: path.utf8)
  }

  /// Makes a directory and those above it, each one durably.
  package static func makeDirectory(_ path: String) throws(SystemError) { try makeDirectory(Array(path.utf8)) }

  /// The same of a path that need be no UTF-8.
  package static func makeDirectory(_ path: [UInt8]) throws(SystemError) {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    if mkdir(name, 0o777) != 0 {
      if errno == EEXIST { return }
      guard errno == ENOENT, let slash = path.lastIndex(of: UInt8(ascii: "/")), slash > 0 else {
        throw SystemError(errno)
      }
      try makeDirectory(Array(path[..<slash]))
      guard mkdir(name, 0o777) == 0 || errno == EEXIST else { throw SystemError(errno) }
    }
    try FileWriting.syncDirectory(of: path)
  }
}
