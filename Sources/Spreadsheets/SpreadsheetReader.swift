import CPosix
package import Containers
import Documents
import Glibc
package import PageModel
import Sandbox
import Support

/// Reads spreadsheet files, each in a process and a sandbox of its own.
package struct SpreadsheetReader: Sendable {
  private let tool: ContainerTool

  /// - Parameter tool: The program that reads archives, mails and spreadsheets, with its limits.
  package init(tool: ContainerTool) {
    self.tool = tool
  }

  /// The cells of a file.
  ///
  /// Throws why it is not read; nothing is left out but what the notes tell of.
  package func read(_ path: ScanPath) throws(SpreadsheetError) -> Spreadsheet {
    guard !tool.isMissing else {
      throw SpreadsheetError(.failed, "\(ContainerTool.name) is not beside hanscan; install HanScan again")
    }
    // The file is one that a person names, so a link is followed.
    let file = try path.withCString { FileDescriptor.open($0, flags: O_RDONLY, in: AT_FDCWD) }
      .mapError { error in SpreadsheetError(.unreadable, "\(path) can't be opened: \(error)") }.get()
    let size = cposix_regular_size(file.number)
    guard size >= 0 else { throw SpreadsheetError(.unreadable, "\(path) is no regular file") }
    guard size <= SpreadsheetLimits.bytes, let answer = try run(on: file) else {
      throw SpreadsheetError(reason: "bytes") ?? .damaged
    }
    return try SpreadsheetAnswer(answer).spreadsheet()
  }

  /// The answer of the program; nil if it wrote too much.
  private func run(on file: FileDescriptor) throws(SpreadsheetError) -> [UInt8]? {
    let run = try SpreadsheetError.converting(
      tool.start(["sheets"], on: file.release(), output: UInt64(SpreadsheetLimits.answer) + 1 << 16)
    ) { SpreadsheetError(.failed, "\($0)") }
    let exit = run.process.finish()
    if exit == .exited(status: 0) { return run.text() }
    if exit == .killed(signal: SIGXFSZ) { return nil }
    throw SpreadsheetError(.failed, PageProblem(exit, of: ContainerTool.name, complaints: run.complaints).message)
  }
}
