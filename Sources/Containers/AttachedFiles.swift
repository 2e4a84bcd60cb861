package import Documents
import PDFPages
import PageModel
import PictureFormats

/// The files that are attached to a PDF document: members of it, as those of an archive.
package enum AttachedFiles {
  /// Those of a document whose pages were counted.
  package static func look(
    into session: DocumentSession
  ) throws(DocumentError) -> (container: OpenContainer, listing: ContainerListing) {
    (try OpenContainer(session, .pdf), ContainerListing(members: session.attachments))
  }

  /// The same of any PDF document: its pages are counted first.
  static func look(
    into session: DocumentSession, tools: PDFTools, limits: DocumentLimits
  ) throws(DocumentError) -> (container: OpenContainer, listing: ContainerListing) {
    let count = try PDFCount(session, tools: tools, limit: limits.maximumPages)
    while !count.proceed(atMost: .seconds(1)) {}
    return try look(into: session)
  }
}
