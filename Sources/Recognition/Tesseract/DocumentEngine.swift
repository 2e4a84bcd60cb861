import PageModel

/// Reads lines of documents in Latin letters with their own network; starts at the first such page.
final class DocumentEngine {
  private var engine: LineEngine?
  private var model: OpenModel?
  private let variables: [ReaderSettings.Variable]

  init(_ model: OpenModel, variables: [ReaderSettings.Variable]) {
    self.model = model
    self.variables = variables
  }

  /// Nil if the network for documents does not match the model's own.
  func started() throws(RecognitionError) -> LineEngine? {
    guard let model else { return engine }
    self.model = nil
    guard let data = try Self.data(model.bytes()) else { return nil }
    engine = try LineEngine(data, name: model.name, variables: variables)
    return engine
  }

  /// The model with the network for documents; nil if its own network does not match.
  private static func data(_ bytes: [UInt8]) throws(RecognitionError) -> TrainedData? {
    do throws(ModelError) {
      var data = try TrainedData(parsing: bytes)
      let own = try TrainedData(parsing: OwnModel.bytes)
      guard try data.required(.network).elementsEqual(own.required(.network)) else { return nil }
      data[.network] = OwnModel.documents[...]
      return data
    } catch {
      throw RecognitionError(.engineStart, error.message)
    }
  }
}
