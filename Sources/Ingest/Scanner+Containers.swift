package import Documents
package import PageModel
import PictureFormats

/// The members of an archive or a mail: each is a document, or reported as none.
extension Scanner {
  package struct Contents {
    package var files: [ScanFile] = []
    /// A fault of the container as a whole, or that it is empty; nil for none.
    package var problem: PageProblem?
    /// Whether the patterns excluded none of its members.
    package var isWhole = true
    package init() {}
  }

  package func contents(
    of listing: ContainerListing, in container: OpenContainer,
    isReceipt: (ContainerListing.Member) -> Bool = { _ in false }
  ) -> Contents {
    let file = container.file
    var contents = Contents()
    for (member, path) in zip(listing.members, listing.paths()) {
      var relative = file.relative
      var reason: LeftOut.Reason?
      for name in path {
        relative = relative.appending(name)
        reason = reason ?? leavesOut(relative)
      }
      if let reason {
        leftOut.count(reason)
        continue
      }
      if !takesMember(relative, below: file.relative) {
        contents.isWhole = false
        continue
      }
      if member.kind == .body, !isReceipt(member) { continue }
      contents.files.append(container.member(member, path))
    }
    contents.files.sort {
      NaturalOrder.key(of: $0.relative).lexicographicallyPrecedes(NaturalOrder.key(of: $1.relative))
    }
    let admitted = container.admit(contents.files.count)
    let isCut = listing.isCut || admitted < contents.files.count
    contents.files.removeLast(contents.files.count - admitted)
    // Files attached to a PDF come one at a time.
    if container.format != .pdf {
      container.ahead.expect(contents.files.compactMap(\.member).filter { $0.problem == nil }.map(\.listed))
    }
    contents.problem = problem(listing, container.format, isCut: isCut && container.tellsLimit())
    if contents.problem == nil, !isCut, contents.files.isEmpty, contents.isWhole, container.format != .pdf {
      let message = "it is \(container.format.name) that holds no picture and no document"
      contents.problem = PageProblem(.notAPicture, message)
    }
    return contents
  }

  /// Whether the patterns take a member; its container was already taken, and brings all of its members.
  package func takesMember(_ relative: ScanPath, below container: ScanPath) -> Bool {
    guard !filter.isEmpty else { return true }
    let names = relative.components.map(Glob.name)
    return !(container.components.count..<names.count).contains {
      filter.excludes(Array(names[...$0]), isDirectory: $0 + 1 < names.count)
    }
  }

  /// A fault of a container as a whole; nil for none.
  private func problem(_ listing: ContainerListing, _ format: ContainerFormat, isCut: Bool) -> PageProblem? {
    if let damage = listing.damage {
      let loss = listing.members.isEmpty ? "" : "what follows its member \(listing.members.count) is lost: "
      return PageProblem(.damaged, "it is \(format.name) that is damaged: \(loss)\(damage)")
    }
    guard isCut else { return nil }
    return PageProblem(
      .tooManyPages,
      "it holds more than the \(ContainerLimits.members) members that a file may have, with those of archives in it; "
        + "unpack it, to have the others read")
  }
}
