package import PageModel

/// Documents that lie in an archive or a mail, which are known by the paths that begin with its own.
extension ResultStore {
  /// The documents below a path that were met in the last run that looked there, in the order of their bytes.
  package func documents(below path: ScanPath) throws(StoreError) -> [ScanPath] {
    try connection.all(
      "SELECT path FROM documents WHERE missing = 0 AND \(Subtree.isBelow) ORDER BY path", Subtree.bounds(of: path)
    ) { $0.scan(0) }
  }

  /// Notes what an archive or a mail holds before any of it is read, so that the next run knows what a kill left over.
  ///
  /// - Parameter isWhole: Whether these are all: others that were there before are missing then, but for those below one
  ///   of these.
  package func recordMembers(
    _ members: [ScanPath], of container: ScanPath, isWhole: Bool, in run: RunID
  ) throws(StoreError) {
    try transaction { () throws(StoreError) in
      let held = Set(members)
      for member in members {
        let known = try document(member)
        if let known, !known.isMissing { continue }
        // Without facts it counts as changed, whatever it was.
        try record(
          DocumentEntry(
            path: member, facts: nil, digest: known?.entry.digest, kind: known?.entry.kind ?? "member",
            pageCount: known?.entry.pageCount ?? 1), in: run)
      }
      guard isWhole else { return }
      let depth = container.components.count
      for path in try documents(below: container) {
        let names = path.components
        let isHeld = (depth + 1...max(depth + 1, names.count)).contains { length in
          held.contains(ScanPath(bytes: Array(names.prefix(length).joined(separator: [UInt8(ascii: "/")]))))
        }
        if isHeld { continue }
        try connection.run("UPDATE documents SET missing = 1 WHERE path = ? AND missing = 0", [path])
        try noteDocumentsChanged()
      }
    }
  }
}
