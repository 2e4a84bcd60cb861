public import Imaging
public import PageModel

/// What `PageReader` asks of an engine; boxes are in the coordinates of the picture that is given.
///
/// A recognizer belongs to one thread at a time: engines hold the picture they read.
public protocol TextRecognizer: AnyObject {
  /// Says what the lines that follow are of.
  ///
  /// - Returns: What they are read as: `receipt` by an engine that has but one network.
  @discardableResult func expect(_ print: PrintKind) throws(RecognitionError) -> PrintKind

  /// Reads a picture that is one line, cut out and straightened; nil where no text is seen in it.
  func readLine(_ picture: Picture) throws(RecognitionError) -> LineReading?

  /// The same with what else each character could be, as far as the engine tells; takes longer.
  func readLineWithAlternatives(_ picture: Picture) throws(RecognitionError) -> LineReading?

  /// Divides a prepared picture into lines and reads them, in reading order and with ruling lines.
  ///
  /// - Parameter firstBlock: The number of the first block that is found.
  func readLines(_ picture: Picture, firstBlock: Int) throws(RecognitionError) -> [LineReading]

  /// Reads one page: `recognised` or `blank`.
  ///
  /// A page without ink is blank; one on which nothing could be read has no lines.
  func recognise(_ picture: Picture) throws(RecognitionError) -> PageOutcome
}

/// What a page's print is, as far as it matters to who reads it.
public enum PrintKind: Sendable {
  /// Receipts, forms and whatever else holds Hangul or has short lines.
  case receipt
  /// Documents in Latin letters.
  case document
}

extension TextRecognizer {
  /// For engines that have but one network.
  public func expect(_ print: PrintKind) throws(RecognitionError) -> PrintKind { .receipt }

  /// For engines that tell nothing more.
  public func readLineWithAlternatives(_ picture: Picture) throws(RecognitionError) -> LineReading? {
    try readLine(picture)
  }
}
