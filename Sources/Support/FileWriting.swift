import Glibc

/// Writes all bytes of files, and makes their names durable.
package enum FileWriting {
  /// Writes all bytes, however many calls that takes.
  package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SystemError(count == 0 ? EIO : errno) }
      rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
    }
  }

  package static func writeAll(_ bytes: [UInt8], to descriptor: CInt) throws(SystemError) {
    try bytes.withBytes { bytes throws(SystemError) in try writeAll(bytes, to: descriptor) }
  }

  /// Syncs the directory of a path's last component, without which a new name could be lost.
  ///
  /// - Parameter path: Its bytes, which need be no UTF-8.
  package static func syncDirectory(of path: some Collection<UInt8>) throws(SystemError) {
    let slash = UInt8(ascii: "/")
    var rest = Array(path)
    while rest.count > 1, rest.last == slash { rest.removeLast() }
    let directory = rest.lastIndex(of: slash).map { $0 == 0 ? [slash] : Array(rest[..<$0]) } ?? [UInt8(ascii: ".")]
    let name = directory.map { CChar(bitPattern: $0) } + [0]
    var opened: CInt
    repeat { opened = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } while opened < 0 && errno == EINTR
    guard opened >= 0 else { throw SystemError(errno) }
    defer { close(opened) }
    var result: CInt
    repeat { result = fsync(opened) } while result < 0 && errno == EINTR
    // Some network file systems answer so for directories, which they write through.
    guard result == 0 || [EINVAL, ENOTSUP, ENOSYS].contains(errno) else { throw SystemError(errno) }
  }
}
