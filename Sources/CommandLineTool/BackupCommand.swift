import PageModel
import ResultStore
import RunSupport

/// `hanscan backup`: a copy of the store, which may be in use.
struct BackupCommand: Command {
  static let name = "backup"
  static let summary = "Copy the store to a file, also while a run writes into it."
  static let usage = "FILE --out OUT [OPTION...]"
  static let discussion = """
    The copy is a whole store: the state between two changes, never half of one. A file of that name is replaced when the \
    copy is complete. To use a copy, put it in the place of OUT/hanscan.sqlite while no run is under way.

    Exit status: 0 the copy is made, 66 there is no store, 73 the copy can't be written.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan backup /backup/receipts.sqlite --out texts", "For a nightly backup.")
  ]

  let store = StoreOptions()
  @Operands(1...1, "say the one file that the copy goes to: FILE") var files: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    do throws(StoreError) { try store.backUp(to: files[0]) } catch {
      throw RunFailure(.cannotCreate, "the copy can't be made: \(error)")
    }
    console.error("hanscan: the store is copied to \(files[0])\n", .information)
    return .success
  }
}
