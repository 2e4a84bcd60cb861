import Documents
import PageModel
import ResultStore

final class OpenDocument {
  let file: ScanFile
  let id: DocumentID
  let session: DocumentSession
  let digest: ContentDigest
  /// Documents of the same content that the scan found while this one's pages were being read.
  var copies: [OpenDocument] = []

  init(file: ScanFile, id: DocumentID, session: DocumentSession, digest: ContentDigest) {
    (self.file, self.id, self.session, self.digest) = (file, id, session, digest)
  }
}
