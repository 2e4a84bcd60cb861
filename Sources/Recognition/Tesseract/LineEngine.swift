import Imaging
import PageModel

/// Reads pictures of single lines with a network of which Tesseract computes only the last layer.
///
/// All layers but the last are computed here (`SplitNetwork`, `LineFront`), faster and with the same result. Tesseract
/// gets the results as a gray picture, computes the last layer and searches for the text. `LineEngine.md` explains which
/// properties of Tesseract this relies on; no other type relies on them.
final class LineEngine {
  /// The versions of Tesseract whose source was checked for these properties.
  static let knownVersions: Set<String> = ["5.3.0"]
  private let front: LineFront
  /// Nil for documents, where it gains nothing, and for a model with other codes than the program's own one.
  private let corrector: LetterCorrector?
  let engine: Engine

  /// Nil if there are several models, or one whose network cannot be taken apart.
  convenience init?(_ models: [ResolvedReader.Model], variables: [ReaderSettings.Variable]) throws(RecognitionError) {
    guard models.count == 1, let model = models.first else { return nil }
    let data = try RecognitionError.ofModel { () throws(ModelError) in try TrainedData(parsing: model.source.bytes()) }
    let hasOwnCodes = model.source == .program || Self.hasOwnCodes(data)
    try self.init(data, name: model.name, variables: variables, corrects: hasOwnCodes)
  }

  /// With the network for documents in Latin letters; nil if the model's own network is not the program's.
  convenience init?(documentsOf model: OpenModel, variables: [ReaderSettings.Variable]) throws(RecognitionError) {
    let bytes = try model.bytes()
    let own = try RecognitionError.ofModel { () throws(ModelError) in
      let (data, own) = (try TrainedData(parsing: bytes), try TrainedData(parsing: OwnModel.bytes))
      return try data.required(.network).elementsEqual(own.required(.network)) ? data : nil
    }
    guard var data = own else { return nil }
    data[.network] = OwnModel.documents[...]
    try self.init(data, name: model.name, variables: variables)
  }

  /// Nil if the model's network cannot be taken apart.
  init?(
    _ model: TrainedData, name: String, variables: [ReaderSettings.Variable], corrects: Bool = false
  ) throws(RecognitionError) {
    let parts = try RecognitionError.ofModel { () throws(ModelError) in
      try SplitNetwork(splitting: model.required(.network))
    }
    guard let parts, let front = LineFront(parts) else { return nil }
    self.front = front
    var rest = model
    rest[.network] = parts.rest[...]
    corrector = corrects ? LetterCorrector(codes: front.codes) : nil
    // The picture encodes numbers, so Tesseract must not try it inverted.
    let own = [ReaderSettings.Variable(name: "tessedit_do_invert", value: "0")]
    engine = try Engine([(name, rest.serialised())], variables: variables + own)
  }

  private static func hasOwnCodes(_ model: TrainedData) -> Bool {
    guard let own = try? TrainedData(parsing: OwnModel.bytes) else { return false }
    return [TrainedData.Component.networkUnicharset, .networkRecoder].allSatisfy { model[$0] == own[$0] }
  }

  func takes(_ line: Picture) -> Bool {
    front.takes(line)
  }

  /// Reads a line as it is, and if most of it is dark also inverted; the more confident reading counts.
  func read(
    _ line: Picture, collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> LineReading? {
    let image = GrayImage(line)
    let reading = try read(image, collect: collect)
    guard line.isMostlyDark else { return reading }
    let inverted = try read(image.inverted, collect: collect)
    return inverted?.confidence ?? 0 > reading?.confidence ?? 0 ? inverted : reading
  }

  private func read(
    _ line: GrayImage, collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> LineReading? {
    guard let (steps, activations) = front.picture(of: line),
      let empty = Picture.empty(width: steps.width, height: steps.height)
    else { throw RecognitionError(.engine, "There was no memory for the input of a line's last layer.") }
    let lines = try engine.reading(steps, inLineOf: empty, collect)
    let columns = front.columns
    var reading = LineReading(joining: lines)?.mapped { box in
      Box(x: box.x * columns, y: 0, width: box.width * columns, height: line.height)
    }
    if corrector != nil { reading?.activations = activations }
    return reading
  }

  /// The reading with its letters corrected, without activations.
  func corrected(_ reading: LineReading) -> LineReading {
    guard let corrector, !reading.activations.isEmpty, let probabilities = front.probabilities(of: reading.activations)
    else { return reading }
    return corrector.corrected(reading, probabilities)
  }
}
