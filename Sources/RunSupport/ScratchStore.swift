import FoundationEssentials
import Glibc
package import PageModel
import Support
import Workers

/// A store for one run that keeps nothing, in a folder of its own; both are removed with the last reference at the latest.
///
/// The folder holds a locked file. A new one first removes the folders of killed programs, whose locks the kernel freed.
package final class ScratchStore: Sendable {
  /// The store's path.
  package let path: ScanPath
  /// The path of a picture that is given by its bytes.
  package let picture: ScanPath
  private let directory: String
  /// Nil on a file system without locks, whose folders are removed by nobody else.
  private let lock: RunLock?

  private static let lockName = "scratch.lock"

  /// - Parameter parent: The folder to make its folder in; nil for `TMPDIR`.
  package init(in parent: String? = nil) throws(RunFailure) {
    directory = try RunFailure.converting(TemporaryFolder.make(in: parent)) { RunFailure(.cannotCreate, "\($0)") }
    path = ScanPath(directory).appending("hanscan.sqlite")
    picture = ScanPath(directory).appending("picture")
    // Nobody sees the file under its name before it is locked.
    lock = try? RunLock(path: "\(directory)/new.lock")
    if lock != nil { rename("\(directory)/new.lock", "\(directory)/\(Self.lockName)") }
    Self.removeLeftovers(beside: directory)
  }

  deinit { remove() }

  package func remove() { Self.remove(directory) }

  private static func remove(_ directory: String) {
    for name in ["", "-wal", "-shm", ".lock"].map({ "hanscan.sqlite\($0)" }) + ["picture", lockName] {
      unlink("\(directory)/\(name)")
    }
    rmdir(directory)
  }

  /// Removes the folders of this user whose lock nobody holds.
  private static func removeLeftovers(beside directory: String) {
    let parent = ScanPath(directory).folder.text
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix("hanscan-") {
      let (folder, file) = (parent + name, "\(parent)\(name)/\(lockName)")
      var facts = stat()
      guard lstat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid(),
        access(file, F_OK) == 0, let lock = try? RunLock(path: file)
      else { continue }
      withExtendedLifetime(lock) { remove(folder) }
    }
  }

  /// Writes the bytes of the picture.
  package func write(picture bytes: [UInt8]) throws(RunFailure) {
    let file = picture.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    defer { close(file) }
    guard file >= 0 else { throw RunFailure(.cannotCreate, "\(SystemError("\(picture)", errno))") }
    try RunFailure.converting(FileWriting.writeAll(bytes, to: file)) { RunFailure(.cannotCreate, "\($0)") }
  }
}
