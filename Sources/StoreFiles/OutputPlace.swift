import Documents
package import ResultStore
package import RunSupport
package import PageModel
import Support

package struct OutputPlace: Equatable {
  package let path: ScanPath

  /// The place of an existing output directory, as one store knows it.
  package init(_ directory: ScanPath, store: ScanPath) throws(RunFailure) {
    let output = try Self.canonical(directory)
    let parent = store.components.dropLast().reduce(ScanPath(store.bytes.first == UInt8(ascii: "/") ? "/" : "")) {
      $0.appending($1)
    }
    path = try Self.canonical(parent.bytes.isEmpty ? ScanPath(".") : parent) == output ? ScanPath(".") : output
  }

  /// Ensures that a store's records of its pages' files refer to this output directory.
  ///
  /// Otherwise files elsewhere would count as written, and others of the same name would be removed. Returns a warning
  /// if earlier files stay in another directory.
  package static func settle(_ directory: ScanPath, in store: ResultStore) throws -> String? {
    let place = try OutputPlace(directory, store: store.path).path
    let known = try store.outputPlace()
    guard known != place, try store.setOutputPlace(place) > 0, let known else { return nil }
    return "the files of earlier runs stay in \(Self.name(of: known)); those of all pages are made in \(directory)"
  }

  /// Refuses a directory other than that of the store's files.
  package static func check(_ directory: ScanPath?, in store: ResultStore) throws {
    guard let directory, let known = try store.outputPlace(),
      try OutputPlace(directory, store: store.path).path != known
    else { return }
    throw RunFailure(
      .usage, "the files of this store are in \(name(of: known)), not in \(directory); give that as --out")
  }

  private static func name(of place: ScanPath) -> String {
    place.bytes == Array(".".utf8) ? "the directory of the store" : "\(place)"
  }

  private static func canonical(_ path: ScanPath) throws(RunFailure) -> ScanPath {
    try RunFailure.converting(canonicalPath(path).get()) {
      RunFailure(.cannotCreate, "\(path) can't be looked up: \($0)")
    }
  }
}
