import Documents
package import ResultStore
package import RunSupport
package import PageModel

/// Where the files of a store's pages are: its `path` is absolute, or starts from the store's directory.
///
/// A store that lies in its output directory is moved together with it, and still means the files beside it.
package struct OutputPlace: Equatable {
  package let path: ScanPath

  /// The place of an output directory that exists, as one store knows it.
  package init(_ directory: ScanPath, store: ScanPath) throws(RunFailure) {
    let output = try Self.canonical(directory)
    let parent = store.components.dropLast().reduce(ScanPath(store.bytes.first == UInt8(ascii: "/") ? "/" : "")) {
      $0.appending($1)
    }
    path = try Self.canonical(parent.bytes.isEmpty ? ScanPath(".") : parent) == output ? ScanPath(".") : output
  }

  /// Makes sure that what a store says of its pages' files is said of those in this output directory.
  ///
  /// Without it files would be taken for written that are elsewhere, and others of the same name removed. Returns a
  /// warning if earlier files stay in another directory.
  package static func settle(_ directory: ScanPath, in store: ResultStore) throws -> String? {
    let place = try OutputPlace(directory, store: store.path).path
    let known = try store.outputPlace()
    guard known != place, try store.setOutputPlace(place) > 0, let known else { return nil }
    let former = known.bytes == Array(".".utf8) ? "the directory of the store" : "\(known)"
    return "the files of earlier runs stay in \(former); those of all pages are made in \(directory)"
  }

  private static func canonical(_ path: ScanPath) throws(RunFailure) -> ScanPath {
    switch canonicalPath(path) {
    case .success(let found): return found
    case .failure(let error): throw RunFailure(.cannotCreate, "\(path) can't be looked up: \(error)")
    }
  }
}
