import PageModel

/// The engine with the whole network, for pictures that it divides into lines itself; starts at the first one.
///
/// If `LineEngine` reads lines, most runs never need it, and a start takes time and memory. No file can be opened by
/// then: the model's file stays open from the beginning, and the program's words, which the engine reads from a file,
/// are omitted. Cut-out words and lines are read without them.
final class WholeEngine {
  private var engine: Engine?
  private var model: OpenModel?
  private let variables: [ReaderSettings.Variable]

  init(_ engine: Engine) {
    self.engine = engine
    variables = []
  }

  init(later model: OpenModel, variables: [ReaderSettings.Variable]) {
    self.variables = variables
    self.model = model
  }

  func started() throws(RecognitionError) -> Engine {
    if let engine { return engine }
    guard let model else { throw RecognitionError(.engineStart, "There is no model to start with.") }
    let engine = try Engine([(model.name, model.bytes())], variables: variables)
    self.engine = engine
    self.model = nil
    return engine
  }
}
