package import Documents
import Glibc
import PageModel
import PictureFormats
import Sandbox
import Support

/// One member of an archive or a mail on its way to a file in memory, by a process that unpacks it and maybe some behind it.
package final class MemberCopy {
  private let file: ScanFile
  private let number: Int
  private let container: OpenContainer
  private let tool: ContainerTool
  private let limits: DocumentLimits
  private var run: ConfinedRun?
  /// The members that the process unpacks, and their limit of bytes.
  private var asked: [Int] = []
  private var most: UInt64 = 0
  /// The open file of a member that was unpacked with one before it.
  private var copy: CInt?

  /// Starts to unpack; throws if the member is not to be unpacked, with the reason.
  package init(
    _ file: ScanFile, _ member: ScanFile.Member, tool: ContainerTool, limits: DocumentLimits
  ) throws(DocumentError) {
    if let problem = member.problem { throw DocumentError(problem) }
    self.file = file
    self.tool = tool
    self.limits = limits
    number = member.listed.number
    container = member.container
    copy = container.ahead.take(number)
    if copy == nil { try start(container.ahead.together(with: number)) }
  }

  deinit {
    if let copy { close(copy) }
  }

  private func start(_ numbers: [Int]) throws(DocumentError) {
    most = min(ContainerLimits.memberBytes, UInt64(max(0, limits.maximumBytes)), container.bytesLeft)
    guard most > 0 else { throw DocumentError(Self.bomb(container)) }
    asked = numbers
    // Several may not use up what one may still have.
    if most < MembersAhead.bytes { asked = [number] }
    if asked.count > 1 { most = MembersAhead.bytes }
    run = try tool.copy(asked, of: container.format, on: container.reopen(), output: most)
  }

  /// The member as an open document; nil after a wait of so long.
  package func proceed(atMost timeout: Duration) throws(DocumentError) -> DocumentSession? {
    if let run {
      guard let exit = run.process.wait(atMost: timeout) else { return nil }
      container.spend(UInt64(max(0, run.size)))
      if asked.count == 1 {
        copy = try take(exit, of: run)
      } else if !divide(run) {
        container.ahead.leaveAlone(number)
        try start([number])
        return nil
      }
      self.run = nil
    }
    if let problem = container.change { throw DocumentError(problem) }
    guard let found = copy else { throw DocumentError(PageProblem(.engine, "it was unpacked, and is not there")) }
    copy = nil
    return try DocumentSession.open(file, unpacked: found, limits: limits)
  }

  /// The member's open file, by a process that unpacked nothing else.
  private func take(_ exit: ConfinedProcess.Exit, of run: ConfinedRun) throws(DocumentError) -> CInt {
    if let problem = container.change { throw DocumentError(problem) }
    switch exit {
    case .exited(status: 0): return run.take()
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

  /// Takes the members that came complete, however the process exited; whether the one that was asked for is among them.
  private func divide(_ run: ConfinedRun) -> Bool {
    let size = run.size
    let descriptor = run.take()
    defer { close(descriptor) }
    let found = MemberCopies(wanted: asked, size: size) { offset, count in
      var bytes = [UInt8](repeating: 0, count: count)
      let length = max(0, pread(descriptor, &bytes, count, off_t(offset)))
      return Array(bytes.prefix(length))
    }
    for member in found.copies {
      guard member.isComplete, UInt64(member.size) <= UInt64(max(0, limits.maximumBytes)),
        case let place = UInt64(member.offset),
        let file = memoryFile("hanscan-member", of: place..<place + UInt64(member.size), in: descriptor)
      else {
        container.ahead.leaveAlone(member.number)
        continue
      }
      if member.number == number { copy = file } else { container.ahead.keep(file, of: member.number) }
    }
    return copy != nil
  }

  package func finish() throws(DocumentError) -> DocumentSession { try waiting(proceed) }

  private static func bomb(_ container: OpenContainer) -> PageProblem {
    PageProblem(
      .tooLarge,
      "what was unpacked before it from \(container.format.name) is already as much as such a file may hold; unpack it "
        + "by hand, if it is none that was made to fill disks")
  }
}
