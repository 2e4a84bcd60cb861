import PageModel
import RunSupport
import StoreFiles

/// `hanscan forget`: removes pages whose files are no longer there.
struct ForgetCommand: Command {
  static let name = "forget"
  static let summary = "Remove pages whose files are no longer there, with their texts, fields and corrections."
  static let usage = "PATTERN... --out OUT [OPTION...]"
  static let discussion = """
    A page that was read stays in the store when its file is gone, because people empty their inbox after reading. This \
    command removes such pages for good, with their files in OUT. A page whose file is there is never removed: the next run \
    would read it again. A pattern is held against the path of a scan as 'hanscan list --missing' shows it, or against its \
    name if it has no slash: '*' and '?' within a name, '**' for any number of directories.

    Copies that 'hanscan backup' or an upgrade made still hold what is forgotten here.

    Exit status: 0 pages were removed, 66 no missing page matches or there is no store, 75 a run is under way.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan forget '2019/**' --out texts", "Everything below 2019 whose scans are gone."),
    ("hanscan forget '*' --out texts", "Every page whose scan is gone."),
  ]

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
