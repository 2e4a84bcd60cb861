package import PageModel

/// Decides by patterns which files of a scan are taken and which directories are entered.
package struct PathFilter: Sendable {
  private let include: [Glob]
  private let exclude: [Glob]

  package init(include: [ScanPath], exclude: [ScanPath] = []) {
    self.include = include.map { Glob($0.bytes) }
    self.exclude = exclude.map { Glob($0.bytes) }
  }

  var isEmpty: Bool { include.isEmpty && exclude.isEmpty }

  /// Whether everything below an unmatched root counts as included from the start.
  var includesAll: Bool { include.isEmpty }

  func excludes(_ path: [Glob.Name], isDirectory: Bool) -> Bool {
    exclude.contains { $0.matches(path, isDirectory: isDirectory) }
  }

  package func includes(_ file: ScanPath) -> Bool { includes(file.components.map(Glob.name), isDirectory: false) }

  func includes(_ path: [Glob.Name], isDirectory: Bool) -> Bool {
    include.contains { $0.matches(path, isDirectory: isDirectory) }
  }

  /// Whether an include pattern matches the last name of a path.
  func names(_ path: [Glob.Name]) -> Bool { include.contains { $0.names(path) } }

  /// Whether a named file is taken, or a directory entered, which each directory above it must allow too.
  func takes(_ path: [Glob.Name], isDirectory: Bool = false) -> Bool {
    var included = includesAll || isDirectory
    for end in path.indices {
      let part = Array(path[...end])
      let isDirectory = isDirectory || end < path.count - 1
      if excludes(part, isDirectory: isDirectory) { return false }
      included = included || includes(part, isDirectory: isDirectory)
    }
    return included
  }
}

extension Glob {
  fileprivate func matches(_ path: [Name], isDirectory: Bool) -> Bool {
    if matchesDirectoriesOnly && !isDirectory { return false }
    return isNamePattern ? path.last.map { matches([$0]) } ?? false : matches(path)
  }
}
