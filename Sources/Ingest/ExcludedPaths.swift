import Documents
import PageModel

/// The directories and files that a scan excludes: the output and the store, known by device and inode.
final class ExcludedPaths {
  private let paths: [ScanPath]
  private(set) var identities: Set<FileIdentity> = []
  private var lastParent: (path: ScanPath, isExcluded: Bool)?
  /// The directory that a list's paths refer to: if the output is this one, its files still count.
  private let here: FileIdentity?

  init(_ paths: [ScanPath], here: ScanPath) {
    self.paths = paths
    self.here = Self.identity(of: here)
    refresh()
  }

  /// Nil for a missing file.
  static func identity(of path: ScanPath) -> FileIdentity? {
    try? FileStatus.of(path: path, following: true).get().identity
  }

  /// Looks all up again, because the system reuses the inode of a removed file.
  func refresh() {
    identities = Set(paths.compactMap(Self.identity))
  }

  func contains(_ facts: FileStatus) -> Bool {
    identities.contains(facts.identity)
  }

  /// Whether an open directory is excluded; false if that is unknown.
  func contains(_ directory: FileDescriptor) -> Bool {
    (try? FileStatus.of(descriptor: directory.number).get()).map(contains) ?? false
  }

  /// Whether a listed path lies below something excluded; the last directory is remembered.
  func containsParent(of path: ScanPath) -> Bool {
    if identities.isEmpty { return false }
    let parents = path.parents.filter { !$0.bytes.isEmpty }
    guard let nearest = parents.first else { return false }
    if let lastParent, lastParent.path == nearest { return lastParent.isExcluded }
    refresh()
    let isExcluded = parents.contains { parent in
      Self.identity(of: parent).map { $0 != here && identities.contains($0) } ?? false
    }
    lastParent = (nearest, isExcluded)
    return isExcluded
  }
}
