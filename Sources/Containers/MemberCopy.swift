package import Ingest
import PageModel
import PictureFormats
import Sandbox
import Support

/// One member of an archive or a mail on its way to a file in memory, by a process of its own.
package final class MemberCopy {
  private let file: ScanFile
  private let container: OpenContainer
  private let limits: DocumentLimits
  private let run: ConfinedRun
  private let most: UInt64

  /// Starts to unpack; throws where the member is not to be unpacked, with the reason.
  package init(
    _ file: ScanFile, _ member: ScanFile.Member, tool: ContainerTool, limits: DocumentLimits
  ) throws(DocumentError) {
    if let problem = member.problem { throw DocumentError(problem) }
    self.file = file
    self.limits = limits
    container = member.container
    most = min(ContainerLimits.memberBytes, UInt64(max(0, limits.maximumBytes)), container.bytesLeft)
    guard most > 0 else { throw DocumentError(Self.bomb(container)) }
    let descriptor = try container.reopen()
    do throws(SystemError) {
      run = try tool.start(
        container.format, ["copy", "\(member.listed.number)"], on: descriptor, output: most)
    } catch {
      throw DocumentError(PageProblem(.engine, "\(error)"))
    }
  }

  /// The member as an open document; nil after a wait of so long.
  ///
  /// Throws why it can't be had.
  package func proceed(atMost timeout: Duration) throws(DocumentError) -> DocumentSession? {
    guard let exit = run.process.wait(atMost: timeout) else { return nil }
    container.spend(UInt64(max(0, run.size)))
    if let problem = container.change { throw DocumentError(problem) }
    switch exit {
    case .exited(status: 0): return try DocumentSession.open(file, unpacked: run.take(), limits: limits)
    case .exited:
      let first = run.complaints.split(separator: "\n").first { !$0.allSatisfy(\.isWhitespace) } ?? "it says nothing"
      let message = "it is a member of \(container.format.name) that is damaged here: \(first.prefix(200))"
      throw DocumentError(PageProblem(.damaged, message))
    // The kernel stopped it at the last byte that it might write.
    case .killed where UInt64(max(0, run.size)) >= most:
      if container.bytesLeft == 0 { throw DocumentError(Self.bomb(container)) }
      throw DocumentError(
        PageProblem(
          .tooLarge, "it is larger than the \(most >> 20) MiB that a member of \(container.format.name) may have"))
    default: throw DocumentError(PageProblem(exit, of: ContainerTool.name, complaints: run.complaints))
    }
  }

  /// The same, waiting for it.
  package func finish() throws(DocumentError) -> DocumentSession {
    while true {
      if let session = try proceed(atMost: .seconds(1)) { return session }
    }
  }

  private static func bomb(_ container: OpenContainer) -> PageProblem {
    PageProblem(
      .tooLarge,
      "what was unpacked before it from \(container.format.name) is already as much as such a file may hold; unpack it "
        + "by hand, if it is none that was made to fill disks")
  }
}
