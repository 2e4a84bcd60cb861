import Glibc
package import PageModel
import Support

/// The reason that a file could not be written, with the system's error number and a remedy.
package struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Each with its text for a person: the event, the cause in place of `%@`, and the advice.
  package enum Reason: String, Sendable, CaseIterable {
    /// The disk has no space or no inodes left, or the quota is used up.
    case full = "no space is left (%@); free some space or inodes and run again"
    /// The file system is mounted for reading alone.
    case readOnly = "the file system may only be read (%@); choose another output directory"
    /// This user may not write there.
    case denied = "writing is not allowed (%@); give this user the right to write there"
    /// The name is longer than the file system allows.
    case nameTooLong = "the name is too long (%@); give the scan a shorter name"
    /// A component of the path is empty, `.`, `..`, or holds a slash or a NUL.
    case invalidName = "the name can't be used (%@); please report this"
    /// Something that is not ours is at the path: a directory, a file or a symbolic link.
    case inTheWay = "something is in the way (%@); move it away and run again"
    /// Other files have the name, and every name with a number behind it.
    case taken = "every name is taken (%@); choose a pattern that gives more names"
    /// The output directory is not there.
    case missing = "the directory is not there (%@); make it, or check the path"
    /// The process or the system has too many files open.
    case tooManyFiles = "too many files are open (%@); raise the limit (ulimit -n) and run again"
    /// A hard link was to lead to a file on another disk.
    case otherFileSystem =
      "a hard link can't lead to another file system (%@); choose a directory beside the scans, or have copies made"
    /// The system failed to write.
    case inputOutput = "writing failed (%@); check the disk and run again"
  }

  package let reason: Reason
  /// The file to write or open.
  package let path: ScanPath
  /// The system's error number; 0 where the system was not asked.
  package let code: Int32
  private let detail: String

  package init(_ reason: Reason, _ path: ScanPath, _ detail: String) {
    (self.reason, self.path, code, self.detail) = (reason, path, 0, detail)
  }

  init(_ path: ScanPath, code: Int32, detail: String? = nil) {
    (self.path, self.code, reason) = (path, code, Self.reason(of: code))
    self.detail = detail ?? SystemError.text(of: code)
  }

  /// One line for a person: the path, what happened, and what to do.
  package var description: String {
    let cause = code == 0 ? detail : "\(detail), error \(code)"
    return "\(path): \(reason.rawValue.replacing("%@", with: cause))"
  }

  static func reason(of code: Int32) -> Reason {
    switch code {
    case ENOSPC, EDQUOT, EFBIG: .full
    case EROFS: .readOnly
    case EACCES, EPERM: .denied
    case ENAMETOOLONG: .nameTooLong
    case EISDIR, ENOTDIR, ELOOP, EEXIST, ENOTEMPTY, ENXIO: .inTheWay
    case ENOENT, ESTALE: .missing
    case EMFILE, ENFILE: .tooManyFiles
    case EXDEV: .otherFileSystem
    default: .inputOutput
    }
  }
}
