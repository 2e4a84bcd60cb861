import PageModel
import RunSupport
import Support

/// The options that say how pages are read; `run`, `inspect` and `corrections` share them.
struct ReaderOptions: OptionGroup {
  @Option("lang", "l", value: "LANGS", languageNames) private var languages = ReaderSettings().languages
  @Option("model", value: "NAME", .text("a model's name", isModelName)) private var model: String?
  @Option("tessdata-dir", value: "DIR", .text) private var modelDirectory: String?
  @Option("psm", value: "N", .integer(0...13)) private var pageSegmentation: Int?
  @Option("layout", value: "KIND", .word) private var layout = ReaderSettings().layout
  @Option("prepare", value: "LEVEL", .word) private var preparation = ReaderSettings().preparation
  @Option("without", value: "STEPS", all: .word, separator: ",", addsUp: true)
  private var without: [ReaderSettings.Step]
  @Option("level", value: "LEVEL", .word) private var level = ReaderSettings().level
  @Option("ocr", value: "WHEN", .word) private var textReading = TextReading.auto
  @Option("show-ids") private var showsIdentityNumbers: Bool
  @Option("user-words", value: "FILE", .path) private var words: ScanPath?
  @Option("set", value: "NAME=VALUE", all: variable, addsUp: true) private var variables: [ReaderSettings.Variable]
  @Option("candidates", value: "N", .integer(1...10)) private var candidates = ReaderSettings().candidates
  @Option("min-text-height", value: "SHARE", share) private var minimumTextHeight = ReaderSettings().minimumTextHeight
  @Option("max-pixels", value: "N", .integer(1000...2_000_000_000))
  private var maximumPixels = ReaderSettings().maximumPixels

  func check() throws(RunFailure) {
    try $model.refuse(with: $languages, because: "a model is chosen by its languages or by its name")
    try $pageSegmentation.refuse(with: $layout, because: "both say how a page is divided")
  }

  func settings() throws(RunFailure) -> ReaderSettings {
    var settings = ReaderSettings()
    (settings.languages, settings.model, settings.modelDirectory) = (languages, model, modelDirectory)
    (settings.pageSegmentation, settings.layout, settings.preparation) = (pageSegmentation, layout, preparation)
    (settings.without, settings.level, settings.candidates) = (Set(without), level, candidates)
    (settings.variables, settings.minimumTextHeight) = (variables, minimumTextHeight)
    settings.maximumPixels = maximumPixels
    if textReading == .always { settings.ignoresTextLayers = true }
    if showsIdentityNumbers { settings.showsIdentityNumbers = true }
    if let words {
      settings.customWords = try UserFile.text(at: words, of: "user-words").split(whereSeparator: \.isNewline)
        .map { $0.trimming(while: \.isWhitespace) }.filter { !$0.isEmpty }
    }
    return settings
  }

  private static var languageNames: ValueFormat<[String]> {
    ValueFormat("names like kor or kor+eng") { text in
      let names = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
      return names.allSatisfy(isModelName) ? names : nil
    }
  }

  private static var share: ValueFormat<Double> {
    ValueFormat("a share from 0 to below 1") { text in Double(text).flatMap { (0..<1).contains($0) ? $0 : nil } }
  }

  private static var variable: ValueFormat<ReaderSettings.Variable> {
    ValueFormat("NAME=VALUE") { text in
      guard let equals = text.firstIndex(of: "="), equals != text.startIndex else { return nil }
      return ReaderSettings.Variable(
        name: String(text[..<equals]), value: String(text[text.index(after: equals)...]))
    }
  }

  /// A model's name is a file's name below a model folder, `script/Hangul` included; it never leaves the folder.
  private static func isModelName(_ name: String) -> Bool {
    !name.isEmpty && !name.hasPrefix("/") && !name.split(separator: "/").contains("..")
      && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
  }
}

/// The pages that are read from their pictures.
private enum TextReading: String, CaseIterable {
  case auto, always
}
