import PageModel
import ResultStore
import RunSupport
import Support

/// `hanscan backup`: a copy of the store, which may be in use.
struct BackupCommand: Command {
  static let name = "backup"

  let store = StoreOptions()
  @Operands(1...1, "say the one file that the copy goes to: FILE") var files: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    if store.isEndangered(byCopyTo: files[0]) {
      throw RunFailure.usage("FILE or FILE.part leads to the store, or ends in -wal, -shm or .lock; name another file")
    }
    try RunFailure.converting(store.backUp(to: files[0])) { RunFailure(.cannotCreate, "the copy can't be made: \($0)") }
    console.error("hanscan: the store is copied to \(files[0])\n", .information)
    return .success
  }
}
