import Glibc

package enum TemporaryFolder {
  /// Makes a folder below `TMPDIR` that only this user may enter, and returns its path.
  package static func make() throws(SystemError) -> String {
    try make(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")
  }

  /// The same in a given folder.
  package static func make(in parent: String) throws(SystemError) -> String {
    // mkdtemp(3) replaces the X by letters.
    var path = Array("\(parent)/hanscan-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemError("making a folder in \(parent)", errno) }
    return String(terminated: path)
  }
}
