public import Imaging
public import PageModel

/// Reads page pictures from beginning to end: prepares, finds what is to be read, recognises, joins.
///
/// It belongs to one thread.
public final class PageReader {
  private let recognizer: TesseractRecognizer

  /// Loads the models that the settings ask for.
  public init(settings: ReaderSettings, environment: [String: String]) throws {
    let resolved = try ModelCatalogue(settings: settings, environment: environment).resolve(settings)
    recognizer = try TesseractRecognizer(settings: settings, resolved: resolved)
  }

  /// Boxes are in the coordinates of the picture as it is shown.
  public func read(_ picture: Picture) throws(RecognitionError) -> PageReading {
    try recognizer.recognise(picture)
  }
}

extension TesseractRecognizer {
  /// The version of the Tesseract library.
  public static var engineVersion: String { Engine.version }
}
