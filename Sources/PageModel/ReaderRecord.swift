/// A language model in a result: its name and checksum, without its path.
package struct ModelRecord: Hashable, Codable, Sendable {
  /// The installed name (`kor`).
  package var name: String
  /// The SHA-256 of the model file, as 64 lower-case hexadecimal digits.
  package var digest: String

  package init(name: String, digest: String) {
    self.name = name
    self.digest = digest
  }
}

/// The reader that gave a result: its key, and what the key was made from in words that people know.
package struct ReaderRecord: Hashable, Codable, Sendable {
  package var key: ReaderKey
  /// The engine with its version (`tesseract 5.3.0`).
  package var engine: String
  /// In the order in which they were asked for.
  package var models: [ModelRecord]

  package init(key: ReaderKey, engine: String, models: [ModelRecord]) {
    (self.key, self.engine, self.models) = (key, engine, models)
  }
}
