package import PageModel

/// The parts of its inputs that a scan examines.
package struct ScanSelection: Sendable {
  enum Part {
    /// It is examined, with everything below it.
    case whole
    /// Only something below it is examined.
    case above
    case none
  }

  /// Relative paths of files and directories.
  package let whole: Set<ScanPath>
  private let above: Set<ScanPath>

  package init(_ whole: some Sequence<ScanPath>) {
    self.whole = Set(whole)
    var above: Set<ScanPath> = [ScanPath("")]
    for path in self.whole {
      // Paths that share a directory share all above it.
      for parent in path.parents where !above.insert(parent).inserted { break }
    }
    self.above = above
  }

  func part(of path: ScanPath) -> Part {
    whole.contains(path) ? .whole : above.contains(path) ? .above : .none
  }
}
