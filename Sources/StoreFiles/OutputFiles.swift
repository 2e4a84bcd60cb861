import Documents
import Export
import Glibc
package import PageModel
import Support

/// The files below an output directory, whoever wrote them; no link is followed.
package enum OutputFiles {
  static func forEach(in directory: ScanPath, _ body: (_ relative: ScanPath) -> Void) {
    var folders = [ScanPath("")]
    while let folder = folders.popLast() {
      let place = directory.appending(folder)
      let names = (try? place.withCString { path throws(SystemError) in try DirectoryNames.all(in: path) }) ?? []
      for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let kind = try? FileStatus.of(path: place.appending(name)).get().kind
        if kind == .directory { folders.append(folder.appending(name)) } else { body(folder.appending(name)) }
      }
    }
  }

  /// Whether a file has a temporary name of `FileWriter`.
  static func isTemporary(_ path: ScanPath) -> Bool {
    path.lastComponent.starts(with: Array(FileWriter.temporaryPrefix.utf8))
  }

  /// Removes the temporary files that a killed run left.
  ///
  /// The next run writes over them only if it writes the same files. Call it while the lock is held.
  package static func removeTemporary(in directory: ScanPath) {
    forEach(in: directory) { if isTemporary($0) { _ = directory.appending($0).withCString { unlink($0) } } }
  }
}
