import Glibc
import Support
import TreeRemoval

/// A folder of a test's own, removed with its content when the test releases it.
package final class ScratchFolder {
  package let path: String

  /// - Parameter inMemory: Whether it lies in memory if the system has a place for that: nothing there waits for a disk.
  package init(inMemory: Bool = false) throws {
    let parent = "/dev/shm"
    let isInMemory = inMemory && access(parent, W_OK) == 0
    path = try isInMemory ? TemporaryFolder.make(in: parent) : TemporaryFolder.make()
  }

  deinit {
    _ = test_remove_tree(path)
  }

  /// The path of a name in the folder.
  package func path(of name: String) -> String { "\(path)/\(name)" }

  /// Writes a file, and makes the folders above it; returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let target = path(of: name)
    var position = target.index(target.startIndex, offsetBy: path.count + 1)
    while let slash = target[position...].firstIndex(of: "/") {
      mkdir(String(target[..<slash]), 0o755)
      position = target.index(after: slash)
    }
    guard let file = fopen(target, "wb") else { throw SystemError(target, errno) }
    let written = fwrite(bytes, 1, bytes.count, file)
    guard fclose(file) == 0, written == bytes.count else { throw SystemError(target, errno) }
    return target
  }

  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    try write(Array(text.utf8), to: name)
  }

  /// The bytes of a file in the folder.
  package func read(_ name: String) throws -> [UInt8] {
    try SmallFile.read(path(of: name), atMost: .max)
  }
}
