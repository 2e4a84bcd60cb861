/// A language model in a result: its name and checksum, without its path.
public struct ModelRecord: Hashable, Codable, Sendable {
  /// The installed name (`kor`).
  public var name: String
  /// The SHA-256 of the model file, as 64 lower-case hexadecimal digits.
  public var digest: String

  public init(name: String, digest: String) {
    self.name = name
    self.digest = digest
  }
}

/// The reader that gave a result: its key, and what the key was made from in words that people know.
public struct ReaderRecord: Hashable, Codable, Sendable {
  public var key: ReaderKey
  /// The engine with its version (`tesseract 5.3.0`).
  public var engine: String
  /// In the order in which they were asked for.
  public var models: [ModelRecord]

  public init(key: ReaderKey, engine: String, models: [ModelRecord]) {
    self.key = key
    self.engine = engine
    self.models = models
  }
}
