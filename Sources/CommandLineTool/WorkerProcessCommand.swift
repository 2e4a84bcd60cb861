import CPosix
import PageModel
import PageWorker
import RunSupport

/// `hanscan worker`: what a run starts for each worker slot, and again after a loss or many pages.
struct WorkerProcessCommand: Command {
  static let name = "worker"
  static let summary = "Read pages on request; started by a run, or by another program that speaks its protocol."
  static let usage = "[--address-space=BYTES] [--file-size=BYTES] [--open-files=N]"
  static let discussion = """
    Frames of a length and JSON come on standard input and go to standard output; pictures come as open descriptors on \
    descriptor 3. Sources/Workers/Protocol.md describes it.
    """
  @Option("address-space", value: "BYTES", .text, "The limit of its address space; 0 for none.") var memory: String?
  @Option("file-size", value: "BYTES", .text, "The longest file that it may write. Default: 0.") var fileSize: String?
  @Option("open-files", value: "N", .text, "The number that open descriptors stay below. Default: 64.")
  var openFiles: String?
  @Operands(0 ... .max) var others: [ScanPath]

  func run(console: Console) -> ExitStatus {
    // It was started by a path that says nothing.
    cposix_name_process("hanscan")
    let limits = declared.compactMap { option in
      option.given.last.map { "--\(option.name)=\(String(decoding: $0, as: UTF8.self))" }
    }
    return .worker(WorkerMainLoop.run(arguments: limits + others.map(\.description), environment: Program.environment))
  }
}
