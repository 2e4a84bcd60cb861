package import Documents
import Glibc
import PDFPages
package import PageModel
import PictureFormats

/// Finds a document by its path below a folder, be it a file or a member of an archive or a mail.
package enum MemberPath {
  /// The archive or mail that a path leads into, and the names from there on; nil if it leads to no such file.
  package static func split(_ path: ScanPath) -> (container: ScanPath, names: [[UInt8]])? {
    let names = path.components
    var place = ScanPath(path.bytes.first == UInt8(ascii: "/") ? "/" : "")
    for (index, name) in names.dropLast().enumerated() {
      place = place.appending(name)
      var facts = stat()
      guard place.withCString({ stat($0, &facts) }) == 0 else { return nil }
      if facts.st_mode & S_IFMT == S_IFREG { return (place, Array(names[(index + 1)...])) }
    }
    return nil
  }

  /// Unpacks the member of these names from an open container, and from those within it.
  package static func open(
    _ names: [[UInt8]], in container: DocumentSession, tool: ContainerTool, limits: DocumentLimits
  ) throws(DocumentError) -> DocumentSession {
    let vanished = DocumentError(PageProblem(.vanished, "it is not there any more"))
    let (place, listing): (OpenContainer, ContainerListing)
    switch container.kind {
    case .container(let format):
      let look = try ContainerLook(container, format, tool: tool)
      (place, listing) = (look.container, try look.finish())
    case .document:
      let count = try PDFCount(container, tools: tool.pdfTools, limit: limits.maximumPages)
      while !count.proceed(atMost: .seconds(1)) {}
      (place, listing) = (try OpenContainer(container, .pdf), ContainerListing(members: container.attachments))
    case .picture, .message, .taxInvoice, .unsupported, .unknown, .empty: throw vanished
    }
    let found = zip(listing.members, listing.paths()).first { names.starts(with: $0.1) }
    guard let (member, path) = found else { throw vanished }
    let file = place.member(member, path)
    guard let member = file.member else { throw vanished }
    let session = try MemberCopy(file, member, tool: tool, limits: limits).finish()
    let rest = Array(names[path.count...])
    return rest.isEmpty ? session : try open(rest, in: session, tool: tool, limits: limits)
  }
}
