import PageModel

/// Reads lines of documents in Latin letters with the network for these; started when the first such page comes.
///
/// It has the characters and dictionaries of the model that reads all other pages, and another network. Of words that the
/// engine reads from a file it knows none, as these are Korean.
final class DocumentEngine {
  private var engine: LineEngine?
  private var model: OpenModel?
  private let variables: [ReaderSettings.Variable]

  init(_ model: OpenModel, variables: [ReaderSettings.Variable]) {
    self.model = model
    self.variables = variables
  }

  /// Nil where the model's network is not the one that the network for documents goes with.
  func started() throws(RecognitionError) -> LineEngine? {
    guard let model else { return engine }
    self.model = nil
    guard let data = try Self.data(model.bytes()) else { return nil }
    engine = try LineEngine(data, name: model.name, variables: variables)
    return engine
  }

  /// The model with the network for documents; nil if its own network is not the one that this goes with.
  private static func data(_ bytes: [UInt8]) throws(RecognitionError) -> TrainedData? {
    do throws(ModelError) {
      var data = try TrainedData(parsing: bytes)
      let own = try TrainedData(parsing: OwnModel.bytes)
      guard try data.required(.network).elementsEqual(own.required(.network)) else { return nil }
      data[.network] = OwnModel.documents
      return data
    } catch {
      throw RecognitionError(.engineStart, error.message)
    }
  }
}
