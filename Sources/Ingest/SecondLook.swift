package import Documents
import PageModel

extension Scanner {
  /// Judges a file again that was too fresh before; nil if it no longer exists.
  package func lookAgain(at file: ScanFile) -> ScanEntry? {
    guard case .success(let facts) = FileStatus.of(path: file.path) else { return nil }
    return judge(facts, path: file.path, relative: file.relative)
  }
}
