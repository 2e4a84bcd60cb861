/// A digest as hexadecimal digits, which JSON has as a text alone.
///
/// `Subject` has no value: it makes digests of different things different types.
package struct HexDigest<Subject>: Hashable, Codable, Sendable, CustomStringConvertible {
  package let hex: String

  package init(hex: String) { self.hex = hex }

  package init(from decoder: any Decoder) throws {
    self.init(hex: try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }

  package var description: String { hex }
}

/// The SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits.
package typealias ContentDigest = HexDigest<ScanPath>

/// The key of the reader of a page: one digest over the models' checksums, the settings and the reader's version.
///
/// Equal keys promise equal text for equal pictures.
package typealias ReaderKey = HexDigest<ReaderSettings>
