import CTesseract
import Glibc
import Imaging
package import PageModel

/// The one owner of a Tesseract engine: started once with its models, then given one picture after the other.
///
/// It is not `Sendable`: an engine holds one picture and its result, so it stays with its creator. Nothing here writes
/// to standard output; Tesseract's own messages go to standard error. `OMP_THREAD_LIMIT=1` should be in the environment
/// before the process starts, else competing threads read every line.
package final class Engine {
  private let handle: OpaquePointer

  /// Starts the LSTM engine with models that are files or part of the program.
  package convenience init(
    _ models: [ResolvedReader.Model], variables: [ReaderSettings.Variable]
  ) throws(RecognitionError) {
    var loaded: [(name: String, bytes: [UInt8])] = []
    var folder: String?
    for model in models {
      loaded.append((model.name, try RecognitionError.ofModel(model.source.bytes)))
      if folder == nil, case .file(let path) = model.source, let slash = path.lastIndex(of: "/") {
        folder = String(path[...slash])
      }
    }
    try self.init(loaded, folder: folder ?? "/", variables: variables)
  }

  /// Starts the LSTM engine with the bytes of models' files.
  init(
    _ models: [(name: String, bytes: [UInt8])], folder: String = "/", variables: [ReaderSettings.Variable]
  ) throws(RecognitionError) {
    guard let handle = TessBaseAPICreate() else {
      throw RecognitionError(.engine, "Tesseract could not be created.")
    }
    self.handle = handle
    // Tesseract keeps this one for the whole process, so a model's value would affect the next engine. 0.4 is its
    // default.
    TessBaseAPISetVariable(handle, "textord_occupancy_threshold", "0.4")
    // Set at the start, because some variables (dictionaries, user words) count only then.
    let names: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0.name) }
    let values: [UnsafeMutablePointer<CChar>?] = variables.map { strdup($0.value) }
    defer { for text in names + values { free(text) } }
    for model in models {
      model.bytes.withUnsafeBytes { hanscan_offer_model(model.name, $0.baseAddress, $0.count) }
    }
    let languages = models.map(\.name).joined(separator: "+")
    guard hanscan_start(handle, folder, languages, names, values, variables.count) == 0 else {
      throw RecognitionError(
        .engine, "Tesseract does not start with \(languages); `hanscan model verify` says why.")
    }
    for variable in variables { try Self.check(handle, variable) }
  }

  deinit {
    TessBaseAPIEnd(handle)
    TessBaseAPIDelete(handle)
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
        .engine, "Tesseract has no variable \(variable.name); `tesseract --print-parameters` lists them.")
    }
    guard fits else {
      throw RecognitionError(.engine, "Tesseract's variable \(variable.name) is \(kind), not \(value).")
    }
  }

  /// Sets a variable that counts at each reading; unknown ones are ignored.
  package func set(_ variable: ReaderSettings.Variable) {
    TessBaseAPISetVariable(handle, variable.name, variable.value)
  }

  /// Reads a picture; `collect` takes the lines from the result, which cannot outlive it.
  ///
  /// Ruling lines are found only if asked for.
  func reading(
    _ picture: Picture, mode: TessPageSegMode, findingRules: Bool = false,
    _ collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> (lines: [LineReading], rules: [Box]) {
    try Self.checkSize(picture)
    TessBaseAPISetPageSegMode(handle, mode)
    TessBaseAPISetImage2(handle, picture.pix)
    // Releases the picture and the result, also after a failure.
    defer { TessBaseAPIClear(handle) }
    var rules: [Box] = []
    // Before recognition, which removes the lines from the same picture.
    if findingRules, let binary = TessBaseAPIGetThresholdedImage(handle) {
      rules = RulingLines.find(in: Picture(owning: binary))
    }
    return (try recognise(collect), rules)
  }

  /// Takes a page for one line, and gives the network another picture of the same size to read it in.
  func reading(
    _ content: Picture, inLineOf page: Picture, _ collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> [LineReading] {
    guard let counted = content.counted() else {
      throw RecognitionError(.engine, "There was no memory for the picture of a line.")
    }
    TessBaseAPISetPageSegMode(handle, .rawLine)
    TessBaseAPISetImage2(handle, page.pix)
    // The engine owns it from here on.
    TessBaseAPISetInputImage(handle, counted)
    defer { TessBaseAPIClear(handle) }
    return try recognise(collect)
  }

  private func recognise(
    _ collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> [LineReading] {
    guard hanscan_recognize(handle) == 0 else {
      throw RecognitionError(.engine, "Tesseract gave up on the picture.")
    }
    guard let results = TessBaseAPIGetIterator(handle) else { return [] }
    var iterator = ResultIterator(owning: results)
    return collect(&iterator)
  }

  /// The least side in pixels; no letter fits below, and Tesseract complains on standard error.
  private static let leastSide = 8
  /// Tesseract counts pixels in 16 bits.
  private static let mostSide = 32_767

  private static func checkSize(_ picture: Picture) throws(RecognitionError) {
    guard picture.width <= mostSide, picture.height <= mostSide else {
      throw RecognitionError(
        .tooManyPixels,
        "The picture has \(picture.width) x \(picture.height) pixels; Tesseract reads at most \(mostSide) a side.")
    }
    guard picture.width >= leastSide, picture.height >= leastSide else {
      throw RecognitionError(
        .zeroSize,
        "The picture of \(picture.width) x \(picture.height) pixels holds no letter; \(leastSide) a side would.")
    }
  }
}
