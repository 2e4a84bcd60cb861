package import Imaging
package import PageModel

/// A picture that could not be read, or an engine that did not start; the same type as `PictureError`.
package typealias RecognitionError = PageError

extension RecognitionError {
  /// The result of `load`; an error of a model keeps an engine from starting.
  static func ofModel<Value>(_ load: () throws(ModelError) -> Value) throws(RecognitionError) -> Value {
    do throws(ModelError) { return try load() } catch { throw RecognitionError(.engine, error.message) }
  }
}

/// The engine of a `PageReader`; boxes are in the coordinates of the given picture.
///
/// A recognizer belongs to one thread at a time: engines hold the picture they read.
package protocol TextRecognizer: AnyObject {
  /// Announces the kind of the lines that follow.
  @discardableResult func expect(_ print: PrintKind) throws(RecognitionError) -> PrintKind

  /// Reads a picture of one line, cut out and straightened; nil if it shows no text.
  func readLine(_ picture: Picture) throws(RecognitionError) -> LineReading?

  /// The same with the alternatives of each character, if the engine has them; takes longer.
  func readLineWithAlternatives(_ picture: Picture) throws(RecognitionError) -> LineReading?

  /// A reading of one line with wrong letters corrected, if the engine can.
  func corrected(_ reading: LineReading) -> LineReading

  /// Divides a prepared picture into lines and reads them, in reading order and with ruling lines.
  func readLines(_ picture: Picture, firstBlock: Int) throws(RecognitionError) -> [LineReading]

  /// Reads one page: `recognised` or `blank`.
  func recognise(_ picture: Picture) throws(RecognitionError) -> PageOutcome
}

/// The kind of a page's text, as far as reading depends on it.
package enum PrintKind: Sendable {
  /// Receipts, forms and everything else with Hangul or short lines.
  case receipt
  /// Documents in Latin letters.
  case document
}
