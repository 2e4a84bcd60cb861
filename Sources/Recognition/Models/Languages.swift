/// Tesseract's names for languages, their models, and the Debian packages of these.
package enum Languages {
  private static let hangul = "Hangul"
  /// Tags that other programs use, in Tesseract's names.
  private static let tags = [
    "ko": "kor", "en": "eng", "ja": "jpn", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "zh": "chi_sim",
  ]

  /// Debian's packages by the name of their model.
  private static let packages: [String: String] = {
    let rows = String(decoding: PackageResources.debian_models_txt, as: UTF8.self).split(separator: "\n")
    let pairs = rows.filter { !$0.hasPrefix("#") }.map { $0.split(separator: " ").map(String.init) }
    return Dictionary(pairs.filter { $0.count == 2 }.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }()

  /// Tesseract's name for a language or its tag: `ko`, `ko-KR` and `kor` are `kor`.
  package static func name(_ language: String) -> String {
    if let name = tags[language.lowercased()] { return name }
    let primary = language.split(separator: "-", maxSplits: 1).first.map(String.init) ?? language
    return primary == language ? language : tags[primary.lowercased()] ?? language
  }

  /// The languages that a model of this name reads.
  package static func served(by model: String) -> [String] {
    switch model {
    case OwnModel.name, hangul: ["kor", "eng"]
    // The old engine finds orientation and script alone.
    case "osd", "equ": []
    default: [model]
    }
  }

  /// The Debian package with the model of a language or script; nil if Debian has none.
  package static func package(for model: String) -> String? { packages[model] }

  /// Whether a model keeps the blanks between words only with a setting.
  package static func needsBlanksKept(_ model: String) -> Bool {
    [OwnModel.name, hangul, "kor"].contains(model)
  }
}
