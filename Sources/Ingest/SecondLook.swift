package import Documents
import PageModel

extension Scanner {
  /// Judges a file again that was too fresh before; nil where it is not there any more.
  ///
  /// A temporary name that was given up for the final one is no fault.
  package func lookAgain(at file: ScanFile) -> ScanEntry? {
    switch FileStatus.of(path: file.path) {
    case .success(let facts): return judge(facts, path: file.path, relative: file.relative)
    case .failure: return nil
    }
  }
}
