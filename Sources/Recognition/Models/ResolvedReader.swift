public import PageModel

/// The models that answer the settings, and the key of everything that decides what they read.
public struct ResolvedReader: Hashable, Sendable {
  public struct Model: Hashable, Sendable {
    public let name: String
    public let path: String
    public let checksum: ContentDigest
  }

  /// In the order in which the engine asks them.
  public let models: [Model]
  /// The network that finds print; nil where the picture is read as it is.
  public let detection: DetectionModel?
  /// What they read, in Tesseract's names.
  public let languages: [String]
  public let key: ReaderKey
  /// What a user should know once in a run; nothing is wrong enough to stop.
  public let warnings: [String]

  /// The models' names as Tesseract joins them, such as `kor+eng`.
  public var name: String { models.map(\.name).joined(separator: "+") }

  /// What the engine's start needs: one folder that all models lie below, and their paths there.
  package var location: (directory: String, models: [String]) {
    get throws(RecognitionError) {
      let paths = models.map { $0.path.dropLast(".traineddata".count) }
      let folders = paths.map { path in path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
      if let folder = folders.first, folders.allSatisfy({ $0 == folder }) {
        return (folder.isEmpty ? "/" : folder, models.map(\.name))
      }
      // Tesseract takes names relative to one folder: for models of several folders that is the root.
      guard paths.allSatisfy({ $0.hasPrefix("/") && !$0.contains("+") && !$0.contains("~") }) else {
        throw RecognitionError(
          .engineStart, "Models of several folders can be joined only where the folders' paths have no `+` or `~`.")
      }
      return ("/", paths.map { String($0.dropFirst()) })
    }
  }
}

extension ModelCatalogue {
  /// Chooses the models for the settings: those of the languages, or the one that the settings name.
  public func resolve(_ settings: ReaderSettings) throws(ModelError) -> ResolvedReader {
    var warnings: [String] = []
    let chosen = try choose(settings, &warnings)
    var models: [ResolvedReader.Model] = []
    for model in chosen {
      models.append(.init(name: model.name, path: model.path, checksum: try checksum(of: model)))
      if model.name == WholeHangulModel.name, settings.model == nil, let built = try? version(of: model),
        !built.hasSuffix(WholeHangulModel.stamp)
      {
        warnings.append(
          "The model \(model.path) was built by another version of HanScan; `hanscan model build` renews it.")
      }
    }
    var languages: [String] = []
    for language in chosen.flatMap(\.languages) where !languages.contains(language) { languages.append(language) }
    let detection = settings.preparation == .none ? nil : try detectionModel()
    return ResolvedReader(
      models: models, detection: detection, languages: languages,
      key: try ReaderKey(of: settings, models: models, detection: detection), warnings: warnings)
  }

  private func choose(_ settings: ReaderSettings, _ warnings: inout [String]) throws(ModelError) -> [InstalledModel] {
    if let names = settings.model {
      return try names.split(separator: "+", omittingEmptySubsequences: false).mapTyped { name throws(ModelError) in
        try required(String(name))
      }
    }
    var languages: [String] = []
    for language in settings.languages.map(Languages.name) where !languages.contains(language) {
      guard Self.isName(language) else {
        throw ModelError(.badName, "`\(language)` is no name of a language; names are such as kor, eng, chi_sim.")
      }
      languages.append(language)
    }
    guard !languages.isEmpty else { throw ModelError(.badName, "At least one language is needed, such as kor.") }
    var chosen: [InstalledModel] = []
    if languages.contains("kor") {
      if let whole = model(WholeHangulModel.name) {
        chosen.append(whole)
      } else {
        warnings.append(
          "The whole-Hangul model is not installed, so most rare syllables cannot be read; `hanscan model build` makes"
            + " it (from Debian's \(WholeHangulModel.sourcePackage)).")
      }
    }
    for language in languages where !chosen.contains(where: { $0.languages.contains(language) }) {
      chosen.append(try serving(language))
    }
    return chosen
  }

  /// The model of the language's name, else another that serves it.
  private func serving(_ language: String) throws(ModelError) -> InstalledModel {
    if let own = model(language) { return own }
    if let other = installed().first(where: { $0.languages.contains(language) }) { return other }
    let package = Languages.package(for: language)
    throw ModelError(
      .languageMissing,
      "No model for the language \(language) in \(searched); on Debian, `apt install \(package)` brings it.",
      package: package)
  }

  private func required(_ name: String) throws(ModelError) -> InstalledModel {
    guard Self.isName(name) else { throw ModelError(.badName, "`\(name)` is no name of a model.") }
    if let model = model(name) { return model }
    if name == WholeHangulModel.name {
      throw ModelError(
        .modelMissing, "The model \(name) is not built; `hanscan model build` makes it.",
        package: WholeHangulModel.sourcePackage)
    }
    let package = Languages.package(for: name)
    throw ModelError(
      .modelMissing, "There is no model \(name) in \(searched); it may come with `apt install \(package)`.",
      package: package)
  }

  private var searched: String { directories.joined(separator: ", ") }
}

extension Sequence {
  /// `map` that keeps the type of what its closure throws.
  fileprivate func mapTyped<Result, Failure: Error>(
    _ transform: (Element) throws(Failure) -> Result
  ) throws(Failure) -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try transform(element)) }
    return results
  }
}

extension ReaderRecord {
  package init(_ resolved: ResolvedReader) {
    self.init(
      key: resolved.key, engine: "tesseract \(TesseractRecognizer.engineVersion)",
      models: resolved.models.map { ModelRecord(name: $0.name, digest: $0.checksum.hex) })
  }
}
