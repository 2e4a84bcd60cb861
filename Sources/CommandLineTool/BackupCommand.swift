import PageModel
import ResultStore

/// `hanscan backup`: a copy of the store, which may be in use.
enum BackupCommand: Command {
  static let name = "backup"
  static let summary = "Copy the store to a file, also while a run writes into it."
  static let usage = "FILE --out OUT [OPTION...]"
  static let discussion = """
    The copy is a whole store: the state between two changes, never half of one. A file of that name is replaced when the \
    copy is complete. To use a copy, put it in the place of OUT/hanscan.sqlite while no run is under way.

    Exit status: 0 the copy is made, 66 there is no store, 73 the copy can't be written.
    """
  static let options: [Option] = StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan backup /backup/receipts.sqlite --out texts", "For a nightly backup.")
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    guard arguments.operands.count == 1, let target = arguments.operands.first else {
      throw CommandFailure.usage("say the one file that the copy goes to: FILE")
    }
    let store = try StoreOptions.open(arguments)
    do throws(StoreError) { try store.backUp(to: target) } catch {
      throw CommandFailure(.cannotCreate, "the copy can't be made: \(error)")
    }
    console.error("hanscan: the store is copied to \(target)\n", .information)
    return .success
  }
}
