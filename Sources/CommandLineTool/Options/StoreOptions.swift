import PageModel
import ResultStore
import RunSupport
import Support

/// The options that name a store, for the commands that only look at one.
struct StoreOptions: OptionGroup {
  @Option("out", "o", value: "DIR", .path) var directory: ScanPath?
  @Option("store", value: "FILE", .path) var file: ScanPath?

  func path() throws(RunFailure) -> ScanPath {
    guard let path = file ?? directory?.appending("hanscan.sqlite") else {
      throw .usage("say which store: --out DIR or --store FILE")
    }
    return path
  }

  func open() throws -> ResultStore { try ResultStore(path(), mode: .readOnly) }

  /// The path of a store that is there: a lock would be made beside one that isn't.
  func existingPath() throws -> ScanPath {
    let path = try path()
    try ResultStore.checkPlace(path, creating: false)
    return path
  }
}
