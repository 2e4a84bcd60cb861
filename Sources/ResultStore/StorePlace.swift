import Glibc
package import PageModel

/// The file or the directory that a path leads to.
package struct StorePlace: Hashable {
  private let device: dev_t
  private let inode: ino_t

  package init?(_ path: ScanPath) {
    var facts = stat()
    guard path.withCString({ stat($0, &facts) }) == 0 else { return nil }
    (device, inode) = (facts.st_dev, facts.st_ino)
  }
}

extension ResultStore {
  /// Refuses a place that cannot have a store, before anything is opened or made beside it.
  ///
  /// SQLite would wait for the writer of a pipe, and put its journal beside a device.
  package static func checkPlace(_ path: ScanPath, creating: Bool) throws(StoreError) {
    var facts = stat()
    guard path.withCString({ stat($0, &facts) }) == 0 else {
      let code = errno
      guard code == ENOENT, !creating else { return }
      throw StoreError(.missing, path, "no such file")
    }
    if let obstacle = obstacle(facts) { throw StoreError(.notAStore, path, obstacle) }
  }

  /// The kind of a file that can be no store; nil for a regular file.
  static func obstacle(_ facts: stat) -> String? {
    switch facts.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a directory"
    case S_IFLNK: "a symbolic link"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
  }

  /// Throws if the path leads to another file than the one that is open, or to none.
  ///
  /// Writing to a file without a name succeeds, and all of it is lost with the last one who has it open.
  package func checkIsStillThere() throws(StoreError) {
    guard let place, StorePlace(path) != place else { return }
    throw StoreError(.missing, path, "it was taken away or replaced while it was in use")
  }
}
