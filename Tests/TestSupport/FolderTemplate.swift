import Glibc
import Support
import Synchronization
import TreeRemoval

/// Folders that take long to make: each is made once in a run of the tests, and every test gets a copy of its own.
package enum FolderTemplate {
  private final class Entry: Sendable {
    /// Nil until it has been made.
    ///
    /// The lock is held meanwhile: who asks for the same folder waits.
    let path = Mutex<String?>(nil)
  }

  private static let entries = Mutex<[String: Entry]>([:])
  private static let removesAtExit: Void = {
    atexit {
      for entry in FolderTemplate.entries.withLock({ Array($0.values) }) {
        if let path = entry.path.withLock({ $0 }) { _ = test_remove_tree(path) }
      }
    }
  }()

  /// Fills a folder with what `make` makes of an empty one, or with a copy of what it made in an earlier call.
  ///
  /// - Parameter name: Tells what is made from everything else that is.
  package static func fill(_ folder: ScratchFolder, as name: String, making make: (String) throws -> Void) throws {
    _ = removesAtExit
    let entry = entries.withLock { entries in
      let entry = entries[name] ?? Entry()
      entries[name] = entry
      return entry
    }
    let path = try entry.path.withLock { path in
      if let path { return path }
      let made = try TemporaryFolder.make()
      do {
        try make(made)
      } catch {
        _ = test_remove_tree(made)
        throw error
      }
      path = made
      return made
    }
    let copied = try ChildProgram.run("/bin/cp", ["-a", "\(path)/.", folder.path])
    guard copied.status == 0 else { throw SystemError(folder.path, EIO) }
  }
}
