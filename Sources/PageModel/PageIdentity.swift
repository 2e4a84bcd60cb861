/// The SHA-256 of a file's bytes, as 64 lower-case hexadecimal digits.
public struct ContentDigest: Hashable, Codable, Sendable, CustomStringConvertible {
  public let hex: String

  public init(hex: String) {
    self.hex = hex
  }

  public init(from decoder: any Decoder) throws {
    hex = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }

  public var description: String { hex }
}

/// What read a page: one digest over the models' checksums, the settings and the reader's version.
///
/// Equal keys promise equal text for equal pictures.
public struct ReaderKey: Hashable, Codable, Sendable, CustomStringConvertible {
  public let hex: String

  public init(hex: String) {
    self.hex = hex
  }

  public init(from decoder: any Decoder) throws {
    hex = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }

  public var description: String { hex }
}
