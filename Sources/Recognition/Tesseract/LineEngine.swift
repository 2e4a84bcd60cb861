import Imaging
import PageModel
import Support

/// Reads pictures of single lines with a network of which the engine has only the last layer; see `SplitNetwork`.
final class LineEngine {
  private let front: LineFront
  let engine: Engine

  /// Nil where there are several models, or one whose network cannot be taken apart.
  convenience init?(_ models: [ResolvedReader.Model], variables: [ReaderSettings.Variable]) throws(RecognitionError) {
    guard models.count == 1, let model = models.first else { return nil }
    let data: TrainedData
    do throws(ModelError) { data = try TrainedData(parsing: ModelFile.read(model.path)) } catch {
      throw RecognitionError(.engineStart, error.message)
    }
    try self.init(data, name: model.name, variables: variables)
  }

  /// Nil where the model's network cannot be taken apart.
  init?(_ model: TrainedData, name: String, variables: [ReaderSettings.Variable]) throws(RecognitionError) {
    guard let parts = try Self.parts(of: model) else { return nil }
    front = parts.front
    // What is no picture must not be inverted.
    let own = [ReaderSettings.Variable(name: "tessedit_do_invert", value: "0")]
    engine = try Engine(model: parts.rest, name: name, variables: variables + own)
  }

  /// The layers before the last one, and the model without them as the bytes of a file.
  private static func parts(of model: TrainedData) throws(RecognitionError) -> (front: LineFront, rest: [UInt8])? {
    do throws(ModelError) {
      guard model.order == .little, let network = try SplitNetwork(splitting: model.required(.network)),
        let front = LineFront(network)
      else { return nil }
      var rest = model
      rest[.network] = network.rest
      return (front, rest.serialised())
    } catch {
      throw RecognitionError(.engineStart, error.message)
    }
  }

  /// Whether a picture is one of a line as the network takes it.
  func takes(_ line: Picture) -> Bool {
    front.takes(line)
  }

  /// Reads a line as it is, or, where most of it is dark, as light print on dark if that is read more surely.
  ///
  /// - Parameter collect: Writes down what the engine has read; boxes are then brought to the line's pixels.
  func read(
    _ line: Picture, collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> LineReading? {
    var image = GrayImage(line)
    let reading = try read(image, collect: collect)
    guard line.isMostlyDark else { return reading }
    for index in image.pixels.indices { image.pixels[index] = 255 - image.pixels[index] }
    let inverted = try read(image, collect: collect)
    return inverted?.confidence ?? 0 > reading?.confidence ?? 0 ? inverted : reading
  }

  private func read(
    _ line: GrayImage, collect: (inout ResultIterator) -> [LineReading]
  ) throws(RecognitionError) -> LineReading? {
    guard let steps = front.picture(of: line) else {
      throw RecognitionError(.engineFailed, "There was no memory for what a line's last layer takes.")
    }
    var lines: [LineReading] = []
    try engine.reading(steps: steps) { lines = collect(&$0) }
    let columns = front.columns
    return LineReading(joining: lines)?.mapped { box in
      Box(x: box.x * columns, y: 0, width: box.width * columns, height: line.height)
    }
  }
}
