public import Documents
public import PageModel

/// An unopened entry of the input, and the reason.
public struct ScanRefusal: Hashable, Sendable {
  public var path: ScanPath
  /// Unique in the run, like that of a file.
  public var relative: ScanPath
  public var problem: PageProblem
}

/// One entry of a scan.
public enum ScanEntry: Hashable, Sendable {
  /// A regular file to open, with unknown content.
  case document(ScanFile)
  /// A file that may still be written; it is left for the next run.
  case unsettled(ScanFile)
  /// A special file, a link that leaves the input, a directory that cannot be read.
  case refused(ScanRefusal)

  public var relative: ScanPath {
    switch self {
    case .document(let file), .unsettled(let file): file.relative
    case .refused(let refusal): refusal.relative
    }
  }
}

/// The result of a scan's step.
public enum ScanStep: Hashable, Sendable {
  case entry(ScanEntry)
  /// The list of paths has nothing to read at the moment: wait until this descriptor is readable.
  case waiting(CInt)
  case end
}
