import Imaging
package import PageModel
package import Support

extension ReaderKey {
  /// Raised whenever equal settings and models give another text or confidence than before.
  package static let readerVersion = 30

  /// The settings outside of the key: they choose the models, which are in it by name and checksum.
  package static let settingsThatChooseModels: Set<String> = ["languages", "model", "modelDirectory"]

  /// SHA-256 over everything that affects the reading: equal keys promise equal text for equal pictures.
  ///
  /// The input is one JSON object with sorted names: the versions of this reader, of Tesseract and of Leptonica, the
  /// models in their order, and the settings by their `Codable` conformance. The models' folders do not count.
  package init(
    of settings: ReaderSettings, models: [ResolvedReader.Model], detection: DetectionModel? = nil
  ) throws(ModelError) {
    var members: JSONValue.Members = [:]
    let encoded = try ModelError.converting(JSONValue(encoding: settings)) {
      ModelError(.badSetting, "The reader's settings cannot be written down: \($0).")
    }
    if case .object(let encoded) = encoded { members = encoded }
    // A set has no order of its own.
    members["without"] = .array(settings.without.map(\.rawValue).sorted().map { .string($0) })
    self.init(encodedSettings: members, models: models, detection: detection)
  }

  package init(
    encodedSettings: JSONValue.Members, models: [ResolvedReader.Model], detection: DetectionModel? = nil
  ) {
    var settings = encodedSettings
    for name in Self.settingsThatChooseModels { settings[name] = nil }
    let inputs = JSONValue.object([
      "reader": .integer(Self.readerVersion), "tesseract": .string(TesseractLibrary.version),
      "leptonica": .string(ImagingLibraries.leptonica),
      "models": .array(
        models.map { .object(["name": .string($0.name), "checksum": .string($0.checksum.hex)]) }),
      "detection": .string(detection?.checksum.hex ?? ""),
      "documents": .string(models.map(\.name) == [OwnModel.name] ? OwnModel.documentsChecksum : ""),
      "settings": .object(settings),
    ])
    self.init(hex: SHA256.digest(of: inputs.line).hex)
  }
}
