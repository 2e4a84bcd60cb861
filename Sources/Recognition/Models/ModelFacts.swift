package import PageModel
import Support

/// The facts of a sound model; the initialiser checks that the file is sound.
package struct ModelFacts: Hashable, Sendable {
  package let network: NetworkFacts
  package let characterCount: Int
  package let syllableCount: Int
  package let checksum: ContentDigest

  /// Checks a whole file: it parses, every character has codes, and the network has an output for every code.
  package static func verify(_ bytes: [UInt8]) throws(ModelError) -> ModelFacts {
    let data = try TrainedData(parsing: bytes)
    let network = try NetworkFacts(parsing: data.required(.network))
    let characters = try Unicharset(parsing: data.required(.networkUnicharset)).characters
    if let recoder = data[.networkRecoder] {
      try check(characters, spelledBy: Recoder(parsing: recoder), for: network)
    } else if characters.count > network.outputs {
      // A model without a recoder spells each character by its own number.
      throw ModelError(.damaged, "The model lists more characters than its network has outputs.")
    }
    return ModelFacts(
      network: network, characterCount: characters.count, syllableCount: characters.count(where: isSyllable),
      checksum: ContentDigest(hex: SHA256.digest(of: bytes).hex))
  }

  private static func check(
    _ characters: [String], spelledBy recoder: Recoder, for network: NetworkFacts
  ) throws(ModelError) {
    guard characters.count == recoder.codes.count else {
      throw ModelError(.damaged, "The model lists \(characters.count) characters and spells \(recoder.codes.count).")
    }
    for (character, codes) in zip(characters, recoder.codes) {
      guard !codes.isEmpty else { throw ModelError(.damaged, "The model has no code for \(character).") }
      if let code = codes.first(where: { Int($0) >= network.outputs }) {
        throw ModelError(
          .damaged, "The model spells \(character) with code \(code) of a network of \(network.outputs) outputs.")
      }
    }
  }

  /// Whether a character is one of the 11,172 Hangul syllables of Unicode.
  private static func isSyllable(_ character: String) -> Bool {
    let scalars = character.unicodeScalars
    return scalars.count == 1 && scalars.allSatisfy { ("\u{AC00}"..."\u{D7A3}").contains($0) }
  }
}
