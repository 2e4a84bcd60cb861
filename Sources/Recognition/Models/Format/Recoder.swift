/// The spelling of each character of a model in the network's output codes: one code, or three for a Hangul syllable.
///
/// Layout, by Tesseract's UnicharCompress: a 32-bit count, and for each character a byte (1: it is its own normal
/// form), a 32-bit length of at most nine, and as many 32-bit codes.
package struct Recoder: Hashable, Sendable {
  private static let maximumLength = 9

  /// The codes of each character, by its number in the `Unicharset`.
  package private(set) var codes: [[Int32]] = []

  package init(parsing bytes: ArraySlice<UInt8>) throws(ModelError) {
    var reader = ComponentReader(bytes, subject: "The model's recoder")
    let count = Int(try reader.integer(UInt32.self))
    // An entry has at least five bytes; an impossible count must allocate nothing.
    guard count <= reader.remaining / 5 else { throw reader.damaged("it promises \(count) characters") }
    codes.reserveCapacity(count)
    for number in 0..<count {
      // Whether it is its own normal form.
      try reader.skip(1)
      let length = Int(try reader.integer(Int32.self))
      guard length >= 0, length <= Self.maximumLength else {
        throw reader.damaged("character \(number) has \(length) codes")
      }
      codes.append(
        try (0..<length).map { _ throws(ModelError) -> Int32 in
          let code = try reader.integer(Int32.self)
          guard code >= 0 else { throw reader.damaged("character \(number) has code \(code)") }
          return code
        })
    }
    guard reader.remaining == 0 else { throw reader.damaged("\(reader.remaining) bytes follow its end") }
  }
}
