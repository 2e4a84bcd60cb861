package import Documents
import PageModel

extension Scanner {
  /// Judges a file again that was too fresh before; nil if it no longer exists.
  ///
  /// A temporary name that was replaced by the final one is no fault.
  package func lookAgain(at file: ScanFile) -> ScanEntry? {
    switch FileStatus.of(path: file.path) {
    case .success(let facts): return judge(facts, path: file.path, relative: file.relative)
    case .failure: return nil
    }
  }
}
