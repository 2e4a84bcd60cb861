import CPosix
import Glibc

/// The bytes of an open regular file, read if small and mapped if large.
///
/// A mapped file that shrinks while it is used ends the process with SIGBUS: use it only if that loss is provided
/// for, as in the workers. A file of a gigabyte must not be copied for each of its pages.
package final class FileBytes {
  package static let largestRead = 64 << 20
  private let storage: UnsafeMutableRawPointer
  private let count: Int
  private let isMapped: Bool

  /// Calls `body` with the bytes, which are valid only during the call.
  package func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    // Without it the owner may be released after its last use, before the end of `body`.
    defer { withExtendedLifetime(self) {} }
    return try body(UnsafeRawBufferPointer(start: storage, count: count))
  }

  /// Takes the whole file, whatever the descriptor's position; an empty file has no bytes.
  ///
  /// It works in the workers' sandbox. Other than regular files give `EINVAL`, and lack of memory `ENOMEM`.
  package init(descriptor: CInt, largestRead: Int = FileBytes.largestRead) throws(SystemError) {
    let size = Int(try SystemError.check("size", cposix_regular_size(descriptor)))
    if size > largestRead {
      guard let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED else {
        throw SystemError("mmap", errno)
      }
      (storage, count, isMapped) = (mapped, size, true)
      return
    }
    guard let buffer = malloc(max(1, size)) else { throw SystemError("malloc", ENOMEM) }
    var filled = 0
    while filled < size {
      let got = pread(descriptor, buffer + filled, size - filled, off_t(filled))
      if got < 0 && errno == EINTR { continue }
      if got < 0 {
        let number = errno
        free(buffer)
        throw SystemError("read", number)
      }
      if got == 0 { break }
      filled += got
    }
    (storage, count, isMapped) = (buffer, filled, false)
  }

  deinit {
    if isMapped { munmap(storage, count) } else { free(storage) }
  }
}

extension [UInt8] {
  /// `withUnsafeBytes` that keeps the type of its closure's error.
  package func withBytes<Value, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try withUnsafeBytes { bytes in Result { () throws(Failure) in try body(bytes) } }.get()
  }
}
