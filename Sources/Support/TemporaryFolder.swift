import Glibc

/// Folders of one's own, for a time.
package enum TemporaryFolder {
  /// Makes a folder that nobody else may enter, where `TMPDIR` says, and returns its path.
  package static func make() throws(SystemError) -> String {
    try make(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
  }

  /// The same in a folder that is known.
  package static func make(in parent: String) throws(SystemError) -> String {
    // mkdtemp(3) puts letters of its own for the X.
    var path = Array("\(parent)/hanscan-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemError("making a folder in \(parent)", errno) }
    return String(terminated: path)
  }
}
