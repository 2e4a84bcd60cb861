import Glibc
import PageModel
import Support

/// Copies a large file whole or not at all, and hashes it on the way.
enum FileCopy {
  /// A copy; the digest is SHA-256 in hexadecimal digits.
  typealias Written = (digest: String, bytes: Int)

  /// Attempts at a call that fails because a file server has forgotten a handle (ESTALE).
  private static let attempts = 4

  /// The ending of a file's name while it is written.
  static let suffix = ".part"

  /// Copies a file, syncs it, and gives it its name, which may depend on its digest.
  static func make(
    of source: ScanPath, in folder: ScanPath, named name: (String) -> String
  ) throws(SystemError) -> Written {
    // A name that no other process has, on any machine; process numbers recur.
    let temporary = folder.appending("\(String(UInt64.random(in: 0...UInt64.max), radix: 16))\(suffix)")
    let written = try retrying { () throws(SystemError) in
      do throws(SystemError) { return try copy(source, to: temporary) } catch {
        temporary.withCString { _ = unlink($0) }
        throw error
      }
    }
    try rename(temporary, to: folder.appending(name(written.digest)))
    return written
  }

  /// Renames a file, and syncs its directory.
  static func rename(_ source: ScanPath, to target: ScanPath) throws(SystemError) {
    try retrying { () throws(SystemError) in
      let result = source.withCString { source in target.withCString { Glibc.rename(source, $0) } }
      guard result == 0 else { throw SystemError(errno) }
      try FileWriting.syncDirectory(of: target.bytes)
    }
  }

  /// The SHA-256 of a file's bytes, in hexadecimal digits.
  static func digest(of path: ScanPath) throws(SystemError) -> String {
    try retrying { () throws(SystemError) in try copy(path, to: nil).digest }
  }

  static func retrying<Result>(_ body: () throws(SystemError) -> Result) throws(SystemError) -> Result {
    for attempt in 1..<attempts {
      do throws(SystemError) { return try body() } catch {
        guard error.number == ESTALE else { throw error }
        usleep(UInt32(attempt) * 200_000)
      }
    }
    return try body()
  }

  /// Reads all of a file, and writes it if there is a target.
  private static func copy(_ source: ScanPath, to target: ScanPath?) throws(SystemError) -> Written {
    let input = source.withCString { open($0, O_RDONLY | O_CLOEXEC) }
    guard input >= 0 else { throw SystemError(errno) }
    defer { close(input) }
    var output: CInt = -1
    if let target {
      output = target.withCString { open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o644) }
      guard output >= 0 else { throw SystemError(errno) }
    }
    defer { if output >= 0 { close(output) } }
    var sum = SHA256()
    var total = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
    defer { buffer.deallocate() }
    while true {
      let count = read(input, buffer.baseAddress, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw SystemError(errno) }
      if count == 0 { break }
      let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      sum.update(bytes)
      total += count
      if output >= 0 { try FileWriting.writeAll(bytes, to: output) }
    }
    if output >= 0, fsync(output) != 0 { throw SystemError(errno) }
    return (sum.finish().hex, total)
  }
}
