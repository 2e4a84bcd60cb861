import Ingest
import PageModel

/// Where the files of a store's pages are: its `path` is absolute, or starts from the store's directory.
///
/// A store that lies in its output directory is moved together with it, and still means the files beside it.
struct OutputPlace: Equatable {
  let path: ScanPath

  /// The place of an output directory that exists, as one store knows it.
  init(_ directory: ScanPath, store: ScanPath) throws(RunFailure) {
    let output = try Self.canonical(directory)
    let parent = store.components.dropLast().reduce(ScanPath(store.bytes.first == UInt8(ascii: "/") ? "/" : "")) {
      $0.appending($1)
    }
    path = try Self.canonical(parent.bytes.isEmpty ? ScanPath(".") : parent) == output ? ScanPath(".") : output
  }

  private static func canonical(_ path: ScanPath) throws(RunFailure) -> ScanPath {
    switch canonicalPath(path) {
    case .success(let found): return found
    case .failure(let error): throw RunFailure(.cannotCreate, "\(path) can't be looked up: \(error)")
    }
  }
}
