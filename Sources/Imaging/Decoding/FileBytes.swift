import CPosix
import Glibc

/// The bytes of an open regular file: read when it is small, mapped when it is large.
///
/// A mapped file that shrinks while it is decoded ends the process with SIGBUS. The pages are decoded by workers for
/// such reasons; a TIFF of a gigabyte must not be copied for each of its pages.
final class FileBytes {
  private static let largestRead = 64 << 20
  private var storage: UnsafeMutableRawPointer
  private let count: Int
  private let isMapped: Bool

  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: storage, count: count)
  }

  init(descriptor: CInt) throws(PictureError) {
    let size = Int(cposix_regular_size(descriptor))
    guard size >= 0 else { throw .unreadable(CInt(clamping: -size)) }
    guard size > 0 else { throw .truncated("the file is empty") }
    if size > Self.largestRead {
      guard let mapped = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), mapped != MAP_FAILED else {
        throw errno == ENOMEM ? .outOfMemory : .unreadable(errno)
      }
      (storage, count, isMapped) = (mapped, size, true)
      return
    }
    guard let buffer = malloc(size) else { throw .outOfMemory }
    var filled = 0
    while filled < size {
      let got = pread(descriptor, buffer + filled, size - filled, off_t(filled))
      if got < 0 && errno == EINTR { continue }
      if got < 0 {
        let number = errno
        free(buffer)
        throw .unreadable(number)
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
