import CTesseract
import Glibc
package import Imaging
package import PageModel

/// The one owner of a Tesseract engine: started once with its models, then given one picture after the other.
///
/// It is not `Sendable`: an engine holds one picture and its result, so it stays with whoever made it. Nothing here
/// prints to standard output; Tesseract's own remarks go to standard error. `OMP_THREAD_LIMIT=1` should be in the
/// environment before the process starts, else every line is read by competing threads.
package final class Engine {
  private let handle: OpaquePointer
  /// The words that the user added; the file must live until the engine has started.
  package let languages: String

  /// Starts the LSTM engine with models that lie in one directory, or anywhere below the root.
  package init(
    directory: String, models: [String], variables: [ReaderSettings.Variable]
  ) throws(RecognitionError) {
    guard let handle = TessBaseAPICreate() else {
      throw RecognitionError(.engineStart, "Tesseract could not be created.")
    }
    self.handle = handle
    languages = models.joined(separator: "+")
    try Self.start(handle, directory: directory, languages: languages, variables: variables)
    for variable in variables { try Self.check(handle, variable) }
  }

  deinit {
    TessBaseAPIEnd(handle)
    TessBaseAPIDelete(handle)
  }

  /// The library's version, such as `5.3.0`.
  package static var version: String { String(cString: TessVersion()) }

  private static func start(
    _ handle: OpaquePointer, directory: String, languages: String, variables: [ReaderSettings.Variable]
  ) throws(RecognitionError) {
    // Given with the start, because some variables (dictionaries, user words) count only then.
    var names: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0.name) }
    var values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0.value) }
    defer { for text in names + values { free(text) } }
    let status = TessBaseAPIInit4(
      handle, directory, languages, OEM_LSTM_ONLY, nil, 0, &names, &values, variables.count, 0)
    guard status == 0 else {
      throw RecognitionError(
        .engineStart, "Tesseract does not start with \(languages) from \(directory); `hanscan model verify` says why.")
    }
  }

  private static func check(
    _ handle: OpaquePointer, _ variable: ReaderSettings.Variable
  ) throws(RecognitionError) {
    let value = variable.value
    var integer: CInt = 0
    var number = 0.0
    let kind: String
    let fits: Bool
    if TessBaseAPIGetBoolVariable(handle, variable.name, &integer) != 0 {
      (kind, fits) = ("0 or 1", ["0", "1", "T", "F", "t", "f", "Y", "N", "y", "n"].contains(value))
    } else if TessBaseAPIGetIntVariable(handle, variable.name, &integer) != 0 {
      (kind, fits) = ("a whole number", Int32(value) != nil)
    } else if TessBaseAPIGetDoubleVariable(handle, variable.name, &number) != 0 {
      (kind, fits) = ("a number", Double(value)?.isFinite == true)
    } else if TessBaseAPIGetStringVariable(handle, variable.name) != nil {
      (kind, fits) = ("text", true)
    } else {
      throw RecognitionError(
        .badVariable, "Tesseract has no variable \(variable.name); `tesseract --print-parameters` lists them.")
    }
    guard fits else {
      throw RecognitionError(.badVariable, "Tesseract's variable \(variable.name) is \(kind), not \(value).")
    }
  }

  /// Sets a variable of a running engine.
  package func set(_ name: String, _ value: String) throws(RecognitionError) {
    guard TessBaseAPISetVariable(handle, name, value) != 0 else {
      throw RecognitionError(.badVariable, "Tesseract has no variable \(name) that can be set now.")
    }
  }

  /// Reads a picture, or a part of it, and hands the result to `body`; it cannot outlive the call.
  ///
  /// `body` is not called where the engine found no text at all.
  package func reading(
    _ picture: Picture, part: Box? = nil, mode: PageSegmentation,
    _ body: (inout ResultIterator) -> Void
  ) throws(RecognitionError) {
    try Self.check(picture, part)
    TessBaseAPISetPageSegMode(handle, mode.mode)
    TessBaseAPISetImage2(handle, picture.pix)
    // Lets go of the picture and of the result, also after a failure.
    defer { TessBaseAPIClear(handle) }
    if let part {
      TessBaseAPISetRectangle(handle, CInt(part.x), CInt(part.y), CInt(part.width), CInt(part.height))
    }
    guard TessBaseAPIRecognize(handle, nil) == 0 else {
      throw RecognitionError(
        .engineFailed, "Tesseract gave up on the picture of \(picture.width) x \(picture.height) pixels.")
    }
    guard let results = TessBaseAPIGetIterator(handle) else { return }
    var iterator = ResultIterator(owning: results)
    body(&iterator)
  }

  private static func check(_ picture: Picture, _ part: Box?) throws(RecognitionError) {
    // Below this no letter fits and Tesseract complains on standard error; above, it counts in 16 bits.
    let least = 8
    let most = 32_767
    guard picture.width <= most, picture.height <= most else {
      throw RecognitionError(
        .tooLarge, "The picture is \(picture.width) x \(picture.height) pixels; Tesseract reads \(most) a side.")
    }
    let area = part ?? Box(x: 0, y: 0, width: picture.width, height: picture.height)
    guard area.x >= 0, area.y >= 0, area.width <= picture.width - area.x, area.height <= picture.height - area.y else {
      throw RecognitionError(.tooSmall, "The part to be read lies outside of the picture.")
    }
    guard area.width >= least, area.height >= least else {
      throw RecognitionError(
        .tooSmall, "\(area.width) x \(area.height) pixels are too few for a letter; at least \(least) a side are.")
    }
  }
}
