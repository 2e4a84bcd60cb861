public import PageModel
import Support

/// What a sound model can say; making one from a file is the check that the file is sound.
public struct ModelFacts: Hashable, Sendable {
  public let version: String
  public let network: NetworkFacts
  public let characterCount: Int
  public let syllableCount: Int
  public let size: Int
  public let checksum: ContentDigest

  /// Checks a whole file: it parses, every character has codes, and the network has an output for every code.
  public static func verify(_ bytes: [UInt8]) throws(ModelError) -> ModelFacts {
    let data = try TrainedData(parsing: bytes)
    let (network, characters) = try check(data)
    return ModelFacts(
      version: data.version, network: network, characterCount: characters.entries.count,
      syllableCount: characters.entries.count { Syllable($0.text) != nil }, size: bytes.count,
      checksum: ContentDigest(hex: SHA256.digest(of: bytes).hex))
  }

  /// Checks the file at a path.
  public static func verify(path: String) throws(ModelError) -> ModelFacts {
    try verify(ModelFile.read(path))
  }

  @discardableResult
  package static func check(_ data: TrainedData) throws(ModelError) -> (NetworkFacts, Unicharset) {
    let network = try NetworkFacts(parsing: data.required(.network), order: data.order)
    let characters = try Unicharset(parsing: data.required(.networkUnicharset))
    // A model without a recoder spells each character by its own number.
    guard let spelling = data[.networkRecoder] as ArraySlice<UInt8>? else {
      guard characters.entries.count <= network.outputs else {
        throw ModelError(.damaged, "The model lists more characters than its network has outputs.")
      }
      return (network, characters)
    }
    let recoder = try Recoder(parsing: spelling, order: data.order)
    guard characters.entries.count == recoder.entries.count else {
      throw ModelError(
        .damaged, "The model lists \(characters.entries.count) characters and spells \(recoder.entries.count).")
    }
    for (character, entry) in zip(characters.entries, recoder.entries) {
      guard !entry.codes.isEmpty else { throw ModelError(.damaged, "The model has no code for \(character.text).") }
      if let code = entry.codes.first(where: { Int($0) >= network.outputs }) {
        throw ModelError(
          .damaged, "The model spells \(character.text) with code \(code) of a network of \(network.outputs) outputs.")
      }
    }
    return (network, characters)
  }

  /// The characters of a model that receipts need and it cannot write.
  public static func missing(from bytes: [UInt8], of wanted: [String]) throws(ModelError) -> [String] {
    let data = try TrainedData(parsing: bytes)
    let known = Set(try Unicharset(parsing: data.required(.networkUnicharset)).texts)
    return wanted.filter { !known.contains($0) }
  }
}
