import Glibc

package enum TemporaryFolder {
  /// Makes a folder, below `TMPDIR` or another one, that only this user may enter, and returns its path.
  package static func make(in folder: String? = nil) throws(SystemError) -> String {
    let parent = folder ?? getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    // mkdtemp(3) replaces the X by letters.
    var path = Array("\(parent)/hanscan-XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw SystemError("making a folder in \(parent)", errno) }
    return String(terminated: path)
  }
}
