package import PageModel

/// A found file: its place, its name in this run, and the identity of its present content.
package struct ScanFile: Hashable, Sendable {
  /// The path to open; its last component is no link.
  package var path: ScanPath
  /// The path below the input; unique in the run, and the base of its output names.
  package var relative: ScanPath
  package var size: Int64
  /// Nanoseconds since 1970.
  package var modified: Int64
  /// The time of the last change of content or attributes, in nanoseconds since 1970.
  package var changed: Int64
  package var inode: UInt64
  package var device: UInt64
  /// Its place in an archive or a mail, whose facts these are then; nil for a file of a folder.
  package internal(set) var member: Member?
}

extension ScanFile {
  package init(path: ScanPath, relative: ScanPath, facts: FileStatus) {
    self.init(
      path: path, relative: relative, size: facts.size, modified: facts.modified, changed: facts.changed,
      inode: facts.inode, device: facts.device)
  }
}
