package import Documents
package import PageModel

/// An unopened entry of the input, and the reason.
package struct ScanRefusal: Hashable, Sendable {
  package var path: ScanPath
  /// Unique in the run, like that of a file.
  package var relative: ScanPath
  package var problem: PageProblem
}

/// One entry of a scan.
package enum ScanEntry: Hashable, Sendable {
  /// A regular file to open, with unknown content.
  case document(ScanFile)
  /// A file that may still be written; it is left for the next run.
  case unsettled(ScanFile)
  /// A special file, a link that leaves the input, a directory that cannot be read.
  case refused(ScanRefusal)

  package var relative: ScanPath {
    switch self {
    case .document(let file), .unsettled(let file): file.relative
    case .refused(let refusal): refusal.relative
    }
  }
}

/// The result of a scan's step.
package enum ScanStep: Hashable, Sendable {
  case entry(ScanEntry)
  /// The list of paths has nothing to read at the moment: wait until this descriptor is readable.
  case waiting(CInt)
  case end
}
