package import Documents
import PageModel
package import PictureFormats
import Sandbox

/// A look into an archive or a mail, by a process of its own: what it holds.
package final class ContainerLook {
  package let container: OpenContainer
  private let run: ConfinedRun

  /// Bytes that the record of one member takes, at most, and those of the rest.
  private static let answer: (member: UInt64, rest: UInt64) = (20_000, 1 << 16)

  /// Starts to look; throws if the container is not to be looked into, with the reason.
  package init(_ session: DocumentSession, _ format: ContainerFormat, tool: ContainerTool) throws(DocumentError) {
    guard !tool.isMissing else {
      throw DocumentError(
        PageProblem(
          .unsupportedFormat,
          "it is \(format.name), which is unpacked with \(ContainerTool.name); that program is not beside hanscan: install "
            + "it again"))
    }
    container = try OpenContainer(session, format)
    let most = ContainerLimits.members
    let output = UInt64(most) * Self.answer.member + Self.answer.rest
    run = try tool.start([format.rawValue, "list", "\(most)"], on: container.reopen(), output: output)
  }

  /// The list of its members; nil if the wait takes longer than `timeout`.
  package func proceed(atMost timeout: Duration) throws(DocumentError) -> ContainerListing? {
    guard let exit = run.process.wait(atMost: timeout) else { return nil }
    if let problem = container.change { throw DocumentError(problem) }
    guard exit == .exited(status: 0) else {
      throw DocumentError(PageProblem(exit, of: ContainerTool.name, complaints: run.complaints))
    }
    return ContainerListing(run.text(), limit: ContainerLimits.members)
  }

  package func finish() throws(DocumentError) -> ContainerListing { try waiting(proceed) }
}
