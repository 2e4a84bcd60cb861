public import Imaging
public import PageModel

/// Reads the text of one page picture; boxes are in the coordinates of that picture.
///
/// A recognizer belongs to one thread at a time: engines hold the picture they read.
public protocol TextRecognizer: AnyObject {
  /// Equal identities promise equal text for equal pictures.
  var identity: ReaderKey { get }

  /// Reads one page: `recognised` or `blank`.
  ///
  /// A page without ink is blank; one on which nothing could be read has no lines.
  func recognise(_ picture: Picture) throws(RecognitionError) -> PageOutcome
}
