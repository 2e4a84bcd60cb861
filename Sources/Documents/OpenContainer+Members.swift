import PageModel
import PictureFormats

extension OpenContainer {
  package func member(_ listed: ContainerListing.Member, _ path: [[UInt8]]) -> ScanFile {
    var scan = file
    scan.path = path.reduce(file.path) { $0.appending($1) }
    scan.relative = path.reduce(file.relative) { $0.appending($1) }
    scan.member = ScanFile.Member(container: self, listed: listed, problem: problem(listed, path: scan.path))
    return scan
  }

  /// The reason not to unpack a member; nil for none.
  private func problem(_ member: ContainerListing.Member, path: ScanPath) -> PageProblem? {
    switch member.kind {
    case .encrypted where format == .mail:
      return PageProblem(
        .encrypted, "it is encrypted (S/MIME or PGP); open the mail and save what is in it as files, to have it read")
    case .encrypted:
      return PageProblem(
        .encrypted, "it is encrypted in its archive; unpack that with its password (7z x), to have it read")
    case .sealed:
      return PageProblem(
        .unsupportedFormat,
        "it is signed in a form that is not opened here (S/MIME with the mail inside); save what is in it as files, or have "
          + "it sent without that, to have it read")
    case .special:
      return PageProblem(.specialFile, "it is a link or a special file within \(format.name)")
    case .file, .body: break
    }
    if path.bytes.count >= FileDescriptor.longestPath {
      return PageProblem(.unreadable, "its path is longer than the system can open")
    }
    guard let size = member.size, UInt64(max(0, size)) > ContainerLimits.memberBytes else { return nil }
    return PageProblem(
      .tooLarge,
      "it has \(size >> 20) MiB unpacked, more than the \(ContainerLimits.memberBytes >> 20) MiB that a member may have; "
        + "unpack it, to have it read")
  }
}
