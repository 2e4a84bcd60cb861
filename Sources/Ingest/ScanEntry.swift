public import PageModel

/// A file that was found: where it lies, what it is called in this run, and what identifies its present content.
public struct ScanFile: Hashable, Sendable {
  /// The path to open; its last component is no link.
  public var path: ScanPath
  /// The path below the input; unique in the run, and what its output names are made from.
  public var relative: ScanPath
  /// Bytes.
  public var size: Int64
  /// Nanoseconds since 1970.
  public var modified: Int64
  /// The time of the last change of content or attributes, in nanoseconds since 1970.
  public var changed: Int64
  public var inode: UInt64
  public var device: UInt64
  /// Where it lies in an archive or a mail, whose facts these are then; nil for a file of a folder.
  public internal(set) var member: Member?

  public init(
    path: ScanPath, relative: ScanPath, size: Int64, modified: Int64, changed: Int64, inode: UInt64, device: UInt64
  ) {
    self.path = path
    self.relative = relative
    self.size = size
    self.modified = modified
    self.changed = changed
    self.inode = inode
    self.device = device
  }

  init(path: ScanPath, relative: ScanPath, facts: FileStatus) {
    self.init(
      path: path, relative: relative, size: facts.size, modified: facts.modified, changed: facts.changed,
      inode: facts.inode, device: facts.device)
  }
}

/// Something in the input that is not opened, and why.
public struct ScanRefusal: Hashable, Sendable {
  public var path: ScanPath
  /// Unique in the run, as that of a file.
  public var relative: ScanPath
  public var problem: PageProblem

  public init(path: ScanPath, relative: ScanPath, problem: PageProblem) {
    self.path = path
    self.relative = relative
    self.problem = problem
  }
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
