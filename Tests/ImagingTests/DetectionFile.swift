import Recognition

/// The installed text detection network, for tests of what uses it.
enum DetectionFile {
  /// The bytes of its file.
  static func bytes() throws -> [UInt8] {
    try ModelFile.read(ModelCatalogue(directories: []).detectionModel().path)
  }
}
