import PageModel

/// The engine with the whole network, for pictures that it divides into lines itself; started when the first one comes.
///
/// Where lines are read by `LineEngine` most runs never need it, and a start takes time and memory. By then nothing can
/// be opened any more: the model's file is open from the beginning, and the words that come with the program, which the
/// engine reads from a file, are left out. A word or a line cut out of a page is read without them.
final class WholeEngine {
  private var engine: Engine?
  private var model: OpenModel?
  private let variables: [ReaderSettings.Variable]

  /// One that runs.
  init(_ engine: Engine) {
    self.engine = engine
    variables = []
  }

  /// One that is started when it is asked for.
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
