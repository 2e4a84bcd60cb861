import Imaging
import Recognition

extension FuzzTarget {
  static func model(_ bytes: [UInt8]) throws {
    guard let data = try? TrainedData(parsing: bytes) else { return }
    try require(try TrainedData(parsing: data.serialised()) == data, "another model after it was written")
    if let facts = try? ModelFacts.verify(bytes) {
      try require(facts.network.outputs > 0 && facts.characterCount > 0, "a valid model without characters or outputs")
    }
  }

  static func unicharset(_ bytes: [UInt8]) throws {
    guard let characters = try? Unicharset(parsing: bytes[...]).characters else { return }
    try require(Set(characters).count == characters.count, "a character twice")
  }

  static func recoder(_ bytes: [UInt8]) throws {
    guard let codes = try? Recoder(parsing: bytes[...]).codes else { return }
    try require(codes.joined().allSatisfy { $0 >= 0 }, "a negative code")
  }

  static func network(_ bytes: [UInt8]) {
    _ = try? NetworkFacts(parsing: bytes[...])
    if let parts = try? SplitNetwork(splitting: bytes[...]) { _ = LineFront(parts) }
  }

  /// A network that finds text, if it is one, computes the map of a small picture, the same one twice.
  static func prints(_ bytes: [UInt8]) throws {
    // What is larger would take the fuzzer long for each map.
    guard bytes.count < 20_000, let network = try? DetectionNetwork(model: bytes) else { return }
    let (width, height) = (64, 32)
    let pixels = (0..<3 * width * height).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let map = try network.map(pixels, width: width, height: height)
    try require(map.count == width * height, "a map of another size")
    try require(try network.map(pixels, width: width, height: height) == map, "another map the second time")
  }
}
