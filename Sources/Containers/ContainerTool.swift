import CPosix
import Glibc
import PageModel
import PictureFormats
package import Sandbox
import Support

/// What archives and mails are unpacked with: a program of ours around libarchive and GMime, one process for each answer.
///
/// It sees one open file, in the sandbox of tools, and writes the list of what that holds, or one of its members.
package struct ContainerTool: Sendable, Hashable {
  package static let name = "hanscan-members"

  /// Where it lies.
  package var path: String
  /// Bytes of address space.
  package var memory: UInt64
  package var time: Duration

  /// - Parameter program: The program that reads pages; this one lies beside it, or in `../lib/hanscan`.
  package init(beside program: String, memory: UInt64 = 1 << 30, time: Duration = .seconds(120)) {
    let folder = program.lastIndex(of: "/").map { program[..<$0] } ?? "."
    let places = ["\(folder)/\(Self.name)", "\(folder)/../lib/hanscan/\(Self.name)"]
    path = places.first { access($0, X_OK) == 0 } ?? places[0]
    self.memory = memory
    self.time = time
  }

  package var isMissing: Bool { access(path, X_OK) != 0 }

  /// The layers of its sandbox, found out with an empty archive; nil where it does not run.
  package func layers() -> [SandboxLayer]? {
    let empty = hanscan_memory_file("hanscan-nothing")
    let end: [UInt8] = Array("PK\u{5}\u{6}".utf8) + [UInt8](repeating: 0, count: 18)
    guard write(empty, end, end.count) == end.count, lseek(empty, 0, SEEK_SET) == 0,
      let run = try? start(.zip, ["list", "1"], on: empty, output: 1 << 16),
      run.process.wait(atMost: .seconds(10)) == .exited(status: 0)
    else { return nil }
    return run.process.layers
  }

  /// Starts it; the descriptor is closed in any case.
  func start(
    _ format: ContainerFormat, _ arguments: [String], on descriptor: CInt, output: UInt64
  ) throws(SystemError) -> ConfinedRun {
    try ConfinedRun(
      path, [format.rawValue] + arguments, input: descriptor,
      limits: ConfinedProcess.Limits(memory: memory, time: time, output: output))
  }
}
