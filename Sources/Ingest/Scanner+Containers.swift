package import Documents
package import PageModel
import PictureFormats

/// What lies in an archive or a mail: each member is a document, or said to be none.
extension Scanner {
  /// What a look into a container gives.
  package struct Contents {
    /// Its members in natural order.
    package var files: [ScanFile] = []
    /// What is wrong with the container as a whole, or that it holds nothing; nil where there is nothing to say.
    package var problem: PageProblem?
    /// Whether a pattern took none of its members away.
    package var isWhole = true

    package init() {}
  }

  /// The documents in a container that was looked into.
  ///
  /// - Parameter isReceipt: Whether the text of a mail is a receipt; other texts are no documents.
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
    // Files that are attached to a PDF come one at a time.
    if container.format != .pdf {
      container.ahead.expect(contents.files.compactMap(\.member).filter { $0.problem == nil }.map(\.listed))
    }
    contents.problem = problem(listing, container.format, isCut: isCut)
    if contents.problem == nil, contents.files.isEmpty, contents.isWhole, container.format != .pdf {
      let message = "it is \(container.format.name) that holds no picture and no document"
      contents.problem = PageProblem(.notAPicture, message)
    }
    return contents
  }

  /// Whether the patterns take a member; its container was taken already, and what is included with it is whole.
  package func takesMember(_ relative: ScanPath, below container: ScanPath) -> Bool {
    guard !filter.isEmpty else { return true }
    let names = relative.components.map(Glob.characters)
    return !(container.components.count..<names.count).contains {
      filter.excludes(Array(names[...$0]), isDirectory: $0 + 1 < names.count)
    }
  }

  /// What is wrong with a container as a whole; nil where nothing is.
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
