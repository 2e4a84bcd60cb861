/// A digest as hexadecimal digits, which JSON has as a text alone.
public protocol HexDigest: Hashable, Codable, Sendable, CustomStringConvertible {
  var hex: String { get }

  init(hex: String)
}

extension HexDigest {
  public init(from decoder: any Decoder) throws {
    self.init(hex: try decoder.singleValueContainer().decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }

  public var description: String { hex }
}

/// The SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits.
public struct ContentDigest: HexDigest {
  public let hex: String

  public init(hex: String) {
    self.hex = hex
  }
}

/// The key of the reader of a page: one digest over the models' checksums, the settings and the reader's version.
///
/// Equal keys promise equal text for equal pictures.
public struct ReaderKey: HexDigest {
  public let hex: String

  public init(hex: String) {
    self.hex = hex
  }
}
