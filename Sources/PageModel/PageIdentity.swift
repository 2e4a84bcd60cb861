/// A digest as hexadecimal digits, which JSON has as a text alone.
///
/// `Subject` has no value: it makes digests of different things different types.
package struct HexDigest<Subject>: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  package let rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }

  package init(hex: String) { self.init(rawValue: hex) }

  package var hex: String { rawValue }
  package var description: String { hex }
}

/// The SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits.
package typealias ContentDigest = HexDigest<ScanPath>

/// The key of the reader of a page: one digest over the models' checksums, the settings and the reader's version.
///
/// Equal keys promise equal text for equal pictures.
package typealias ReaderKey = HexDigest<ReaderSettings>
