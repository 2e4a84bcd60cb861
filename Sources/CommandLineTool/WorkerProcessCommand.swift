import CPosix
import PageModel
import PageWorker

/// `hanscan worker`: what a run starts for each worker slot, and again after a loss or many pages.
enum WorkerProcessCommand: Command {
  static let name = "worker"
  static let summary = "Read pages on request; started by a run, or by another program that speaks its protocol."
  static let usage = "[--address-space=BYTES] [--file-size=BYTES] [--open-files=N]"
  static let discussion = """
    Frames of a length and JSON come on standard input and go to standard output; pictures come as open descriptors on \
    descriptor 3. Sources/Workers/Protocol.md describes it.
    """
  static let options: [Option] = [
    Option("address-space", value: "BYTES", "The limit of its address space; 0 for none."),
    Option("file-size", value: "BYTES", "The longest file that it may write. Default: 0."),
    Option("open-files", value: "N", "The number that open descriptors stay below. Default: 64."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    // It was started by a path that says nothing.
    cposix_name_process("hanscan")
    var words: [String] = []
    for option in options {
      if let value = try arguments.text(option.name) { words.append("--\(option.name)=\(value)") }
    }
    words += arguments.operands.map(\.description)
    return ExitStatus(rawValue: WorkerMainLoop.run(arguments: words, environment: Program.environment))
  }
}
