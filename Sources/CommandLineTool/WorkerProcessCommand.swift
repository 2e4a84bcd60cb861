import CPosix
import PageModel
import RunSupport

/// `hanscan worker`: what a run starts for each worker slot, and again after a loss or many pages.
struct WorkerProcessCommand: Command {
  static let name = "worker"
  @Option("address-space", value: "BYTES", .text) var memory: String?
  @Option("file-size", value: "BYTES", .text) var fileSize: String?
  @Option("open-files", value: "N", .text) var openFiles: String?
  @Operands(0 ... .max) var others: [ScanPath]

  func run(console: Console) -> ExitStatus {
    // It was started by a path that says nothing.
    cposix_name_process("hanscan")
    let limits = declared.compactMap { option in
      option.given.last.map { "--\(option.name)=\(String(decoding: $0, as: UTF8.self))" }
    }
    return .worker(WorkerMainLoop.run(arguments: limits + others.map(\.description)))
  }
}
