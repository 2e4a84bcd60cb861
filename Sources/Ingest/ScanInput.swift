import Documents
package import PageModel

/// One input of the user.
package enum ScanInput: Hashable, Sendable {
  /// A file or a directory; a directory is read with everything below it.
  case path(ScanPath)
  /// A pattern with `*`, `**`, `?` and `[...]`, expanded here; a matching directory is read with everything below.
  case glob(ScanPath)
  /// Paths on an open descriptor, read as they come; the caller keeps the descriptor.
  case list(descriptor: CInt, separator: UInt8)

  /// The meaning of an argument: an existing path, else a pattern if it has special characters.
  package static func argument(_ path: ScanPath) -> ScanInput {
    if case .success = FileStatus.of(path: path) { return .path(path) }
    return Glob.isPattern(path.bytes) ? .glob(path) : .path(path)
  }
}

/// The inclusions and exclusions of a scan.
package struct ScannerOptions: Sendable {
  /// Patterns of files to take; all if there is none.
  ///
  /// A matching directory brings all below it. A pattern with a slash is compared with the whole relative path, one
  /// without with each name. A name that is left out by default (`LeftOut`) is taken if a pattern matches it.
  package var include: [ScanPath] = []
  /// Patterns of files and directories to exclude; they win over `include`.
  package var exclude: [ScanPath] = []
  /// A file that changed within this time of now is unsettled; zero takes every file.
  package var settle: Duration = .seconds(2)
  /// Directories, known by device and inode, that are excluded everywhere: the output.
  package var skipDirectories: [ScanPath] = []
  /// Files that are excluded in the same way: the store and its companions.
  package var skipFiles: [ScanPath] = []
  /// The deepest nesting of directories; deeper ones are refused with a reason.
  package var maximumDepth = 128
  /// The directory that relative names start from; nil if the inputs decide (see `Scanner`).
  package var base: ScanPath?
  /// The part of the input that is examined; nil for all of it.
  package var shard: Shard?
  package init() {}
}

/// A fault that stops a scan; smaller ones are entries of the scan.
package enum ScannerError: Error, Hashable, Sendable, CustomStringConvertible {
  case missing(ScanPath)
  case unreadable(ScanPath, reason: String)
  /// The input is a directory that is to be excluded, that is, the output.
  case inputIsOutput(ScanPath)
  case listUnreadable(reason: String)
  /// The system failed while it listed the input.
  case listedInPart(ScanPath, reason: String)

  package var description: String {
    switch self {
    case .missing(let path): "there is no \(path); check the path of the input"
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    case .inputIsOutput(let path): "\(path) is the output directory itself; choose another directory for the output"
    case .listUnreadable(let reason): "the list of files cannot be read: \(reason)"
    case .listedInPart(let path, let reason):
      "\(path) could not be listed to its end: \(reason); no file was marked missing, and the next run tries again"
    }
  }
}
