public import Documents
public import PageModel

/// Something in the input that is not opened, and why.
public struct ScanRefusal: Hashable, Sendable {
  public var path: ScanPath
  /// Unique in the run, as that of a file.
  public var relative: ScanPath
  public var problem: PageProblem
}

/// What a scan meets, one at a time.
public enum ScanEntry: Hashable, Sendable {
  /// A regular file to open; what it holds is not known yet.
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

/// What a step of a scan gives.
public enum ScanStep: Hashable, Sendable {
  case entry(ScanEntry)
  /// The list of paths has nothing to read at the moment: wait until this descriptor is readable.
  case waiting(CInt)
  case end
}
