public import Imaging
public import PageModel

/// What a recognizer found on a picture.
public enum PageReading: Hashable, Sendable {
  /// The picture holds no ink.
  case blank(width: Int, height: Int)
  case recognised(RecognisedPage)
}

/// Reads the text of one page picture; boxes are in the coordinates of that picture.
///
/// A recognizer belongs to one thread at a time: engines hold the picture they read.
public protocol TextRecognizer: AnyObject {
  /// Equal identities promise equal text for equal pictures.
  var identity: ReaderKey { get }

  /// Reads one page. A page without ink is blank; one on which nothing could be read has no lines.
  func recognise(_ picture: Picture) throws(RecognitionError) -> PageReading
}
