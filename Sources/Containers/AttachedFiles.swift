package import Documents
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
}
