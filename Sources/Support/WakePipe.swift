import CPosix
import Glibc

/// A pipe whose bytes wake a thread that polls; neither of its ends waits or reaches a child.
package final class WakePipe: Sendable {
  /// Readable as long as there is a wake that nobody took.
  package let descriptor: CInt
  private let writing: CInt

  package init() throws(SystemError) {
    var ends: [CInt] = [-1, -1]
    guard cposix_wake_pipe(&ends) == 0 else { throw SystemError("pipe", errno) }
    (descriptor, writing) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(writing)
  }

  /// Adds a wake; a full pipe is readable already.
  package func wake() {
    var byte: UInt8 = 0
    _ = write(writing, &byte, 1)
  }

  /// Takes a wake; false if there is none.
  package func take() -> Bool {
    var byte: UInt8 = 0
    return read(descriptor, &byte, 1) == 1
  }
}
