/// What Tesseract calls languages, which model serves which, and the Debian package that brings one.
public enum Languages {
  /// Tags that other programs use, in Tesseract's names.
  private static let tags = [
    "ko": "kor", "en": "eng", "ja": "jpn", "de": "deu", "fr": "fra", "es": "spa", "it": "ita", "zh": "chi_sim",
  ]

  /// Debian's names for the scripts whose models it packs, by ISO 15924.
  private static let scripts = [
    "Arabic": "arab", "Armenian": "armn", "Bengali": "beng", "Canadian_Aboriginal": "cans", "Cherokee": "cher",
    "Cyrillic": "cyrl", "Devanagari": "deva", "Ethiopic": "ethi", "Fraktur": "frak", "Georgian": "geor",
    "Greek": "grek", "Gujarati": "gujr", "Gurmukhi": "guru", "HanS": "hans", "HanS_vert": "hans-vert", "HanT": "hant",
    "HanT_vert": "hant-vert", "Hangul": "hang", "Hangul_vert": "hang-vert", "Hebrew": "hebr", "Japanese": "jpan",
    "Japanese_vert": "jpan-vert", "Kannada": "knda", "Khmer": "khmr", "Lao": "laoo", "Latin": "latn",
    "Malayalam": "mlym", "Myanmar": "mymr", "Oriya": "orya", "Sinhala": "sinh", "Syriac": "syrc", "Tamil": "taml",
    "Telugu": "telu", "Thaana": "thaa", "Thai": "thai", "Tibetan": "tibt", "Vietnamese": "viet",
  ]

  /// Tesseract's name for a language or its tag: `ko`, `ko-KR` and `kor` are `kor`.
  public static func name(_ language: String) -> String {
    if let name = tags[language.lowercased()] { return name }
    let primary = language.split(separator: "-", maxSplits: 1).first.map(String.init) ?? language
    return primary == language ? language : tags[primary.lowercased()] ?? language
  }

  /// The languages that a model of this name reads.
  public static func served(by model: String) -> [String] {
    switch model {
    case WholeHangulModel.name, WholeHangulModel.sourceName: ["kor", "eng"]
    // Orientation and script alone, by the old engine.
    case "osd", "equ": []
    default: [model]
    }
  }

  /// The Debian package that brings a language's or script's model.
  public static func package(for language: String) -> String {
    if let script = scripts[language] { return "tesseract-ocr-script-\(script)" }
    return "tesseract-ocr-" + language.lowercased().replacing("_", with: "-")
  }

  /// Whether a model keeps the blanks between words only when it is told to.
  package static func needsBlanksKept(_ model: String) -> Bool {
    [WholeHangulModel.name, WholeHangulModel.sourceName, "kor"].contains(model)
  }
}
