package import PageModel
import Support

/// The models for the settings, and the key of everything that affects the reading.
package struct ResolvedReader: Hashable, Sendable {
  package struct Model: Hashable, Sendable {
    package let name: String
    package let source: ModelSource
    package let checksum: ContentDigest
  }

  /// In the engine's order.
  package let models: [Model]
  /// The text detection network; nil if pictures are read as they are.
  package let detection: DetectionModel?
  /// In Tesseract's names.
  package let languages: [String]
  package let key: ReaderKey
  /// Warnings for once in a run; none is serious enough to stop.
  package let warnings: [String]

  /// The models' names as Tesseract joins them, such as `kor+eng`.
  package var name: String { models.map(\.name).joined(separator: "+") }
}

extension ModelCatalogue {
  /// Chooses the models for the settings: those of the languages, or the one that the settings name.
  package func resolve(_ settings: ReaderSettings) throws(ModelError) -> ResolvedReader {
    var warnings: [String] = []
    let chosen = try choose(settings, &warnings)
    let models = try chosen.map { model throws(ModelError) in
      ResolvedReader.Model(name: model.name, source: model.source, checksum: try checksum(of: model))
    }
    let detection = settings.preparation == .none ? nil : try detectionModel()
    return ResolvedReader(
      models: models, detection: detection, languages: chosen.flatMap(\.languages).distinct,
      key: try ReaderKey(of: settings, models: models, detection: detection), warnings: warnings)
  }

  private func choose(_ settings: ReaderSettings, _ warnings: inout [String]) throws(ModelError) -> [InstalledModel] {
    if let names = settings.model {
      return try names.split(separator: "+", omittingEmptySubsequences: false).map { name throws(ModelError) in
        try required(String(name))
      }
    }
    let languages = settings.languages.map(Languages.name).distinct
    for language in languages where !Self.isName(language) {
      throw ModelError(.badName, "`\(language)` is no name of a language; names are such as kor, eng, chi_sim.")
    }
    guard !languages.isEmpty else { throw ModelError(.badName, "At least one language is needed, such as kor.") }
    var chosen: [InstalledModel] = []
    if languages.contains("kor") {
      if let own = try model(OwnModel.name) {
        chosen.append(own)
      } else {
        warnings.append(
          "The model \(OwnModel.name) is not in \(searched), so most rare syllables cannot be read;"
            + " `hanscan model export FILE` writes it.")
      }
    }
    for language in languages where !chosen.contains(where: { $0.languages.contains(language) }) {
      chosen.append(try serving(language))
    }
    return chosen
  }

  /// The model of the language's name, else another that serves it.
  private func serving(_ language: String) throws(ModelError) -> InstalledModel {
    let models = try installed()
    if let model = try model(language) ?? models.first(where: { $0.languages.contains(language) }) { return model }
    let languages = Set(models.flatMap(\.languages)).sorted().joined(separator: ", ")
    throw missing(
      .languageMissing, language, { "No model for the language \(language) in \(searched); \($0)" },
      others: "Debian has none either; the installed models read \(languages.isEmpty ? "no language" : languages).")
  }

  private func required(_ name: String) throws(ModelError) -> InstalledModel {
    guard Self.isName(name) else { throw ModelError(.badName, "`\(name)` is no name of a model.") }
    if let model = try model(name) { return model }
    let names = try installed().map(\.name).joined(separator: ", ")
    throw missing(
      .modelMissing, name, { "There is no model \(name) in \(searched); \($0)" },
      others: names.isEmpty ? "no model is installed." : "the installed models are \(names).")
  }

  /// An error that names the missing Debian package, or else the installed models.
  private func missing(
    _ code: ModelError.Code, _ name: String, _ message: (String) -> String, others: String
  ) -> ModelError {
    let package = Languages.package(for: name)
    return ModelError(
      code, message(package.map { "on Debian, `apt install \($0)` brings it." } ?? others), package: package)
  }

  private var searched: String { directories.joined(separator: ", ") }
}

extension ReaderRecord {
  package init(_ resolved: ResolvedReader) {
    self.init(
      key: resolved.key, engine: "tesseract \(TesseractLibrary.version)",
      models: resolved.models.map { ModelRecord(name: $0.name, digest: $0.checksum.hex) })
  }
}
