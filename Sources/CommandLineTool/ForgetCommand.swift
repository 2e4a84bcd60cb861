import PageModel
import RunSupport
import StoreFiles
import Support

/// `hanscan forget`: removes pages whose files are no longer there.
struct ForgetCommand: Command {
  static let name = "forget"

  let store = StoreOptions()
  @Operands(1 ... .max, "say which missing pages: PATTERN") var patterns: [ScanPath]

  func run(console: Console) throws -> ExitStatus {
    let outcome = try Forgetting.perform(store.existingPath(), directory: store.directory, patterns: patterns)
    guard outcome.documents > 0 else {
      throw RunFailure(
        .inputMissing, "no page whose file is gone matches; 'hanscan list --missing' gives those that can be forgotten")
    }
    console.error(
      "hanscan: \(counted(outcome.documents, "document")) forgotten, with \(counted(outcome.pages, "page")) and "
        + "\(counted(outcome.files, "file"))\n", .information)
    return .success
  }
}
