import Documents
package import ResultStore
package import RunSupport
package import PageModel
import Support

package enum OutputPlace {
  /// The place of an existing output directory, as one store knows it.
  package static func of(_ directory: ScanPath, store: ScanPath) throws(RunFailure) -> ScanPath {
    let output = try canonical(directory)
    return try canonical(store.folder) == output ? ScanPath(".") : output
  }

  /// Ensures that a store's records of its pages' files refer to this output directory.
  ///
  /// Otherwise files elsewhere would count as written, and others of the same name would be removed. Returns a warning
  /// if earlier files stay in another directory.
  package static func settle(_ directory: ScanPath, in store: ResultStore) throws -> String? {
    let place = try of(directory, store: store.path)
    let known = try store.outputPlace()
    guard known != place, try store.setOutputPlace(place) > 0, let known else { return nil }
    return "the files of earlier runs stay in \(Self.name(of: known)); those of all pages are made in \(directory)"
  }

  /// Refuses a directory other than that of the store's files.
  package static func check(_ directory: ScanPath?, in store: ResultStore) throws {
    guard let directory, let known = try store.outputPlace(),
      try of(directory, store: store.path) != known
    else { return }
    throw RunFailure(
      .usage, "the files of this store are in \(name(of: known)), not in \(directory); give that as --out")
  }

  private static func name(of place: ScanPath) -> String {
    place.bytes == Array(".".utf8) ? "the directory of the store" : "\(place)"
  }

  private static func canonical(_ path: ScanPath) throws(RunFailure) -> ScanPath {
    try canonicalPath(path).mapError { RunFailure(.cannotCreate, "\(path) can't be looked up: \($0)") }.get()
  }
}
