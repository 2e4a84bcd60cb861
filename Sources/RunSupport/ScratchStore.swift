import Glibc
package import PageModel
import Support

/// A store for one run that keeps nothing, in a folder of its own; both are removed with the last reference at the latest.
package final class ScratchStore: Sendable {
  /// The store's path.
  package let path: ScanPath
  /// The path of a picture that is given by its bytes.
  package let picture: ScanPath
  private let directory: String

  package init() throws(RunFailure) {
    directory = try RunFailure.converting(TemporaryFolder.make()) { RunFailure(.cannotCreate, "\($0)") }
    path = ScanPath(directory).appending("hanscan.sqlite")
    picture = ScanPath(directory).appending("picture")
  }

  deinit { remove() }

  package func remove() {
    for suffix in ["", "-wal", "-shm", ".lock"] { unlink("\(path)\(suffix)") }
    picture.withCString { _ = unlink($0) }
    rmdir(directory)
  }

  /// Writes the bytes of the picture.
  package func write(picture bytes: [UInt8]) throws(RunFailure) {
    do throws(SystemError) {
      let descriptor = picture.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
      guard descriptor >= 0 else { throw SystemError("\(picture)", errno) }
      defer { close(descriptor) }
      try FileWriting.writeAll(bytes, to: descriptor)
    } catch {
      throw RunFailure(.cannotCreate, "\(error)")
    }
  }
}
